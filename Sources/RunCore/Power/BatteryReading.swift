/// What the system knows of the device's own battery; absent means unknown.
package struct BatteryReading: Equatable, Sendable {
    /// 0 to 100.
    package var percent: Double
    package var isDischarging: Bool
    /// Watt-hours left.
    package var wattHours: Double?
    /// Watts drawn at present.
    package var watts: Double?
    /// Seconds until empty by the system's own reckoning.
    package var secondsLeft: Double?

    package init(
        percent: Double, isDischarging: Bool, wattHours: Double? = nil, watts: Double? = nil,
        secondsLeft: Double? = nil
    ) {
        self.percent = percent
        self.isDischarging = isDischarging
        self.wattHours = wattHours
        self.watts = watts
        self.secondsLeft = secondsLeft
    }
}
