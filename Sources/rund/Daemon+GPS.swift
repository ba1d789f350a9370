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

/// Words a second of a sensor, smoothed.
struct Rate {
    private var last: Instant?
    private(set) var perSecond: Double?

    mutating func count(_ arrival: Instant) {
        defer { last = arrival }
        guard let last else { return }
        let seconds = (arrival - last).seconds
        guard seconds > 0 else { return }
        let known = perSecond ?? 1 / seconds
        perSecond = known + 0.2 * (1 / seconds - known)
    }
}

extension Daemon {
    /// Begins to listen to what the run is recorded from.
    func startSource() {
        if let source = parts.options.source {
            startLog(source)
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
        guard let gps, let loop, gps.generation != watchedGeneration else { return }
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
        guard run != nil else { return }
        // Awake anyway: the steps up to this fix belong to what lies before it.
        readStepsBesideFix(arrival)
        record(.fix(fix), measured: measured)
        learnStart(fix, measured)
    }

    /// A run that began before the clock was set gets its true start.
    private func learnStart(_ fix: Fix, _ measured: Instant) {
        guard let number = run?.number, run?.startWall == nil, let clock = run?.clock,
            let start = run?.start
        else { return }
        let known: (moment: Instant, wall: WallTime)
        if let wall {
            known = (clock(now), wall)
        } else if let time = fix.time {
            known = (clock(measured), time)
        } else {
            return
        }
        let wall = known.wall + (start - known.moment)
        let zone = SystemZone.current(configured: parts.configuration.text("zone"))
        let offset = zone.offset(at: wall).seconds
        run?.startWall = wall
        run?.zone = zone.name
        run?.utcOffset = offset
        store.setStart(of: number, wall: wall, utcOffset: offset, at: now)
        notices[.clock] = nil
    }
}
