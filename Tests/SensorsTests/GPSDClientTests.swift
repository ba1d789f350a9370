import Glibc
import POSIX
import RunCore
import TestSupport
import Testing

@testable import Sensors

/// The client against a server that says what real ones were seen to say.
@Suite(.serialized) struct GPSDClientTests {
    private func session(
        wall: WallTime? = nil
    ) throws -> (gpsd: ScriptedGPSD, listener: Listener) {
        let gpsd = try ScriptedGPSD()
        let listener = Listener(port: gpsd.port, wall: wall)
        #expect(listener.meet(gpsd))
        return (gpsd, listener)
    }

    @Test("it asks for reports at once, and for one receiver only if told so")
    func watch() throws {
        for device in [nil, "/dev/ttyACM0"] {
            let gpsd = try ScriptedGPSD()
            let listener = Listener(port: gpsd.port, device: device)
            #expect(listener.meet(gpsd))
            #expect(
                eventually(within: 20) {
                    gpsd.hear()
                    return gpsd.heard.hasSuffix(";\n")
                })
            #expect(gpsd.heard.contains(#""enable":true,"json":true"#))
            #expect(gpsd.heard.contains(#""device":"/dev/ttyACM0""#) == (device != nil))
        }
    }

    @Test("a report split anywhere is one fix; two in one piece are two")
    func splitting() throws {
        let (gpsd, listener) = try session()
        let report = ScriptedGPSD.report("2026-06-01T10:00:00Z")
        gpsd.say(String(report.prefix(40)))
        listener.step(atMost: 100)
        listener.step(atMost: 50)
        #expect(listener.fixes.isEmpty)
        gpsd.say(String(report.dropFirst(40)))
        #expect(listener.serve { listener.fixes.count == 1 })
        gpsd.say(
            ScriptedGPSD.report("2026-06-01T10:00:01Z")
                + ScriptedGPSD.report("2026-06-01T10:00:02Z"))
        #expect(listener.serve { listener.fixes.count == 3 })
        #expect(
            listener.fixes.allSatisfy {
                $0.coordinate == Coordinate(latitude: 52.5, longitude: 13.4)
            })
    }

    @Test("a session that dies gives no fix of its own, rests, and begins anew with its wish")
    func endOfFile() throws {
        let (gpsd, listener) = try session()
        gpsd.say(ScriptedGPSD.report("2026-06-01T10:00:00Z"))
        #expect(listener.serve { listener.fixes.count == 1 })
        gpsd.hear()
        gpsd.end()
        #expect(listener.serve { !listener.failures.isEmpty })
        #expect(listener.fixes.count == 1)
        let awake = listener.wakeUps
        // gpsd is away: nothing to read, nothing to spin on.
        listener.serve(within: 0.8) { false }
        #expect(listener.wakeUps - awake <= 2)
        #expect(listener.fixes.count == 1)
        try gpsd.listen()
        #expect(listener.meet(gpsd))
        gpsd.say(ScriptedGPSD.report("2026-06-01T10:00:09Z"))
        #expect(listener.serve { listener.fixes.count == 2 })
        gpsd.hear()
        #expect(gpsd.heard.components("?WATCH").count == 3)
    }

    @Test("a recorder that was there before gpsd finds it when it comes")
    func early() throws {
        let port = try freePort()
        let listener = Listener(port: port)
        #expect(listener.serve { !listener.failures.isEmpty })
        #expect(listener.failures == ["Connection refused"])
        let gpsd = try ScriptedGPSD(port: port)
        #expect(listener.meet(gpsd))
    }

    @Test("the same failure again and again is told once")
    func quiet() throws {
        let listener = Listener(port: try freePort())
        listener.serve(within: 3.5) { false }
        #expect(listener.failures.count <= 2)
    }

    @Test("lines up to 20,480 bytes are read, a longer one is skipped and the next is heard")
    func longLines() throws {
        let (gpsd, listener) = try session()
        for (length, seconds) in [(20_478, 0), (20_490, 1), (200_000, 2)] {
            let head = #"{"class":"SKY","device":"/dev/x","x":""#
            let line =
                head + String(repeating: "x", count: length - head.utf8.count - 2) + "\"}\r\n"
            gpsd.say(line)
            gpsd.say(ScriptedGPSD.report("2026-06-01T10:00:0\(seconds)Z"))
            #expect(listener.serve { listener.fixes.count == seconds + 1 })
        }
        #expect(listener.connections == 1)
        let told = listener.events.count { $0 == .warning("gpsd sent an over-long line") }
        #expect(told == 1)
    }

    @Test("malformed lines are skipped, and the session goes on")
    func malformed() throws {
        let (gpsd, listener) = try session()
        for bad in [
            "garbage\n", "{}\n", "\n", "{\"class\":\"TPV\",\"mode\":3,\"lat\":52.5,\"lon\":1\n",
            "{\"class\":\"TPV\",\"mode\":\"three\"}\n", "[1,2,3]\n",
            "{\"class\":\"NEW\",\"a\":{}}\n",
            "{\"class\":\"TPV\",\"mode\":3,\"lat\":52\u{0}\"}\n",
        ] { gpsd.say(bad) }
        gpsd.say(ScriptedGPSD.report("2026-06-01T10:00:00Z"))
        #expect(listener.serve { listener.fixes.contains { $0.coordinate != nil } })
        #expect(listener.fixes.count { $0.coordinate != nil } == 1)
    }

    @Test("random lines through libgps neither crash nor invent a fix off the globe")
    func fuzz() throws {
        let unpacker = GPSDUnpacker()
        let valid = Array(
            ScriptedGPSD.report("2026-06-01T10:00:00Z", #","eph":4.5,"speed":2.5"#).utf8.dropLast(2)
        )
        for seed in UInt64(1)...3000 {
            var state = seed &* 0x9E37_79B9_7F4A_7C15
            var line = valid
            for _ in 0...(seed % 5) {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                line[Int((state >> 33) % UInt64(line.count))] = UInt8(
                    truncatingIfNeeded: state >> 24)
            }
            let report = unpacker.unpack(line[...], near: WallTime(microseconds: 0))
            if case .position(let fix) = report, let place = fix.coordinate {
                #expect(place.isValid, "seed \(seed)")
            }
        }
    }

    @Test("a report without a time has none, and is as new as its arrival")
    func withoutTime() throws {
        let (gpsd, listener) = try session()
        for count in 1...3 {
            gpsd.say(ScriptedGPSD.report())
            #expect(listener.serve { listener.fixes.count == count })
            listener.serve(within: 0.3) { false }
        }
        #expect(listener.fixes.allSatisfy { $0.time == nil && $0.mode == 3 })
        for moment in listener.moments { #expect(Listener.now - moment < Elapsed(seconds: 10)) }
    }

    @Test("the mode alone says whether there is a fix, whatever the status says")
    func status() throws {
        let (gpsd, listener) = try session()
        gpsd.say(ScriptedGPSD.report("2026-06-01T10:00:00Z"))
        #expect(listener.serve { listener.fixes.count == 1 })
        #expect(listener.fixes[0].mode == 3)
        gpsd.say(ScriptedGPSD.report("2026-06-01T10:00:01Z", mode: 1, #","status":2"#))
        #expect(listener.serve { listener.fixes.count == 2 })
        #expect(listener.fixes[1].mode == 1)
        #expect(listener.fixes[1].coordinate == nil)
    }

    @Test("fractions of a second survive")
    func fractions() throws {
        let (gpsd, listener) = try session()
        let stamps = [
            "2026-06-01T10:00:03.000Z", "2026-06-01T10:00:03.500Z", "2026-06-01T10:00:04Z",
        ]
        for (index, stamp) in stamps.enumerated() {
            gpsd.say(ScriptedGPSD.report(stamp))
            #expect(listener.serve { listener.fixes.count == index + 1 })
        }
        let times = listener.fixes.compactMap { $0.time?.microseconds }
        #expect(times.map { $0 - (times.first ?? 0) } == [0, 500_000, 1_000_000])
    }

    @Test("what is not said is unknown, never zero; eph comes from its parts if they are said")
    func optional() throws {
        let (gpsd, listener) = try session()
        gpsd.say(ScriptedGPSD.report("2026-06-01T10:00:00Z"))
        #expect(listener.serve { listener.fixes.count == 1 })
        let bare = listener.fixes[0]
        #expect(bare.eph == nil && bare.ephSource == nil && bare.speed == nil && bare.track == nil)
        #expect(bare.altitude == nil && bare.hdop == nil && bare.satellites == nil)
        gpsd.say(ScriptedGPSD.report("2026-06-01T10:00:01Z", #","epx":3.0,"epy":4.0"#))
        #expect(listener.serve { listener.fixes.count == 2 })
        #expect(listener.fixes[1].eph == 5)
    }

    @Test("SKY's HDOP and satellites belong to the fixes of its receiver, for a while")
    func sky() throws {
        let (gpsd, listener) = try session()
        let satellites = (1...7).map {
            #"{"PRN":\#($0),"el":40.0,"az":\#($0 * 40).0,"ss":35.0,"used":\#($0 <= 6)}"#
        }
        gpsd.say(
            #"{"class":"SKY","device":"/dev/x","hdop":0.9,"satellites":["#
                + satellites.joined(separator: ",") + "]}\r\n")
        gpsd.say(ScriptedGPSD.report("2026-06-01T10:00:00Z", #","eph":17.1"#))
        #expect(listener.serve { listener.fixes.count == 1 })
        #expect(listener.fixes[0].hdop == 0.9)
        #expect(listener.fixes[0].satellites == 6)
        #expect(listener.fixes[0].ephSource == .synthesised)
        // One with dilution only leaves the number of satellites as it was.
        gpsd.say(#"{"class":"SKY","device":"/dev/x","hdop":1.1}"# + "\r\n")
        gpsd.say(ScriptedGPSD.report("2026-06-01T10:00:01Z", #","eph":4.2"#))
        #expect(listener.serve { listener.fixes.count == 2 })
        #expect(listener.fixes[1].hdop == 1.1)
        #expect(listener.fixes[1].satellites == 6)
    }

    @Test("the height is above the sea or unknown, never the ellipsoid's")
    func height() throws {
        let (gpsd, listener) = try session()
        gpsd.say(ScriptedGPSD.report("2026-06-01T10:00:00Z", #","altHAE":80.0,"altMSL":40.0"#))
        #expect(listener.serve { listener.fixes.count == 1 })
        gpsd.say(ScriptedGPSD.report("2026-06-01T10:00:01Z", #","altHAE":80.0"#))
        #expect(listener.serve { listener.fixes.count == 2 })
        #expect(listener.fixes.map(\.altitude) == [40, nil])
    }

    @Test("a date 1024 weeks back is put right before anything is ordered by it")
    func rollover() throws {
        let (gpsd, listener) = try session()
        gpsd.say(ScriptedGPSD.report("2026-06-01T10:00:00Z"))
        #expect(listener.serve { listener.fixes.count == 1 })
        gpsd.say(ScriptedGPSD.report("2006-10-16T10:00:01Z"))
        #expect(listener.serve { listener.fixes.count == 2 })
        let times = listener.fixes.compactMap { $0.time?.microseconds }
        #expect(times.count == 2 && times[1] - times[0] == 1_000_000)
    }

    @Test("the leap second makes no moment go backwards")
    func leapSecond() throws {
        let (gpsd, listener) = try session(
            wall: WallTime(microseconds: 1_483_228_800_000_000))
        let stamps = ["2016-12-31T23:59:59Z", "2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"]
        for stamp in stamps {
            gpsd.say(ScriptedGPSD.report(stamp))
            listener.serve(within: 0.4) { false }
        }
        let moments = listener.moments
        #expect(moments.count >= 2)
        #expect(zip(moments, moments.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test("a receiver without a position says so when it changes, not every second")
    func noFix() throws {
        let (gpsd, listener) = try session()
        for second in 0..<5 {
            gpsd.say("{\"class\":\"TPV\",\"device\":\"/dev/x\",\"mode\":1}\r\n")
            listener.serve(within: 0.3) { false }
            #expect(listener.fixes.count == 1, "second \(second)")
        }
    }

    @Test("two receivers keep their own times and their own sky")
    func twoReceivers() throws {
        let (gpsd, listener) = try session()
        gpsd.say(#"{"class":"SKY","device":"/dev/y","hdop":3.3}"# + "\r\n")
        for second in 0..<3 {
            let stamp = "2026-06-01T10:00:0\(second)Z"
            gpsd.say(ScriptedGPSD.report(stamp))
            gpsd.say(ScriptedGPSD.report(stamp).replacing("/dev/x", with: "/dev/y"))
            listener.serve(within: 0.4) { false }
        }
        let first = listener.fixes.filter { $0.device == "/dev/x" }
        let second = listener.fixes.filter { $0.device == "/dev/y" }
        #expect(first.count == 3 && second.count == 3)
        #expect(first.allSatisfy { $0.hdop == nil })
        #expect(second.allSatisfy { $0.hdop == 3.3 })
    }

    @Test("a gpsd without a receiver, and one that loses it, are told")
    func receivers() throws {
        let (gpsd, listener) = try session()
        gpsd.say(#"{"class":"DEVICES","devices":[]}"# + "\r\n")
        #expect(listener.serve { listener.events.contains(.receivers(0)) })
        gpsd.say(#"{"class":"DEVICE","path":"/dev/x"}"# + "\r\n")
        #expect(
            listener.serve { listener.events.contains(.warning("gpsd lost the receiver /dev/x")) })
        gpsd.say(#"{"class":"ERROR","message":"odd"}"# + "\r\n")
        #expect(listener.serve { listener.events.contains(.warning("gpsd says: odd")) })
    }

    @Test("a name is looked up without waiting, and an unknown one is told as such")
    func names() throws {
        let gpsd = try ScriptedGPSD()
        var buffer = [CChar](repeating: 0, count: 256)
        gethostname(&buffer, buffer.count)
        let client = GPSDClient(
            server: GPSDServer(host: "no-such-host.invalid", port: gpsd.port)
        ) { WallTime(microseconds: 0) }
        let begin = monotonicSeconds()
        _ = client.advance(to: Listener.now)
        #expect(monotonicSeconds() - begin < 0.5)
        var reasons: [String] = []
        let found = eventually(within: 20) {
            if let descriptor = client.descriptor, waitFor(descriptor, toRead: true, atMost: 10) {
                for case .disconnected(let reason, _) in client.ready(at: Listener.now) {
                    reasons.append(reason)
                }
            }
            for case .disconnected(let reason, _) in client.advance(to: Listener.now) {
                reasons.append(reason)
            }
            return !reasons.isEmpty
        }
        #expect(found)
        #expect(reasons.first?.contains("no") == true)
    }
}

extension String {
    fileprivate func components(_ separator: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = self[...]
        while let range = rest.firstRange(of: separator) {
            parts.append(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        return parts + [rest]
    }
}
