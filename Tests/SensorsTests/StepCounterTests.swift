import POSIX
import Sensors
import TestSupport
import Testing

@Suite("step counter")
struct StepCounterTests {
    let box: Sandbox
    var root: String { box.path("iio") }

    init() throws { box = try Sandbox() }

    private func device(_ number: Int, _ files: [String: String]) throws {
        let folder = root + "/iio:device\(number)"
        try Files.makeFolder(folder)
        for (name, text) in files { try Files.write(text, to: folder + "/" + name) }
    }

    @Test("it is found by its channel among other sensors, and named by its driver")
    func found() throws {
        try device(0, ["name": "bmp280\n", "in_pressure_input": "101.3\n"])
        try device(
            1, ["name": "lsm6dsox_steps\n", "in_steps_input": "1234\n", "in_steps_en": "1\n"])
        try device(2, ["in_steps_input": "7\n"])
        let counters = StepCounter.all(under: root)
        #expect(counters.map(\.name) == ["lsm6dsox_steps", "iio:device2"])
        #expect(try counters[0].read() == 1234)
    }

    @Test("a machine without the subsystem has none")
    func none() {
        #expect(StepCounter.all(under: box.path("no-such-folder")).isEmpty)
    }

    @Test("a counter that is off is switched on, and put back afterwards")
    func switchedOn() throws {
        try device(0, ["in_steps_input": "0\n", "in_steps_en": "0\n"])
        var counter = try #require(StepCounter.all(under: root).first)
        try counter.enable()
        #expect(try SmallFile.readText(counter.folder + "/in_steps_en") == "1")
        try counter.putBack()
        #expect(try SmallFile.readText(counter.folder + "/in_steps_en") == "0")
    }

    @Test("a counter that was on, or has no switch, is left as it is")
    func leftOn() throws {
        try device(0, ["in_steps_input": "0\n", "in_steps_en": "1\n"])
        try device(1, ["in_steps_input": "0\n"])
        for var counter in StepCounter.all(under: root) {
            try counter.enable()
            try counter.putBack()
        }
        #expect(try SmallFile.readText(root + "/iio:device0/in_steps_en") == "1")
        #expect(throws: Errno.self) { try SmallFile.read(root + "/iio:device1/in_steps_en") }
    }

    @Test(
        "what is no count is an error that names file and content",
        arguments: ["", "-3", "12x", "1.5", "99999999999999999999"])
    func dirty(_ text: String) throws {
        try device(0, ["in_steps_input": text + "\n"])
        let counter = try #require(StepCounter.all(under: root).first)
        #expect(
            throws: StepCounter.Fault.notACount(
                path: counter.folder + "/in_steps_input", found: text)
        ) { try counter.read() }
    }

    @Test("removal is an error, and coming back is not")
    func removed() throws {
        try device(0, ["in_steps_input": "5\n"])
        let counter = try #require(StepCounter.all(under: root).first)
        Files.remove(counter.folder)
        #expect(throws: StepCounter.Fault.self) { try counter.read() }
        try device(0, ["in_steps_input": "6\n"])
        #expect(try counter.read() == 6)
    }
}
