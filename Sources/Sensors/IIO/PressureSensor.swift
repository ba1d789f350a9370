package import RunCore

/// A barometer of Linux's Industrial I/O subsystem.
package struct PressureSensor: Equatable, Sendable {
    /// The folder, such as `/sys/bus/iio/devices/iio:device2`.
    package let folder: String
    /// The driver's name, such as `bmp280`.
    package let name: String

    /// The barometers under `root`, in the order of their names.
    package static func all(under root: String) -> [PressureSensor] {
        IIODevice.all(under: root).filter { device in
            device.has("in_pressure_input") || device.has("in_pressure_raw")
        }.map { PressureSensor(folder: $0.folder, name: $0.name) }
    }

    /// The pressure now. The subsystem's unit is the kilopascal.
    /// - Throws: `SensorFault` naming the file; also for a pressure that is none on this earth.
    package func read() throws(SensorFault) -> PressureReading {
        let device = IIODevice(folder: folder, name: name)
        let attribute: String
        let kilopascal: Double
        if device.has("in_pressure_input") {
            attribute = "in_pressure_input"
            kilopascal = try device.number(attribute)
        } else {
            attribute = "in_pressure_raw"
            let raw = try device.number(attribute)
            let scale = try device.number("in_pressure_scale")
            let offset = device.optionalNumber(["in_pressure_offset"]) ?? 0
            kilopascal = (raw + offset) * scale
        }
        // 30 kPa is the top of Everest less a storm, 110 kPa the Dead Sea and more.
        guard kilopascal >= 25, kilopascal <= 115 else {
            throw .notANumber(path: device.path(attribute), found: "\(kilopascal) kPa")
        }
        return PressureReading(pascal: kilopascal * 1000)
    }
}
