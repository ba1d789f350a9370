import POSIX
import RunCore
import Sensors
import TestSupport
import Testing

@Suite("accelerometer, barometer and supply voltage under sysfs")
struct IIOSensorTests {
    let box: Sandbox
    var root: String { box.path("sys") }

    init() throws { box = try Sandbox() }

    private func device(_ name: String, _ files: [String: String]) throws {
        try Files.makeFolder(root + "/" + name)
        for (file, text) in files { try Files.write(text, to: "\(root)/\(name)/\(file)") }
    }

    private func accelerometer(_ extra: [String: String] = [:]) throws -> Accelerometer {
        let files = [
            "name": "mpu6050\n", "in_accel_x_raw": "100\n", "in_accel_y_raw": "-200\n",
            "in_accel_z_raw": "16384\n", "in_accel_scale": "0.000598\n",
        ]
        try device("iio:device3", files.merging(extra) { $1 })
        return try Accelerometer(try #require(Accelerometer.all(under: root).first))
    }

    @Test("an accelerometer is found by its three axes and read in m/s²")
    func acceleration() throws {
        try device("iio:device0", ["name": "light\n", "in_illuminance_raw": "3\n"])
        try device("iio:device1", ["in_accel_x_raw": "1\n", "in_accel_y_raw": "1\n"])
        let sensor = try accelerometer()
        #expect(sensor.place.name == "mpu6050")
        let now = try sensor.read()
        #expect(abs(now.x - 0.0598) < 1e-9)
        #expect(abs(now.y + 0.1196) < 1e-9)
        #expect(abs(now.z - 9.797632) < 1e-9)
    }

    @Test("each reading is a new one")
    func anew() throws {
        let sensor = try accelerometer()
        try SmallFile.write("-5\n", to: sensor.place.folder + "/in_accel_x_raw")
        #expect(abs(try sensor.read().x + 0.00299) < 1e-9)
    }

    @Test("offsets and scales of each axis count")
    func scales() throws {
        let sensor = try accelerometer([
            "in_accel_x_scale": "0.01\n", "in_accel_x_offset": "-50\n", "in_accel_offset": "8\n",
        ])
        let now = try sensor.read()
        #expect(abs(now.x - 0.5) < 1e-9)
        #expect(abs(now.y + 192 * 0.000598) < 1e-9)
    }

    @Test("a rate too slow for steps is raised, and put back when the sensor is given up")
    func rate() throws {
        let file = "\(root)/iio:device3/sampling_frequency"
        do {
            let sensor = try accelerometer([
                "sampling_frequency": "12.5\n",
                "sampling_frequency_available": "12.5 100 26 52 garbage\n",
            ])
            #expect(try SmallFile.readText(file) == "26")
            _ = try sensor.read()
        }
        #expect(try SmallFile.readText(file) == "12.5")
    }

    @Test("a rate that is fast enough is left alone")
    func rateLeft() throws {
        let sensor = try accelerometer([
            "sampling_frequency": "104\n", "sampling_frequency_available": "26 104\n",
        ])
        #expect(try SmallFile.readText(sensor.place.folder + "/sampling_frequency") == "104")
    }

    @Test(
        "what is no number is an error that names the file",
        arguments: ["", "-", "1e", "0x10", "9999999999999999999", "1 2"])
    func dirty(_ text: String) throws {
        let sensor = try accelerometer(["in_accel_y_raw": text])
        #expect {
            _ = try sensor.read()
        } throws: { error in
            "\(error)".contains("in_accel_y_raw: expected a number, found '\(text)'")
        }
    }

    @Test("a sensor without a scale cannot be used, and says why")
    func noScale() throws {
        try device(
            "iio:device5",
            ["in_accel_x_raw": "1\n", "in_accel_y_raw": "1\n", "in_accel_z_raw": "1\n"])
        let place = try #require(Accelerometer.all(under: root).first)
        #expect {
            _ = try Accelerometer(place)
        } throws: { error in
            "\(error)".hasSuffix("iio:device5/in_accel_scale: No such file or directory")
        }
    }

    @Test("random bytes in the files never trap")
    func fuzz() throws {
        let sensor = try accelerometer()
        let file = sensor.place.folder + "/in_accel_z_raw"
        var state: UInt64 = 42
        for _ in 0..<500 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let alphabet = ["-", "0", "9", "\n", " ", ".", "e", "é", "\u{0}", "5"]
            let digits = state
            let text = (0..<Int(state >> 60)).map { place in
                alphabet[Int((digits >> UInt64(place * 3)) % 10)]
            }
            try SmallFile.write(text.joined(), to: file)
            // Either is right: a number for digits, an error for the rest.
            if let value = try? sensor.read().z { #expect(value.isFinite) }
        }
    }

    @Test("pressure comes from the ready value, or from raw, offset and scale, in kilopascal")
    func pressure() throws {
        try device("iio:device0", ["name": "bmp280\n", "in_pressure_input": "101.325000\n"])
        try device(
            "iio:device1",
            [
                "name": "lps22hb\n", "in_pressure_raw": "4150000\n",
                "in_pressure_scale": "0.000024414\n",
            ])
        let sensors = PressureSensor.all(under: root)
        #expect(sensors.map(\.name) == ["bmp280", "lps22hb"])
        #expect(abs(try sensors[0].read().pascal - 101_325) < 0.01)
        #expect(abs(try sensors[1].read().pascal - 101_318.1) < 0.1)
    }

    @Test(
        "a pressure of no place on earth is an error", arguments: ["0", "1013.25", "nan", "x", ""])
    func impossiblePressure(_ text: String) throws {
        try device("iio:device0", ["in_pressure_input": text])
        let sensor = try #require(PressureSensor.all(under: root).first)
        #expect(throws: SensorFault.self) { try sensor.read() }
    }

    @Test("the supply's alarm is found by its driver's name")
    func supply() throws {
        try device("hwmon0", ["name": "cpu_thermal\n", "in0_lcrit_alarm": "1\n"])
        #expect(SupplyVoltage.find(under: root) == nil)
        try device("hwmon1", ["name": "rpi_volt\n", "in0_lcrit_alarm": "0\n"])
        let supply = try #require(SupplyVoltage.find(under: root))
        #expect(try !supply.isTooLow())
        try Files.write("1\n", to: supply.path)
        #expect(try supply.isTooLow())
        try Files.write("?\n", to: supply.path)
        #expect(throws: SensorFault.self) { try supply.isTooLow() }
        #expect(SupplyVoltage.find(under: box.path("none")) == nil)
    }
}
