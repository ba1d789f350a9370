private import Foundation
private import Glibc

/// Where programs are: the project's own as just built, others on PATH.
package enum Programs {
    /// The folder of the build that the running tests belong to.
    package static let buildFolder: String = {
        // The test runner loads `<build>/rundPackageTests.xctest`; a helper program stands in
        // the build folder itself.
        let own = arguments.first { $0.hasSuffix(".xctest") } ?? executable
        return String(own[..<(own.lastIndex(of: "/") ?? own.startIndex)])
    }()

    /// The top folder of the source tree.
    package static let sourceFolder: String = {
        let path = #filePath.split(separator: "/").dropLast(4)
        return "/" + path.joined(separator: "/")
    }()

    /// One of the project's programs, such as `rund`.
    package static func built(_ name: String) -> String { buildFolder + "/" + name }

    /// The full path of a program on PATH or in the folders for administrators; nil if absent.
    package static func find(_ name: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin"]
        return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    private static let arguments = CommandLine.arguments
    private static let executable =
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        ?? CommandLine.arguments[0]
}
