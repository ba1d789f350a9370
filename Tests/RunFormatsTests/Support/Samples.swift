import RunCore
import RunFormats

/// Runs that tests write and read back.
enum Samples {
    static func time(_ text: String) -> WallTime {
        do {
            return try WallTime(rfc3339: text)
        } catch {
            preconditionFailure("\(text): \(error)")
        }
    }

    /// 660 s with a pause of 60 s after 300 s, 3 m/s eastward, two laps, one mark.
    static func run() -> Activity {
        let start = time("2026-06-01T06:00:00Z")
        var segments: [Activity.Segment] = []
        for (from, to) in [(0, 300), (360, 660)] {
            let points = (from...to).map { second in
                point(at: second, moved: second <= 300 ? second : second - 60, start: start)
            }
            segments.append(
                Activity.Segment(
                    start: start + Elapsed(seconds: Double(from)),
                    end: start + Elapsed(seconds: Double(to)), points: points))
        }
        let laps = [(0, 200, 200), (200, 660, 400)].map { (from: Double, to: Double, active: Int) in
            Activity.Lap(
                start: start + Elapsed(seconds: from),
                end: start + Elapsed(seconds: to), active: Double(active),
                distance: Double(active) * 3, steps: active * 3)
        }
        return Activity(
            header: Activity.Header(
                name: "Morning & evening", kind: .run, start: start, zone: "Asia/Kolkata",
                startOffset: UTCOffset(minutes: 330), endOffset: UTCOffset(minutes: 330)),
            segments: segments, laps: laps,
            marks: [
                Activity.Waypoint(
                    time: start + Elapsed(seconds: 97),
                    coordinate: Coordinate(latitude: 12.97, longitude: 77.592), text: "P-1")
            ],
            totals: Activity.Totals(
                elapsed: 660, active: 600, distance: 1_800, estimated: 0, steps: 1_800))
    }

    private static func point(at second: Int, moved: Int, start: WallTime) -> Point {
        Point(
            time: start + Elapsed(seconds: Double(second)),
            coordinate: Coordinate(latitude: 12.97, longitude: 77.59 + Double(moved) * 2.763e-5),
            altitude: 920.5, distance: Double(moved) * 3, speed: 3, cadence: 172, heart: 151,
            source: .gps)
    }
}

extension Format {
    static func text(_ name: String, _ activity: Activity, _ options: ExportOptions = .init())
        -> String
    {
        let bytes = Format.named(name)?.encode(activity, options: options)?.bytes ?? []
        return String(decoding: bytes, as: UTF8.self)
    }
}
