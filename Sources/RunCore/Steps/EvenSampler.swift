/// Turns accelerations that come when they like into the mean magnitude of every 40 ms.
///
/// A mean is exact: the integral of the straight lines between the samples. So fast sensors are
/// smoothed before they are thinned, slow ones are interpolated, and jitter is no matter.
struct EvenSampler: Sendable {
    /// Values per second that come out.
    static let rate = 25.0
    /// Length of a bin in microseconds.
    static let bin: Int64 = 40_000
    /// A longer silence between two samples is a gap: no line is drawn over it.
    static let longestLine: Int64 = 1_000_000

    enum Intake: Equatable {
        /// Taken; that many bins were completed.
        case taken(bins: Int)
        /// The stream began, or began anew after a gap.
        case began
        /// Not newer than the last one, or not a number a sensor can mean.
        case ignored
    }

    /// Means of the bins that the last sample completed, oldest first, m/s².
    private(set) var means: [Double]
    /// End of the newest completed bin, or the first sample's time.
    private(set) var edge: Int64 = 0
    private var time: Int64 = 0
    private var magnitude = 0.0
    /// Integral over the open bin so far, in m/s² · µs.
    private var area = 0.0
    private var isRunning = false

    init() {
        means = []
        means.reserveCapacity(Int(Self.longestLine / Self.bin) + 2)
    }

    mutating func add(_ sample: Acceleration, at instant: Instant) -> Intake {
        let squared = sample.x * sample.x + sample.y * sample.y + sample.z * sample.z
        // Sensors of this kind end at 16 g, some at 200 g; more is a broken line.
        guard squared.isFinite, squared < 4e6 else { return .ignored }
        let now = instant.microseconds
        let value = squared.squareRoot()
        let (step, overflow) = now.subtractingReportingOverflow(time)
        if isRunning, !overflow, step <= 0, step > -Self.longestLine { return .ignored }
        guard isRunning, !overflow, step > 0, step <= Self.longestLine else {
            begin(at: now, value)
            return .began
        }
        means.removeAll(keepingCapacity: true)
        draw(to: now, value)
        return .taken(bins: means.count)
    }

    private mutating func begin(at now: Int64, _ value: Double) {
        means.removeAll(keepingCapacity: true)
        isRunning = true
        edge = now
        time = now
        magnitude = value
        area = 0
    }

    /// Draws the line from the last sample to this one and closes the bins that it crosses.
    private mutating func draw(to now: Int64, _ value: Double) {
        let slope = (value - magnitude) / Double(now - time)
        while now - edge >= Self.bin {
            let end = edge + Self.bin
            let atEnd = magnitude + slope * Double(end - time)
            area += (magnitude + atEnd) / 2 * Double(end - time)
            means.append(area / Double(Self.bin))
            area = 0
            edge = end
            time = end
            magnitude = atEnd
        }
        area += (magnitude + value) / 2 * Double(now - time)
        time = now
        magnitude = value
    }
}
