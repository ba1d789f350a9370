import RunCore
import RunSimulation
import Testing

@Suite("Polyline")
struct PolylineTests {
    private func places(_ pairs: [(Double, Double)]) -> [Coordinate] {
        pairs.map { Coordinate(latitude: $0.0, longitude: $0.1) }
    }

    private func text(
        _ pairs: [(Double, Double)], precision: Int = 5,
        rounding: Polyline.Rounding = .halfAwayFromZero
    ) throws -> String {
        String(
            decoding: try Polyline.encode(
                places(pairs), precision: precision, rounding: rounding), as: UTF8.self)
    }

    @Test("Google's own example")
    func reference() throws {
        #expect(
            try text([(38.5, -120.2), (40.7, -120.95), (43.252, -126.453)])
                == "_p~iF~ps|U_ulLnnqC_mqNvxq`@")
    }

    @Test("differences are taken between rounded values")
    func roundFirst() throws {
        let drift = [
            0.000003, 0.000008, 0.000013, 0.000029, 0.000045, 0.000061, 0.000077, 0.000093,
        ]
        #expect(try text(drift.map { ($0, 0) }) == "??A???C?C?A?C?A?")
        #expect(try text([(0, 0.000006), (0, 0.000002)]) == "?A?@")
    }

    @Test("halves go away from zero, and down where that is asked for")
    func halves() throws {
        let track = [(36.05322, -112.084004), (36.053573, -112.083914), (36.053845, -112.083965)]
        #expect(try text(track) == "ss`{E~kbkTeAQw@J")
        #expect(try text([(0.5, -0.5), (1.5, -1.5), (2.5, -2.5)], precision: 0) == "A@A@A@")
        #expect(try text([(0.9, -0.1)], precision: 0, rounding: .floor) == "?@")
        #expect(try text([(-1, 1)], precision: 0, rounding: .floor) == "@A")
    }

    @Test("the whole width of the globe fits at every precision")
    func width() throws {
        #expect(try text([(0, -180), (0, 180)], precision: 6) == "?~niivI?__tsmT")
        #expect(try text([(0, -180), (0, 180)], precision: 7) == "?~~gfhjB?__qmquE")
        #expect(try text([(0, -108)], precision: 7) == "?~~}|j_A")
        #expect(try text([(0, 179.99999), (0, -179.99999)]) == "?}fsia@?zngtcA")
        for precision in 0...7 {
            let corners = places([(90, 180), (-90, -180), (90, -180), (-90, 180), (0, 0)])
            let bytes = try Polyline.encode(corners, precision: precision)
            #expect(try Polyline.decode(bytes, precision: precision) == corners)
        }
    }

    @Test("nothing encodes to nothing")
    func empty() throws {
        #expect(try Polyline.encode([]) == [])
        #expect(try Polyline.decode([]) == [])
    }

    @Test("a place that is not on the globe is refused by its index, or skipped")
    func unusable() throws {
        for (latitude, longitude) in [
            (Double.nan, 0.0), (0, .infinity), (90.1, 0), (0, -180.00001), (-.infinity, 0),
        ] {
            let list = places([(1, 2), (latitude, longitude), (3, 4)])
            #expect(throws: PolylineError.unusablePlace(index: 1)) { try Polyline.encode(list) }
            let kept = try Polyline.encode(places([(1, 2), (3, 4)]))
            #expect(try Polyline.encode(list, unusable: .skipped) == kept)
        }
        #expect(throws: PolylineError.precision(8)) { try Polyline.encode([], precision: 8) }
        #expect(throws: PolylineError.precision(-1)) { try Polyline.decode([], precision: -1) }
    }

    @Test("what cannot be decoded is named with its position")
    func positions() {
        let wrong: [(String, PolylineError)] = [
            ("_p~iF", .missingLongitude(position: 0)),
            ("_p~iF~ps|U_", .cutOff(position: 10)),
            ("_p~iF~ps|U_ulL nqC", .strangeByte(position: 14)),
            ("?\u{7F}", .strangeByte(position: 1)),
            ("??~~~~~~~~~~~~~~~?", .numberTooLong(position: 2)),
            ("????_ibE_seK??~~~~~??", .offTheGlobe(position: 14)),
        ]
        for (text, error) in wrong {
            #expect(throws: error, "\(text)") { try Polyline.decode(Array(text.utf8)) }
        }
    }

    @Test("decoding any bytes ends in places or in an error, never in a trap")
    func garbage() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<3000 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(in: 55...130, using: &random)
            }
            if let places = try? Polyline.decode(bytes, precision: 5) {
                #expect(places.allSatisfy { $0.isValid })
            }
        }
    }

    @Test("decode undoes encode to half of the last decimal, at every precision")
    func roundTrip() throws {
        for seed in 0..<40 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let precision = Int(seed % 8)
            let track = (0..<100).map { _ in
                Coordinate(
                    latitude: .random(in: -90...90, using: &random),
                    longitude: .random(in: -180...180, using: &random))
            }
            let half = 0.5000001 / Polyline.factorForTests(precision)
            let back = try Polyline.decode(
                try Polyline.encode(track, precision: precision), precision: precision)
            #expect(back.count == track.count)
            for (a, b) in zip(track, back) {
                #expect(abs(a.latitude - b.latitude) <= half, "seed \(seed)")
                #expect(abs(a.longitude - b.longitude) <= half, "seed \(seed)")
            }
        }
    }
}

extension Polyline {
    /// Ten to the precision.
    fileprivate static func factorForTests(_ precision: Int) -> Double {
        (0..<precision).reduce(1) { factor, _ in factor * 10 }
    }
}
