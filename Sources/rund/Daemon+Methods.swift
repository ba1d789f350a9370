internal import RunCore

/// The methods of the interface.
extension Daemon {
    /// - Returns: nil if the answer comes later, through `complete`.
    func answer(_ call: ControlCall, from caller: Int) -> ControlReply? {
        let parts = call.method.split(separator: ".", omittingEmptySubsequences: false)
        guard let method = parts.last, parts.count > 1 else {
            return .failure(.methodNotFound(call.method))
        }
        let interface = parts.dropLast().joined(separator: ".")
        switch interface {
        case ControlInterface.name: return answer(String(method), call, caller)
        case "org.varlink.service": return describe(String(method), call)
        default: return .failure(.interfaceNotFound(interface))
        }
    }

    private func answer(_ method: String, _ call: ControlCall, _ caller: Int) -> ControlReply? {
        if method == "Status" { return status(call, caller) }
        guard callers[caller]?.connection.peer != nil else {
            return .failure(.notPermitted("the system does not say who you are"))
        }
        if ending != nil { return .failure(.refused("the recorder is ending")) }
        switch method {
        case "Start": return start(call.parameters, caller)
        case "Stop": return stop(caller)
        case "Pause": return pause()
        case "Resume": return resume()
        case "Lap": return lap()
        case "Mark": return mark(call.parameters)
        case "SegmentStart": return beginSegment(call.parameters)
        case "SegmentEnd": return endSegment(call.parameters)
        case "Reload": return reload()
        case "Continue": return goOn(call.parameters, caller)
        case "Acknowledge": return acknowledge()
        case "AlertTest": return testAlert(call.parameters, caller)
        case "AlertHeard": return keepTrial(call.parameters)
        case "AlertCheck": return checkAlarm(caller)
        case "AlertOff": return mute(call.parameters)
        case "AlertOn": return unmute()
        default: return .failure(.methodNotFound(call.method))
        }
    }

    private func describe(_ method: String, _ call: ControlCall) -> ControlReply {
        switch method {
        case "GetInfo":
            return .result([
                "vendor": .string("rund"), "product": .string("rund"),
                "version": .string(Version.current), "url": .string(""),
                "interfaces": .array([
                    .string("org.varlink.service"), .string(ControlInterface.name),
                ]),
            ])
        case "GetInterfaceDescription":
            guard let name = call.parameters["interface"]?.string else {
                return .failure(.invalidParameter("interface"))
            }
            switch name {
            case ControlInterface.name:
                return .result(["description": .string(ControlInterface.description)])
            case "org.varlink.service":
                return .result(["description": .string(ControlInterface.serviceDescription)])
            default: return .failure(.interfaceNotFound(name))
            }
        default: return .failure(.methodNotFound(call.method))
        }
    }

    private func status(_ call: ControlCall, _ caller: Int) -> ControlReply {
        let status = status()
        if call.more {
            callers[caller]?.subscription = Caller.Subscription(sent: now, status: status)
        }
        return .result(["status": .object(status.json)], continues: call.more)
    }

    private func pause() -> ControlReply {
        guard let run else { return .failure(.noActiveRun) }
        if run.isPaused { return .failure(.alreadyPaused) }
        readSteps()
        endAcceleration()
        record(.pause)
        // Without the engine nobody else notes it.
        self.run?.isPaused = true
        noteStore(store.commit(now: now))
        return .result([:])
    }

    private func resume() -> ControlReply {
        guard let run else { return .failure(.noActiveRun) }
        guard run.isPaused else { return .failure(.notPaused) }
        // Steps of the pause count for nothing, so their number has to be known at its end.
        readSteps()
        record(.resume)
        self.run?.isPaused = false
        steps.lastSearch = nil
        readSteps()
        return .result([:])
    }

    private func lap() -> ControlReply {
        guard run != nil else { return .failure(.noActiveRun) }
        readSteps()
        record(.lap)
        guard let start = run?.start, let summary = run?.summary() else {
            return .failure(.refused("it is kept, but laps are not counted at present"))
        }
        guard let ended = summary.laps.lastIndex(where: { $0.cause != .stop }) else {
            return .failure(.refused("a lap needs some time"))
        }
        let lap = summary.laps[ended]
        let answer = ControlLap(
            number: ended + 1, from: (lap.from - start).seconds,
            to: (lap.to - start).seconds, distance: lap.distance)
        return .result(["lap": .object(answer.json)])
    }
}
