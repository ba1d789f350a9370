import RunCore

/// Writes a FIT activity file: file_id, records with timer events at pauses, laps, session, activity.
///
/// Times are whole seconds and positions 8 mm, as FIT has them; no developer fields. Records without
/// a position keep their distance.
enum FITWriter {
    static func encode(_ activity: Activity, to out: inout ByteBuffer) -> WriterReport {
        var report = WriterReport()
        var body = ByteBuffer(capacity: 65_536)
        let dated = activity.keepingTimes(report: &report) { FITProfile.timestamp($0) != nil }
        if let timeline = Timeline(dated, resolution: 1_000_000, report: &report) {
            FITActivity(activity: dated, timeline: timeline).write(to: &body)
        }
        body.withBytes { bytes in
            writeHeader(dataSize: bytes.count, to: &out)
            out.append(bytes.bindMemory(to: UInt8.self))
        }
        let checksum = out.withBytes { FITChecksum.of($0) }
        out.append(littleEndian: checksum)
        report.marks = activity.marks.count { $0.time == nil }
        return report
    }

    private static func writeHeader(dataSize: Int, to out: inout ByteBuffer) {
        out.append(byte: 14)
        out.append(byte: 0x10)
        out.append(littleEndian: UInt16(2_132))
        out.append(littleEndian: UInt32(clamping: dataSize))
        out.append(".FIT")
        // The header's checksum covers its first twelve bytes only.
        let checksum = out.withBytes { FITChecksum.of($0) }
        out.append(littleEndian: checksum)
    }
}

extension Activity {
    /// Without points, laps and marks at times that a format cannot say.
    func keepingTimes(
        report: inout WriterReport, _ canSay: (WallTime) -> Bool
    ) -> Activity {
        var result = self
        for index in result.segments.indices {
            let before = result.segments[index].points.count
            result.segments[index].points.removeAll { $0.time.map { !canSay($0) } ?? false }
            report.timeOutOfRange += before - result.segments[index].points.count
            result.segments[index].start = result.segments[index].start.flatMap {
                canSay($0) ? $0 : nil
            }
            result.segments[index].end = result.segments[index].end.flatMap {
                canSay($0) ? $0 : nil
            }
        }
        result.laps.removeAll { !canSay($0.start) || !canSay($0.end) }
        result.marks.removeAll { $0.time.map { !canSay($0) } ?? false }
        return result
    }
}
