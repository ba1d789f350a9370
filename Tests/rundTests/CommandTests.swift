import Settings
import Testing

@testable import rund

@Suite struct CommandTests {
    private func options(_ arguments: String...) throws -> Command.Options {
        guard case .record(let options) = try Command.parse(arguments) else {
            throw Command.UsageError(reason: "no recording")
        }
        return options
    }

    private func refusal(_ arguments: String...) -> String? {
        do {
            _ = try Command.parse(arguments)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test("folders and files are taken in both ways of writing")
    func values() throws {
        let apart = try options("--runtime-dir", "/r", "--state-dir", "/s", "--config", "/c")
        let joined = try options("--runtime-dir=/r", "--state-dir=/s", "--config=/c")
        #expect(apart == joined)
        #expect(
            apart.locations
                == Locations.Options(
                    runtimeDirectory: "/r", stateDirectory: "/s", configurationFile: "/c"))
        #expect(try options() == Command.Options())
    }

    @Test("a sensor log can be played at any speed")
    func source() throws {
        #expect(try options("--source", "log:/a/b.log").source?.speed == 1)
        let fast = try options("--source", "log:/a@b.log@12.5").source
        #expect(fast?.file == "/a@b.log")
        #expect(fast?.speed == 12.5)
        #expect(try options("--source", "log:/a@b.log").source?.file == "/a@b.log")
    }

    @Test("what is not understood is told")
    func refusals() {
        #expect(refusal("--bogus") == "unknown option --bogus")
        #expect(refusal("go") == "unexpected argument go")
        #expect(refusal("--state-dir") == "--state-dir needs a value")
        #expect(
            refusal("--source", "gpx:/x")
                == "--source: expected log:FILE or log:FILE@SPEED, found gpx:/x")
        #expect(refusal("--source", "log:/x@0") != nil)
        #expect(refusal("--source", "log:") != nil)
    }

    @Test("help and version win over everything after them")
    func help() throws {
        #expect(try Command.parse(["--help", "--bogus"]) == .help)
        #expect(try Command.parse(["-h"]) == .help)
        #expect(try Command.parse(["--version"]) == .version)
        for line in Command.usage.split(separator: "\n") { #expect(line.count <= 100) }
    }
}
