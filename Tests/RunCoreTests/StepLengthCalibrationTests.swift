import Testing

@testable import RunCore

@Suite("Setting the step length by a known distance")
struct StepLengthCalibrationTests {
    private let settings = EngineSettings()

    @Test("with nothing learnt, the known length is what steps of that gait have from then on")
    func fresh() {
        var model = StepLengthModel()
        #expect(model.calibrate(metres: 1_000, steps: 1_250, seconds: 720) == .walking)
        let length = model.stepLength(cadence: 1_250.0 / 720, settings: settings)
        #expect(abs(length.metres - 0.8) < 1e-9 && length.origin == .learnt)
        #expect(model.running == StepLengthModel.Gait())
        #expect(StepLengthModel(text: model.text) == model)
    }

    @Test("what was learnt of the cadence is kept: the line moves, its slope in proportion")
    func moved() {
        var model = StepLengthModel()
        for cadence in [2.5, 2.6, 2.7, 2.8, 2.9] {
            model.running.weight += 10
            model.running.cadence += 10 * cadence
            model.running.cadenceSquared += 10 * cadence * cadence
            model.running.length += 10 * (0.5 + 0.2 * cadence)
            model.running.product += 10 * cadence * (0.5 + 0.2 * cadence)
        }
        func length(_ cadence: Double) -> Double {
            model.stepLength(cadence: cadence, settings: settings).metres
        }
        let before = (length(2.5), length(2.9))
        let steps = 2_700
        #expect(
            model.calibrate(metres: 1.1 * length(2.7) * Double(steps), steps: steps, seconds: 1_000)
                == .running)
        #expect(abs(length(2.5) - 1.1 * before.0) < 1e-9)
        #expect(abs(length(2.9) - 1.1 * before.1) < 1e-9)
    }

    @Test("what no person's steps can be changes nothing")
    func refused() {
        var model = StepLengthModel()
        let cases: [(Double, Int, Double)] = [
            (1_000, 0, 600), (0, 1_000, 600), (5_000, 1_000, 600), (-100, 100, 60),
            (.nan, 100, 60), (100, 100, 0), (100, 100, 1), (.infinity, 100, 60), (100, 100, .nan),
        ]
        for (metres, steps, seconds) in cases {
            #expect(model.calibrate(metres: metres, steps: steps, seconds: seconds) == nil)
            #expect(model == StepLengthModel(), "\(metres) \(steps) \(seconds)")
        }
    }
}
