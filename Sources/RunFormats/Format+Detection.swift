extension Format {
    /// What a file is, by how it begins, else by its name; nil if neither tells.
    ///
    /// - Parameter start: the first bytes, a few thousand where there are as many.
    package static func detect(_ start: [UInt8], fileName: String?) -> Format? {
        byContent(start) ?? fileName.flatMap(byName)
    }

    /// By the ending of a file's name.
    package static func byName(_ fileName: String) -> Format? {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        let ending = fileName[fileName.index(after: dot)...].lowercased()
        return all.first { $0.extensions.contains(ending) }
    }

    private static func byContent(_ start: [UInt8]) -> Format? {
        if start.count >= 12, start[8..<12].elementsEqual(".FIT".utf8) { return named("fit") }
        let text = String(decoding: start.prefix(4_096), as: UTF8.self)
        let visible = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        switch visible.first {
        case "<": return byRootElement(visible)
        case "{":
            let line = visible.prefix { !$0.isNewline }
            if line.contains("\"t\":"), line.contains("\"type\":") { return named("log") }
            let isGeo = text.contains("\"Feature") || text.contains("LineString\"")
            return isGeo ? named("geojson") : nil
        case nil: return nil
        default: return byLines(visible)
        }
    }

    private static func byRootElement(_ text: Substring) -> Format? {
        let roots = [("<gpx", "gpx"), ("<TrainingCenterDatabase", "tcx"), ("<kml", "kml")]
        return roots.first { text.contains($0.0) }.flatMap { named($0.1) }
    }

    private static func byLines(_ text: Substring) -> Format? {
        let lines = text.split(whereSeparator: \.isNewline)
        if let first = lines.first, first.contains("latitude"), first.contains(",") {
            return named("csv")
        }
        let isNMEA = lines.contains { line in
            guard let dollar = line.firstIndex(of: "$") else { return false }
            let address = line[dollar...].dropFirst().prefix { $0 != "," }
            return address.utf8.count == 5
                && NMEAEpochState.types.contains(String(address.suffix(3)))
        }
        return isNMEA ? named("nmea") : nil
    }
}
