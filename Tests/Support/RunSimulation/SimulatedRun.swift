package import RunCore

private import func Glibc.atan2
private import func Glibc.cos
private import func Glibc.exp
private import func Glibc.sin

/// A run whose truth is known, and what a receiver and a step counter would have said about it.
package struct SimulatedRun: Sendable {
    package struct Plan: Sendable {
        package var seconds = 3333
        /// Metres a second, on average.
        package var speed = 3.0
        /// Stops of 33 s, spread over the run.
        package var stops = 0
        package var surroundings = Surroundings.open
        /// What Doppler speed is multiplied by; nil: the receiver gives none.
        package var dopplerScale: Double? = 1
        package var hasSteps = true
        /// Seconds without any fix.
        package var outages: [Range<Int>] = []
        package var seed: UInt64 = 1

        package init() {}
    }

    package var events: [Event] = []
    /// Metres really covered.
    package var truth = 0.0
    /// Metres really covered in each outage.
    package var truthInOutages: [Double] = []

    package init(_ plan: Plan) {
        var simulation = Simulation(plan)
        simulation.run()
        events = simulation.events
        truth = simulation.truth
        truthInOutages = simulation.truthInOutages
    }
}

private struct Simulation {
    let plan: SimulatedRun.Plan
    var random: SplitMix64
    var course: Course
    var events: [Event] = []
    var truth = 0.0
    var truthInOutages: [Double]
    private var place = Coordinate(latitude: 47, longitude: 8)
    private var error: (x: Double, y: Double)
    private var filtered: (x: Double, y: Double)?
    private var filteredSpeed: Double?
    /// Pace wanders around its mean by this factor.
    private var pace = 0.0
    private var steps = 0.0
    private var reported: Int64 = 0
    private var lastReading = 0
    /// Metres a step at the mean pace.
    private let stepLength: Double

    init(_ plan: SimulatedRun.Plan) {
        self.plan = plan
        random = SplitMix64(seed: plan.seed &* 7919)
        course = Course(&random)
        truthInOutages = plan.outages.map { _ in 0 }
        let slow = plan.surroundings.slow.metres
        error = (slow * random.normal(), slow * random.normal())
        // A personal length, about as people have it at that speed.
        let typical = plan.speed < 2 ? 0.42 + 0.24 * plan.speed : 0.36 * plan.speed
        stepLength = typical * (1 + 0.06 * random.normal())
    }

    mutating func run() {
        var settings = EngineSettings()
        settings.height = 0
        events.append(event(0, .start(RunStart(settings: settings))))
        if plan.hasSteps { events.append(event(0, .steps(StepReading(count: 1000, boot: "b")))) }
        for second in 1...plan.seconds {
            let speed = move(second)
            if plan.hasSteps { countSteps(second, speed) }
            let fix = fix(second, speed)
            if !plan.outages.contains(where: { $0.contains(second) }) {
                events.append(event(second, .fix(fix)))
            }
        }
        events.append(event(plan.seconds, .stop))
    }

    private func event(_ second: Int, _ payload: Event.Payload) -> Event {
        let time = Instant(microseconds: Int64(second) * 1_000_000)
        return Event(time: time, arrival: time, payload: payload)
    }

    /// Moves for a second in steps of a tenth. Returns the speed.
    private mutating func move(_ second: Int) -> Double {
        pace = pace * 0.97 + 0.02 * random.normal()
        var speed = plan.speed * exp(pace)
        if plan.stops > 0 {
            let period = plan.seconds / plan.stops
            if second % period >= period - 33 { speed = 0 }
        }
        let before = (course.x, course.y)
        for _ in 0..<10 { course.advance(speed / 10, &random) }
        let scale = Self.metresPerDegree(at: place.latitude)
        place.latitude += (course.y - before.1) / scale.north
        place.longitude += (course.x - before.0) / scale.east
        truth += speed
        for (index, outage) in plan.outages.enumerated() where outage.contains(second) {
            truthInOutages[index] += speed
        }
        return speed
    }

    /// Cadence follows pace only partly; the counter holds steps back and hands them out in tens.
    private mutating func countSteps(_ second: Int, _ speed: Double) {
        if speed > 0 {
            let share = plan.speed < 2 ? 0.5 : 0.2
            let cadence = plan.speed / stepLength * exp(share * pace + 0.01 * random.normal())
            steps += cadence
        }
        let held = Int64(steps) - reported
        guard held >= 5 || (speed == 0 && held > 0) || second - lastReading >= 10 else { return }
        reported = Int64(steps)
        lastReading = second
        events.append(
            event(second, .steps(StepReading(count: 1000 + reported, boot: "b"))))
    }

    private mutating func fix(_ second: Int, _ speed: Double) -> Fix {
        let place = plan.surroundings
        let keep = exp(-1 / place.slow.seconds)
        let push = place.slow.metres * (1 - keep * keep).squareRoot()
        error.x = error.x * keep + push * random.normal()
        error.y = error.y * keep + push * random.normal()
        var x = course.x + error.x + place.white * random.normal()
        var y = course.y + error.y + place.white * random.normal()
        var doppler = speed
        if place.receiverFilter > 0 {
            let weight = 1 / (1 + place.receiverFilter)
            // A phone predicts along its velocity, so only the error is smoothed.
            let last = filtered ?? (x - course.x, y - course.y)
            filtered = (
                last.x + weight * (x - course.x - last.x), last.y + weight * (y - course.y - last.y)
            )
            x = course.x + (filtered?.x ?? 0)
            y = course.y + (filtered?.y ?? 0)
            filteredSpeed = (filteredSpeed ?? speed) + 0.3 * (speed - (filteredSpeed ?? speed))
            doppler = filteredSpeed ?? speed
        }
        return fix(x: x, y: y, doppler: doppler)
    }

    private mutating func fix(x: Double, y: Double, doppler: Double) -> Fix {
        let here = plan.surroundings
        let scale = Self.metresPerDegree(at: place.latitude)
        var fix = Fix(
            mode: 3,
            coordinate: Coordinate(
                latitude: place.latitude + (y - course.y) / scale.north,
                longitude: place.longitude + (x - course.x) / scale.east),
            eph: 1.6 * here.r68, ephSource: .receiver, hdop: 0.9, satellites: 9)
        if let factor = plan.dopplerScale {
            let direction = course.direction
            let along = doppler * factor + here.doppler * random.normal()
            let across = here.doppler * random.normal()
            fix.speed = (along * along + across * across).squareRoot()
            let east = direction.x * along + direction.y * across
            let north = direction.y * along - direction.x * across
            fix.track = Self.bearing(east, north)
            fix.eps = 2 * here.doppler
        }
        return fix
    }

    /// On the ellipsoid, by its radii of curvature.
    private static func metresPerDegree(at latitude: Double) -> (north: Double, east: Double) {
        let radians = latitude * Double.pi / 180
        let squared = 1 - 0.00669437999014 * sin(radians) * sin(radians)
        let prime = 6_378_137 / squared.squareRoot() * Double.pi / 180
        return (prime * (1 - 0.00669437999014) / squared, prime * cos(radians))
    }

    private static func bearing(_ east: Double, _ north: Double) -> Double {
        let degrees = atan2(east, north) * 180 / Double.pi
        return degrees < 0 ? degrees + 360 : degrees
    }
}
