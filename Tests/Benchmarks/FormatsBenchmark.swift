private import CExpat
private import RunCore
private import RunFormats
private import TestSupport

/// A long run in each format: written and read by us, by gpsbabel as a whole process, by bare expat.
enum FormatsBenchmark {
    /// What the full size must keep; a small one on a busy machine gets away with a half.
    private enum Limit {
        static let writeBesideGPSBabel = 20.0
        static let readFITBesideGPSBabel = 10.0
        static let readGPXBesideExpat = 1.5
    }

    private struct Measurement {
        var bytes: [UInt8]
        /// Seconds.
        var writing: Double
        var reading: Double?
    }

    static func run(_ size: Benchmarks.Size) throws -> Bool {
        let count = size == .small ? 20_000 : 100_000
        let slack = size == .small ? 2.0 : 1.0
        let run = activity(count)
        print("  \(count) points with altitude, time, heart rate, cadence, speed and distance")
        var found: [String: Measurement] = [:]
        var isGood = true
        for name in ["gpx", "tcx", "fit", "kml", "geojson", "csv", "polyline"] {
            guard let format = Format.named(name) else { continue }
            let measured = measure(format, run)
            show(measured, name)
            found[name] = measured
        }
        if let gpx = found["gpx"], let reading = gpx.reading {
            let expat = best(5) { parse(gpx.bytes) }
            let ratio = reading / expat
            print("  bare expat over the GPX \(milliseconds(expat)): we take \(rounded(ratio)) ×")
            isGood = isGood && ratio <= Limit.readGPXBesideExpat * slack
        }
        guard let gpsbabel = Programs.find("gpsbabel") else {
            print("  gpsbabel is not installed: not compared")
            return isGood
        }
        for (name, theirs) in [("gpx", "gpx"), ("fit", "garmin_fit")] {
            guard let ours = found[name] else { continue }
            let box = try Sandbox()
            defer { box.close() }
            try Files.write(found["gpx"]?.bytes ?? [], to: box.path("in.gpx"))
            try Files.write(ours.bytes, to: box.path("in"))
            let writing = try whole(box, gpsbabel, ["gpx", "in.gpx", theirs, "out"])
            let ratio = writing / ours.writing
            print(
                "  gpsbabel gpx to \(name) \(milliseconds(writing)): \(rounded(ratio)) × our writing"
            )
            isGood = isGood && ratio >= Limit.writeBesideGPSBabel / slack
            guard name == "fit", let reading = ours.reading else { continue }
            let decoding = try whole(box, gpsbabel, [theirs, "in", "gpx", "out"])
            let faster = decoding / reading
            print(
                "  gpsbabel fit to gpx \(milliseconds(decoding)): \(rounded(faster)) × our reading")
            isGood = isGood && faster >= Limit.readFITBesideGPSBabel / slack
        }
        return isGood
    }

    private static func measure(_ format: Format, _ run: Activity) -> Measurement {
        var bytes: [UInt8] = []
        let writing = best(5) { bytes = format.encode(run)?.bytes ?? [] }
        let reading = format.makeReader.map { make in best(3) { _ = read(bytes, make()) } }
        return Measurement(bytes: bytes, writing: writing, reading: reading)
    }

    private static func show(_ found: Measurement, _ name: String) {
        var line =
            "  \(name): \(found.bytes.count / 1_000) kB, write \(milliseconds(found.writing))"
        if let reading = found.reading { line += ", read \(milliseconds(reading))" }
        print(line)
    }

    /// In pieces, as a conversion reads a file.
    private static func read(_ bytes: [UInt8], _ reader: any ActivityReader) -> Int {
        var reader = reader
        var elements: [Element] = []
        var count = 0
        bytes.withUnsafeBytes { all in
            for start in stride(from: 0, to: all.count, by: 65_536) {
                let end = min(all.count, start + 65_536)
                reader.read(UnsafeRawBufferPointer(rebasing: all[start..<end]), into: &elements)
                count += elements.count
                elements.removeAll(keepingCapacity: true)
            }
        }
        reader.finish(into: &elements)
        return count + elements.count
    }

    /// Every element and text is handed over and dropped.
    private static func parse(_ bytes: [UInt8]) {
        guard let parser = XML_ParserCreate(nil) else { return }
        defer { XML_ParserFree(parser) }
        XML_SetElementHandler(parser, { _, _, _ in }, { _, _ in })
        XML_SetCharacterDataHandler(parser) { _, _, _ in }
        bytes.withUnsafeBytes { all in
            for start in stride(from: 0, to: all.count, by: 65_536) {
                let end = min(all.count, start + 65_536)
                let piece = UnsafeRawBufferPointer(rebasing: all[start..<end])
                XML_Parse(
                    parser, piece.baseAddress?.assumingMemoryBound(to: CChar.self),
                    Int32(piece.count), end == all.count ? 1 : 0)
            }
        }
    }

    /// Seconds of a gpsbabel process that reads one file and writes another.
    private static func whole(
        _ box: Sandbox, _ program: String, _ names: [String]
    ) throws -> Double {
        try best(2) {
            let result = try box.run(
                [
                    program, "-t", "-i", names[0], "-f", box.path(names[1]), "-o", names[2], "-F",
                    box.path(names[3]),
                ], seconds: 120)
            guard result.succeeded else { throw Failure("gpsbabel: \(result)") }
        }
    }

    private static func best(_ rounds: Int, _ work: () throws -> Void) rethrows -> Double {
        var best = Double.infinity
        for _ in 0..<rounds { best = min(best, try seconds(work)) }
        return best
    }

    private static func activity(_ count: Int) -> Activity {
        let start = WallTime(microseconds: 1_780_293_600_000_000)
        let points = (0..<count).map { index in
            let second = Double(index)
            return Point(
                time: start + Elapsed(seconds: second),
                coordinate: Coordinate(
                    latitude: 12.97 + Double(index % 7_919) * 1.23e-5,
                    longitude: 77.59 + second * 2.7e-5),
                altitude: 900 + Double(index % 997) / 10, distance: second * 3,
                speed: 2.5 + Double(index % 13) / 10, cadence: Double(160 + index % 21),
                heart: 120 + index % 60, source: .gps)
        }
        return Activity(
            header: Activity.Header(name: "Long", kind: .run, start: start),
            segments: [Activity.Segment(points: points)])
    }
}
