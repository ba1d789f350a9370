private import func Glibc.atan2
private import func Glibc.cos

/// Angles in degrees, for pictures.
enum Trigonometry {
    static func cosine(degrees: Double) -> Double { cos(degrees * .pi / 180) }

    /// The direction of a line, clockwise from the right as pictures count.
    static func degrees(y: Double, x: Double) -> Double { atan2(y, x) * 180 / .pi }
}
