import Foundation
import Live
import RunCore
import TestSupport
import Testing
import Uploads

/// A real broker, stopped and started, and a server that answers by a plan.
@Suite("LiveChannel", .serialized, .timeLimit(.minutes(15)))
struct LiveChannelTests {
    private static let hasBroker = PrivateBroker.program != nil && PrivateBroker.subscriber != nil
    private static let noBroker: Comment = "mosquitto or mosquitto_sub is not installed"
    private static let isFull = ProcessInfo.processInfo.environment["RUND_FULL"] != nil

    private let now = WallTime(microseconds: 1_780_293_600_000_000)

    private func messages(_ sequences: ClosedRange<Int64>) -> [LiveMessage] {
        var feed = LiveFeed(run: 7, interval: 1)
        let begin = Instant(seconds: 0)
        _ = feed.take(
            Event(time: begin, arrival: begin, payload: .start(RunStart(wall: now))), sequence: 0)
        return sequences.compactMap { sequence in
            let moment = Instant(seconds: Double(sequence))
            let place = Coordinate(latitude: 12.97, longitude: 77.59 + Double(sequence) * 2e-5)
            return feed.take(
                Event(
                    time: moment, arrival: moment, payload: .fix(Fix(mode: 3, coordinate: place))),
                sequence: sequence)
        }
    }

    private func target(_ values: [String: String]) throws -> LiveTarget {
        var configuration = Configuration()
        for (key, value) in values { try configuration.set("live.x.\(key)", to: value) }
        return try LiveTarget("x", configuration)
    }

    private func broker(_ port: UInt16, _ more: [String: String] = [:]) throws -> LiveTarget {
        try target(
            ["service": "owntracks-mqtt", "server": "localhost:\(port)", "user": "me"].merging(more)
            {
                $1
            })
    }

    /// Event numbers by topic, as often as they came.
    private func heard(_ listener: BrokerListener) -> [String: [Int64]] {
        var result: [String: [Int64]] = [:]
        for line in listener.lines {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let json = try? JSONValue(parsing: String(parts[1])),
                let sequence = json["rund"]?["seq"]?.integer
            else { continue }
            result[String(parts[0]), default: []].append(sequence)
        }
        return result
    }

    /// A subscription counts from the broker's agreement on; what is published before is not heard.
    private func listen(_ box: Sandbox, _ broker: PrivateBroker, _ options: [String] = []) throws
        -> BrokerListener
    {
        let listener = try BrokerListener(box, broker, options)
        let publisher = try #require(Programs.find("mosquitto_pub"))
        let isReady = eventually(within: 20) {
            _ = try? box.run(
                [publisher, "-h", "localhost", "-p", "\(broker.port)", "-t", "ready", "-m", "x"]
                    + options)
            return listener.lines.contains("ready x")
        }
        #expect(isReady)
        return listener
    }

    @Test(
        "the broker has every message in its order, and a lost recorder's will",
        .enabled(if: hasBroker, noBroker))
    func publishes() throws {
        let box = try Sandbox()
        defer { box.close() }
        let broker = try PrivateBroker(in: box)
        let listener = try listen(box, broker)
        let all = messages(1...20)
        do {
            let channel = LiveChannel(try self.broker(broker.port), password: nil)
            let (last, failure) = channel.send(all, now: now, within: 20)
            #expect(last == all.last && failure == nil)
            #expect(channel.idle(milliseconds: 0) == nil)
            // The channel goes without a word, as a killed program does.
        }
        #expect(eventually(within: 10) { listener.lines.contains { $0.contains("\"lwt\"") } })
        #expect(heard(listener) == ["owntracks/me/run": Array(1...20)])
    }

    @Test(
        "what a stopped broker did not take arrives when it is there again",
        .enabled(if: hasBroker, noBroker))
    func restarts() throws {
        let box = try Sandbox()
        defer { box.close() }
        let broker = try PrivateBroker(in: box)
        let channel = LiveChannel(try self.broker(broker.port), password: nil)
        let all = messages(1...20)
        #expect(channel.send(Array(all.prefix(5)), now: now, within: 20).last == all[4])
        broker.stop()
        let lost = channel.send(Array(all[5..<10]), now: now, within: 5)
        #expect(lost.last == nil && lost.failure != nil)
        #expect(channel.send(Array(all[5..<10]), now: now, within: 5).last == nil)
        try broker.start()
        let listener = try listen(box, broker)
        #expect(channel.send(Array(all[5...]), now: now, within: 20).last == all.last)
        channel.close()
        #expect(
            eventually(within: 10) { Set(heard(listener)["owntracks/me/run"] ?? []) == Set(6...20) }
        )
        // We said goodbye: no will.
        #expect(!listener.lines.contains { $0.contains("\"lwt\"") })
    }

    @Test(
        "TLS needs a certificate that somebody vouches for, the broker a password",
        .enabled(if: hasBroker && Programs.find("openssl") != nil, noBroker))
    func secured() throws {
        let box = try Sandbox()
        defer { box.close() }
        let made = try box.run([
            try #require(Programs.find("openssl")), "req", "-x509", "-newkey", "rsa:2048", "-nodes",
            "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
            "-keyout", box.path("key"), "-out", box.path("cert"),
        ])
        #expect(made.succeeded, "\(made)")
        try Files.write("", to: box.path("passwords"))
        let passwords = try box.run([
            try #require(Programs.find("mosquitto_passwd")), "-b", box.path("passwords"), "me",
            "pw",
        ])
        #expect(passwords.succeeded, "\(passwords)")
        let broker = try PrivateBroker(
            in: box,
            """
            certfile \(box.path("cert"))
            keyfile \(box.path("key"))
            allow_anonymous false
            password_file \(box.path("passwords"))
            """)
        let one = messages(1...1)
        let trusted = ["tls": "yes", "ca-file": box.path("cert")]
        func send(_ more: [String: String], _ password: String?) throws -> String? {
            let channel = LiveChannel(try self.broker(broker.port, more), password: password)
            defer { channel.close() }
            return channel.send(one, now: now, within: 10).failure
        }
        #expect(try send(trusted, "pw") == nil)
        let refusal = try send(trusted, "wrong")
        #expect(refusal?.contains("not authorised") == true, "\(refusal ?? "")")
        #expect(try send(["tls": "yes"], "pw") != nil)
        #expect(try send([:], "pw") != nil)
    }

    @Test("many recorders share one broker and nothing is lost", .enabled(if: hasBroker, noBroker))
    func fleet() throws {
        let count = LiveChannelTests.isFull ? 1_000 : 50
        let box = try Sandbox()
        defer { box.close() }
        let broker = try PrivateBroker(in: box)
        let listener = try listen(box, broker)
        let all = messages(1...10)
        let channels = try (0..<count).map { number in
            LiveChannel(try self.broker(broker.port, ["device": "r\(number)"]), password: nil)
        }
        for half in [all.prefix(5), all.suffix(5)] {
            for channel in channels {
                let (last, failure) = channel.send(Array(half), now: now, within: 30)
                #expect(last == half.last && failure == nil)
            }
        }
        for channel in channels { channel.close() }
        let isComplete = eventually(within: 60) {
            let heard = heard(listener)
            return heard.count == count && heard.values.allSatisfy { Set($0) == Set(1...10) }
        }
        #expect(isComplete)
    }

    @Test(
        "over HTTP a position counts as told after 2xx, and the rest waits",
        .enabled(if: PlannedServer.python != nil, "python3 is not installed"))
    func http() throws {
        let all = messages(1...3)
        let server = try PlannedServer(["200", "503", "200"])
        defer { server.close() }
        let url = "http://127.0.0.1:\(server.port)/pub?x=1"
        let channel = LiveChannel(
            try target(["service": "owntracks-http", "url": url, "user": "me"]), password: "pw")
        let first = channel.send(all, now: now, within: 20)
        #expect(first.last == all[0] && first.failure == "the server says 503")
        #expect(channel.send(Array(all[1...]), now: now, within: 20).last == all[2])
        let request = String(decoding: server.request(1) ?? [], as: UTF8.self)
        #expect(request.hasPrefix("POST /pub?x=1 HTTP/1.1\r\n"))
        #expect(request.contains("X-Limit-U: me\r\n") && request.contains("X-Limit-D: run\r\n"))
        #expect(request.contains("Authorization: Basic bWU6cHc=\r\n"))
        #expect(request.contains("\"topic\":\"owntracks/me/run\""))
        let traccar = LiveChannel(try target(["service": "traccar", "url": url]), password: nil)
        #expect(traccar.send(Array(all.prefix(1)), now: now, within: 20).last == all[0])
        let query = String(decoding: server.request(5) ?? [], as: UTF8.self)
        #expect(query.hasPrefix("POST /pub?x=1&id=run&timestamp=1780293601&lat=12.97&lon="))
    }
}
