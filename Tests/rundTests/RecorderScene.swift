import Control
import Glibc
import POSIX
import RunCore
import TestSupport
import Testing

/// The built `rund` in a folder of its own, with sensors that a test makes.
final class RecorderScene {
    let box: Sandbox
    private(set) var recorder: Child?
    private let sound: AudioSink

    init(gpsd: String = "127.0.0.1:1", _ settings: String = "") throws {
        box = try Sandbox()
        sound = try AudioSink(in: box)
        try Files.makeFolder(box.path("iio"))
        try Files.write(
            """
            \(settings)
            [gpsd]
            server = \(gpsd)
            [steps]
            sysfs-root = \(box.path("iio"))
            [alert]
            on-bad-file = builtin
            repeat = once

            """, to: box.path("rund.conf"))
    }

    var arguments: [String] {
        [
            Programs.built("rund"), "--runtime-dir", box.path("run"), "--state-dir",
            box.path("state"), "--config", box.path("rund.conf"),
        ]
    }

    func start(_ more: [String] = []) throws {
        let child = try box.start(
            arguments + more,
            environment: sound.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 })
        recorder = child
        let listens = eventually(within: 30) {
            (try? ControlClient(path: box.path("run/control")).call("Status")) != nil
        }
        try #require(listens, "rund does not come: \(child.errors)")
    }

    func call(_ method: String, _ parameters: JSONObject = [:]) throws -> JSONObject {
        try ControlClient(path: box.path("run/control")).call(method, parameters, within: 20)
    }

    func status() throws -> ControlStatus {
        let answer = try call("Status")["status"]?.object
        return try #require(answer.flatMap { ControlStatus(json: $0) })
    }

    /// Kills it, and waits until it is gone.
    func kill() throws {
        recorder?.signal(SIGKILL)
        _ = try recorder?.wait(seconds: 20)
    }

    /// Steps of the active run.
    var steps: Int64 { (try? status().run?.steps) ?? -1 }

    /// How often it went to sleep so far.
    var switches: Int? {
        let status = Files.text("/proc/\(recorder?.pid ?? 0)/status").split(separator: "\n")
        let line = status.first { $0.hasPrefix("voluntary_ctxt_switches") }
        return line?.split(separator: "\t").last.flatMap { Int($0) }
    }

    /// Kilobytes of memory that no file stands behind.
    var anonymous: Int {
        let status = Files.text("/proc/\(recorder?.pid ?? 0)/status").split(separator: "\n")
        let line = status.first { $0.hasPrefix("RssAnon") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }

    // MARK: sensors

    /// A step counter, or one that shows something else.
    func setCounter(_ text: String, name: String = "steps0") throws {
        let folder = box.path("iio/iio:device0")
        if !Files.exists(folder) {
            try Files.makeFolder(folder)
            try Files.write(name + "\n", to: folder + "/name")
            try Files.write("0\n", to: folder + "/in_steps_en")
        }
        try Files.write(text + "\n", to: folder + "/in_steps_input")
    }

    func removeCounter() { Files.remove(box.path("iio/iio:device0")) }

    /// An accelerometer that lies still at first.
    func makeAccelerometer() throws {
        let folder = box.path("iio/iio:device1")
        try Files.makeFolder(folder)
        try Files.write("mpu6050\n", to: folder + "/name")
        try Files.write("0.01\n", to: folder + "/in_accel_scale")
        for axis in ["x", "y"] { try Files.write("0\n", to: folder + "/in_accel_\(axis)_raw") }
        // Always four digits: a shorter number would leave a digit of the longer one.
        try Files.write("1981\n", to: folder + "/in_accel_z_raw")
        try Files.write("-1000\n", to: folder + "/in_accel_offset")
    }

    /// Walks with two steps a second.
    func walk(seconds: Double) throws {
        // In place: a file that is empty for a moment is nothing that sysfs does.
        let file = open(box.path("iio/iio:device1/in_accel_z_raw"), O_WRONLY)
        defer { close(file) }
        let begin = monotonicSeconds()
        while true {
            let time = monotonicSeconds() - begin
            guard time < seconds else { return }
            let up = 9.81 + 4 * sin(2 * Double.pi * 2 * time)
            let text = Array("\(Int(up * 100) + 1000)\n".utf8)
            #expect(pwrite(file, text, text.count, 0) == text.count)
            pause(seconds: 0.01)
        }
    }
}
