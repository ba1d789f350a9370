/// Growing memory that writers fill: no bounds check per byte, no locale, no intermediate strings.
package struct ByteBuffer: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// Bytes written.
    package private(set) var count = 0

    /// - Parameter capacity: bytes to make room for at once.
    package init(capacity: Int = 4_096) {
        self.capacity = max(capacity, 64)
        base = .allocate(capacity: self.capacity)
    }

    deinit { base.deallocate() }

    /// What was written, as an array of its own.
    package var bytes: [UInt8] { Array(UnsafeBufferPointer(start: base, count: count)) }

    package func withBytes<R, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// Forgets what was written and keeps the memory.
    package mutating func removeAll() { count = 0 }

    package mutating func append(byte: UInt8) {
        reserve(1)
        base[count] = byte
        count += 1
    }

    package mutating func append(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        reserve(length)
        (base + count).update(from: text.utf8Start, count: length)
        count += length
    }

    package mutating func append(utf8 text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
        reserve(bytes.count)
        (base + count).update(from: source, count: bytes.count)
        count += bytes.count
    }

    package mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { append($0) }
    }

    /// Little-endian, as FIT wants it.
    package mutating func append<I: FixedWidthInteger>(littleEndian value: I) {
        reserve(MemoryLayout<I>.size)
        UnsafeMutableRawPointer(base + count)
            .storeBytes(of: value.littleEndian, as: I.self)
        count += MemoryLayout<I>.size
    }

    /// Overwrites bytes that were written before.
    package mutating func replace(at offset: Int, littleEndian value: UInt32) {
        precondition(offset >= 0 && offset + 4 <= count, "replaced bytes lie in what was written")
        UnsafeMutableRawPointer(base + offset).storeBytes(of: value.littleEndian, as: UInt32.self)
    }

    /// Overwrites bytes that were written before.
    package mutating func replace(at offset: Int, littleEndian value: UInt16) {
        precondition(offset >= 0 && offset + 2 <= count, "replaced bytes lie in what was written")
        UnsafeMutableRawPointer(base + offset).storeBytes(of: value.littleEndian, as: UInt16.self)
    }

    /// Lets a writer put at most `limit` bytes at the end and say how many it did.
    package mutating func append(limit: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
        reserve(limit)
        count += write(base + count)
    }

    private mutating func reserve(_ more: Int) {
        if count + more > capacity { grow(to: count + more) }
    }

    private mutating func grow(to needed: Int) {
        let larger = max(needed, capacity * 2)
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        memory.update(from: base, count: count)
        base.deallocate()
        base = memory
        capacity = larger
    }
}
