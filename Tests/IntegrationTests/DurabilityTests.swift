import Foundation
import Glibc
import RunCore
import RunStore
import TestSupport
import Testing

/// `rund` on a stand-in for gpsd, to be killed and started again.
final class FragileRecorder {
    let box: Sandbox
    let gpsd: StandInGPSD
    let state: String
    private let sound: AudioSink
    var hasSounded: Bool { !sound.plays().isEmpty }
    private var process: Child?
    private var number = 0
    private(set) var starts = 0

    init(_ box: Sandbox, state: String? = nil) throws {
        self.box = box
        self.state = state ?? box.path("state")
        gpsd = try StandInGPSD()
        sound = try AudioSink(in: box)
        try Files.write(
            """
            [gpsd]
            server = 127.0.0.1:\(gpsd.port)
            [steps]
            sysfs-root = \(box.path("no-steps"))
            [alert]
            on-bad-file = builtin

            """, to: box.path("rund.conf"))
    }

    private var environment: [String: String] { ["RUND_SOCKET": box.path("run") + "/control"] }

    /// Starts `rund` and waits until it listens to the receiver.
    func start(_ extra: [String: String] = [:]) throws {
        starts += 1
        let process = try box.start(
            [
                Programs.built("rund"), "--runtime-dir", box.path("run"), "--state-dir", state,
                "--config", box.path("rund.conf"),
            ], environment: sound.environment.merging(extra) { $1 })
        self.process = process
        let watching = eventually(within: 30, every: 0.002) { gpsd.serve() }
        try #require(watching, "rund does not come: \(process.errors)")
    }

    func runctl(_ arguments: String...) throws -> Sandbox.Result {
        try box.run([Programs.built("runctl")] + arguments, environment: environment)
    }

    /// Starts runctl and does not wait for it.
    func launch(_ arguments: String...) throws -> Child {
        try box.start([Programs.built("runctl")] + arguments, environment: environment)
    }

    /// A fix every ten milliseconds.
    func feed(seconds: Double) {
        let end = monotonicSeconds() + seconds
        while monotonicSeconds() < end {
            number += 1
            gpsd.send(number)
            pause(seconds: 0.01)
        }
    }

    /// - Returns: when it was killed.
    @discardableResult
    func kill() throws -> Double {
        let now = monotonicSeconds()
        process?.signal(SIGKILL)
        _ = try process?.wait(seconds: 20)
        gpsd.hangUp()
        return now
    }

    var log: String { process?.errors ?? "" }

    /// The fixes that are stored, with how often each is there.
    static func stored(in reader: RunReader) throws -> [Int: Int] {
        var found: [Int: Int] = [:]
        for run in try reader.runs(.all) {
            var cursor = reader.events(of: run.number)
            while let event = try cursor.next() {
                guard case .fix(let fix)? = try LogCodec.decode(event.line)?.payload,
                    let place = fix.coordinate
                else { continue }
                found[StandInGPSD.number(place.latitude), default: 0] += 1
            }
        }
        return found
    }
}

private let isFull = ProcessInfo.processInfo.environment["RUND_FULL"] != nil

@Suite("nothing is ever lost", .serialized, .timeLimit(.minutes(60)))
struct DurabilityTests {
    /// What was sent so long before a kill to a connected recorder has to be there.
    static let grace = 0.2

    @Test("rund killed at random moments: every fix is there once, and every run goes on")
    func kill() throws {
        let box = try Sandbox()
        let recorder = try FragileRecorder(box)
        var random = SystemRandomNumberGenerator()
        var deaths: [Double] = []
        try recorder.start()
        #expect(try recorder.runctl("start").succeeded)
        for round in 0..<(isFull ? 500 : 50) {
            recorder.feed(seconds: Double.random(in: 0.02...0.5, using: &random))
            var stopping: Child?
            if round % 10 == 9 {
                // Killed while it ends the run; sometimes before, sometimes after.
                stopping = try recorder.launch("stop")
                pause(seconds: Double.random(in: 0...0.08, using: &random))
            }
            deaths.append(try recorder.kill())
            let isStopped = try stopping.map { try $0.wait(seconds: 20) == .exited(0) }
            let reader = try RunReader.open(directory: recorder.state)
            let before = try #require(try reader.lastRun())
            if isStopped == true { #expect(before.state == .stopped, "round \(round)") }
            try recorder.start()
            let after = try reader.run(before.number)
            // What it was stopped by is in its events, even if its row did not say so yet.
            let wasStopped = try Self.isStopped(reader, before.number)
            #expect(
                after.state == (wasStopped ? .stopped : .active),
                "round \(round): \(recorder.log)")
            if wasStopped { #expect(try recorder.runctl("start").succeeded, "round \(round)") }
        }
        recorder.feed(seconds: 0.3)
        deaths.append(try recorder.kill())

        let reader = try RunReader.open(directory: recorder.state)
        let stored = try FragileRecorder.stored(in: reader)
        let due = recorder.gpsd.sent.filter { sent in
            deaths.first { $0 >= sent.at }.map { $0 - sent.at >= Self.grace } ?? true
        }
        #expect(due.count > 100)
        #expect(due.filter { stored[$0.number] == nil }.isEmpty, "lost")
        #expect(stored.filter { $0.value > 1 }.isEmpty, "twice")
        try reader.checkFile()
    }

    private static func isStopped(_ reader: RunReader, _ run: RunNumber) throws -> Bool {
        var cursor = reader.events(of: run)
        while let event = try cursor.next() {
            if try LogCodec.decode(event.line)?.payload == .stop { return true }
        }
        return false
    }

    @Test("a run that was killed equals, bit for bit, the replay of its log")
    func replay() throws {
        let box = try Sandbox()
        let recorder = try FragileRecorder(box)
        try recorder.start()
        #expect(try recorder.runctl("start").succeeded)
        recorder.feed(seconds: 1)
        try recorder.kill()
        pause(seconds: 0.5)
        try recorder.start()
        recorder.feed(seconds: 1)
        #expect(try recorder.runctl("stop").succeeded, "\(recorder.log)")
        let check = try RunReader.open(directory: recorder.state).check(1)
        #expect(check.isSound, "\(check.differences) \(check.problems)")
        #expect(check.missing == 0)
        #expect(check.computed.distance > 0)
    }

    @Test("three deaths within a minute: it comes up raw-only, says so, and the log has everything")
    func rawOnly() throws {
        let box = try Sandbox()
        let recorder = try FragileRecorder(box)
        try recorder.start()
        #expect(try recorder.runctl("start").succeeded)
        for _ in 0..<3 {
            recorder.feed(seconds: 0.5)
            try recorder.kill()
            try recorder.start()
        }
        let status = try recorder.runctl("status")
        #expect(status.output.contains("three times in a minute"), "\(status)")
        recorder.feed(seconds: 0.5)
        #expect(try recorder.runctl("stop").succeeded)
        let check = try RunReader.open(directory: recorder.state).check(1)
        #expect(check.isSound, "\(check.differences)")
        #expect(check.computed.distance > 0)
    }

    @Test("a run that was stopped by mistake goes on under its number")
    func goesOn() throws {
        let box = try Sandbox()
        let recorder = try FragileRecorder(box)
        try recorder.start()
        #expect(try recorder.runctl("start").succeeded)
        recorder.feed(seconds: 1)
        #expect(try recorder.runctl("stop").succeeded)
        let before = try RunReader.open(directory: recorder.state).check(1).computed
        let continued = try recorder.runctl("continue", "last")
        #expect(continued.succeeded, "\(continued)")
        recorder.feed(seconds: 1)
        let reader = try RunReader.open(directory: recorder.state)
        #expect(try reader.activeRun()?.number == 1)
        #expect(try recorder.runctl("stop").succeeded)
        let check = try reader.check(1)
        #expect(check.isSound, "\(check.differences)")
        #expect(check.computed.distance > before.distance)
        #expect(check.computed.elapsed > before.elapsed)
        #expect(try reader.runs().count == 1)
    }

    @Test("write errors: recording goes on, the status says so, and all is written afterwards")
    func faults() throws {
        let box = try Sandbox()
        let control = box.path("control")
        try Files.write("none 0 0", to: control)
        let recorder = try FragileRecorder(box)
        try recorder.start([
            "LD_PRELOAD": Programs.built("libfaultdisk.so"), "FAULTDISK_PREFIX": recorder.state,
            "FAULTDISK_CONTROL": control,
        ])
        #expect(try recorder.runctl("start").succeeded)
        recorder.feed(seconds: 1)
        try Files.write("write \(ENOSPC) 0", to: control)
        recorder.feed(seconds: 7)
        let status = try recorder.runctl("status")
        #expect(status.output.contains("no space left"), "\(status)")
        try Files.write("none 0 0", to: control)
        recorder.feed(seconds: 12)
        #expect(try !recorder.runctl("status").output.contains("no space left"))
        #expect(try recorder.runctl("stop").succeeded)
        let reader = try RunReader.open(directory: recorder.state)
        let stored = try FragileRecorder.stored(in: reader)
        let due = recorder.gpsd.sent.dropLast(50)
        #expect(due.filter { stored[$0.number] != 1 }.isEmpty)
        #expect(try reader.check(1).isSound)
    }

    @Test("a damaged database: recording starts, and the status tells where the old one is")
    func damaged() throws {
        let box = try Sandbox()
        let recorder = try FragileRecorder(box)
        try Files.makeFolder(recorder.state)
        try Files.write(
            "this was a database once, now it is a sentence", to: recorder.state + "/runs.db")
        try recorder.start()
        #expect(try recorder.runctl("start").succeeded)
        recorder.feed(seconds: 0.5)
        let status = try recorder.runctl("status")
        #expect(status.output.contains("damaged"), "\(status)")
        #expect(status.output.contains("runs-damaged"), "\(status)")
        #expect(eventually(within: 30, every: 0.1) { recorder.hasSounded })
        #expect(try recorder.runctl("stop").succeeded)
        #expect(Files.names(in: recorder.state).contains { $0.hasPrefix("runs-damaged") })
    }
}

@Suite(
    "power cuts under a recorder", .serialized, .timeLimit(.minutes(60)),
    .enabled(
        if: geteuid() == 0 && Programs.find("mkfs.ext4") != nil, "needs root and mkfs.ext4"))
struct RecorderPowerCutTests {
    @Test("lose at most the sync seconds, and the run goes on")
    func cut() throws {
        var random = SystemRandomNumberGenerator()
        for round in 0..<(isFull ? 100 : 4) {
            let box = try Sandbox()
            let before = box.path("before")
            let after = box.path("after")
            try Files.makeFolder(before)
            try Files.makeFolder(after)
            let prepare = try box.run(
                [
                    "sh", "-c",
                    "truncate -s 48M \(before).img && mkfs.ext4 -q -F \(before).img && mount -o loop \(before).img \(before)",
                ])
            try #require(prepare.succeeded, "\(prepare)")
            defer { _ = try? box.run(["sh", "-c", "umount -l \(before) \(after)"]) }
            let recorder = try FragileRecorder(box, state: before + "/state")
            try recorder.start()
            #expect(try recorder.runctl("start").succeeded)
            recorder.feed(seconds: Double.random(in: 5.5...9, using: &random))
            let cut = monotonicSeconds()
            let folder = open(before, O_RDONLY | O_CLOEXEC)
            var withoutFlush: UInt32 = 2
            try #require(ioctl(folder, 0x8004_587d, &withoutFlush) == 0)
            close(folder)
            try recorder.kill()
            let copy = try box.run(
                [
                    "sh", "-c",
                    "cp --sparse=always \(before).img \(after).img && mount -o loop \(after).img \(after)",
                ])
            try #require(copy.succeeded, "\(copy)")
            let store = try RunStore.open(
                directory: after + "/state", now: Instant(seconds: 0))
            #expect(store.opening.damaged == nil, "round \(round)")
            let reader = try store.reader()
            #expect(try reader.activeRun()?.number == 1, "round \(round)")
            let stored = try FragileRecorder.stored(in: reader)
            let lost = recorder.gpsd.sent.filter { stored[$0.number] == nil && $0.at < cut }
            let oldest = lost.map { cut - $0.at }.max() ?? 0
            // Half a second for a machine that is busy with other tests.
            #expect(oldest <= 5.5, "round \(round): \(oldest) s")
            try reader.checkFile()
        }
    }
}
