private import Glibc
private import POSIX
package import RunCore

/// A raw accelerometer of Linux's Industrial I/O subsystem, read by polling its sysfs files.
///
/// For devices without a step counter. How it lies in the device does not matter for steps, so
/// the mount matrix is left alone. Poll it every `interval` while a run is active, no longer.
package final class Accelerometer {
    /// Microseconds from one reading to the next: 25 a second are enough for steps.
    package static let interval: Int64 = 40_000
    /// Rates in Hz that suit polling: not slower, and not needlessly fast.
    private static let slowest = 25.0

    /// Where an accelerometer was found.
    package struct Place: Equatable, Sendable {
        /// The folder, such as `/sys/bus/iio/devices/iio:device1`.
        package let folder: String
        /// The driver's name, such as `mpu6050`.
        package let name: String
    }

    package let place: Place
    private let axes: [Axis]
    /// The rate's file and what stood in it, if it was changed.
    private var oldRate: (path: String, text: String)?

    /// One direction: `(raw + offset) · scale` is m/s².
    private struct Axis {
        let path: String
        let descriptor: Int32
        let offset: Double
        let scale: Double
    }

    /// The accelerometers under `root`, in the order of their names.
    package static func all(under root: String) -> [Place] {
        IIODevice.all(under: root).filter { device in
            ["x", "y", "z"].allSatisfy { device.has("in_accel_\($0)_raw") }
        }.map { Place(folder: $0.folder, name: $0.name) }
    }

    /// Opens the files, and makes the sensor measure at least as often as it will be asked.
    /// - Throws: `SensorFault` naming the file that is missing, unreadable or nonsense.
    package init(_ place: Place) throws(SensorFault) {
        self.place = place
        let device = IIODevice(folder: place.folder, name: place.name)
        var axes: [Axis] = []
        for letter in ["x", "y", "z"] {
            do { axes.append(try Self.open(letter, of: device)) } catch {
                for axis in axes { _ = close(axis.descriptor) }
                throw error
            }
        }
        self.axes = axes
        oldRate = Self.quicken(device)
    }

    deinit {
        for axis in axes { _ = close(axis.descriptor) }
        // The device may be gone: then there is nothing to put back.
        if let oldRate { try? SmallFile.write(oldRate.text, to: oldRate.path) }
    }

    /// The acceleration now, with gravity. Corresponds to C `pread`.
    package func read() throws(SensorFault) -> Acceleration {
        Acceleration(x: try value(axes[0]), y: try value(axes[1]), z: try value(axes[2]))
    }

    private static func open(
        _ letter: String, of device: IIODevice
    ) throws(SensorFault) -> Axis {
        let scales = ["in_accel_\(letter)_scale", "in_accel_scale"]
        guard let scale = device.optionalNumber(scales) else {
            // Asked again for the reason.
            return try throwReason(device, scales[1])
        }
        let path = device.path("in_accel_\(letter)_raw")
        let descriptor: Int32
        do {
            descriptor = try check("open") { Glibc.open(path, O_RDONLY | O_CLOEXEC) }
        } catch { throw .system(path: path, error) }
        let offset = device.optionalNumber(["in_accel_\(letter)_offset", "in_accel_offset"])
        return Axis(path: path, descriptor: descriptor, offset: offset ?? 0, scale: scale)
    }

    private static func throwReason(
        _ device: IIODevice, _ attribute: String
    ) throws(SensorFault) -> Axis {
        _ = try device.number(attribute)
        throw .notANumber(path: device.path(attribute), found: "")
    }

    private func value(_ axis: Axis) throws(SensorFault) -> Double {
        var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        let count: Int
        do {
            count = try check("pread") {
                withUnsafeMutableBytes(of: &bytes) { pread(axis.descriptor, $0.baseAddress, 32, 0) }
            }
        } catch { throw .system(path: axis.path, error) }
        let raw = withUnsafeBytes(of: &bytes) { DecimalText.integer($0.prefix(count)) }
        guard let raw else {
            let found = withUnsafeBytes(of: &bytes) { Array($0.prefix(count)) }
            throw .notANumber(path: axis.path, found: String(decoding: found, as: UTF8.self))
        }
        return (Double(raw) + axis.offset) * axis.scale
    }

    /// - Returns: the file and its old content, if the rate was too slow and could be raised.
    private static func quicken(_ device: IIODevice) -> (path: String, text: String)? {
        for name in ["in_accel_sampling_frequency", "sampling_frequency"] {
            guard let rate = device.optionalNumber([name]) else { continue }
            guard rate < slowest else { return nil }
            let path = device.path(name)
            let choices = (try? SmallFile.readText(path + "_available")) ?? ""  // optional
            let words = choices.split(separator: " ").map(String.init)
            let fit = words.filter { (Double($0) ?? 0) >= slowest }
                .min { (Double($0) ?? 0) < (Double($1) ?? 0) }
            // Without permission the slow rate has to do: it is no reason to have no steps.
            guard let fit, let old = try? SmallFile.readText(path),
                (try? SmallFile.write(fit, to: path)) != nil
            else { return nil }
            return (path, old)
        }
        return nil
    }
}
