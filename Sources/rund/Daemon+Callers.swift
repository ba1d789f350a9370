internal import Control
internal import EventLoop
internal import POSIX
internal import RunCore

/// Who is connected to the control socket.
extension Daemon {
    private static let mostCallers = 64

    func listen(_ loop: EventLoop) throws {
        let path = parts.locations.controlSocket
        let server: ControlServer
        do {
            server = try ControlServer(path: path)
        } catch {
            throw Program.StartError(
                code: .inputOutput, reason: "\(path): \(error.reason)",
                hint: "another recorder may use this folder; name another --runtime-dir")
        }
        do {
            try Folder.link(
                "\(parts.locations.runtimeDirectory)/state",
                to: parts.locations.stateDirectory)
        } catch {
            Log.warning("\(parts.locations.runtimeDirectory)/state: \(error.reason)")
        }
        self.server = server
        keep(
            try DescriptorWatch(loop, server.descriptor, for: .readable) { [unowned self] _ in
                acceptCallers()
                settle()
            })
    }

    private func acceptCallers() {
        while let connection = server?.accept() {
            // Who does not read or write keeps a descriptor; there must be some left for the disk.
            guard callers.count < Self.mostCallers, let loop else { continue }
            let number = nextCaller
            nextCaller += 1
            let caller = Caller(connection)
            do {
                caller.watch = try DescriptorWatch(
                    loop, connection.descriptor, for: .readable
                ) { [unowned self] readiness in
                    serve(number, readiness)
                    settle()
                }
                callers[number] = caller
            } catch {
                Log.warning("a caller cannot be served: \(error)")
            }
        }
    }

    private func serve(_ number: Int, _ readiness: Readiness) {
        guard let caller = callers[number] else { return }
        if readiness.contains(.writable), !caller.connection.flush() { return drop(number) }
        if readiness.contains(.readable) || readiness.contains(.hungUp) {
            switch caller.connection.receive() {
            case .calls(let calls): caller.calls += calls
            case .over(let reason):
                if let reason { Log.warning("a caller was refused: \(reason)") }
                return drop(number)
            }
        }
        answerNext(number)
        watchCaller(caller)
    }

    /// Answers calls until one has to wait.
    func answerNext(_ number: Int) {
        while let caller = callers[number], !caller.isWaiting, !caller.calls.isEmpty {
            let call = caller.calls.removeFirst()
            if let reply = answer(call, from: number), !call.oneway { send(reply, to: number) }
        }
    }

    /// Sends the answer that a caller was waiting for, and goes on with its calls.
    func complete(_ number: Int, _ reply: ControlReply) {
        callers[number]?.isWaiting = false
        send(reply, to: number)
        answerNext(number)
    }

    func send(_ reply: ControlReply, to number: Int) {
        guard let caller = callers[number] else { return }
        if caller.connection.send(reply) {
            watchCaller(caller)
        } else {
            drop(number)
        }
    }

    private func watchCaller(_ caller: Caller) {
        // Calls of one who has not taken its answers yet can wait.
        caller.watch?.wait(for: caller.connection.hasUnsent ? .writable : .readable)
    }

    private func drop(_ number: Int) {
        callers[number]?.watch?.cancel()
        callers[number] = nil
        waiting.removeAll { $0.caller == number }
    }

    // MARK: subscriptions

    private static let publishInterval = Elapsed(microseconds: 1_000_000)

    /// Tells those who subscribed, once a second at most.
    func publish(_ now: Instant) {
        for (number, caller) in callers {
            guard let subscription = caller.subscription,
                now - subscription.sent >= Self.publishInterval, !caller.connection.hasUnsent
            else { continue }
            let status = status()
            callers[number]?.subscription = Caller.Subscription(sent: now, status: status)
            guard status != subscription.status else { continue }
            send(.result(["status": .object(status.json)], continues: true), to: number)
        }
    }

    /// While a run goes on, there is something new to tell each second.
    var publishDeadline: Instant? {
        guard run != nil else { return nil }
        return callers.values.compactMap { $0.subscription?.sent }.min().map {
            $0 + Self.publishInterval
        }
    }
}
