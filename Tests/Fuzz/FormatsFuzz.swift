// A libFuzzer target for the readers of track files; scripts/fuzz builds it outside the package.
// RUND_FUZZ_FORMAT names the format.

private import Glibc
private import RunCore
private import RunFormats

private let format: Format? = getenv("RUND_FUZZ_FORMAT").flatMap {
    Format.named(String(cString: $0))
}

/// Reads the bytes in pieces whose size the first byte says, then writes in every format what was read.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    guard let data, size > 1, var reader = format?.makeReader?() else { return 0 }
    let bytes = UnsafeRawBufferPointer(start: data + 1, count: size - 1)
    let piece = Int(data[0]) * 16 + 1
    var elements: [Element] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
        let end = min(bytes.count, start + piece)
        reader.read(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), into: &elements)
    }
    reader.finish(into: &elements)
    var collector = ActivityCollector()
    for element in elements { collector.add(element) }
    for point in collector.activity.segments.flatMap(\.points) {
        precondition(point.coordinate?.isValid ?? true, "a position off the globe")
    }
    for target in Format.all { _ = target.encode(collector.activity) }
    return 0
}
