internal import RunCore

/// Marks and segments in words.
enum MarkText {
    /// `marked P-3 nest at 1.23 km, 46.12345, 7.12345, ±4 m; 230 m on 045° from P-2`
    static func sentence(_ mark: ControlMark, _ units: Units) -> String {
        var line = "marked \(Text.safe(mark.name))"
        if let distance = mark.distance { line += " at \(units.distance(distance))" }
        line += ", " + (mark.place.map { place($0, units) } ?? "no position")
        if let leg = mark.leg { line += "; " + self.leg(leg, units) }
        return line
    }

    static func place(_ place: MarkPlace, _ units: Units) -> String {
        var text =
            "\(Decimal.fixed(place.coordinate.latitude, 6)),"
            + " \(Decimal.fixed(place.coordinate.longitude, 6))"
        if let eph = place.eph { text += ", ±\(units.height(eph))" }
        // A runner is metres away after a second or two.
        if place.age >= 2 { text += ", a fix \(Stopwatch.rough(place.age)) away" }
        return text
    }

    /// `230 m on 045° from P-2`
    static func leg(_ leg: MarkLeg, _ units: Units) -> String {
        var parts: [String] = []
        if let distance = leg.distance { parts.append("\(units.distance(distance)) along the run") }
        if let straight = leg.straight {
            let bearing = leg.bearing.map { " on \(self.bearing($0))" } ?? ""
            parts.append("\(units.distance(straight))\(bearing)")
        }
        return parts.joined(separator: ", ") + " from \(MarkName.standard(leg.from))"
    }

    /// `045°`
    static func bearing(_ degrees: Double) -> String {
        "\(Decimal.padded(Int(degrees.rounded()) % 360, 3))°"
    }

    static func sentence(_ segment: ControlSegment, _ units: Units) -> String {
        "segment \(Text.safe(segment.name)): \(units.distance(segment.distance)) in"
            + " \(Stopwatch.clock(segment.active)),"
            + " \(units.pace(segment.distance / segment.active))"
    }

    // MARK: - Tables

    /// - Parameter time: when a mark was set, as the table shows it.
    static func table(
        _ marks: [PlacedMark], _ units: Units, time: (PlacedMark) -> String
    ) -> Table {
        var table = Table([
            ("mark", .left), ("at", .right), ("distance", .right), ("from last", .right),
            ("straight", .right), ("bearing", .right), ("position", .left), ("error", .right),
        ])
        for mark in marks {
            let coordinate = mark.place?.coordinate
            table.add([
                Text.safe(mark.label), time(mark), mark.distance.map(units.distance) ?? "",
                mark.leg?.distance.map(units.distance) ?? "",
                mark.leg?.straight.map(units.distance) ?? "",
                mark.leg?.bearing.map(bearing) ?? "",
                coordinate.map {
                    "\(Decimal.fixed($0.latitude, 6)), \(Decimal.fixed($0.longitude, 6))"
                } ?? "",
                mark.place?.eph.map { "±\(units.height($0))" } ?? "",
            ])
        }
        return table
    }

    static func table(_ segments: [NamedSegment], _ units: Units, begin: Instant) -> Table {
        var table = Table([
            ("segment", .left), ("from", .right), ("to", .right), ("distance", .right),
            ("time", .right), ("pace", .right),
        ])
        for segment in segments {
            table.add([
                Text.safe(segment.name), Stopwatch.clock((segment.from - begin).seconds),
                segment.isOpen ? "" : Stopwatch.clock((segment.to - begin).seconds),
                units.distance(segment.distance), Stopwatch.clock(segment.active.seconds),
                units.pace(segment.distance / segment.active.seconds),
            ])
        }
        return table
    }
}
