/// What is known of a person's step length: a straight line over cadence, for walking and for
/// running apart. It is learnt from good GPS, kept between runs, and never more than bounded.
package struct StepLengthModel: Equatable, Sendable {
    /// Weighted sums from which the line is solved.
    package struct Gait: Equatable, Sendable {
        /// Sum of weights; a weight of 1 is one bin of five seconds.
        package var weight: Double = 0
        /// Weighted sums of cadence (steps/s), its square, length (m), and their product.
        package var cadence: Double = 0
        package var cadenceSquared: Double = 0
        package var length: Double = 0
        package var product: Double = 0
        /// Seconds of good GPS ever used, not forgotten.
        package var seconds: Double = 0

        package init() {}
    }

    package var walking = Gait()
    package var running = Gait()

    package init() {}
}
