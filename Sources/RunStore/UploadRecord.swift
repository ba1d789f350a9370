package import RunCore

/// Where a run was or is to be sent, and what became of it.
package struct UploadRecord: Equatable, Sendable {
    package var run: RunNumber
    /// The service's name.
    package var service: String
    package var state: State
    /// What the service calls it: an id or a URL.
    package var remote: String?
    /// Why the last attempt failed.
    package var reason: String?
    package var attempts: Int
    /// When to try again; nil: not by itself.
    package var next: WallTime?
    package var changed: WallTime

    package enum State: String, Sendable {
        case waiting
        case sent
        case failed
    }

    package init(
        run: RunNumber, service: String, state: State, remote: String? = nil,
        reason: String? = nil, attempts: Int = 0, next: WallTime? = nil, changed: WallTime
    ) {
        self.run = run
        self.service = service
        self.state = state
        self.remote = remote
        self.reason = reason
        self.attempts = attempts
        self.next = next
        self.changed = changed
    }
}

extension Database {
    func store(_ upload: UploadRecord) throws(StoreError) {
        try run(
            """
            INSERT OR REPLACE INTO uploads
            (run, service, state, remote, reason, attempts, next_utc_us, changed_utc_us)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .integer(upload.run), Value(upload.service), Value(upload.state.rawValue),
            Value(upload.remote), Value(upload.reason), Value(upload.attempts),
            Value(upload.next?.microseconds), .integer(upload.changed.microseconds))
    }
}

extension RunReader {
    /// Uploads of one run, or of all runs that are not done; the ones to be tried first come first.
    package func uploads(of run: RunNumber? = nil) throws(StoreError) -> [UploadRecord] {
        let filter = run == nil ? "state != 'sent'" : "run = ?"
        var statement = try Statement(
            database,
            """
            SELECT run, service, state, remote, reason, attempts, next_utc_us, changed_utc_us
            FROM uploads WHERE \(filter) ORDER BY next_utc_us IS NULL, next_utc_us, run, service
            """)
        if let run { statement.bind(.integer(run)) }
        var uploads: [UploadRecord] = []
        while try statement.step() {
            uploads.append(
                UploadRecord(
                    run: statement.int64(0) ?? 0, service: statement.string(1) ?? "",
                    state: statement.string(2).flatMap { .init(rawValue: $0) } ?? .failed,
                    remote: statement.string(3), reason: statement.string(4),
                    attempts: Int(statement.int64(5) ?? 0),
                    next: statement.int64(6).map { WallTime(microseconds: $0) },
                    changed: WallTime(microseconds: statement.int64(7) ?? 0)))
        }
        return uploads
    }
}
