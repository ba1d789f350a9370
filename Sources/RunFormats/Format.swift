/// A file format by its name, as `--format`, `--from` and `--to` take it.
package struct Format: Sendable {
    package let name: String
    /// Endings of file names, without the dot; the first is the one that we give.
    package let extensions: [String]
    /// A few words for `--help`.
    package let summary: String
    /// Makes a writer; nil if the format is only read.
    package let makeWriter: (@Sendable (ExportOptions) -> any ActivityWriter)?

    /// Makes a reader; nil if the format is only written.
    package let makeReader: (@Sendable () -> any ActivityReader)?

    /// Every format, in the order of `--help`.
    package static let all: [Format] = [
        Format(
            name: "gpx", extensions: ["gpx"], summary: "GPX 1.1 with Garmin's extensions",
            makeWriter: { _ in GPXWriter() }, makeReader: { GPXReader() }),
        Format(
            name: "tcx", extensions: ["tcx"], summary: "Garmin Training Center",
            makeWriter: { _ in CollectingWriter { TCXWriter.encode($0, to: &$1) } },
            makeReader: { TCXReader() }),
        Format(
            name: "fit", extensions: ["fit"], summary: "Garmin FIT activity",
            makeWriter: { _ in CollectingWriter { FITWriter.encode($0, to: &$1) } },
            makeReader: { FITReader() }),
        Format(
            name: "kml", extensions: ["kml"], summary: "KML 2.2 with gx:Track",
            makeWriter: { _ in CollectingWriter { KMLWriter.encode($0, to: &$1) } },
            makeReader: { KMLReader() }),
        Format(
            name: "geojson", extensions: ["geojson", "json"], summary: "GeoJSON, RFC 7946",
            makeWriter: { _ in CollectingWriter { GeoJSONWriter.encode($0, to: &$1) } },
            makeReader: { GeoJSONReader() }),
        Format(
            name: "csv", extensions: ["csv"], summary: "a table for spreadsheets",
            makeWriter: { _ in CSVWriter() }, makeReader: { CSVReader() }),
        Format(
            name: "polyline", extensions: ["polyline"], summary: "Google's encoded polyline",
            makeWriter: { options in
                CollectingWriter { PolylineWriter.encode($0, options, to: &$1) }
            },
            makeReader: { PolylineReader() }),
        Format(
            name: "nmea", extensions: ["nmea", "nma"], summary: "NMEA 0183 sentences of a receiver",
            makeWriter: nil, makeReader: { NMEAReader() }),
        Format(
            name: "log", extensions: ["log", "jsonl"], summary: "the sensor log, which replays",
            makeWriter: { _ in CollectingWriter { SensorLogWriter.encode($0, to: &$1) } },
            makeReader: { SensorLogReader() }),
    ]

    /// What HTTP calls it.
    package var mediaType: String {
        switch name {
        case "gpx": "application/gpx+xml"
        case "tcx": "application/vnd.garmin.tcx+xml"
        case "fit": "application/vnd.ant.fit"
        case "kml": "application/vnd.google-earth.kml+xml"
        case "geojson": "application/geo+json"
        case "csv": "text/csv; charset=utf-8"
        case "log": "application/x-ndjson"
        default: "text/plain"
        }
    }

    package static func named(_ name: String) -> Format? {
        let name = name.lowercased()
        return all.first { $0.name == name }
    }

    /// The whole run in one piece; nil if the format is only read.
    package func encode(_ activity: Activity, options: ExportOptions = ExportOptions()) -> Encoded?
    {
        guard var writer = makeWriter?(options) else { return nil }
        var out = ByteBuffer(capacity: 65_536)
        activity.forEachElement { writer.write($0, to: &out) }
        writer.finish(to: &out)
        return Encoded(bytes: out.bytes, report: writer.report)
    }

    package struct Encoded: Sendable {
        package let bytes: [UInt8]
        /// What the format could not hold.
        package let report: WriterReport
    }
}

/// What a person may choose about an export.
package struct ExportOptions: Equatable, Sendable {
    /// Digits after the point of an encoded polyline, 0 … 7.
    package var polylinePrecision: Int
    /// Metres by which a simplified polyline may leave the track; 0 keeps every point.
    package var polylineTolerance: Double

    package init(polylinePrecision: Int = 5, polylineTolerance: Double = 0) {
        self.polylinePrecision = polylinePrecision
        self.polylineTolerance = polylineTolerance
    }
}
