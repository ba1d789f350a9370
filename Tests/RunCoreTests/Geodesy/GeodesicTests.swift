import Foundation
import RunCore
import Testing

@Suite("Geodesic")
struct GeodesicTests {
    private struct Line {
        var from: Coordinate
        var to: Coordinate
        var metres: Double
    }

    /// GeographicLib's distances; `make.py` beside the file makes them.
    private func lines() throws -> [Line] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let file = folder.appendingPathComponent("../../Fixtures/geodesic/lines.txt")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { text in
            let numbers = text.split(separator: " ").compactMap { Double($0) }
            try #require(numbers.count == 5)
            return Line(
                from: Coordinate(latitude: numbers[0], longitude: numbers[1]),
                to: Coordinate(latitude: numbers[2], longitude: numbers[3]), metres: numbers[4])
        }
    }

    @Test("agrees with GeographicLib: 1e-8 below a kilometre, 1e-9 beyond ten")
    func table() throws {
        let lines = try lines()
        #expect(lines.count > 400)
        for line in lines {
            let metres = Geodesic.distance(from: line.from, to: line.to)
            let back = Geodesic.distance(from: line.to, to: line.from)
            #expect(abs(metres - back) <= 1e-9 * metres + 1e-12)
            // Degrees near 180 have a resolution of their own: 3e-9 of a metre.
            let limit = line.metres >= 10_000 ? 1e-9 : 1e-8
            let error = abs(metres - line.metres)
            #expect(error <= limit * line.metres + 1e-8, "\(line): \(metres)")
        }
    }

    @Test("a place that is not valid has no distance")
    func invalid() {
        let here = Coordinate(latitude: 1, longitude: 2)
        for (latitude, longitude) in [(Double.nan, 0.0), (91, 0), (0, 181), (0, .infinity)] {
            let wrong = Coordinate(latitude: latitude, longitude: longitude)
            #expect(Geodesic.distance(from: here, to: wrong).isNaN)
        }
    }

    @Test("two metres across the dateline are two metres")
    func dateline() {
        let metres = Geodesic.distance(
            from: Coordinate(latitude: 0, longitude: 179.99999),
            to: Coordinate(latitude: 0, longitude: -179.99999))
        #expect(abs(metres - 2.2264) < 1e-3)
    }
}
