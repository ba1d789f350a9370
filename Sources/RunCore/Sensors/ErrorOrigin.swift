/// Tells error figures that the receiver reported from those that gpsd made out of HDOP.
///
/// gpsd has no error figure for a plain NMEA receiver and puts HDOP × 19 m (× 4.75 m with DGPS) in
/// its place. The HDOP known here may be of another epoch, so that a receiver once found
/// synthesised is only believed after several figures that do not fit.
package struct ErrorOrigin: Sendable {
    private var misfits = 0
    private var isSynthesised = false

    private static let factors = [19.0, 4.75]
    private static let believedAfter = 3

    package init() {}

    /// - Returns: nil without a figure.
    package mutating func judge(eph: Double?, hdop: Double?) -> Fix.ErrorSource? {
        guard let eph else { return nil }
        guard let hdop, hdop > 0 else { return isSynthesised ? .synthesised : .receiver }
        if Self.factors.contains(where: { abs(eph - $0 * hdop) <= 0.01 * $0 * hdop }) {
            isSynthesised = true
            misfits = 0
        } else {
            misfits += 1
            if misfits >= Self.believedAfter { isSynthesised = false }
        }
        return isSynthesised ? .synthesised : .receiver
    }
}
