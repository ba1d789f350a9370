package import RunCore

/// The words in which services want to hear of a position.
package enum LivePayload {
    /// OwnTracks' location object (its booklet, "JSON"), with what it does not know in an object of our own.
    /// - Parameter topic: told in the payload where there is no MQTT topic, that is over HTTP.
    package static func ownTracks(
        _ message: LiveMessage, device: String, topic: String?
    ) -> String {
        let own: JSONObject = [
            "run": .integer(message.run), "seq": .integer(message.sequence),
            "state": .string(message.state.rawValue),
            "distance": .number((message.distance * 10).rounded() / 10),
        ]
        let object: JSONObject = [
            "_type": .string("location"), "tid": .string(String(device.suffix(2))),
            "lat": .number(message.coordinate.latitude),
            "lon": .number(message.coordinate.longitude),
            "tst": .integer(seconds(message.time)), "alt": whole(message.altitude),
            "acc": whole(message.accuracy.map { $0.rounded(.up) }),
            "vel": whole(message.speed.map { $0 * 3.6 }), "cog": whole(message.track),
            "t": .string(message.state == .running ? "t" : "u"),
            "topic": topic.map { .string($0) }, "rund": .object(own),
        ]
        return JSONValue.object(object).text
    }

    /// OwnTracks' last will: what the broker says when we are gone.
    package static func ownTracksWill(now: WallTime) -> String {
        let object: JSONObject = ["_type": .string("lwt"), "tst": .integer(seconds(now))]
        return JSONValue.object(object).text
    }

    /// The query string of the OsmAnd protocol, which Traccar understands: speed in knots.
    package static func traccar(_ message: LiveMessage, device: String) -> String {
        var fields = [
            ("id", PercentEncoding.encode(device)), ("timestamp", "\(seconds(message.time))"),
            ("lat", "\(message.coordinate.latitude)"), ("lon", "\(message.coordinate.longitude)"),
        ]
        if let altitude = message.altitude { fields.append(("altitude", "\(altitude)")) }
        if let accuracy = message.accuracy { fields.append(("accuracy", decimal(accuracy))) }
        if let speed = message.speed { fields.append(("speed", decimal(speed * 3_600 / 1_852))) }
        if let track = message.track { fields.append(("bearing", decimal(track))) }
        fields += [
            ("run", "\(message.run)"), ("seq", "\(message.sequence)"),
            ("state", message.state.rawValue), ("runDistance", decimal(message.distance)),
        ]
        return fields.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
    }

    private static func seconds(_ time: WallTime) -> Int64 {
        let quotient = time.microseconds / 1_000_000
        return time.microseconds % 1_000_000 < 0 ? quotient - 1 : quotient
    }

    private static func whole(_ value: Double?) -> JSONValue? {
        value.flatMap { Int64(exactly: $0.rounded()) }.map { .integer($0) }
    }

    private static func decimal(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
}
