private import POSIX

/// A Raspberry Pi's own word on its supply: whether the voltage is below 4.63 V.
///
/// The firmware's alarm, as the driver `raspberrypi-hwmon` shows it under the hwmon root.
package struct SupplyVoltage: Equatable, Sendable {
    /// The alarm's file: `1` while the voltage is too low. The kernel tells of changes (POLLPRI).
    package let path: String

    /// The alarm under `root`, mostly `/sys/class/hwmon`; nil on other machines.
    package static func find(under root: String = "/sys/class/hwmon") -> SupplyVoltage? {
        // No such folder: not a machine with sensors.
        guard let names = try? Folder.names(root) else { return nil }
        for entry in names {
            let folder = root + "/" + entry
            // Devices without a readable name are others.
            guard (try? SmallFile.readText(folder + "/name")) == "rpi_volt" else { continue }
            let path = folder + "/in0_lcrit_alarm"
            if (try? SmallFile.read(path)) != nil { return SupplyVoltage(path: path) }
        }
        return nil
    }

    /// Whether the voltage is too low now, or was since the last question.
    package func isTooLow() throws(SensorFault) -> Bool {
        let text: String
        do { text = try SmallFile.readText(path) } catch { throw .system(path: path, error) }
        switch text {
        case "0": return false
        case "1": return true
        default: throw .notANumber(path: path, found: String(text.prefix(40)))
        }
    }
}
