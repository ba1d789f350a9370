import RunCore

/// Whole elements, given as their opening and closing tags so that nothing is put together at run time.
extension ByteBuffer {
    /// Nothing if the value is not finite.
    mutating func append(
        _ open: StaticString, decimal value: Double, digits: Int, _ close: StaticString
    ) {
        guard value.isFinite else { return }
        append(open)
        append(decimal: value, digits: digits)
        append(close)
    }

    mutating func append(_ open: StaticString, integer value: Int, _ close: StaticString) {
        append(open)
        append(integer: value)
        append(close)
    }

    mutating func append(_ open: StaticString, xml text: String, _ close: StaticString) {
        append(open)
        append(xml: text)
        append(close)
    }

    mutating func append(_ open: StaticString, time: WallTime, _ close: StaticString) {
        append(open)
        append(time: time)
        append(close)
    }
}
