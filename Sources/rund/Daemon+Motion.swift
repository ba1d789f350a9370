internal import EventLoop
internal import POSIX
internal import RunCore
internal import Sensors

/// Sensors that are looked at while a run goes on, besides GPS and the step counter.
struct MotionState {
    var accelerometer: Accelerometer?
    var detector: AccelerationSteps?
    var timer: Timer?
    /// Steps that the accelerometer gave so far, and when the last one was certain.
    var count: (steps: Int64, at: Instant)?
    var lastReading: Instant?
    /// Readings that failed since the last good one.
    var failures = 0
    var trouble: String?
    /// Each life of the detector counts from its own zero.
    var lives = 0

    var barometer: PressureSensor?
    var pressure: (reading: PressureReading, at: Instant)?
}

/// Steps from raw acceleration, where no counter exists; and air pressure.
extension Daemon {
    /// A second of failed readings.
    private static let mostFailures = 25
    private static let pressureInterval = Elapsed(microseconds: 5_000_000)

    /// Begins to poll an accelerometer, should there be one.
    func beginAcceleration(under root: String) {
        guard motion.accelerometer == nil, run?.isPaused == false, let loop,
            let place = Accelerometer.all(under: root).first
        else { return }
        do {
            motion.accelerometer = try Accelerometer(place)
            motion.lives += 1
            motion.detector = AccelerationSteps(
                boot: "\(parts.boot)-\(Clock.bootMicroseconds())-\(motion.lives)")
            motion.timer = try Timer(loop, on: .monotonic, accuracy: 5000) { [unowned self] in
                poll()
            }
            motion.trouble = nil
            motion.failures = 0
            schedulePoll()
            Log.info("accelerometer \(place.name) in \(place.folder) counts steps")
        } catch {
            motion.accelerometer = nil
            if motion.trouble == nil { Log.warning("accelerometer: \(error)") }
            motion.trouble = "\(error)"
        }
    }

    /// Stops polling; steps that were not certain yet are recorded.
    func endAcceleration() {
        let last = motion.detector?.finish() ?? []
        record(last)
        motion.timer = nil
        motion.detector = nil
        motion.accelerometer = nil
    }

    private func schedulePoll() {
        motion.timer?.set(at: Clock.monotonicMicroseconds() + Accelerometer.interval)
    }

    /// One look: nothing else happens in most of them, so that 25 a second cost little.
    private func poll() {
        do {
            guard let acceleration = try motion.accelerometer?.read() else { return }
            let now = now
            motion.lastReading = now
            motion.failures = 0
            let found = motion.detector?.add(acceleration, at: now) ?? []
            schedulePoll()
            guard !found.isEmpty else { return }
            record(found)
            settle()
        } catch {
            motion.failures += 1
            // A bus that was busy for a moment is no loss; a sensor that was unplugged is.
            guard motion.failures >= Self.mostFailures else { return schedulePoll() }
            Log.warning("accelerometer: \(error)")
            motion.trouble = "\(error)"
            // Looked for again with the next search for step sources.
            steps.lastSearch = now
            endAcceleration()
            settle()
        }
    }

    private func record(_ found: [AccelerationSteps.Timed]) {
        for step in found {
            motion.count = (step.reading.count, now)
            record(.steps(step.reading), measured: step.time)
        }
    }

    /// Finds a barometer for the run.
    func beginPressure(under root: String) {
        motion.barometer = PressureSensor.all(under: root).first
        if let barometer = motion.barometer { Log.info("barometer \(barometer.name)") }
    }

    /// Looks at the barometer, when something else has woken us anyway.
    func readPressure(_ now: Instant) {
        guard run?.isPaused == false, let barometer = motion.barometer else { return }
        if let last = motion.pressure, now - last.at < Self.pressureInterval { return }
        do {
            let reading = try barometer.read()
            motion.pressure = (reading, now)
            record(.pressure(reading))
        } catch {
            Log.warning("barometer: \(error)")
            motion.barometer = nil
        }
    }

    func endMotion() {
        endAcceleration()
        motion.barometer = nil
        motion.pressure = nil
        motion.count = nil
    }

    var motionSensors: [ControlSensor] {
        let now = now
        var sensors: [ControlSensor] = []
        if let place = motion.accelerometer?.place {
            sensors.append(
                ControlSensor(
                    name: place.name, kind: "accel", alive: true, inUse: steps.counter == nil,
                    age: motion.lastReading.map { (now - $0).seconds },
                    rate: 1e6 / Double(Accelerometer.interval),
                    value: motion.count.map { "\($0.steps) steps" }, detail: place.folder))
        } else if let trouble = motion.trouble {
            sensors.append(
                ControlSensor(
                    name: "accelerometer", kind: "accel", alive: false, inUse: false,
                    detail: trouble))
        }
        if let barometer = motion.barometer {
            sensors.append(
                ControlSensor(
                    name: barometer.name, kind: "pressure", alive: motion.pressure != nil,
                    inUse: motion.pressure != nil,
                    age: motion.pressure.map { (now - $0.at).seconds },
                    value: motion.pressure.map { "\(Int($0.reading.pascal)) Pa" },
                    detail: barometer.folder))
        }
        return sensors
    }
}
