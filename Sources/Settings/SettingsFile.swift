private import CINI
private import Glibc
package import RunCore

/// Why a configuration file cannot be used: where, what was expected, and what to do.
package struct SettingsError: Error, Equatable, Sendable, CustomStringConvertible {
    package var file: String
    /// Counted from 1; nil if the file as a whole is meant.
    package var line: Int?
    package var reason: String
    package var hint: String?

    package var description: String {
        line.map { "\(file):\($0): \(reason)" } ?? "\(file): \(reason)"
    }
}

/// Configuration files in INI form: `[section]` and `name = value`.
package enum SettingsFile {
    /// Adds what the file says to `configuration`; the first fault ends it.
    /// - Throws: `SettingsError`.
    /// Corresponds to C `ini_parse_stream`.
    package static func read(
        _ path: String, into configuration: inout Configuration
    ) throws(SettingsError) {
        let reading = Reading(path: path, bytes: try contents(path), configuration)
        let box = Unmanaged.passUnretained(reading).toOpaque()
        let bad = ini_parse_stream(readLine, box, takeValue, box)
        // What comes after a line that is neither belongs to nothing, and is no fault of its own.
        if let error = reading.error, bad <= 0 || error.line ?? 0 < bad { throw error }
        if bad > 0 {
            throw SettingsError(
                file: path, line: Int(bad), reason: "expected [section] or name = value")
        }
        configuration = reading.configuration
    }

    private static func contents(_ path: String) throws(SettingsError) -> [UInt8] {
        guard let file = fopen(path, "re") else {
            throw SettingsError(
                file: path, reason: "cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { break }
            bytes += buffer[..<count]
            guard bytes.count <= 1 << 20 else {
                throw SettingsError(file: path, reason: "is longer than 1 MiB")
            }
        }
        guard ferror(file) == 0 else {
            throw SettingsError(
                file: path, reason: "cannot be read: \(String(cString: strerror(errno)))")
        }
        return bytes
    }

    /// inih's `fgets`: hands it one line and counts. The line number is not told to handlers
    /// otherwise (Debian builds inih without it).
    private static let readLine: ini_reader = { buffer, size, box in
        guard let buffer, let box else { return nil }
        let reading = Unmanaged<Reading>.fromOpaque(box).takeUnretainedValue()
        guard let line = reading.nextLine(limit: Int(size) - 1) else { return nil }
        for (index, byte) in line.enumerated() { buffer[index] = CChar(bitPattern: byte) }
        buffer[line.count] = 0
        return buffer
    }

    private static let takeValue: ini_handler = { box, section, name, value in
        guard let box, let section, let name, let value else { return 0 }
        let reading = Unmanaged<Reading>.fromOpaque(box).takeUnretainedValue()
        reading.take(
            section: String(cString: section), name: String(cString: name),
            value: String(cString: value))
        return 1
    }
}

/// One file while it is being read.
private final class Reading {
    var configuration: Configuration
    private(set) var error: SettingsError?
    private let path: String
    private let bytes: [UInt8]
    private var offset = 0
    private var line = 0
    private var firstLine: [String: Int] = [:]

    init(path: String, bytes: [UInt8], _ configuration: Configuration) {
        self.path = path
        self.bytes = bytes
        self.configuration = configuration
    }

    /// - Returns: the next line with its newline; nil at the end or after an error.
    func nextLine(limit: Int) -> ArraySlice<UInt8>? {
        guard error == nil, offset < bytes.count else { return nil }
        let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count - 1
        let text = bytes[offset...end]
        offset = end + 1
        line += 1
        guard text.count <= limit else {
            fail("the line is longer than \(limit) bytes", hint: nil)
            return nil
        }
        guard !text.contains(0) else {
            fail("a NUL byte: this is no text file", hint: nil)
            return nil
        }
        return text
    }

    func take(section: String, name: String, value: String) {
        guard error == nil else { return }
        let key = section.isEmpty ? name : "\(section).\(name)"
        if let first = firstLine[key] {
            return fail("\(key) is given twice, first in line \(first)", hint: nil)
        }
        firstLine[key] = line
        do {
            try configuration.set(key, to: Self.unquoted(value))
        } catch {
            fail(error.reason, hint: error.hint)
        }
    }

    private func fail(_ reason: String, hint: String?) {
        error = SettingsError(file: path, line: line, reason: reason, hint: hint)
    }

    private static func unquoted(_ value: String) -> String {
        guard value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return value }
        return String(value.dropFirst().dropLast())
    }
}
