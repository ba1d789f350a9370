import Foundation
import RunCore
import RunFormats
import Testing

/// Files of strangers may be wrong in any byte: readers must come to an end and keep the program alive.
@Suite("Damaged files")
struct MutationTests {
    private static let isFull = ProcessInfo.processInfo.environment["RUND_FULL"] != nil

    @Test(
        "thousands of damaged copies of real files never stop a reader",
        arguments: [
            "fit/garmin-fenix-5-run.fit", "fit/compressed-speed-distance.fit",
            "fit/2020-06-01-16-52-40.fit", "gpx/legacy_gpx_trackpointextensions_incorrect.gpx",
            "gpx/gpx_timezone.gpx", "tcx/sup_activity_1.tcx", "nmea/quectel.log",
            "nmea/firefly-II.log",
        ])
    func mutations(path: String) throws {
        let original = try Fixtures.bytes(path)
        let format = try #require(Format.detect(original, fileName: path))
        try hammer(original, format, name: path)
    }

    @Test("the same for what we write ourselves", arguments: ["csv", "kml", "geojson"])
    func own(name: String) throws {
        let format = try #require(Format.named(name))
        var sample = Samples.run()
        sample.segments[0].points.removeLast(280)
        try hammer(try #require(format.encode(sample)?.bytes), format, name: name)
    }

    private func hammer(_ original: [UInt8], _ format: Format, name: String) throws {
        let rounds = MutationTests.isFull ? 20_000 : 150
        for seed in 0..<UInt64(rounds) {
            var damage = Damage(seed: seed)
            let bytes = damage.apply(to: original)
            let reader = try #require(format.makeReader?())
            let (activity, problems) = Fixtures.read(bytes, reader, pieces: [damage.pieceSize])
            let invalid = activity.points.contains { $0.coordinate?.isValid == false }
            #expect(!invalid, "\(name), seed \(seed): a position off the globe")
            #expect(problems.first.count <= 101, "\(name), seed \(seed)")
            if seed % 25 == 0 {
                for other in Format.all { _ = other.encode(activity) }
            }
        }
    }
}

/// Some bytes changed, removed, doubled or cut off, the same for the same seed.
struct Damage {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    private mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }

    var pieceSize: Int { Int(state % 5_000) + 1 }

    mutating func apply(to original: [UInt8]) -> [UInt8] {
        var bytes = original
        for _ in 0...below(6) where !bytes.isEmpty {
            let place = below(bytes.count)
            switch below(6) {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: next())
            case 1: bytes[place] ^= 1 << UInt8(below(8))
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + below(40)))
            case 3:
                bytes.insert(
                    contentsOf: bytes[place..<min(bytes.count, place + below(40))], at: place)
            case 4: bytes.removeLast(below(bytes.count / 4))
            default:
                let extremes: [UInt8] = [0, 0xFF, 0x7F, 0x80, 0x0E, UInt8(ascii: "9")]
                for index in place..<min(bytes.count, place + 4) {
                    bytes[index] = extremes[below(6)]
                }
            }
        }
        return bytes
    }
}
