/// Compares steps with good GPS, ten seconds at a time, and teaches the step length.
struct StepLearner: Equatable, Sendable {
    /// A stretch of gps that waits for the counter to have spoken about it.
    private struct Bin: Equatable, Sendable {
        var from: Instant
        var to: Instant
        var metres = 0.0
        var isGood = true
    }

    private var open: Bin?
    private var waiting: [Bin] = []
    private var lastSpeed: Double?

    private static let length = Elapsed(seconds: 10)
    /// How long a bin waits for late steps; the ring of intervals keeps them longer.
    private static let patience = Elapsed(seconds: 60)
    /// What a bin of ten seconds is forgotten by: half is gone after twelve minutes.
    private static let memory = 0.99
    /// Good GPS: dilution, and reported error in metres (95 %).
    private static let goodHDOP = 1.6
    private static let goodEph = 18.0
    /// A bin whose ratio is off the known mean by more than this share is not believed.
    private static let outlier = 0.3

    /// Takes a final part of the way.
    mutating func take(_ piece: PathEstimator.Piece) {
        if piece.beginsSegment { open = nil }
        guard piece.to > piece.from else { return }
        var bin = open ?? Bin(from: piece.from, to: piece.from)
        bin.to = piece.to
        bin.metres += piece.metres
        bin.isGood = bin.isGood && Self.isGood(piece.anchor.fix)
        guard bin.to - bin.from >= Self.length else {
            open = bin
            return
        }
        open = nil
        if bin.isGood, waiting.count < 8 { waiting.append(bin) }
    }

    /// Teaches the model from bins about which the counter has spoken.
    /// - Parameter steps: counted within a stretch of time.
    mutating func teach(
        _ model: inout StepLengthModel, counterLatest: Instant,
        steps: (_ from: Instant, _ to: Instant) -> Int64
    ) {
        while let bin = waiting.first {
            if counterLatest < bin.to {
                guard waiting.count >= 8 else { return }
                waiting.removeFirst()
                continue
            }
            waiting.removeFirst()
            guard counterLatest - bin.to <= Self.patience else { continue }
            learn(bin, steps: steps(bin.from, bin.to), &model)
        }
    }

    private mutating func learn(_ bin: Bin, steps: Int64, _ model: inout StepLengthModel) {
        let seconds = (bin.to - bin.from).seconds
        let speed = bin.metres / seconds
        let isSteady = lastSpeed.map { abs($0 - speed) < 0.15 * speed + 0.15 } ?? false
        lastSpeed = speed
        let cadence = Double(steps) / seconds
        guard isSteady, 0.8...5 ~= cadence, speed > 0.5 else { return }
        let length = bin.metres / Double(steps)
        guard 0.3...2.2 ~= length else { return }
        if cadence < StepLengthModel.gaitBoundary {
            Self.add(cadence, length, seconds, to: &model.walking)
        } else {
            Self.add(cadence, length, seconds, to: &model.running)
        }
    }

    private static func add(
        _ cadence: Double, _ length: Double, _ seconds: Double,
        to gait: inout StepLengthModel.Gait
    ) {
        if gait.weight >= 6 {
            let mean = gait.length / gait.weight
            guard abs(length - mean) <= outlier * mean else { return }
        }
        gait.weight = gait.weight * memory + 1
        gait.cadence = gait.cadence * memory + cadence
        gait.cadenceSquared = gait.cadenceSquared * memory + cadence * cadence
        gait.length = gait.length * memory + length
        gait.product = gait.product * memory + cadence * length
        gait.seconds += seconds
    }

    private static func isGood(_ fix: Fix) -> Bool {
        if fix.errorSource == .receiver, let eph = fix.believableEph { return eph <= goodEph }
        return (fix.believableHDOP ?? goodHDOP) <= goodHDOP
    }
}
