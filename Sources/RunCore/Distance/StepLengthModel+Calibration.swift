/// A model that a person sets right with a distance that is known, such as that of a track.
extension StepLengthModel {
    /// The weight of a known distance for a gait of which nothing was learnt: that of five minutes
    /// of good GPS, so that learning goes on from there.
    private static let weightOfKnown = 30.0

    /// Makes the model say of these steps that they were `metres` long.
    ///
    /// What was learnt of how the length changes with cadence is kept; the whole line is moved.
    /// - Parameters:
    ///   - metres: the known distance.
    ///   - steps: both feet's, over that distance.
    ///   - seconds: without pauses.
    /// - Returns: the gait it was; nil, and nothing is changed, if no person's steps are like that.
    package mutating func calibrate(metres: Double, steps: Int, seconds: Double) -> GaitName? {
        guard metres.isFinite, seconds.isFinite, steps > 0, seconds > 0 else { return nil }
        let length = metres / Double(steps)
        let cadence = Double(steps) / seconds
        guard Self.bounds.contains(length), 0.8...5 ~= cadence else { return nil }
        let name: GaitName = cadence < Self.gaitBoundary ? .walking : .running
        self[name] = Self.calibrated(self[name], length, cadence, seconds)
        return name
    }

    package enum GaitName: String, CaseIterable, Sendable {
        case walking
        case running
    }

    package subscript(_ name: GaitName) -> Gait {
        get { name == .walking ? walking : running }
        set {
            switch name {
            case .walking: walking = newValue
            case .running: running = newValue
            }
        }
    }

    private static func calibrated(
        _ gait: Gait, _ length: Double, _ cadence: Double, _ seconds: Double
    ) -> Gait {
        var gait = gait
        if gait.weight >= enough {
            let factor = length / solve(gait, cadence)
            gait.length *= factor
            gait.product *= factor
        } else {
            gait.weight = weightOfKnown
            gait.cadence = weightOfKnown * cadence
            gait.cadenceSquared = weightOfKnown * cadence * cadence
            gait.length = weightOfKnown * length
            gait.product = weightOfKnown * cadence * length
        }
        gait.seconds += seconds
        return gait
    }
}

extension StepLengthModel.Gait {
    /// Mean steps a second that it was learnt at; nil if nothing was learnt.
    package var meanCadence: Double? { weight > 0 ? cadence / weight : nil }
}
