import RunCore

/// Reads logs of NMEA 0183 receivers: RMC, GGA, GNS, GLL, VTG and ZDA of any talker.
///
/// Sentences with the same time of day make one point. What a receiver itself calls void is no
/// position, whatever stands in it. Without RMC or ZDA there is no date, and so no time.
package struct NMEAReader: ActivityReader {
    package private(set) var problems = Problems()
    private var lines = LineSplitter()
    private var epoch = NMEAEpochState()
    private var sentences = 0
    private var didSendHeader = false

    package init() {}

    package mutating func read(_ bytes: UnsafeRawBufferPointer, into elements: inout [Element]) {
        var lines = self.lines
        lines.take(bytes) { number, line in take(line, number, &elements) }
        self.lines = lines
    }

    package mutating func finish(into elements: inout [Element]) {
        var lines = self.lines
        lines.finish { number, line in take(line, number, &elements) }
        self.lines = lines
        send(epoch.flush(), &elements)
        if sentences == 0 {
            problems.end(Problem(.file, "not NMEA: no sentence with a position or a time"))
        }
        elements.append(.totals(Activity.Totals()))
    }

    private mutating func take(
        _ line: UnsafeBufferPointer<UInt8>?, _ number: Int, _ elements: inout [Element]
    ) {
        guard let line else {
            problems.note(Problem(.line(number), "a line that is too long; left out"))
            return
        }
        switch NMEASentence.parse(line) {
        case .failure(let error):
            if error.refusal == .checksum {
                problems.note(Problem(.line(number), "wrong checksum; sentence left out"))
            }
        case .success(let sentence):
            if let ended = epoch.take(sentence) { send(ended, &elements) }
            if NMEAEpochState.types.contains(sentence.type) { sentences += 1 }
        }
    }

    private mutating func send(_ point: Point?, _ elements: inout [Element]) {
        guard let point else { return }
        if !didSendHeader {
            didSendHeader = true
            elements.append(.header(Activity.Header(start: point.time)))
        }
        elements.append(.point(point))
    }
}

/// Sentences of one moment on their way to a point.
struct NMEAEpochState {
    static let types: Set<String> = ["RMC", "GGA", "GNS", "GLL", "VTG", "ZDA"]

    private var timeOfDay: Int64?
    private var point = Point()
    private var isVoid = false
    /// Days since 1970 of the last date, and the time of day that came with it.
    private var date: (day: Int, timeOfDay: Int64)?

    /// - Returns: the point that the sentence shows to be complete.
    mutating func take(_ sentence: NMEASentence) -> Point? {
        var ended: Point?
        let index = sentence.type == "GLL" ? 5 : 1
        if NMEAEpochState.types.contains(sentence.type), sentence.type != "VTG" {
            if let time = sentence.timeOfDay(index) {
                if time != timeOfDay { ended = flush() }
                timeOfDay = time
            } else if !sentence.text(index).isEmpty {
                // What has an impossible time belongs to no moment.
                return nil
            }
        }
        switch sentence.type {
        case "RMC": takeRMC(sentence)
        case "GGA":
            takePosition(sentence, at: 2)
            if sentence.text(6) == "0" { isVoid = true }
            point.altitude = sentence.number(9) ?? point.altitude
        case "GNS":
            takePosition(sentence, at: 2)
            let modes = sentence.text(6)
            if !modes.isEmpty, modes.allSatisfy({ $0 == "N" }) { isVoid = true }
            point.altitude = sentence.number(9) ?? point.altitude
        case "GLL":
            takePosition(sentence, at: 1)
            if sentence.text(6) == "V" { isVoid = true }
        case "VTG": point.speed = sentence.number(7).map { $0 / 3.6 } ?? point.speed
        case "ZDA": takeZDA(sentence)
        default: break
        }
        return ended
    }

    /// What was gathered, if it has a position.
    mutating func flush() -> Point? {
        defer {
            point = Point()
            isVoid = false
        }
        guard !isVoid, point.coordinate != nil else { return nil }
        var result = point
        result.time = time()
        return result
    }

    /// The date of the last RMC or ZDA, moved on when the time of day began anew since.
    private func time() -> WallTime? {
        guard let timeOfDay, let date else { return nil }
        let day = timeOfDay < date.timeOfDay - 43_200_000_000 ? date.day + 1 : date.day
        return WallTime(microseconds: Int64(day) * 86_400_000_000 + timeOfDay)
    }

    private mutating func takeRMC(_ sentence: NMEASentence) {
        if sentence.text(2) == "V" { isVoid = true }
        takePosition(sentence, at: 3)
        // Knots.
        point.speed = sentence.number(7).map { $0 * 1_852 / 3_600 } ?? point.speed
        let digits = sentence.text(9)
        guard digits.utf8.count == 6, let value = Int(digits), value >= 0 else { return }
        let short = value % 100
        setDate(
            year: short < 80 ? 2000 + short : 1900 + short, month: value / 100 % 100,
            day: value / 10_000)
    }

    private mutating func takeZDA(_ sentence: NMEASentence) {
        guard let day = Int(sentence.text(2)), let month = Int(sentence.text(3)),
            let year = Int(sentence.text(4)), (1980...9999).contains(year)
        else { return }
        setDate(year: year, month: month, day: day)
    }

    private mutating func setDate(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month),
            (1...CivilDate.daysIn(month: month, year: year)).contains(day), let timeOfDay
        else { return }
        date = (CivilDate(year: year, month: month, day: day).daysSinceEpoch, timeOfDay)
    }

    private mutating func takePosition(_ sentence: NMEASentence, at index: Int) {
        guard let latitude = sentence.angle(index, negative: "S"),
            let longitude = sentence.angle(index + 2, negative: "W")
        else { return }
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        if coordinate.isValid { point.coordinate = coordinate }
    }
}
