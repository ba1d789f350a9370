private import func Glibc.tan

/// Passes what steps are made of, 0.5 to 4 Hz, and takes gravity and vibration away.
///
/// Two second-order Butterworth sections, run on the magnitude at `EvenSampler.rate`.
struct GaitBand: Sendable {
    private struct Section {
        let b0: Double
        let b1: Double
        let b2: Double
        let a1: Double
        let a2: Double
        var z1 = 0.0
        var z2 = 0.0

        /// - Parameter high: passes what is above the frequency, else what is below.
        init(hertz: Double, high: Bool) {
            let w = tan(.pi * hertz / EvenSampler.rate)
            let damping = 2.0.squareRoot()
            let norm = 1 / (1 + damping * w + w * w)
            let gain = high ? norm : w * w * norm
            b0 = gain
            b1 = high ? -2 * gain : 2 * gain
            b2 = gain
            a1 = 2 * (w * w - 1) * norm
            a2 = (1 - damping * w + w * w) * norm
        }

        mutating func pass(_ x: Double) -> Double {
            let y = b0 * x + z1
            z1 = b1 * x - a1 * y + z2
            z2 = b2 * x - a2 * y
            return y
        }

        mutating func clear() {
            z1 = 0
            z2 = 0
        }
    }

    private var above = Section(hertz: 0.5, high: true)
    private var below = Section(hertz: 4, high: false)
    /// The first value: taking it away spares the filter the jump from 0 to 1 g.
    private var rest: Double?

    mutating func pass(_ magnitude: Double) -> Double {
        let offset = rest ?? magnitude
        rest = offset
        return below.pass(above.pass(magnitude - offset))
    }

    mutating func clear() {
        above.clear()
        below.clear()
        rest = nil
    }
}
