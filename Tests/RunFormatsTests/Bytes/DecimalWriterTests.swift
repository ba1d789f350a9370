import RunFormats
import Testing

@Suite("Decimal numbers in exports")
struct DecimalWriterTests {
    private func written(_ value: Double, _ digits: Int) -> String {
        var out = ByteBuffer(capacity: 1)
        out.append(decimal: value, digits: digits)
        return String(decoding: out.bytes, as: UTF8.self)
    }

    @Test("are rounded half away from zero and have no zeros at the end")
    func table() {
        let table: [(Double, Int, String)] = [
            (0, 7, "0"), (-0.0, 7, "0"), (1, 3, "1"), (1.5, 0, "2"), (-1.5, 0, "-2"),
            (0.125, 2, "0.13"), (-0.125, 2, "-0.13"), (12.97, 9, "12.97"),
            (-0.000000001, 9, "-0.000000001"), (0.05, 3, "0.05"), (100, 3, "100"),
            (179.999999999, 9, "179.999999999"), (-40.64575, 7, "-40.64575"),
            (999.9996, 3, "1000"), (1e300, 0, "900000000000000000"),
            (-.infinity, 2, "-9000000000000000"), (.nan, 2, "0"),
            (1_234_567_890.125, 3, "1234567890.125"),
        ]
        for (value, digits, text) in table { #expect(written(value, digits) == text) }
    }

    @Test("of nine digits come back as the same double")
    func exact() {
        var state: UInt64 = 42
        for round in 0..<20_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let value = Double(Int64(state >> 26) - (1 << 37)) / 1e9
            #expect(Double(written(value, 9)) == value, "round \(round)")
        }
    }

    @Test("integers of every size")
    func integers() {
        for value in [0, -1, 9, 10, 99, 100, 123_456_789_012, .max, .min] {
            var out = ByteBuffer()
            out.append(integer: value)
            #expect(String(decoding: out.bytes, as: UTF8.self) == String(value))
        }
    }
}
