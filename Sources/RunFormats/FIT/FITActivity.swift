import RunCore

/// The messages of one activity, in the order of time.
struct FITActivity {
    /// Local message numbers.
    private enum Local {
        static let once: UInt8 = 0
        static let event: UInt8 = 1
        static let record: UInt8 = 2
        static let lap: UInt8 = 3
    }

    let activity: Activity
    let timeline: Timeline
    private let layout: FITRecordLayout
    private var kind: Kind { activity.header.kind }

    init(activity: Activity, timeline: Timeline) {
        self.activity = activity
        self.timeline = timeline
        layout = FITRecordLayout(timeline)
    }

    func write(to out: inout ByteBuffer) {
        writeFileID(to: &out)
        layout.writeDefinition(local: Local.record, to: &out)
        event(.timerStart, at: timeline.start).writeDefinition(.event, local: Local.event, to: &out)
        var summaries = LapSummaries(timeline)
        var marks = activity.marks.compactMap(\.time).sorted()[...]
        for segment in timeline.segments {
            event(.timerStart, at: segment.start).writeData(local: Local.event, to: &out)
            for point in segment.points {
                guard let time = point.time else { continue }
                while let mark = marks.first, mark <= time {
                    event(.marker, at: mark).writeData(local: Local.event, to: &out)
                    marks.removeFirst()
                }
                for lap in summaries.completed(before: time) { write(lap: lap, to: &out) }
                summaries.add(point)
                layout.write(point, time: time, local: Local.record, to: &out)
            }
            event(.timerStopAll, at: segment.end).writeData(local: Local.event, to: &out)
        }
        for mark in marks { event(.marker, at: mark).writeData(local: Local.event, to: &out) }
        for lap in summaries.rest() { write(lap: lap, to: &out) }
        writeSession(summaries.whole, to: &out)
        writeActivity(to: &out)
    }

    private func writeFileID(to out: inout ByteBuffer) {
        let start =
            FITProfile.timestamp(activity.header.start ?? timeline.start)
            ?? stamp(timeline.start)
        var file = FITFields()
        file.enumeration(0, 4)
        file.uint16(1, 255)
        file.uint16(2, 0)
        file.serial(3, 1)
        file.timestamp(4, start)
        file.write(.fileID, local: Local.once, to: &out)
        var creator = FITFields()
        creator.uint16(0, 100)
        creator.write(.fileCreator, local: Local.once, to: &out)
        var device = FITFields()
        device.timestamp(253, stamp(timeline.start))
        device.uint8(0, 0)
        device.uint16(2, 255)
        device.uint16(4, 0)
        device.uint16(5, 100)
        device.string(27, "rund")
        device.write(.deviceInfo, local: Local.once, to: &out)
    }

    /// Event and event type of the profile.
    private enum Moment {
        case timerStart
        case timerStopAll
        case marker
    }

    private func event(_ moment: Moment, at time: WallTime) -> FITFields {
        var fields = FITFields()
        fields.timestamp(253, stamp(time))
        switch moment {
        case .timerStart:
            fields.enumeration(0, 0)
            fields.enumeration(1, 0)
        case .timerStopAll:
            fields.enumeration(0, 0)
            fields.enumeration(1, 4)
        case .marker:
            fields.enumeration(0, 32)
            fields.enumeration(1, 3)
        }
        fields.uint8(4, 0)
        return fields
    }

    private func write(lap: LapSummaries.Lap, to out: inout ByteBuffer) {
        var fields = FITFields()
        fields.timestamp(253, stamp(lap.told.end))
        fields.uint16(254, Double(lap.index))
        fields.enumeration(0, 9)
        fields.enumeration(1, 1)
        fields.timestamp(2, stamp(lap.told.start))
        fields.position(3, lap.first)
        fields.position(5, lap.last)
        fields.uint32(7, (lap.told.end - lap.told.start).seconds * 1_000)
        fields.uint32(8, lap.told.active * 1_000)
        fields.uint32(9, lap.told.distance * 100)
        fields.uint32(10, lap.told.steps.map { Double($0 / 2) })
        fields.uint16(13, average(lap.told.distance, lap.told.active))
        fields.uint16(14, lap.extremes.speedMaximum.map { $0 * 1_000 })
        fields.uint8(15, lap.extremes.heartAverage)
        fields.uint8(16, lap.extremes.heartCount > 0 ? lap.extremes.heartMaximum : nil)
        fields.uint8(17, lap.extremes.cadenceAverage.map { Int($0 / 2) })
        fields.uint8(18, lap.extremes.cadenceCount > 0 ? Int(lap.extremes.cadenceMaximum / 2) : nil)
        fields.enumeration(24, lap.index + 1 == timeline.laps.count ? 7 : 0)
        fields.enumeration(25, FITProfile.sport(kind))
        fields.write(.lap, local: Local.lap, to: &out)
    }

    private func writeSession(_ whole: LapSummaries.Lap, to out: inout ByteBuffer) {
        let elapsed = (timeline.end - timeline.start).seconds
        let active = activity.activeSeconds
        let distance = activity.distanceMetres
        var fields = FITFields()
        fields.timestamp(253, stamp(timeline.end))
        fields.uint16(254, 0)
        fields.enumeration(0, 8)
        fields.enumeration(1, 1)
        fields.timestamp(2, stamp(timeline.start))
        fields.position(3, whole.first)
        fields.enumeration(5, FITProfile.sport(kind))
        fields.enumeration(6, 0)
        fields.uint32(7, elapsed * 1_000)
        fields.uint32(8, active * 1_000)
        fields.uint32(9, distance * 100)
        fields.uint32(10, activity.totals.steps.map { Double($0 / 2) })
        fields.uint16(14, average(distance, active))
        fields.uint16(15, whole.extremes.speedMaximum.map { $0 * 1_000 })
        fields.uint8(16, whole.extremes.heartAverage)
        fields.uint8(17, whole.extremes.heartCount > 0 ? whole.extremes.heartMaximum : nil)
        fields.uint8(18, whole.extremes.cadenceAverage.map { Int($0 / 2) })
        fields.uint8(
            19, whole.extremes.cadenceCount > 0 ? Int(whole.extremes.cadenceMaximum / 2) : nil)
        fields.uint16(25, 0)
        fields.uint16(26, Double(timeline.laps.count))
        fields.enumeration(28, 0)
        fields.write(.session, local: Local.once, to: &out)
    }

    private func writeActivity(to out: inout ByteBuffer) {
        let end = stamp(timeline.end)
        var fields = FITFields()
        fields.timestamp(253, end)
        fields.uint32(0, activity.activeSeconds * 1_000)
        fields.uint16(1, 1)
        fields.enumeration(2, 0)
        fields.enumeration(3, 26)
        fields.enumeration(4, 1)
        if let offset = activity.header.endOffset ?? activity.header.startOffset {
            fields.uint32(5, Double(end) + Double(offset.seconds))
        }
        fields.write(.activity, local: Local.once, to: &out)
    }

    /// Millimetres a second.
    private func average(_ distance: Double, _ seconds: Double) -> Double? {
        seconds > 0 ? distance / seconds * 1_000 : nil
    }

    /// The timeline holds no time that FIT cannot say.
    private func stamp(_ time: WallTime) -> UInt32 { FITProfile.timestamp(time) ?? .max }
}
