private import Foundation
private import Glibc

/// A temporary folder in which a test runs programs; nothing outlives it.
///
/// Every program gets `RUND_TEST_FOLDER` in its environment, and so do its own children: whatever
/// still runs when the sandbox closes, detached or not, is found by it and killed.
package final class Sandbox {
    package let folder: String
    /// What every program started here inherits.
    package var environment: [String: String]
    private var children: [Child] = []
    private var count = 0

    package init() throws(Failure) {
        environment = ProcessInfo.processInfo.environment
        let base = environment["RUND_TEST_TMP"] ?? "/tmp"
        var template = Array("\(base)/rund-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Failure("mkdtemp: \(String(cString: strerror(errno)))")
        }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        environment["RUND_TEST_FOLDER"] = folder
        environment["HOME"] = folder
        environment["LC_ALL"] = "C.UTF-8"
        for name in ["NOTIFY_SOCKET", "XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME"] {
            environment[name] = nil
        }
    }

    deinit { close() }

    package func path(_ name: String) -> String { folder + "/" + name }

    /// Starts a program that goes on beside the test; its outputs are files in the folder.
    package func start(
        _ arguments: [String], environment extra: [String: String] = [:]
    ) throws(Failure) -> Child {
        count += 1
        let name = arguments[0].split(separator: "/").last.map(String.init) ?? "program"
        let child = try Child(
            arguments, environment: environment.merging(extra) { $1 },
            output: path("\(count)-\(name).out"), errors: path("\(count)-\(name).err"))
        children.append(child)
        return child
    }

    /// Runs a program to its end.
    /// - Throws: `Failure` if it takes longer than `seconds`.
    package func run(
        _ arguments: [String], environment extra: [String: String] = [:], seconds: Double = 30
    ) throws(Failure) -> Result {
        let child = try start(arguments, environment: extra)
        let ending = try child.wait(seconds: seconds)
        return Result(ending: ending, output: child.output, errors: child.errors)
    }

    /// What a program that ran to its end left.
    package struct Result: CustomStringConvertible {
        package var ending: Child.Ending
        package var output: String
        package var errors: String

        package var succeeded: Bool { ending == .exited(0) }
        package var description: String { "\(ending)\n\(output)\n\(errors)" }
    }

    /// Kills what still runs and removes the folder.
    package func close() {
        for child in children { child.kill() }
        children = []
        // A killed program's detached child may be starting just now: look until none is left.
        eventually(within: 10) {
            let left = processes
            for pid in left { _ = kill(pid, SIGKILL) }
            return left.isEmpty
        }
        Files.remove(folder)
    }

    /// Every process that was started here, its children's children too, detached or not.
    package var processes: [Int32] {
        let mark = Array("RUND_TEST_FOLDER=\(folder)\0".utf8)
        return Files.names(in: "/proc").compactMap { Int32($0) }.filter { pid in
            guard let block = Files.bytes("/proc/\(pid)/environ") else { return false }
            return block.containsSequence(mark)
        }
    }
}

extension [UInt8] {
    /// Whether `other` occurs anywhere in these bytes.
    package func containsSequence(_ other: [UInt8]) -> Bool {
        guard let first = other.first, count >= other.count else { return false }
        return indices.prefix(count - other.count + 1).contains { start in
            self[start] == first && self[start..<start + other.count].elementsEqual(other)
        }
    }
}
