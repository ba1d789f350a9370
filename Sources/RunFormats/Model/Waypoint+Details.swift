package import RunCore

extension Activity.Waypoint {
    /// A mark of a run, or of none.
    package init(_ mark: PlacedMark, time: WallTime?) {
        self.init(
            time: time, coordinate: mark.place?.coordinate, altitude: mark.place?.altitude,
            text: mark.label, eph: mark.place?.eph, distance: mark.distance, leg: mark.leg)
    }

    /// What is known besides the place, in words for programs that show a description; nil if
    /// nothing is: `±4 m; 1234 m along the run; 230 m, straight 228 m on 045°, from P-1`
    var details: String? {
        var parts: [String] = []
        if let eph { parts.append("±\(Self.metres(eph))") }
        if let distance { parts.append("\(Self.metres(distance)) along the run") }
        if let leg {
            var way: [String] = []
            if let distance = leg.distance { way.append(Self.metres(distance)) }
            if let straight = leg.straight {
                let bearing = leg.bearing.map { " on \(Self.degrees($0))" } ?? ""
                way.append("straight \(Self.metres(straight))\(bearing)")
            }
            if !way.isEmpty {
                way.append("from \(MarkName.standard(leg.from))")
                parts.append(way.joined(separator: ", "))
            }
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    private static func metres(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "– m" }
        return "\(Int(value.rounded())) m"
    }

    private static func degrees(_ value: Double) -> String {
        guard value.isFinite else { return "–°" }
        let whole = Int(value.rounded()) % 360
        return String(repeating: "0", count: whole < 10 ? 2 : whole < 100 ? 1 : 0) + "\(whole)°"
    }
}
