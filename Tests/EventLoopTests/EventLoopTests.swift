import EventLoop
import Glibc
import POSIX
import TestSupport
import Testing

@Suite(.serialized) struct EventLoopTests {
    /// How often this thread went to sleep.
    private func voluntarySwitches() -> Int? {
        let status = Files.text("/proc/thread-self/status")
        let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
        return line?.split(separator: "\t").last.flatMap { Int($0) }
    }

    private func pipeEnds() -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    @Test(
        "a readable descriptor wakes its handler; a watch that was cancelled or dropped is silent")
    func descriptors() throws {
        let loop = try EventLoop()
        let (input, output) = pipeEnds()
        defer {
            close(input)
            close(output)
        }
        var seen = 0
        var watch: DescriptorWatch? = try DescriptorWatch(loop, input, for: .readable) {
            readiness in
            #expect(readiness.contains(.readable))
            seen += 1
        }
        #expect(try !loop.runOnce(atMost: 1000))
        write(output, "x", 1)
        try loop.runOnce(atMost: 1_000_000)
        #expect(seen == 1)
        watch?.wait(for: [])
        #expect(try !loop.runOnce(atMost: 1000))
        watch?.wait(for: .readable)
        try loop.runOnce(atMost: 1_000_000)
        #expect(seen == 2)
        watch?.cancel()
        #expect(try !loop.runOnce(atMost: 1000))
        watch = nil
        #expect(try !loop.runOnce(atMost: 1000))
        #expect(seen == 2)
    }

    @Test("a handler may end its own watch and watch the same descriptor anew")
    func replaceWithin() throws {
        let loop = try EventLoop()
        let (input, output) = pipeEnds()
        defer {
            close(input)
            close(output)
        }
        var watch: DescriptorWatch?
        var second: DescriptorWatch?
        var calls: [Int] = []
        watch = try DescriptorWatch(loop, input, for: .readable) { _ in
            calls.append(1)
            watch?.cancel()
            second = try? DescriptorWatch(loop, input, for: .readable) { _ in calls.append(2) }
        }
        write(output, "x", 1)
        try loop.runOnce(atMost: 1_000_000)
        try loop.runOnce(atMost: 1_000_000)
        #expect(calls == [1, 2])
        #expect(second != nil)
    }

    @Test("a timer fires once, not before its moment, on either clock")
    func timers() throws {
        let loop = try EventLoop()
        for clock in [Timer.Clock.boot, .monotonic] {
            var fired = 0
            let timer = try Timer(loop, on: clock, accuracy: 1) { fired += 1 }
            let read = {
                clock == .boot ? Clock.bootMicroseconds() : Clock.monotonicMicroseconds()
            }
            #expect(try !loop.runOnce(atMost: 1000))
            let due = read() + 30_000
            timer.set(at: due)
            while fired == 0 { try loop.runOnce(atMost: 1_000_000) }
            #expect(read() >= due)
            #expect(try !loop.runOnce(atMost: 50_000))
            timer.set(at: read() + 10_000)
            timer.clear()
            #expect(try !loop.runOnce(atMost: 50_000))
            #expect(fired == 1)
        }
    }

    @Test("a moment in the past fires at once")
    func past() throws {
        let loop = try EventLoop()
        var fired = false
        let timer = try Timer(loop, on: .boot, accuracy: 1) { fired = true }
        timer.set(at: -5)
        try loop.runOnce(atMost: 1_000_000)
        #expect(fired)
    }

    @Test("a child's end is told with its code or its signal")
    func children() throws {
        let loop = try EventLoop()
        for (script, end) in [
            ("exit 7", ChildWatch.End.exited(code: 7)), ("kill -9 $$", .killed(signal: 9)),
        ] {
            var process: pid_t = 0
            let words = ["sh", "-c", script]
            var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
            arguments.append(nil)
            #expect(posix_spawn(&process, "/bin/sh", nil, nil, arguments, environ) == 0)
            arguments.forEach { free($0) }
            var seen: ChildWatch.End?
            let watch = try ChildWatch(loop, process: process) { seen = $0 }
            let limit = monotonicSeconds() + 20
            while seen == nil, monotonicSeconds() < limit { try loop.runOnce(atMost: 100_000) }
            #expect(seen == end)
            withExtendedLifetime(watch) {}
        }
    }

    @Test("run ends with the code that a handler gives to exit")
    func exitCode() throws {
        let loop = try EventLoop()
        let timer = try Timer(loop, on: .boot, accuracy: 1) { loop.exit(42) }
        timer.set(at: Clock.bootMicroseconds() + 1000)
        #expect(try loop.run() == 42)
    }

    @Test("an idle loop sleeps: three timers a second apart cost a handful of switches in 3 s")
    func wakeups() throws {
        let loop = try EventLoop()
        var fired = 0
        var timers: [Timer] = []
        let start = Clock.bootMicroseconds()
        for index in 1...3 {
            let timer = try Timer(loop, on: .boot, accuracy: 50_000) {
                fired += 1
                if fired == 3 { loop.exit(0) }
            }
            timer.set(at: start + Int64(index) * 900_000)
            timers.append(timer)
        }
        let before = try #require(voluntarySwitches())
        _ = try loop.run()
        let after = try #require(voluntarySwitches())
        #expect(fired == 3)
        #expect(after - before <= 8)
    }
}
