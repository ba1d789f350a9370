private import POSIX
package import RunCore

/// Keeps runs: takes every event at once, and answers for it from then on.
///
/// `append` puts an event into the tail file (it survives the death of the process) and into memory;
/// `flush`, called once a pass of the loop, moves what has gathered into the database in one
/// transaction every few seconds and syncs it (it survives a power cut). When the disk is full, read
/// only or broken, everything is kept in memory, tried again, and written in order when it works.
///
/// One `RunStore` writes at a time; who holds the directory is the daemon's business.
package final class RunStore {
    package let directory: StateDirectory
    package let options: Options
    /// What happened when it was opened, and since then if the database had to be replaced.
    package internal(set) var opening = Opening()

    var writer: Writer?
    var tail: TailFile?
    var isTailOld = false
    var pending = Backlog()
    var failure: (error: StoreError, since: Instant, retry: Instant)?
    /// When the oldest event that a power cut would lose has to be safe.
    var due: Instant?
    /// Something in the database was not given to a sync yet.
    var isUnsynced = false
    /// When the sync that runs was begun, in microseconds of CLOCK_MONOTONIC: how long a disk takes
    /// is no matter of the run's time, and does not go on in suspend.
    var syncing: Int64?
    var nextNumber: RunNumber = 1
    var nextSequences: [RunNumber: Int64] = [:]
    /// Runs that were begun while the database could not be read, and the numbers they got later.
    var renumbered: [RunNumber: RunNumber] = [:]
    /// The run that goes on, so that its row can be made again should the database be lost.
    var active: (number: RunNumber, run: NewRun)?
    let wall: () -> WallTime

    package struct Options: Sendable {
        /// The most that a power cut may take, in time.
        package var syncInterval: Elapsed
        /// Bytes kept in memory while the disk does not take them. The default holds more than
        /// 20 hours at one fix and one step reading a second.
        package var backlogLimit: Int
        /// How long the check at the opening may take.
        package var checkTime: Elapsed
        /// A disk that has not answered for this time is said to stand still.
        package var stallPatience: Elapsed

        package init(
            syncInterval: Elapsed = Elapsed(seconds: 5), backlogLimit: Int = 32 << 20,
            checkTime: Elapsed = Elapsed(seconds: 0.1),
            stallPatience: Elapsed = Elapsed(seconds: 10)
        ) {
            self.syncInterval = syncInterval
            self.backlogLimit = backlogLimit
            self.checkTime = checkTime
            self.stallPatience = stallPatience
        }
    }

    /// What a person should be told about the opening.
    package struct Opening: Equatable, Sendable {
        /// The schema the database had, if it was older; 0: it was made.
        package var migratedFrom: Int?
        /// Where a damaged database was moved to, and what could be read from it.
        package var damaged: SetAside?
        /// Events of the last run that came from the tail file.
        package var recoveredEvents = 0
    }

    /// How the store is.
    package struct Health: Equatable, Sendable {
        /// Why nothing can be written; nil if it can.
        package var failure: StoreError?
        package var failingSince: Instant?
        /// Events and changes that are not in the database yet.
        package var held: Int
        package var heldBytes: Int
        /// Events that did not fit into memory any more.
        package var dropped: Int
    }

    private init(directory: StateDirectory, options: Options, wall: @escaping () -> WallTime) {
        self.directory = directory
        self.options = options
        self.wall = wall
    }

    /// Opens the store of a directory; makes it, brings it up to date, puts a damaged database aside.
    ///
    /// A disk that cannot be written is no reason to fail: see `health`.
    /// - Parameters:
    ///   - now: the boot clock.
    ///   - wall: asked for the date when a damaged database has to be named.
    /// - Throws: only `.newerVersion`.
    package static func open(
        directory: String, options: Options = Options(), now: Instant,
        wall: @escaping () -> WallTime = { WallTime(microseconds: Clock.wallMicroseconds()) }
    ) throws(StoreError) -> RunStore {
        let store = RunStore(
            directory: StateDirectory(directory), options: options, wall: wall)
        do {
            try store.directory.create()
        } catch {
            store.hold(error, now: now)
        }
        store.openTail()
        do {
            try store.attach()
            try store.writeAll()
        } catch {
            if case .newerVersion = error.kind { throw error }
            store.hold(error, now: now)
            store.readNumbers()
        }
        return store
    }

    package var health: Health {
        Health(
            failure: isFailing ? failure?.error : nil,
            failingSince: isFailing ? failure?.since : nil,
            held: pending.count,
            heldBytes: pending.bytes, dropped: pending.dropped)
    }

    /// A lock that another program is about to let go is no failure.
    var isFailing: Bool {
        guard let failure else { return false }
        return failure.error.kind != .busy || failure.retry - failure.since > Self.busyPatience
    }

    /// When `flush` has something to do next; nil: not before the next event.
    package var deadline: Instant? {
        if let failure { return failure.retry }
        return due
    }

    /// The number that a run has now; another one only if it was begun while the database was out of reach.
    package func currentNumber(of run: RunNumber) -> RunNumber { renumbered[run] ?? run }

    // MARK: - Runs

    /// Begins a run and answers with its number. Call `commit` to make it safe at once.
    package func beginRun(_ run: NewRun) -> RunNumber {
        let number = nextNumber
        nextNumber += 1
        nextSequences[number] = 0
        active = (number, run)
        add(.begin(number, run), at: run.start)
        return number
    }

    /// Takes an event: from here on, the death of the process does not lose it.
    /// - Parameters:
    ///   - line: one line of the sensor log, without the newline, valid UTF-8.
    ///   - arrival: the boot clock now.
    /// - Returns: its number within the run; nil if memory is full as well as the disk.
    @discardableResult
    package func append(_ line: [UInt8], to run: RunNumber, at arrival: Instant) -> Int64? {
        let run = currentNumber(of: run)
        let sequence = nextSequence(of: run)
        guard add(.event(run, sequence: sequence, line: line), at: arrival) else { return nil }
        nextSequences[run] = sequence + 1
        return sequence
    }

    /// The run goes on in another boot: its clock is that boot's clock plus the offset.
    package func rebase(
        _ run: RunNumber, boot: String, clockOffset: Elapsed, at now: Instant
    ) {
        add(.rebase(currentNumber(of: run), boot: boot, clockOffset: clockOffset), at: now)
    }

    /// Makes an ended run the active one again.
    package func reopen(_ run: RunNumber, at now: Instant) {
        add(.reopen(currentNumber(of: run)), at: now)
    }

    /// The civil time of the start has become known, or was wrong.
    package func setStart(
        of run: RunNumber, wall: WallTime, utcOffset: Int?, at now: Instant
    ) {
        add(.start(currentNumber(of: run), wall: wall, utcOffset: utcOffset), at: now)
    }

    /// Stores what the engine made of a run. Derived: it can be rebuilt, and need not be synced.
    package func setTotals(_ totals: RunTotals, of run: RunNumber, at now: Instant) {
        add(.totals(currentNumber(of: run), totals), at: now)
    }

    /// Ends a run. Call `commit` to make it safe at once.
    package func endRun(_ run: RunNumber, _ end: RunEnd, at now: Instant) {
        add(.end(currentNumber(of: run), end), at: now)
        if active?.number == currentNumber(of: run) { active = nil }
    }

    /// - Parameter value: nil removes the setting.
    package func setSetting(_ name: String, _ value: String?, at now: Instant) {
        add(.setting(name: name, value: value), at: now)
    }

    /// The same database for reading, with everything in it that was given so far; without what is
    /// held while the disk takes nothing.
    /// - Throws: `StoreError` if the database cannot be read.
    package func reader() throws(StoreError) -> RunReader {
        do {
            if writer == nil { try attach() }
            try writeAll()
        } catch  where error.isTemporary {
            // What there is can often be read although nothing can be written.
        }
        if let writer { return RunReader(writer.database, directory) }
        return try RunReader.open(directory: directory.path)
    }
}
