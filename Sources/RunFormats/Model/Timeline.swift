import RunCore

/// A run as formats with laps see it: every point has a time, times only rise, and laps cover it all.
struct Timeline {
    let start: WallTime
    let end: WallTime
    /// Stretches without a pause, each with its start and end.
    private(set) var segments: [(start: WallTime, end: WallTime, points: [Point])] = []
    /// At least one.
    let laps: [Activity.Lap]
    private(set) var report: WriterReport

    /// Nil if nothing in the run has a time.
    /// - Parameter resolution: microseconds that the format can tell apart.
    init?(_ activity: Activity, resolution: Int64, report: inout WriterReport) {
        var last: WallTime?
        for segment in activity.segments {
            var points: [Point] = []
            points.reserveCapacity(segment.points.count)
            for var point in segment.points {
                guard let exact = point.time else {
                    report.withoutTime += 1
                    continue
                }
                let time = exact.rounded(to: resolution)
                if let last, time <= last {
                    report.outOfOrder += 1
                    continue
                }
                last = time
                point.time = time
                points.append(point)
            }
            let start = segment.start?.rounded(to: resolution) ?? points.first?.time
            let end = segment.end?.rounded(to: resolution) ?? points.last?.time
            guard let start, let end else { continue }
            segments.append(
                (
                    min(start, points.first?.time ?? start),
                    max(start, end, points.last?.time ?? end), points
                ))
        }
        guard let first = segments.first, let final = segments.last else { return nil }
        start = first.start
        end = final.end
        report.written += segments.reduce(0) { $0 + $1.points.count }
        laps = Timeline.laps(of: activity, from: start, to: end, resolution: resolution)
        self.report = report
    }

    private static func laps(
        of activity: Activity, from start: WallTime, to end: WallTime, resolution: Int64
    ) -> [Activity.Lap] {
        let rounded = activity.laps.map { lap in
            var lap = lap
            lap.start = lap.start.rounded(to: resolution)
            lap.end = lap.end.rounded(to: resolution)
            return lap
        }
        guard rounded.isEmpty else { return rounded }
        return [
            Activity.Lap(
                start: start, end: end, active: activity.activeSeconds,
                distance: activity.distanceMetres, steps: activity.totals.steps)
        ]
    }

    /// The index of the lap that a moment belongs to; the last lap takes what is later.
    func lapIndex(of time: WallTime) -> Int {
        var index = 0
        while index + 1 < laps.count, laps[index + 1].start <= time { index += 1 }
        return index
    }
}

extension WallTime {
    /// - Parameter resolution: microseconds, more than 0.
    func rounded(to resolution: Int64) -> WallTime {
        let shifted = microseconds &+ resolution / 2
        let remainder = shifted % resolution
        return WallTime(
            microseconds: shifted - (remainder < 0 ? remainder + resolution : remainder))
    }

    /// To the nearest millisecond, the finest time that the readers of XML formats all keep.
    var milliseconds: WallTime { rounded(to: 1_000) }
}

extension Activity {
    /// Seconds without the pauses: as told, else the lengths of the segments.
    package var activeSeconds: Double {
        totals.active
            ?? segments.reduce(0) { sum, segment in
                guard let start = segment.start ?? segment.points.first?.time,
                    let end = segment.end ?? segment.points.last?.time
                else { return sum }
                return sum + max(0, (end - start).seconds)
            }
    }

    /// Metres: as measured, else as the last point says, else as the device counted.
    package var distanceMetres: Double {
        totals.distance ?? lastPointDistance ?? totals.deviceDistance ?? 0
    }

    private var lastPointDistance: Double? {
        for segment in segments.reversed() {
            if let point = segment.points.last(where: { $0.distance != nil }) {
                return point.distance
            }
        }
        return nil
    }
}

/// The heart rates and speeds of some points, boiled down.
struct Extremes {
    private(set) var heartSum = 0
    private(set) var heartCount = 0
    private(set) var heartMaximum = 0
    private(set) var cadenceSum = 0.0
    private(set) var cadenceCount = 0
    private(set) var cadenceMaximum = 0.0
    private(set) var speedMaximum: Double?

    mutating func add(_ point: Point) {
        if let heart = point.heart, (1...254).contains(heart) {
            heartSum += heart
            heartCount += 1
            heartMaximum = max(heartMaximum, heart)
        }
        if let cadence = point.cadence, cadence.isFinite, (0..<510).contains(cadence) {
            cadenceSum += cadence
            cadenceCount += 1
            cadenceMaximum = max(cadenceMaximum, cadence)
        }
        if let speed = point.speed, speed.isFinite, speed >= 0 {
            speedMaximum = max(speedMaximum ?? 0, speed)
        }
    }

    var heartAverage: Int? { heartCount > 0 ? (heartSum + heartCount / 2) / heartCount : nil }
    /// Steps a minute, both feet.
    var cadenceAverage: Double? { cadenceCount > 0 ? cadenceSum / Double(cadenceCount) : nil }
}
