import RunCore
import RunFormats
import Settings
import TestSupport
import Uploads

enum Samples {
    static let run: UploadRequest.Run = {
        let start = WallTime(microseconds: 1_780_293_600_000_000)
        let points = (0..<20).map { second in
            Point(
                time: start + Elapsed(seconds: Double(second)),
                coordinate: Coordinate(latitude: 12.97, longitude: 77.59 + Double(second) * 1e-5))
        }
        return UploadRequest.Run(
            number: 7,
            activity: Activity(
                header: Activity.Header(
                    kind: .run, start: start, startOffset: UTCOffset(minutes: 330)),
                segments: [Activity.Segment(points: points)]))
    }()

    /// `[upload.x]` with these settings.
    static func target(_ settings: [String: String]) throws -> UploadTarget {
        var configuration = Configuration()
        for (key, value) in settings { try configuration.set("upload.x.\(key)", to: value) }
        return try UploadTarget("x", configuration) { word throws(UploadError) in
            let file = Programs.sourceFolder + "/presets/\(word).conf"
            guard Files.exists(file) else {
                throw UploadError(.settings, "no preset named \(word)")
            }
            var preset = Configuration()
            do {
                try SettingsFile.read(file, into: &preset)
            } catch {
                throw UploadError(.settings, "\(error)")
            }
            return (word, preset)
        }
    }
}
