private import Glibc
private import RunCore
private import RunStore

/// `store-writer DIR EVENTS PACE SYNC`: records runs into a store, to be killed while it does.
///
/// Its clock is its own: each event comes a second after the last one, or, if SYNC is given as
/// `real:SECONDS`, when it comes. It says on standard output what it handed over, one line each, after
/// the store has taken it: `event RUN SEQUENCE`, `end RUN`; and how the store is: `failed REASON`,
/// `recovered COUNT`, at the end `held COUNT`, `slowest MILLISECONDS` (of a flush). Runs have `runLength` events; the last one is left active if EVENTS end within it.
enum StoreWriter {
    /// Events of a run before it is ended and the next one begun.
    static let runLength: Int64 = 700

    static func main(_ arguments: [String]) -> Int32 {
        if arguments.first == "soak" { return Soak.main(Array(arguments.dropFirst())) }
        guard arguments.count == 4, let events = Int64(arguments[1]),
            let pace = UInt32(arguments[2])
        else { return 64 }
        let isReal = arguments[3].hasPrefix("real:")
        guard let sync = Double(isReal ? String(arguments[3].dropFirst(5)) : arguments[3]) else {
            return 64
        }
        do {
            var session = try Session(
                directory: arguments[0], sync: Elapsed(seconds: sync), isReal: isReal)
            for _ in 0..<events {
                session.step()
                if pace > 0 { usleep(pace) }
            }
            session.finish()
            return 0
        } catch {
            say("error \(error)")
            return 74
        }
    }

    /// One `write`, so that what was said stays said.
    static func say(_ line: String) {
        let bytes = [UInt8]((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
    }

    /// The line of an event; every run has the same ones.
    static func line(_ sequence: Int64) -> [UInt8] {
        [UInt8](
            (#"{"t":\#(sequence),"at":\#(sequence),"type":"fix","mode":3,"#
                + #""lat":12.9712345,"lon":77.5912345,"alt":920.1,"eph":4.2,"hdop":0.9,"sats":9,"#
                + #""speed":2.913,"track":87.1,"device":"/dev/ttyACM0"}"#).utf8)
    }
}

private struct Session {
    private let store: RunStore
    private let isReal: Bool
    private var seconds = 0.0
    private var run: RunNumber?
    /// The longest time that a flush took.
    private var slowest = Elapsed.zero

    init(directory: String, sync: Elapsed, isReal: Bool) throws(StoreError) {
        self.isReal = isReal
        store = try RunStore.open(
            directory: directory,
            options: .init(syncInterval: sync, stallPatience: Elapsed(seconds: 1)),
            now: Self.clock)
        StoreWriter.say("opened \(store.opening.recoveredEvents)")
        // A disk that does not answer at the opening has no run to go on with.
        run = try? store.reader().activeRun()?.number
    }

    private static var clock: Instant {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    private var now: Instant { isReal ? Self.clock : Instant(seconds: seconds) }

    mutating func step() {
        seconds += 1
        let run = self.run ?? begin()
        // The number is the store's to give; the line says which one was expected.
        let next = nextSequence(run)
        if let sequence = store.append(StoreWriter.line(next), to: run, at: now) {
            StoreWriter.say("event \(store.currentNumber(of: run)) \(sequence)")
            if sequence % 50 == 10 { store.setTotals(Self.totals(sequence), of: run, at: now) }
            if sequence % 50 == 20 { store.setSetting("model", "\(sequence)", at: now) }
            if sequence + 1 >= StoreWriter.runLength { end(run) }
        }
        let before = Self.clock
        let result = store.flush(now: now)
        slowest = max(slowest, Self.clock - before)
        report(result)
    }

    private func nextSequence(_ run: RunNumber) -> Int64 {
        store.nextSequence(of: store.currentNumber(of: run))
    }

    private mutating func begin() -> RunNumber {
        let number = store.beginRun(NewRun(boot: "b", start: now))
        run = number
        report(store.commit(now: now))
        return number
    }

    private mutating func end(_ run: RunNumber) {
        store.setTotals(Self.totals(StoreWriter.runLength), of: run, at: now)
        store.endRun(run, RunEnd(stop: now), at: now)
        report(store.commit(now: now))
        self.run = nil
    }

    private static func totals(_ count: Int64) -> RunTotals {
        RunTotals(
            elapsed: Elapsed(seconds: Double(count)), active: Elapsed(seconds: Double(count)),
            distance: Double(count) * 3, steps: count * 3,
            laps: [LapRecord(from: .zero, to: Elapsed(seconds: Double(count)), distance: 1)])
    }

    private func report(_ result: RunStore.Flushed) {
        switch result {
        case .idle, .written: break
        case .failed(let error): StoreWriter.say("failed \(error)")
        case .recovered(let count): StoreWriter.say("recovered \(count)")
        }
    }

    /// Everything that is held goes into the database, if it works again within a while.
    mutating func finish() {
        for _ in 0..<1000 where store.health.held > 0 || store.health.failure != nil {
            seconds += 1
            report(store.flush(now: isReal ? Self.clock : now + Elapsed(seconds: 1000)))
            usleep(10_000)
        }
        report(store.commit(now: now))
        StoreWriter.say("held \(store.health.held)")
        StoreWriter.say("slowest \(slowest.microseconds / 1000)")
    }
}
