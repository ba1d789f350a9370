/// The distance engine: takes what was heard, in the order of arrival, and keeps the run.
///
/// A pure value. Time comes only from the events, so the same events make the same run, to the
/// last bit, live, replayed, or after a crash.
package struct Recorder: Sendable {
    package private(set) var settings: EngineSettings
    package private(set) var model: StepLengthModel
    package private(set) var summary = RunSummary()

    /// - Parameter model: what is known of the step length from earlier runs.
    package init(
        settings: EngineSettings = EngineSettings(), model: StepLengthModel = StepLengthModel()
    ) {
        self.settings = settings
        self.model = model
    }

    /// The next moment at which `advance(to:)` has something to do; nil if only an event can.
    package var deadline: Instant? { nil }

    /// Takes an event; deadlines at or before its arrival fire first.
    package mutating func handle(_ event: Event) -> [Effect] {
        []
    }

    /// Fires the deadlines at or before that moment.
    package mutating func advance(to now: Instant) -> [Effect] {
        []
    }
}
