package import RunCore

/// A mark that was set while no run was recorded.
package struct LoneMark: Equatable, Sendable {
    /// From 1; never used again.
    package var number: Int
    /// Civil time; nil if the clock was not set.
    package var wall: WallTime?
    /// Local time minus UTC, in seconds.
    package var utcOffset: Int?
    package var place: MarkPlace?
    package var text: String?

    package init(
        number: Int = 0, wall: WallTime?, utcOffset: Int?, place: MarkPlace?, text: String?
    ) {
        self.number = number
        self.wall = wall
        self.utcOffset = utcOffset
        self.place = place
        self.text = text
    }
}

extension RunStore {
    /// Keeps a mark; on the disk when this returns.
    /// - Returns: the number it got.
    /// - Throws: `StoreError`; then it is not kept.
    package func addMark(_ mark: LoneMark) throws(StoreError) -> Int {
        if writer == nil { try attach() }
        guard let writer else { return 0 }
        let number = try writer.database.add(mark)
        try writer.sync()
        return number
    }
}

extension RunReader {
    /// The marks that belong to no run, the oldest first.
    package func loneMarks() throws(StoreError) -> [LoneMark] { try database.loneMarks() }
}

extension Database {
    func add(_ mark: LoneMark) throws(StoreError) -> Int {
        let place = mark.place
        try run(
            """
            INSERT INTO marks
            (number, utc_us, offset_s, latitude, longitude, altitude_m, eph_m, age_s, text)
            VALUES (nullif(?, 0), ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            Value(mark.number), Value(mark.wall?.microseconds), Value(mark.utcOffset),
            Value(place?.coordinate.latitude), Value(place?.coordinate.longitude),
            Value(place?.altitude), Value(place?.eph), Value(place?.age), Value(mark.text))
        return Int(try integer("SELECT max(number) FROM marks") ?? 0)
    }

    func loneMarks() throws(StoreError) -> [LoneMark] {
        var statement = try Statement(self, LoneMark.query)
        var marks: [LoneMark] = []
        while try statement.step() { marks.append(LoneMark(statement)) }
        return marks
    }
}

extension LoneMark {
    static let query = """
        SELECT number, utc_us, offset_s, latitude, longitude, altitude_m, eph_m, age_s, text
        FROM marks ORDER BY number
        """

    init(_ row: borrowing Statement) {
        var place: MarkPlace?
        if let latitude = row.double(3), let longitude = row.double(4) {
            place = MarkPlace(
                coordinate: Coordinate(latitude: latitude, longitude: longitude),
                altitude: row.double(5), eph: row.double(6), age: row.double(7) ?? 0)
        }
        self.init(
            number: Int(row.int64(0) ?? 0), wall: row.int64(1).map { WallTime(microseconds: $0) },
            utcOffset: row.int64(2).map { Int($0) }, place: place, text: row.string(8))
    }
}
