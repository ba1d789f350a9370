import RunCore
import RunFormats
import Testing

@Suite("FITReader")
struct FITReaderTests {
    private func sample() throws -> [UInt8] {
        try #require(Format.named("fit")?.encode(Samples.run())?.bytes)
    }

    private func read(_ bytes: [UInt8]) -> (activity: Activity, problems: Problems) {
        Fixtures.read(bytes, FITReader())
    }

    @Test("a file cut anywhere gives every record before the cut, and says so")
    func cut() throws {
        let bytes = try sample()
        let whole = read(bytes).activity.points
        var last = 0
        for length in stride(from: 0, to: bytes.count, by: 97) {
            let (activity, problems) = read(Array(bytes.prefix(length)))
            #expect(problems.fatal != nil, "\(length) bytes")
            #expect(activity.points == Array(whole.prefix(activity.points.count)))
            #expect(activity.points.count >= last)
            last = activity.points.count
        }
        #expect(last > 590)
        let problem = read(Array(bytes.prefix(1_000))).problems.fatal
        #expect(problem?.place == .byte(1_000))
        #expect(problem?.reason.hasPrefix("the file ends too early: ") == true)
    }

    @Test("a message without a definition ends the reading at its byte; what came before is kept")
    func undefined() throws {
        var bytes = try sample()
        let whole = read(bytes).activity.points
        // A data message of the local type 15, which nothing defines.
        bytes[bytes.count / 2] = 0x0F
        let (activity, problems) = read(bytes)
        #expect(activity.points.count > 100)
        #expect(activity.points.prefix(200) == whole.prefix(200))
        #expect(!problems.isEmpty)
    }

    @Test("a wrong checksum is told and the file read all the same")
    func checksum() throws {
        var bytes = try sample()
        bytes[bytes.count - 1] ^= 1
        let (activity, problems) = read(bytes)
        #expect(activity.points.count == 602)
        #expect(problems.fatal == nil)
        #expect(problems.first.map(\.reason) == ["wrong checksum; read all the same"])
        bytes[12] ^= 1
        #expect(read(bytes).problems.count == 2)
    }

    @Test("bytes after the end are ignored aloud; two files in a row are both read")
    func tail() throws {
        let bytes = try sample()
        let (activity, problems) = read(bytes + [1, 2, 3, 4])
        #expect(activity.points.count == 602)
        #expect(problems.first.first?.description.contains("after the end") == true)
        let twice = read(bytes + bytes)
        #expect(twice.problems.isEmpty && twice.activity.points.count == 1_204)
    }

    @Test("what is not FIT is refused with its place")
    func refused() {
        #expect(read([]).problems.fatal?.description == "byte 0: not FIT: the file is empty")
        #expect(
            read(Array("<gpx></gpx>   ".utf8)).problems.fatal?.reason
                .hasPrefix("not FIT: expected a header of 12 or 14 bytes, not 60") == true)
        let header: [UInt8] = [14, 16, 0, 0, 0, 0, 0, 0] + Array(".FIX".utf8) + [0, 0]
        #expect(read(header).problems.fatal?.reason.hasPrefix("not FIT: expected .FIT") == true)
    }

    @Test("positions are signed, and 180° east is 180° west")
    func semicircles() {
        let start = Samples.time("2026-06-01T06:00:00Z")
        let places = [(-40.64575, 52.5), (90, 180), (-90, -180), (0, 179.999_999_95)]
        let points = places.enumerated().map { index, place in
            Point(
                time: start + Elapsed(seconds: Double(index)),
                coordinate: Coordinate(latitude: place.0, longitude: place.1))
        }
        let run = Activity(segments: [Activity.Segment(points: points)])
        let bytes = Format.named("fit")?.encode(run)?.bytes ?? []
        let found = read(bytes).activity.points.compactMap(\.coordinate)
        #expect(found.count == 4)
        #expect(abs(found[0].latitude + 40.64575) < 5e-8)
        #expect(abs(found[1].longitude + 180) < 1e-7 && abs(found[2].longitude + 180) < 1e-7)
        #expect(abs(found[3].longitude - 180) < 1e-6)
        let fifty = [UInt8](bytes).windowsContain(626_349_397)
        #expect(fifty, "52.5° is 626349397 semicircles")
    }
}

extension [UInt8] {
    /// Whether the little-endian number stands anywhere in the bytes.
    fileprivate func windowsContain(_ value: Int32) -> Bool {
        let wanted = Swift.withUnsafeBytes(of: value.littleEndian) { Array($0) }
        return indices.dropLast(3).contains { Array(self[$0..<$0 + 4]) == wanted }
    }
}
