/// What a receiver's errors are like in a place.
package struct Surroundings: Sendable {
    package var name: String
    /// Standard deviation of the slow error per axis in metres, and its correlation time in seconds.
    package var slow: (metres: Double, seconds: Double)
    /// Standard deviation of what changes from fix to fix, per axis in metres.
    package var white: Double
    /// Standard deviation of the Doppler speed per axis in m/s.
    package var doppler: Double
    /// What the receiver says of itself: 68 % radius in metres.
    package var r68: Double
    /// The receiver filters its positions over this many seconds, as phones do; 0: not at all.
    package var receiverFilter = 0.0

    package static let open = Surroundings(
        name: "open", slow: (2, 60), white: 0.2, doppler: 0.1, r68: 3)
    package static let forest = Surroundings(
        name: "forest", slow: (5, 20), white: 0.7, doppler: 0.3, r68: 8)
    package static let urban = Surroundings(
        name: "urban", slow: (10, 10), white: 1.5, doppler: 0.6, r68: 16)
    /// A phone: errors wander slowly and smoothly, and speed is filtered too.
    package static let phone = Surroundings(
        name: "phone", slow: (3.5, 14), white: 0.3, doppler: 0.15, r68: 5, receiverFilter: 4)
}
