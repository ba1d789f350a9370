/// What a replay does differently from what the log says.
package struct ReplayOptions: Equatable, Sendable {
    package var gpsMode: EngineSettings.GPSMode?
    /// Metres; fixes the step length and switches learning off.
    package var stepLength: Double?
    /// Seconds without an adequate fix before steps take over.
    package var timeout: Double?
    /// Body height in metres.
    package var height: Double?
    /// Collect the points of the track in the report.
    package var keepsPoints = false

    package init() {}

    func apply(to settings: EngineSettings) -> EngineSettings {
        var settings = settings
        settings.gpsMode = gpsMode ?? settings.gpsMode
        settings.stepLength = stepLength ?? settings.stepLength
        settings.timeout = timeout ?? settings.timeout
        settings.height = height ?? settings.height
        return settings
    }
}

/// Makes the run again from its sensor log, line by line.
///
/// Bytes may come in any portions. Memory does not grow with the length of the log, unless points
/// are kept.
package struct Replay: Sendable {
    private let options: ReplayOptions
    private var reader = LogReader()
    private var recorder = Recorder()
    private var report = ReplayReport()
    private var signals = BodySignals()
    private var line = 0
    private var latest: Instant?
    /// The beginning of a line whose end has not come yet.
    private var rest: [UInt8] = []

    /// A line longer than this is no event of ours.
    private static let longestLine = 1 << 20

    package init(options: ReplayOptions = ReplayOptions()) { self.options = options }

    /// A whole log at once.
    package static func run(
        _ bytes: UnsafeRawBufferPointer, options: ReplayOptions = ReplayOptions()
    ) -> ReplayReport {
        var replay = Replay(options: options)
        replay.feed(bytes)
        return replay.finish()
    }

    /// Takes the next bytes of the log.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer) {
        var start = 0
        while let end = bytes.newline(from: start) {
            let part = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            if rest.isEmpty {
                take(part)
            } else {
                rest.append(contentsOf: part)
                takeRest()
            }
            start = end + 1
        }
        guard start < bytes.count else { return }
        rest.append(contentsOf: bytes[start...])
        if rest.count > Self.longestLine {
            rest.removeAll()
            line += 1
            problem("longer than \(Self.longestLine) bytes")
        }
    }

    /// The run as the engine made it. A log without a stop ends at its latest arrival.
    package mutating func finish() -> ReplayReport {
        if !rest.isEmpty { takeRest() }
        if let latest, recorder.isRecording {
            report.isCutOff = true
            apply(Event(time: latest, arrival: latest, payload: .stop))
        }
        report.points = report.points.map(signals.completed)
        report.summary = recorder.summary
        report.model = recorder.model
        report.settings = recorder.settings
        return report
    }

    private mutating func takeRest() {
        let bytes = rest
        rest.removeAll(keepingCapacity: true)
        bytes.withUnsafeBytes { take($0) }
    }

    private mutating func take(_ bytes: UnsafeRawBufferPointer) {
        line += 1
        do throws(LogError) {
            guard var event = try reader.read(line: bytes) else { return }
            if case .start(var start) = event.payload {
                start.settings = options.apply(to: start.settings ?? EngineSettings())
                event.payload = .start(start)
            }
            report.events += 1
            latest = event.arrival
            apply(event)
        } catch {
            problem(error.reason)
        }
    }

    private mutating func apply(_ event: Event) {
        let effects = recorder.handle(event)
        guard options.keepsPoints else { return }
        signals.note(event)
        for case .point(let point) in effects { report.points.append(point) }
    }

    private mutating func problem(_ reason: String) {
        report.problemCount += 1
        if report.problems.count < 100 {
            report.problems.append(ReplayReport.Problem(line: line, reason: reason))
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The index of the next line end; nil if there is none.
    fileprivate func newline(from start: Int) -> Int? {
        var index = start
        while index < count {
            if self[index] == 0x0A { return index }
            index += 1
        }
        return nil
    }
}
