/// Whole numbers as sysfs writes them, read without making a string of them.
enum DecimalText {
    /// - Returns: nil for anything but an optional minus, digits, and white space after them.
    static func integer(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int64? {
        var digits = bytes[...]
        while let last = digits.last, last <= 0x20 { digits = digits.dropLast() }
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative { digits = digits.dropFirst() }
        guard !digits.isEmpty, digits.count <= 18 else { return nil }
        var value: Int64 = 0
        for byte in digits {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            value = value * 10 + Int64(byte - 0x30)
        }
        return isNegative ? -value : value
    }
}
