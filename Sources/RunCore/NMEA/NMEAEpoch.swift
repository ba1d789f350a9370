/// What a receiver said of one moment in several sentences, as modems hand it on.
package enum NMEAEpoch {
    private static let metresPerSecondOfKnot = 1852.0 / 3600

    /// The fix of sentences on lines of their own: position and quality from GGA, speed, course
    /// and date from RMC of the same time, two or three dimensions from GSA.
    /// - Returns: nil if there is neither a right GGA nor a right RMC; mode 1 if they say that
    ///   there is no fix.
    package static func fix(_ text: String, device: String? = nil) -> Fix? {
        var latest: [String: NMEASentence] = [:]
        for line in text.split(whereSeparator: \.isNewline).suffix(100) {
            if let sentence = NMEASentence(line) { latest[sentence.kind] = sentence }
        }
        let position = latest["GGA"]
        var motion = latest["RMC"]
        guard position != nil || motion != nil else { return nil }
        if let position, let time = motion?.timeOfDay(0), time != position.timeOfDay(0) {
            motion = nil  // of another moment
        }
        var fix = Fix(mode: 1, device: device)
        if let position { take(position, into: &fix) }
        if let motion { take(motion, hasPosition: position != nil, into: &fix) }
        if fix.mode >= 2, let dimensions = latest["GSA"]?.number(1), dimensions == 2 {
            fix.mode = 2
            fix.altitude = nil
        }
        return fix
    }

    private static func take(_ gga: NMEASentence, into fix: inout Fix) {
        guard let quality = gga.number(5), quality >= 1, quality != 6, quality < 9,
            let coordinate = coordinate(gga, at: 1)
        else { return }
        fix.coordinate = coordinate
        fix.altitude = gga.number(8)
        fix.mode = fix.altitude == nil ? 2 : 3
        fix.satellites = gga.number(6).flatMap { $0 >= 0 && $0 <= 99 ? Int($0) : nil }
        fix.hdop = gga.number(7).flatMap { $0 > 0 ? $0 : nil }
    }

    private static func take(
        _ rmc: NMEASentence, hasPosition: Bool, into fix: inout Fix
    ) {
        if let day = rmc.day(8), let time = rmc.timeOfDay(0) {
            fix.time = WallTime(microseconds: day + time)
        }
        guard rmc.text(1) == "A" else { return }
        if !hasPosition, let coordinate = coordinate(rmc, at: 2) {
            fix.coordinate = coordinate
            fix.mode = 2
        }
        guard fix.mode >= 2 else { return }
        fix.speed = rmc.number(6).flatMap { $0 >= 0 ? $0 * metresPerSecondOfKnot : nil }
        fix.track = rmc.number(7).flatMap { $0 >= 0 && $0 <= 360 ? $0 : nil }
    }

    private static func coordinate(_ sentence: NMEASentence, at index: Int) -> Coordinate? {
        guard let latitude = sentence.angle(index, negative: "S"),
            let longitude = sentence.angle(index + 2, negative: "W")
        else { return nil }
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        return coordinate.isValid ? coordinate : nil
    }
}
