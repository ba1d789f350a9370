import RunCore

/// Sensor logs for tests: a runner who goes north at 3 m/s.
enum Logs {
    /// Metres of one ten-thousandth of a degree of latitude at the equator, near enough.
    static let degree = 110_574.0

    /// A run with gps for `gps` seconds, then steps only, 2.5 a second, until `end`.
    static func run(
        gps: Int, end: Int, note: String? = nil, extra: [Int: String] = [:]
    ) -> [String] {
        let told = note.map { ",\"note\":\"\($0)\"" } ?? ""
        var lines = [
            "{\"t\":0,\"type\":\"start\",\"wall\":\"2026-06-01T06:00:00Z\","
                + "\"zone\":\"Asia/Kolkata\",\"activity\":\"run\"\(told)}"
        ]
        for second in 1..<end {
            if let line = extra[second] { lines.append(line) }
            if second <= gps {
                let latitude = 3 * Double(second) / degree
                lines.append(
                    "{\"t\":\(second),\"type\":\"fix\",\"mode\":3,\"lat\":\(latitude),\"lon\":10,"
                        + "\"alt\":100,\"eph\":4,\"ephsrc\":\"receiver\"}")
            }
            let steps = 5_000 + second * 5 / 2
            lines.append("{\"t\":\(second),\"type\":\"steps\",\"count\":\(steps),\"boot\":\"b\"}")
        }
        lines.append("{\"t\":\(end),\"type\":\"stop\"}")
        return lines
    }

    static func text(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }
}
