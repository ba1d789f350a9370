private import func Glibc.cos
private import func Glibc.log

/// A small, seeded random generator: the same seed gives the same run on every machine.
package struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// From 0 up to, not including, 1.
    package mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

    /// A number of the standard normal distribution.
    package mutating func normal() -> Double {
        let radius = (-2 * log(max(unit(), 1e-300))).squareRoot()
        return radius * cos(2 * Double.pi * unit())
    }

    package mutating func chance(_ probability: Double) -> Bool { unit() < probability }
}
