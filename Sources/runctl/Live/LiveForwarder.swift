internal import Live
internal import POSIX
internal import RunCore
internal import RunStore

/// Sends what is recorded to those who watch, from the database: what could not be sent waits there.
struct LiveForwarder {
    /// What one step did.
    enum Step {
        case sent(Int)
        /// Nothing new; the caller waits a moment.
        case idle
        case failed(String)
    }

    private static let page = 2_000

    private let library: Library
    private let target: LiveTarget
    private let channel: LiveChannel
    /// The run that is being told, and the next event of it to be read.
    private var run: RunNumber
    private var next: Int64 = 0
    /// What the service has: everything up to this event of the run.
    private var told: Int64
    private var feed: LiveFeed
    private var pending: [LiveMessage] = []

    init(_ library: Library, _ target: LiveTarget, password: String?) throws(Failure) {
        self.library = library
        self.target = target
        channel = LiveChannel(target, password: password)
        let cursor = try LiveForwarder.cursor(library, target.name)
        run = cursor.run
        told = cursor.sequence
        feed = LiveFeed(run: run, interval: target.interval)
    }

    func close() { channel.close() }

    /// Reads what is new, sends it, notes how far it came.
    mutating func step() throws(Failure) -> Step {
        try read()
        guard !pending.isEmpty else {
            if try moveOn() { return .sent(0) }
            return channel.idle(milliseconds: 0).map { .failed($0) } ?? .idle
        }
        let batch = Array(pending.prefix(LiveChannel.window))
        let now = WallTime(microseconds: Clock.wallMicroseconds())
        let (last, failure) = channel.send(batch, now: now, within: 30)
        if let last {
            let count = batch.count { $0.sequence <= last.sequence }
            pending.removeFirst(count)
            told = last.sequence
            try note()
            if failure == nil { return .sent(count) }
        }
        return .failed(failure ?? "nothing arrived")
    }

    /// Reads until there is enough to send or nothing more.
    private mutating func read() throws(Failure) {
        var cursor = library.reader.events(of: run, from: next)
        var count = 0
        while pending.count < LiveChannel.window, count < LiveForwarder.page {
            let event = try Library.attempt { () throws(StoreError) in try cursor.next() }
            guard let event else { return }
            count += 1
            next = event.sequence + 1
            guard let known = decoded(event.line),
                let message = feed.take(known, sequence: event.sequence), event.sequence > told
            else { continue }
            pending.append(message)
        }
    }

    private func decoded(_ line: [UInt8]) -> Event? {
        do throws(LogError) {
            return try LogCodec.decode(line)
        } catch {
            // The recorder stores what it could not understand as well; there is nothing to tell in it.
            return nil
        }
    }

    /// To the run after this one, once this one has ended and all of it is told.
    /// - Returns: whether there is one.
    private mutating func moveOn() throws(Failure) -> Bool {
        let runs = try Library.attempt { () throws(StoreError) in try library.reader.runs(.kept) }
        if let present = runs.first(where: { $0.number == run }), present.stop == nil {
            return false
        }
        guard let after = runs.map(\.number).filter({ $0 > run }).min() else { return false }
        run = after
        next = 0
        told = -1
        feed = LiveFeed(run: run, interval: target.interval)
        try note()
        return true
    }

    private func note() throws(Failure) {
        let editor = try library.editor()
        try Library.attempt { () throws(StoreError) in
            try editor.setSetting("live.\(target.name)", "\(run) \(told)")
        }
    }

    /// Where the last forwarder came to; at first the active run from its start, or what comes next.
    private static func cursor(
        _ library: Library, _ name: String
    ) throws(Failure) -> (run: RunNumber, sequence: Int64) {
        try Library.attempt { () throws(StoreError) in
            let words = try library.reader.setting("live.\(name)")?.split(separator: " ") ?? []
            if words.count == 2, let run = RunNumber(words[0]), let sequence = Int64(words[1]) {
                return (run, sequence)
            }
            if let active = try library.reader.activeRun() { return (active.number, -1) }
            let last = try library.reader.lastRun()
            return (last?.number ?? 0, .max)
        }
    }
}
