/// Every limit of the distance engine. The defaults are the rules as documented.
package struct EngineSettings: Equatable, Sendable {
    /// How gps distance is made of fixes.
    package enum GPSMode: String, Equatable, Sendable, CaseIterable {
        /// Smoothed positions with standstill gating.
        case filtered
        /// The plain sum of straight lines between adequate fixes.
        case chord
    }

    package var gpsMode: GPSMode = .filtered
    /// Seconds without an adequate fix after which steps take over; exactly this long counts.
    package var timeout: Double = 20
    /// Seconds that a fix may be old on arrival, and that an outage at a run's edge may last
    /// before it belongs to the pedometer.
    package var freshness: Double = 3
    /// Metres (95 %) up to which a receiver's own error figure is good enough.
    package var maxEph: Double = 30
    /// Dilution of precision up to which a fix without an own error figure is good enough.
    package var maxHDOP: Double = 2.5
    /// Satellites used, from which a fix without an own error figure is good enough.
    package var minSatellites: Double = 5
    /// Metres per second that a person can plausibly move.
    package var maxSpeed: Double = 12
    /// Fixes that must agree with one another to move a wrong anchor.
    package var agreeingFixes: Double = 3
    /// Steps during motionless fixes from which those fixes are not believed; 0 never.
    package var indoorSteps: Double = 40
    /// Seconds after which a step counter that says nothing more is taken for silent.
    package var silence: Double = 60
    /// Metres a step; fixes the step length and switches learning off. 0: learn.
    package var stepLength: Double = 0
    /// Body height in metres, for the first guess of the step length. 0: unknown.
    package var height: Double = 0
    /// Pause by itself when the person stands.
    package var autoPause = false
    /// Seconds of standing after which auto-pause pauses, from the moment the standing began.
    package var autoPauseDelay: Double = 8
    /// Metres after which a lap ends by itself; 0 never.
    package var lapDistance: Double = 0
    /// Active seconds after which a lap ends by itself; 0 never.
    package var lapTime: Double = 0

    package init() {}
}
