internal import POSIX
internal import RunCore
internal import RunStore
internal import Settings
internal import Uploads

/// Sends runs to services and notes in the database what became of each.
struct Courier {
    private let library: Library
    private let configuration: Configuration
    private let presets: [String]
    private let context: Context

    /// - Parameter file: the configuration file, if another than the usual one.
    init(_ context: Context, folder: String?, file: String?) throws(Failure) {
        library = try Library(context, folder: folder)
        let locations = Locations.current(Locations.Options(configurationFile: file))
        do throws(SettingsError) {
            configuration = try locations.configuration()
        } catch {
            throw Failure(.configuration, error.description, hints: error.hint.map { [$0] } ?? [])
        }
        presets = Presets.folders(configurationFile: locations.configurationFile)
        self.context = context
    }

    func run(_ word: String) throws(Failure) -> RunRecord { try library.run(word) }

    func target(_ name: String) throws(UploadError) -> UploadTarget {
        try UploadTarget(name, configuration) { word throws(UploadError) in
            try Presets.find(word, in: presets)
        }
    }

    /// The request as it would be sent now.
    func request(_ target: UploadTarget, _ run: RunRecord) throws(UploadError) -> UploadRequest {
        var secret: String?
        if let place = target.secret {
            secret = try Secret.read(
                place, credentials: context.environment["CREDENTIALS_DIRECTORY"])
        }
        let activity: UploadRequest.Run
        do throws(Failure) {
            activity = UploadRequest.Run(
                number: run.number,
                activity: try library.activity(of: run, rawTrack: false, context))
        } catch {
            throw UploadError(.data, error.message)
        }
        return try UploadRequest(target, activity, secret: secret)
    }

    /// What is noted about a run and a service; nil if nothing.
    func record(of run: RunNumber, _ service: String) throws(Failure) -> UploadRecord? {
        try uploads(of: run).first { $0.service == service }
    }

    /// Of one run, or all that are not sent.
    func uploads(of run: RunNumber? = nil) throws(Failure) -> [UploadRecord] {
        try Library.attempt { () throws(StoreError) in try library.reader.uploads(of: run) }
    }

    /// Puts a run in the queue, on disk, before anything is sent.
    func queue(_ run: RunNumber, _ service: String) throws(Failure) -> UploadRecord {
        let record = UploadRecord(
            run: run, service: service, state: .waiting, next: now, changed: now)
        try note(record)
        return record
    }

    /// Sends one run of the queue. It counts as sent only after the service has said so; if the power
    /// fails between its answer and our note, it is sent once more.
    func send(_ record: UploadRecord) throws(Failure) -> UploadRecord {
        var record = record
        record.attempts += 1
        switch verdict(record) {
        case .sent(let remote):
            record.state = .sent
            record.remote = remote
            record.reason = nil
            record.next = nil
        case .again(let after, let reason):
            record.state = .waiting
            record.reason = reason
            record.next = now + after
        case .failed(let reason):
            record.state = .failed
            record.reason = reason
            record.next = nil
        }
        record.changed = now
        try note(record)
        return record
    }

    private func verdict(_ record: UploadRecord) -> UploadVerdict {
        do throws(UploadError) {
            let target = try target(record.service)
            let run: RunRecord
            do throws(Failure) {
                run = try library.run("\(record.run)")
            } catch {
                return .failed(reason: error.message)
            }
            let request = try request(target, run)
            for line in request.warnings { context.warn("\(target.format.name): \(line)") }
            return UploadVerdict(
                HTTPClient().send(request.request), attempts: record.attempts, now: now)
        } catch {
            return .failed(reason: error.reason)
        }
    }

    private func note(_ record: UploadRecord) throws(Failure) {
        let editor = try library.editor()
        try Library.attempt { () throws(StoreError) in try editor.setUpload(record) }
    }

    var now: WallTime { WallTime(microseconds: Clock.wallMicroseconds()) }
}

extension UploadRecord {
    /// One line for a person, such as `run 12 to home: waiting, tried again in 4 min (timed out)`.
    func text(now: WallTime) -> String {
        let reason = self.reason.map { " (\(Text.safe($0)))" } ?? ""
        switch state {
        case .sent:
            let place = remote.map { " as \(Text.safe($0))" } ?? ""
            return "run \(run) to \(service): sent\(place)"
        case .failed: return "run \(run) to \(service): not sent\(reason)"
        case .waiting:
            guard attempts > 0, let next else { return "run \(run) to \(service): waiting" }
            let minutes = Int(max(0, ((next - now).seconds / 60).rounded(.up)))
            return "run \(run) to \(service): waiting, tried again in \(minutes) min\(reason)"
        }
    }

    var json: JSONObject {
        [
            "run": .integer(run), "service": .string(service), "state": .string(state.rawValue),
            "remote": remote.map { .string($0) }, "reason": reason.map { .string($0) },
            "attempts": .integer(Int64(attempts)), "next": next.map { .string($0.rfc3339()) },
            "changed": .string(changed.rfc3339()),
        ]
    }
}
