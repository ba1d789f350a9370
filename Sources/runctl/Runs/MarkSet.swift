internal import RunCore
internal import RunFormats
internal import RunStore

/// The marks of one run, or those without one, with what is needed to show them.
struct MarkSet {
    let marks: [PlacedMark]
    /// Start of the run; nil for marks without one.
    private let begin: Instant?
    /// Civil times by number; nil where the clock was not set.
    private let walls: [Int: WallTime]
    /// Local time minus UTC by number.
    private let offsets: [Int: Int]
    private let title: String

    init(_ library: Library, _ word: String, _ context: Context) throws(Failure) {
        let run = try library.run(word)
        let summary = try library.replay(run.number, context).summary
        marks = summary.marks
        begin = summary.begin
        title = "run \(run.number)"
        var walls: [Int: WallTime] = [:]
        var offsets: [Int: Int] = [:]
        for mark in summary.marks {
            walls[mark.number] = run.startWall.map { $0 + (mark.time - run.start) }
            offsets[mark.number] = run.startOffset
        }
        self.walls = walls
        self.offsets = offsets
    }

    init(alone library: Library) throws(Failure) {
        let stored = try Library.attempt { () throws(StoreError) in try library.reader.loneMarks() }
        var marks: [PlacedMark] = []
        var walls: [Int: WallTime] = [:]
        var offsets: [Int: Int] = [:]
        for mark in stored {
            walls[mark.number] = mark.wall
            offsets[mark.number] = mark.utcOffset
            var placed = PlacedMark(
                number: mark.number, time: Instant(microseconds: mark.wall?.microseconds ?? 0),
                text: mark.text, place: mark.place)
            if let last = marks.last { placed.leg = MarkLeg(from: last, to: placed) }
            marks.append(placed)
        }
        self.marks = marks
        self.walls = walls
        self.offsets = offsets
        begin = nil
        title = "marks"
    }

    /// When a mark was set: since the start of its run, or by the clock.
    func moment(of mark: PlacedMark) -> String {
        if let begin { return Stopwatch.clock((mark.time - begin).seconds) }
        guard let wall = walls[mark.number] else { return "" }
        let local = LocalTime(wall, offset: offsets[mark.number] ?? 0)
        return "\(local.date) \(local.clock)"
    }

    private func civil(_ mark: PlacedMark) -> String? {
        walls[mark.number].map { wall in
            offsets[mark.number].map { wall.rfc3339(offset: UTCOffset(seconds: $0)) }
                ?? wall.rfc3339()
        }
    }

    var json: JSONValue {
        let objects = marks.map {
            JSONValue.object(ControlMark($0, time: civil($0), start: begin).json)
        }
        return .object(["marks": .array(objects)])
    }

    /// A run of nothing but marks, for the writers of other formats.
    var activity: Activity {
        var activity = Activity(header: Activity.Header(name: title))
        activity.marks = marks.map { Activity.Waypoint($0, time: walls[$0.number]) }
        return activity
    }

    /// RFC 4180: metres, seconds, degrees.
    var csv: String {
        var rows = [
            "number,name,time,latitude,longitude,altitude,eph,age,distance,leg,straight,bearing"
        ]
        for mark in marks {
            let place = mark.place
            let fields: [String] = [
                "\(mark.number)", Self.quoted(mark.label), walls[mark.number]?.rfc3339() ?? "",
                Self.number(place?.coordinate.latitude, 9),
                Self.number(place?.coordinate.longitude, 9), Self.number(place?.altitude, 3),
                Self.number(place?.eph, 1), Self.number(place?.age, 1),
                Self.number(mark.distance, 3), Self.number(mark.leg?.distance, 3),
                Self.number(mark.leg?.straight, 3), Self.number(mark.leg?.bearing, 1),
            ]
            rows.append(fields.joined(separator: ","))
        }
        return rows.map { $0 + "\r\n" }.joined()
    }

    private static func number(_ value: Double?, _ places: Int) -> String {
        guard let value, value.isFinite else { return "" }
        return Decimal.fixed(value, places)
    }

    private static func quoted(_ text: String) -> String {
        "\""
            + text.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
    }
}
