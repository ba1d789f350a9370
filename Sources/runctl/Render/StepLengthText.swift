internal import RunCore

/// What is known of the step lengths.
struct StepLengthText {
    private let model: StepLengthModel
    private let settings: EngineSettings
    private let units: Units

    init(_ model: StepLengthModel, _ settings: EngineSettings, _ units: Units) {
        self.model = model
        self.settings = settings
        self.units = units
    }

    var lines: [String] {
        var table = Table([
            ("gait", .left), ("step", .right), ("at", .right), ("known from", .left),
        ])
        for name in StepLengthModel.GaitName.allCases {
            let step = length(name)
            table.add([
                name.rawValue,
                "\(Decimal.fixed(step.metres / units.shortMetres, 2)) \(units.shortName)",
                "\(Decimal.fixed(cadence(name) * 60, 0))/min", StepLengthText.origin(step),
            ])
        }
        return table.lines
    }

    var json: JSONValue {
        var object = JSONObject()
        for name in StepLengthModel.GaitName.allCases {
            let step = length(name)
            let gait: JSONObject = [
                "length": .number(step.metres), "cadence": .number(cadence(name) * 60),
                "origin": .string(step.origin.rawValue), "learnt": .number(step.learntSeconds),
            ]
            object[name.rawValue] = .object(gait)
        }
        return .object(object)
    }

    /// Steps a second at which a gait is shown: those it was learnt at, else usual ones.
    private func cadence(_ name: StepLengthModel.GaitName) -> Double {
        model[name].meanCadence ?? (name == .walking ? 110.0 / 60 : 165.0 / 60)
    }

    private func length(_ name: StepLengthModel.GaitName) -> StepLength {
        model.stepLength(cadence: cadence(name), settings: settings)
    }

    private static func origin(_ step: StepLength) -> String {
        let learnt = Stopwatch.rough(step.learntSeconds)
        return switch step.origin {
        case .fixed: "steps.length, which switches learning off"
        case .learnt, .recent: "\(learnt) of good gps or known distances"
        case .height: "steps.height"
        case .standard: "a usual ratio; steps.height would be better"
        }
    }
}
