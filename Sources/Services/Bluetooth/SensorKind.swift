/// A kind of Bluetooth sensor that a run can use.
package enum SensorKind: String, CaseIterable, Sendable {
    /// Running Speed and Cadence, service 0x1814.
    case foot
    /// Heart Rate, service 0x180D.
    case heart

    /// The service's UUID as BlueZ writes it.
    var service: String {
        switch self {
        case .foot: Self.uuid("1814")
        case .heart: Self.uuid("180d")
        }
    }

    /// The characteristic whose notifications are the measurements: 0x2A53, 0x2A37.
    var measurement: String {
        switch self {
        case .foot: Self.uuid("2a53")
        case .heart: Self.uuid("2a37")
        }
    }

    /// A 16-bit number of the Bluetooth SIG, on the base UUID.
    private static func uuid(_ short: String) -> String {
        "0000\(short)-0000-1000-8000-00805f9b34fb"
    }
}

/// A Bluetooth sensor that BlueZ knows.
package struct KnownSensor: Equatable, Sendable {
    /// Such as `AA:BB:CC:DD:EE:FF`.
    package var address: String
    package var name: String
    package var kinds: Set<SensorKind>
    /// Remembered: connected to whenever a run is active.
    package var isPaired: Bool
    package var isConnected: Bool
    /// Percent, where the sensor tells.
    package var battery: Int?
    /// Signal strength in dBm, while it is seen.
    package var strength: Int?
}
