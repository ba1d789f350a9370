import Foundation
import RunCore
import RunFormats
import TestSupport

/// Programs and libraries of others that read what we write.
enum OtherReaders {
    /// A Python that has gpxpy, python-tcxparser, fitdecode and garmin-fit-sdk; `scripts/test` names it.
    static let python: String? = {
        guard let path = ProcessInfo.processInfo.environment["RUND_TEST_PYTHON"], !path.isEmpty
        else {
            return nil
        }
        return path
    }()
    static let gpsbabel = Programs.find("gpsbabel")
    static let xmllint = Programs.find("xmllint")

    /// What a Python library finds in a file; see `read_track.py`.
    static func read(_ bytes: [UInt8], as file: String, with library: String) throws -> JSONValue {
        let box = try Sandbox()
        defer { box.close() }
        try Files.write(bytes, to: box.path(file))
        let script = Programs.sourceFolder + "/Tests/Fixtures/readers/read_track.py"
        let result = try box.run(
            [python ?? "python3", script, library, box.path(file)], seconds: 60)
        guard result.succeeded else { throw Failure("\(library): \(result)") }
        return try JSONValue(parsing: result.output)
    }

    /// What gpsbabel makes of a file, in one of its own output formats.
    static func convert(
        _ bytes: [UInt8], from: String, to: String, options: [String] = []
    ) throws -> (text: String, errors: String) {
        let box = try Sandbox()
        defer { box.close() }
        try Files.write(bytes, to: box.path("in"))
        let result = try box.run(
            [gpsbabel ?? "gpsbabel", "-t", "-i", from, "-f", box.path("in")] + options
                + ["-o", to, "-F", box.path("out")], seconds: 60)
        guard result.succeeded else { throw Failure("gpsbabel: \(result)") }
        return (Files.text(box.path("out")), result.errors)
    }
}
