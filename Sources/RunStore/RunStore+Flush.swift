private import POSIX
package import RunCore

/// Moving what has gathered into the database, and what to do when it does not go.
extension RunStore {
    /// What a call of `flush` or `commit` did.
    package enum Flushed: Equatable, Sendable {
        /// Nothing was due.
        case idle
        /// So many events and changes are in the database. After `commit` they are safe from a power
        /// cut; after `flush` the disk was asked for that.
        case written(Int)
        /// The same, after it had failed before.
        case recovered(Int)
        /// It did not go; everything is kept and tried again at `deadline`.
        case failed(StoreError)
    }

    /// A failing disk is asked again after this time.
    private static var retryInterval: Elapsed { Elapsed(seconds: 10) }
    /// A lock is held by a program that is about to let it go.
    private static var busyInterval: Elapsed { Elapsed(seconds: 1) }
    /// A lock that is held for longer is a failure like any other.
    static var busyPatience: Elapsed { Elapsed(seconds: 10) }
    /// Writes in one transaction, so that a long backlog does not hold up the loop at once.
    private static var batchLimit: Int { 4096 }

    /// Does what is due, and never waits for the disk to sync. Call it once a pass of the loop, and at
    /// `deadline`.
    /// - Parameter nextWake: when the loop will turn again anyway; what is due until then is done now.
    package func flush(now: Instant, nextWake: Instant? = nil) -> Flushed {
        if let result = collectSync(now: now) { return result }
        if let failure {
            guard now >= failure.retry else { return .idle }
        } else {
            let isLarge = pending.count >= Self.batchLimit
            let horizon = max(now, nextWake ?? now)
            guard isLarge || due.map({ horizon >= $0 }) == true else { return .idle }
        }
        return write(now: now, waiting: false)
    }

    /// Writes and syncs everything now, and waits for it: at start and stop, as the person does.
    package func commit(now: Instant) -> Flushed { write(now: now, waiting: true) }

    private func write(now: Instant, waiting: Bool) -> Flushed {
        let before = pending.count
        do {
            if writer == nil { try attach() }
            try writeAll(limit: Self.batchLimit)
            if isUnsynced { try sync(waiting: waiting) }
        } catch {
            hold(error, now: now)
            return isFailing ? .failed(error) : .idle
        }
        due = pending.isEmpty ? nil : now
        if isUnsynced && due == nil { due = now + Self.busyInterval }
        if let stalled = failure, stalled.error.kind == .stalled, isUnsynced {
            failure?.retry = now + Self.retryInterval
            return .idle
        }
        return succeed(before - pending.count)
    }

    /// The database has it, and the disk has answered or was only now asked.
    private func succeed(_ count: Int) -> Flushed {
        let hadFailed = isFailing
        failure = nil
        return hadFailed ? .recovered(count) : .written(count)
    }

    private func sync(waiting: Bool) throws(StoreError) {
        guard let writer else { return }
        if !waiting {
            // One that still runs does not cover what was written since it began.
            if writer.isSyncing && !writer.isLogLong { return }
            let isBegun = writer.isSyncing ? false : try writer.beginSync()
            if isBegun {
                syncing = Clock.monotonicMicroseconds()
                isUnsynced = false
                return
            }
        }
        try writer.sync()
        syncing = nil
        isUnsynced = false
    }

    /// Looks after a sync that was begun.
    /// - Returns: what there is to say of it; nil: nothing.
    private func collectSync(now: Instant) -> Flushed? {
        guard let writer, let begun = syncing else { return nil }
        do {
            if try writer.collectSync() {
                syncing = nil
                return failure?.error.kind == .stalled ? succeed(0) : nil
            }
        } catch {
            syncing = nil
            isUnsynced = true
            hold(error, now: now)
            return isFailing ? .failed(error) : nil
        }
        let waited = Elapsed(microseconds: Clock.monotonicMicroseconds() - begun)
        guard waited >= options.stallPatience, failure == nil else { return nil }
        let error = StoreError(
            kind: .stalled, code: 0, systemCode: 0, operation: "fdatasync",
            path: directory.database, reason: "no answer")
        hold(error, now: now)
        return .failed(error)
    }

    func hold(_ error: StoreError, now: Instant) {
        let wait = error.kind == .busy ? Self.busyInterval : Self.retryInterval
        failure = (error, failure?.since ?? now, now + wait)
        // A database that was lost sight of is opened anew.
        switch error.kind {
        case .cannotOpen, .missing, .denied:
            writer = nil
            syncing = nil
        default: break
        }
    }

    @discardableResult
    func add(_ write: PendingWrite, at now: Instant) -> Bool {
        guard pending.add(write, limit: options.backlogLimit) else { return false }
        if let record = write.tailRecord { appendToTail(record) }
        if due == nil {
            // A tenth earlier than promised, for the time that the writing itself takes.
            due = now + Elapsed(microseconds: options.syncInterval.microseconds / 10 * 9)
        }
        return true
    }

    /// The number that the next event of a run gets.
    package func nextSequence(of run: RunNumber) -> Int64 {
        if let known = nextSequences[run] { return known }
        var highest: Int64 = -1
        do {
            let database =
                if let writer { writer.database } else {
                    try RunReader.open(directory: directory.path).database
                }
            highest = try database.lastEvent(of: run)?.sequence ?? -1
        } catch {
            // Behind whatever is there: numbers are for order and may have gaps.
            highest = 1 << 31
        }
        for case .event(run, let sequence, _) in pending.writes { highest = max(highest, sequence) }
        return highest + 1
    }

    /// Puts what is pending into the database, up to a limit; it stays in memory if that fails.
    func writeAll(limit: Int = .max) throws(StoreError) {
        guard !pending.isEmpty else { return }
        let batch = pending.writes.prefix(limit)
        do {
            try writer?.write(batch)
            pending.removeFirst(batch.count)
        } catch {
            switch error.kind {
            case .corrupt:
                try replaceDamaged(error)
                try writer?.write(pending.writes[...])
                pending.removeFirst(pending.count)
            case .other: try writeOneByOne(batch.count)
            default: throw error
            }
        }
        isUnsynced = true
        if writer?.hasMovedEvents == true {
            nextSequences = [:]
            writer?.hasMovedEvents = false
        }
        if pending.isEmpty { rewindTail() }
    }

    /// Something in the batch can never be written, such as an event of a run that does not exist:
    /// it must not keep back what comes after it.
    private func writeOneByOne(_ count: Int) throws(StoreError) {
        for _ in 0..<count {
            do {
                try writer?.write(pending.writes[..<1])
                pending.removeFirst(1)
            } catch {
                guard error.kind == .other else { throw error }
                pending.dropFirst()
            }
        }
    }
}
