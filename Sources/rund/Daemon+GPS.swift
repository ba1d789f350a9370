internal import EventLoop
internal import POSIX
internal import RunCore
internal import Sensors
internal import Settings

/// What is known of gpsd at this moment.
struct GPSState {
    /// gpsd's release while it is connected.
    var release: String?
    var trouble: String? = "not asked yet"
    var receivers: Int?
    /// The last fix of any mode, and when it came.
    var last: (fix: Fix, arrival: Instant)?
    var rate = Rate()
}

/// Words a second of a sensor, over the last ten seconds.
struct Rate {
    private var arrivals: [Instant] = []
    private static let window = Elapsed(microseconds: 10_000_000)

    mutating func count(_ arrival: Instant) {
        arrivals.removeAll { arrival - $0 > Self.window }
        arrivals.append(arrival)
    }

    /// Nil before there is a second to tell it from.
    var perSecond: Double? {
        guard let first = arrivals.first, let last = arrivals.last else { return nil }
        let seconds = (last - first).seconds
        return seconds >= 1 ? Double(arrivals.count - 1) / seconds : nil
    }
}

extension Daemon {
    /// Begins to listen to what the run is recorded from.
    func startSource() {
        if let file = parts.log {
            startLog(file)
            return
        }
        let client = GPSDClient(server: parts.server) {
            max(.earliestBelievable, WallTime(microseconds: Clock.wallMicroseconds()))
        }
        gps = client
        heard(client.advance(to: now))
    }

    /// Watches the client's descriptor, which is another one after each connection.
    func watchGPS() {
        guard let gps, let loop else { return }
        guard gps.generation != watchedGeneration else {
            if !gps.waitsToWrite { gpsWatch?.wait(for: gps.isResting ? [] : .readable) }
            return
        }
        // The old watch goes first: its descriptor may have got a new owner.
        gpsWatch?.cancel()
        gpsWatch = nil
        watchedGeneration = gps.generation
        guard let descriptor = gps.descriptor else { return }
        do {
            gpsWatch = try DescriptorWatch(
                loop, descriptor, for: gps.waitsToWrite ? .writable : .readable
            ) { [unowned self] _ in
                if let client = self.gps { heard(client.ready(at: now)) }
                settle()
            }
        } catch {
            Log.error("gpsd: \(error)")
        }
    }

    func heard(_ events: [GPSDClient.Event]) {
        for event in events {
            switch event {
            case .fix(let fix, let measured): heard(fix, measured)
            case .connected(let release):
                gpsState.release = release
                gpsState.trouble = nil
                notices[.gps] = nil
                Log.info("gpsd \(release) at \(parts.server)")
            case .receivers(let count):
                gpsState.receivers = count
                notices[.gps] = count == 0 ? "gpsd has no receiver" : nil
            case .disconnected(let reason, let wait):
                gpsState.release = nil
                gpsState.receivers = nil
                gpsState.trouble = reason
                notices[.gps] = "gpsd at \(parts.server): \(reason)"
                Log.warning(
                    "gpsd at \(parts.server): \(reason); trying again for ever, next in"
                        + " \(wait.microseconds / 1_000_000) s")
            case .warning(let text): Log.warning(text)
            }
        }
    }

    private func heard(_ fix: Fix, _ measured: Instant) {
        let arrival = now
        gpsState.last = (fix, arrival)
        gpsState.rate.count(arrival)
        guard run != nil else {
            trail.add(fix, at: measured)
            return
        }
        // Awake anyway: the steps up to this fix belong to what lies before it.
        readStepsBesideFix(arrival)
        readPressure(arrival)
        record(.fix(fix), measured: measured)
        learnStart(fix, measured)
    }

    /// A run that began before the clock was set gets its true start.
    private func learnStart(_ fix: Fix, _ measured: Instant) {
        guard let number = run?.number, run?.startWall == nil, let start = run?.start
        else { return }
        let known: (moment: Instant?, wall: WallTime)
        if let wall {
            known = (run?.moment(now), wall)
        } else if let time = fix.time {
            known = (run?.moment(measured), time)
        } else {
            return
        }
        guard let moment = known.moment else { return }
        let wall = known.wall + (start - moment)
        let zone = SystemZone.current(configured: parts.configuration.text("zone"))
        let offset = zone.offset(at: wall).seconds
        run?.startWall = wall
        run?.zone = zone.name
        run?.utcOffset = offset
        store.setStart(of: number, wall: wall, utcOffset: offset, at: now)
        notices[.clock] = nil
    }
}
