/// Cuts a byte stream into lines; what has no newline yet waits for more.
package struct LineBuffer: Sendable {
    private var pending: [UInt8] = []
    /// The rest of a line that was too long is thrown away up to its newline.
    private var skipping = false

    package init() {}

    /// - Returns: the complete lines, without newlines; lines that are too long or not UTF-8 come as nil.
    package mutating func append(_ bytes: some Sequence<UInt8>) -> [String?] {
        var lines: [String?] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                lines.append(skipping ? nil : String(validating: pending, as: UTF8.self))
                pending.removeAll(keepingCapacity: true)
                skipping = false
            } else if pending.count < Wire.longestLine - 1 {
                pending.append(byte)
            } else {
                skipping = true
            }
        }
        return lines
    }
}
