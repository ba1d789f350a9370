/// A JSON number as its decimal digits: `digits × 10^exponent`, exact while the digits fit.
///
/// Converting is left to the one who knows the type, so that microseconds and counters are exact.
struct DecimalNumber {
    private var isNegative = false
    private var digits: UInt64 = 0
    private var exponent = 0
    /// Digits were dropped because more than 18 were given.
    private var isTruncated = false
    private var text: Range<Int>
    private let bytes: UnsafeRawBufferPointer

    /// Reads a number; nil if there is none at the position, which is then unchanged.
    init?(_ bytes: UnsafeRawBufferPointer, at position: inout Int) {
        self.bytes = bytes
        var index = position
        text = index..<index
        if index < bytes.count, bytes[index] == UInt8(ascii: "-") {
            isNegative = true
            index += 1
        }
        guard readDigits(&index, scale: 0) > 0 else { return nil }
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            guard readDigits(&index, scale: -1) > 0 else { return nil }
        }
        guard readExponent(&index) else { return nil }
        text = position..<index
        position = index
    }

    /// The nearest double; infinite if it is beyond all doubles.
    var double: Double {
        if !isTruncated, digits < 1 << 53, abs(exponent) <= 22 {
            // Both factors are exact, so one correctly rounded operation is the right answer.
            let magnitude = Double(digits)
            let value =
                exponent < 0
                ? magnitude / Self.powers[-exponent] : magnitude * Self.powers[exponent]
            return isNegative ? -value : value
        }
        return Double(String(decoding: bytes[text], as: UTF8.self)) ?? .nan
    }

    /// The whole number that it is; nil if it has a fraction or is too large.
    var integer: Int64? { scaled(by: 0) }

    /// The nearest whole number of millionths; nil beyond ±10^17.
    var millionths: Int64? {
        if let exact = scaled(by: 6) { return abs(exact) <= Self.limit ? exact : nil }
        let value = (double * 1e6).rounded()
        return abs(value) <= Double(Self.limit) ? Int64(value) : nil
    }

    private static let limit: Int64 = 100_000_000_000_000_000

    private static let powers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// `self × 10^power`, if that is a whole number that fits.
    private func scaled(by power: Int) -> Int64? {
        guard !isTruncated else { return nil }
        var value = digits
        var shift = exponent + power
        if value == 0 { return 0 }
        while shift > 0 {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            value = product
            shift -= 1
        }
        while shift < 0 {
            guard value % 10 == 0 else { return nil }
            value /= 10
            shift += 1
        }
        guard value <= UInt64(Int64.max) else { return nil }
        return isNegative ? -Int64(value) : Int64(value)
    }

    /// Takes digits in; `scale` is what each does to the exponent. Returns how many there were.
    private mutating func readDigits(_ index: inout Int, scale: Int) -> Int {
        let start = index
        while index < bytes.count {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { break }
            if digits < 100_000_000_000_000_000 {
                digits = digits * 10 + UInt64(digit)
                exponent += scale
            } else {
                if digit != 0 || scale == 0 { isTruncated = true }
            }
            index += 1
        }
        return index - start
    }

    private mutating func readExponent(_ index: inout Int) -> Bool {
        guard index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") else { return true }
        index += 1
        var sign = 1
        if index < bytes.count {
            if bytes[index] == UInt8(ascii: "-") { sign = -1 }
            if bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") { index += 1 }
        }
        let start = index
        var value = 0
        while index < bytes.count {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { break }
            value = min(value * 10 + Int(digit), 9999)
            index += 1
        }
        exponent += sign * value
        return index > start
    }
}
