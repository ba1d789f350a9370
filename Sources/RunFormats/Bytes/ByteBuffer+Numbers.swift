extension ByteBuffer {
    package mutating func append(integer value: Int) {
        append(limit: 20) { out in
            var length = 0
            if value < 0 {
                out[0] = UInt8(ascii: "-")
                length = 1
            }
            return length + writeDigits(value.magnitude, minimum: 1, to: out + length)
        }
    }

    /// A decimal number with a point in every locale, rounded half away from zero.
    ///
    /// - Parameters:
    ///   - value: finite; beyond ±9e17 / 10^digits it is written as that limit.
    ///   - digits: most digits after the point, 0 … 9; zeros at the end are left away.
    package mutating func append(decimal value: Double, digits: Int) {
        let digits = max(0, min(digits, 9))
        let power = powersOfTen[digits]
        let scaled = (value * Double(power)).rounded(.toNearestOrAwayFromZero)
        let limited = scaled.isNaN ? 0 : max(-9e17, min(9e17, scaled))
        append(limit: 32) { out in
            writeFixed(Int(limited), power: power, digits: digits, to: out)
        }
    }
}

private let powersOfTen: [UInt] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
]

private func writeFixed(
    _ scaled: Int, power: UInt, digits: Int, to out: UnsafeMutablePointer<UInt8>
) -> Int {
    var length = 0
    if scaled < 0 {
        out[0] = UInt8(ascii: "-")
        length = 1
    }
    let magnitude = scaled.magnitude
    length += writeDigits(magnitude / power, minimum: 1, to: out + length)
    var fraction = magnitude % power
    guard fraction != 0 else { return length }
    var shown = digits
    while fraction % 10 == 0 {
        fraction /= 10
        shown -= 1
    }
    out[length] = UInt8(ascii: ".")
    return length + 1 + writeDigits(fraction, minimum: shown, to: out + length + 1)
}

/// - Returns: the number of digits written.
private func writeDigits(
    _ value: UInt, minimum: Int, to out: UnsafeMutablePointer<UInt8>
) -> Int {
    var length = minimum
    var bound: UInt = powersOfTen[min(minimum, 9)]
    while value >= bound {
        length += 1
        let (next, overflow) = bound.multipliedReportingOverflow(by: 10)
        if overflow { break }
        bound = next
    }
    var rest = value
    for index in stride(from: length - 1, through: 0, by: -1) {
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        out[index] = 48 + UInt8(truncatingIfNeeded: digit)
        rest = quotient
    }
    return length
}
