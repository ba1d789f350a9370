import Live
import RunCore
import Testing
import Uploads

@Suite("LiveFeed")
struct LiveFeedTests {
    private let wall = WallTime(microseconds: 1_780_293_600_000_000)

    private func event(_ second: Double, _ payload: Event.Payload) -> Event {
        let moment = Instant(seconds: 1_000 + second)
        return Event(time: moment, arrival: moment, payload: payload)
    }

    private func fix(_ second: Double) -> Event {
        event(
            second,
            .fix(
                Fix(
                    mode: 3,
                    coordinate: Coordinate(latitude: 12.97, longitude: 77.59 + second * 2.763e-5),
                    altitude: 920.4, eph: 4, ephSource: .receiver, speed: 3, track: 90)))
    }

    private func messages(_ events: [Event], interval: Double = 10) -> [LiveMessage] {
        var feed = LiveFeed(run: 7, interval: interval)
        return events.enumerated().compactMap { feed.take($1, sequence: Int64($0)) }
    }

    @Test("a position every ten seconds, each change of state at once, at the last place")
    func picks() {
        var events = [event(0, .start(RunStart(wall: wall)))]
        events += (1...25).map { fix(Double($0)) }
        events += [event(25.5, .pause), event(40, .resume), fix(41), event(42, .stop)]
        let told = messages(events)
        #expect(
            told.map(\.state) == [
                .running, .running, .running, .paused, .running, .running, .stopped,
            ])
        #expect(
            told.map { ($0.time - wall).seconds } == [1, 11, 21, 25.5, 40, 41, 42])
        #expect(told.map(\.sequence) == [1, 11, 21, 26, 27, 28, 29])
        #expect(told[3].coordinate == told[4].coordinate && told[3].speed == nil)
        // The stop settles what was still being smoothed.
        let distances = told.dropLast().map(\.distance)
        #expect(zip(distances, distances.dropFirst()).allSatisfy { $0 <= $1 }, "\(distances)")
        #expect(told.last.map { $0.distance > 30 } == true)
    }

    @Test("nothing is told without a place or a time")
    func silent() {
        #expect(
            messages([event(0, .start(RunStart(wall: wall))), event(1, .pause), event(2, .stop)])
                .isEmpty)
        #expect(messages([event(0, .start(RunStart())), fix(1)]).isEmpty)
        let noFix = event(1, .fix(Fix(mode: 1)))
        #expect(messages([event(0, .start(RunStart(wall: wall))), noFix]).isEmpty)
    }

    @Test("OwnTracks' location has its units, Traccar's query is encoded and in knots")
    func payloads() throws {
        let message = try #require(
            messages([event(0, .start(RunStart(wall: wall))), fix(1)]).first)
        let json = try JSONValue(
            parsing: LivePayload.ownTracks(message, device: "watch", topic: "owntracks/me/watch"))
        #expect(json["_type"]?.string == "location" && json["tid"]?.string == "ch")
        #expect(json["tst"]?.integer == 1_780_293_601)
        #expect(json["lat"]?.double == 12.97 && json["vel"]?.integer == 11)
        #expect(
            json["acc"]?.integer == 3 && json["alt"]?.integer == 920 && json["cog"]?.integer == 90)
        #expect(json["topic"]?.string == "owntracks/me/watch")
        #expect(json["rund"]?["run"]?.integer == 7 && json["rund"]?["seq"]?.integer == 1)
        #expect(json["rund"]?["state"]?.string == "running")
        let query = LivePayload.traccar(message, device: "a b&c")
        #expect(query.hasPrefix("id=a%20b%26c&timestamp=1780293601&lat=12.97&lon=77.59002763"))
        #expect(query.contains("&speed=5.83&bearing=90.0&") && query.contains("&accuracy=2.5&"))
    }

    @Test("a configuration that cannot be is told")
    func settings() throws {
        func target(_ values: [String: String]) throws -> LiveTarget {
            var configuration = Configuration()
            for (key, value) in values { try configuration.set("live.x.\(key)", to: value) }
            return try LiveTarget("x", configuration)
        }
        let broker = try target(["service": "owntracks-mqtt", "server": "[::1]:1884", "user": "me"])
        #expect(
            broker.service
                == .mqtt(
                    MQTTSettings(host: "::1", port: 1_884, hasTLS: false, topic: "owntracks/me/run")
                ))
        let plain = try target([
            "service": "owntracks-mqtt", "server": "h", "tls": "yes", "topic": "a/b",
        ])
        #expect(
            plain.service == .mqtt(MQTTSettings(host: "h", port: 8_883, hasTLS: true, topic: "a/b"))
        )
        for wrong in [
            [:], ["service": "traccar"], ["service": "owntracks-mqtt"],
            ["service": "owntracks-mqtt", "server": "h:99999"],
            ["service": "owntracks-mqtt", "server": "h", "topic": "a/#"],
            ["service": "owntracks-http", "url": "mqtt://h"],
        ] as [[String: String]] {
            #expect(throws: UploadError.self, "\(wrong)") { try target(wrong) }
        }
    }
}
