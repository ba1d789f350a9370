import RunCore
import RunFormats
import TestSupport

/// Recordings of real devices; the folders hold their licences.
enum Fixtures {
    static func bytes(_ path: String) throws -> [UInt8] {
        let full = Programs.sourceFolder + "/Tests/Fixtures/tracks/" + path
        guard let bytes = Files.bytes(full) else { throw Failure("cannot read \(full)") }
        return bytes
    }

    static func read(_ path: String) throws -> (activity: Activity, problems: Problems) {
        let bytes = try bytes(path)
        guard let reader = Format.detect(bytes, fileName: path)?.makeReader?() else {
            throw Failure("no reader for \(path)")
        }
        return read(bytes, reader)
    }

    static func read(
        _ bytes: [UInt8], _ reader: any ActivityReader
    ) -> (activity: Activity, problems: Problems) {
        func open(_ reader: some ActivityReader) -> (Activity, Problems) { reader.all(of: bytes) }
        return open(reader)
    }

    /// The same file in pieces of the given sizes, over and over.
    static func read(
        _ bytes: [UInt8], _ reader: any ActivityReader, pieces: [Int]
    ) -> (activity: Activity, problems: Problems) {
        var reader = reader
        var elements: [Element] = []
        var start = 0
        var turn = 0
        while start < bytes.count {
            let end = min(bytes.count, start + pieces[turn % pieces.count])
            bytes[start..<end].withUnsafeBytes { reader.read($0, into: &elements) }
            start = end
            turn += 1
        }
        reader.finish(into: &elements)
        var collector = ActivityCollector()
        for element in elements { collector.add(element) }
        return (collector.activity, reader.problems)
    }
}

extension Activity {
    var points: [Point] { segments.flatMap(\.points) }
}
