import RunCore

/// Reads a sensor log by letting the engine make the run of it.
package struct SensorLogReader: ActivityReader {
    package private(set) var problems = Problems()
    private var lines = LineSplitter()
    private var log = LogReader()
    private var builder: ActivityBuilder
    private var events = 0

    package init(options: ActivityBuilder.Options = ActivityBuilder.Options()) {
        builder = ActivityBuilder(options: options)
    }

    package mutating func read(_ bytes: UnsafeRawBufferPointer, into elements: inout [Element]) {
        var lines = self.lines
        lines.take(bytes) { number, line in take(line, number) }
        self.lines = lines
    }

    package mutating func finish(into elements: inout [Element]) {
        var lines = self.lines
        lines.finish { number, line in take(line, number) }
        self.lines = lines
        guard events > 0 else {
            problems.end(Problem(.file, "not a sensor log: no line with an event"))
            return
        }
        builder.finish().forEachElement { elements.append($0) }
    }

    private mutating func take(_ line: UnsafeBufferPointer<UInt8>?, _ number: Int) {
        guard let line else {
            problems.note(Problem(.line(number), "a line that is too long; left out"))
            return
        }
        do throws(LogError) {
            guard let event = try log.read(line: UnsafeRawBufferPointer(line)) else { return }
            events += 1
            builder.handle(event)
        } catch {
            problems.note(Problem(.line(number), "\(error.reason); line left out"))
        }
    }
}

/// Writes a run as the sensor log that a recorder would have kept of it.
enum SensorLogWriter {
    static func encode(_ activity: Activity, to out: inout ByteBuffer) -> WriterReport {
        var report = WriterReport()
        for point in activity.segments.flatMap(\.points) {
            if point.time == nil { report.withoutTime += 1 } else { report.written += 1 }
        }
        report.marks = activity.marks.count { $0.time == nil }
        var line: [UInt8] = []
        for event in activity.events() {
            line.removeAll(keepingCapacity: true)
            LogCodec.encode(event, into: &line)
            out.append(line)
            out.append("\n")
        }
        return report
    }
}
