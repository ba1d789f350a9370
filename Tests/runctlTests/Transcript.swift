import Foundation
import Testing

/// What the built program said to a command line.
struct Transcript: Equatable, CustomStringConvertible {
    var out: String
    var err: String
    var status: Int32

    var description: String { "status \(status)\n--- stdout\n\(out)--- stderr\n\(err)---" }
}

/// The built `runctl`, beside the test bundle.
enum Program {
    /// The folder of the build that these tests belong to.
    static let folder: URL = {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
        let start = bundle ?? Bundle.main.bundlePath
        var folder = URL(fileURLWithPath: start).standardizedFileURL
        while folder.path != "/" {
            let candidate = folder.appendingPathComponent("runctl")
            if FileManager.default.isExecutableFile(atPath: candidate.path) { return folder }
            folder = folder.deletingLastPathComponent()
        }
        return folder
    }()
}

/// Runs the built program to its end.
/// - Parameter environment: all that the program sees beside PATH and HOME.
func runctl(
    _ arguments: String..., input: String = "", environment: [String: String] = [:],
    folder: URL? = nil
) throws -> Transcript {
    try runctl(arguments, input: input, environment: environment, folder: folder)
}

func runctl(
    _ arguments: [String], input: String = "", environment: [String: String] = [:],
    folder: URL? = nil
) throws -> Transcript {
    let process = Process()
    process.executableURL = Program.folder.appendingPathComponent("runctl")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"].merging(environment) {
        $1
    }
    let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (stdin, stdout, stderr)
    try process.run()
    // The program may end without reading: its closed pipe is no concern of the test.
    try? stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    let out = stdout.fileHandleForReading.readDataToEndOfFile()
    let err = stderr.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Transcript(
        out: String(decoding: out, as: UTF8.self), err: String(decoding: err, as: UTF8.self),
        status: process.terminationStatus)
}

/// A folder that is removed with its owner.
final class Scratch {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("runctl-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        // Nothing depends on the removal of a temporary folder.
        try? FileManager.default.removeItem(at: url)
    }

    func write(_ text: String, to name: String) throws -> String {
        let file = url.appendingPathComponent(name)
        try text.write(to: file, atomically: false, encoding: .utf8)
        return file.path
    }

    func read(_ name: String) throws -> String {
        try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
    }
}
