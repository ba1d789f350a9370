internal import RunCore
internal import RunStore
internal import Settings

/// What the person marks: moments with their places, and named stretches.
extension Daemon {
    private static let longestName = 1000

    func mark(_ parameters: JSONObject) -> ControlReply {
        do throws(ControlError) {
            let text = try Self.name(parameters["text"]?.string)
            let moment = try markedMoment(parameters)
            return try run == nil ? markAlone(text, at: moment) : mark(text, at: moment)
        } catch {
            return .failure(error)
        }
    }

    /// - Parameter moment: on the boot clock.
    func mark(_ text: String?, at moment: Instant) throws(ControlError) -> ControlReply {
        guard let before = run else { throw .noActiveRun }
        let measured = before.clock(moment)
        guard measured >= before.start else { throw .refused("the run had not begun by then") }
        let number = before.marks + 1
        run?.marks += 1
        readSteps()
        record(.mark(Mark(text: text ?? MarkName.standard(number))), measured: moment)
        let known = run?.summary()?.marks.first { $0.number == number }
        let mark = known ?? PlacedMark(number: number, time: measured, text: text)
        let time = before.startWall.map {
            startText($0 + (mark.time - before.start), before.utcOffset)
        }
        return Self.answer(ControlMark(mark, time: time, start: before.start))
    }

    private func markAlone(_ text: String?, at moment: Instant) throws(ControlError) -> ControlReply
    {
        let wall = wall.map { $0 + (moment - now) }
        let zone = SystemZone.current(configured: parts.configuration.text("zone"))
        let offset = wall.map { zone.offset(at: $0).seconds }
        let place = trail.place(at: moment)
        let mark = LoneMark(wall: wall, utcOffset: offset, place: place, text: text)
        let number: Int
        do {
            number = try store.addMark(mark)
        } catch {
            throw .refused("the mark cannot be kept: \(error)")
        }
        let placed = PlacedMark(number: number, time: moment, text: text, place: place)
        return Self.answer(
            ControlMark(placed, time: wall.map { startText($0, offset) }, start: nil))
    }

    private static func answer(_ mark: ControlMark) -> ControlReply {
        .result(["name": .string(mark.name), "mark": .object(mark.json)])
    }

    /// The moment that is meant, on the boot clock: now, so many seconds ago, or a civil time.
    private func markedMoment(_ parameters: JSONObject) throws(ControlError) -> Instant {
        let now = now
        var ago = Elapsed.zero
        if let seconds = parameters["ago"]?.double {
            guard seconds.isFinite, seconds >= 0 else { throw .invalidParameter("ago") }
            ago = Elapsed(seconds: seconds)
        } else if let text = parameters["at"]?.string {
            // Whatever is wrong with the text, the answer names the parameter.
            guard let then = try? WallTime(rfc3339: text) else { throw .invalidParameter("at") }
            guard let wall else {
                throw .refused("the clock is not set: say how long ago it was")
            }
            ago = wall - then
            guard ago >= .zero else { throw .refused("that is in the future") }
        }
        return now - ago
    }

    private static func name(_ text: String?) throws(ControlError) -> String? {
        guard let text, !text.isEmpty else { return nil }
        guard text.utf8.count <= longestName else {
            throw .refused("a name has at most \(longestName) bytes")
        }
        return text
    }

    // MARK: - Segments

    func beginSegment(_ parameters: JSONObject) -> ControlReply {
        do throws(ControlError) {
            guard let run else { throw .noActiveRun }
            guard let name = try Self.name(parameters["name"]?.string) else {
                throw .invalidParameter("name")
            }
            if openSegment(named: name) != nil { throw .refused("\(name) has begun already") }
            guard !run.isRawOnly else { throw .refused("segments are not counted at present") }
            readSteps()
            record(.segment(SegmentMark(name: name, isStart: true)))
            return .result([:])
        } catch {
            return .failure(error)
        }
    }

    func endSegment(_ parameters: JSONObject) -> ControlReply {
        do throws(ControlError) {
            guard let start = run?.start else { throw .noActiveRun }
            let name = try Self.name(parameters["name"]?.string)
            guard let open = openSegment(named: name) else {
                throw .refused("\(name ?? "no segment") has not begun")
            }
            readSteps()
            record(.segment(SegmentMark(name: open.name, isStart: false)))
            let ended = run?.summary()?.segments.last { $0.name == open.name && !$0.isOpen }
            return .result([
                "segment": .object(ControlSegment(ended ?? open, start: start).json)
            ])
        } catch {
            return .failure(error)
        }
    }

    /// - Parameter name: nil: the one that was begun last.
    private func openSegment(named name: String?) -> NamedSegment? {
        run?.summary()?.segments.last { $0.isOpen && (name == nil || $0.name == name) }
    }
}
