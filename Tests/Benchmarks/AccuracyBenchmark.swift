private import RunCore
private import RunSimulation

/// The engine's distance against simulated truth, beside the usual simple estimators.
enum AccuracyBenchmark {
    private struct Row {
        var name: String
        /// Percent that the mean absolute error may be; nil where nothing is promised.
        var limit: Double?
        var plan: SimulatedRun.Plan

        init(_ name: String, _ limit: Double?, _ change: (inout SimulatedRun.Plan) -> Void) {
            self.name = name
            self.limit = limit
            plan = SimulatedRun.Plan()
            change(&plan)
        }
    }

    static func run(_ size: Benchmarks.Size) throws -> Bool {
        let seeds: UInt64 = size == .small ? 3 : 12
        print("  mean absolute error in %, \(seeds) seeds")
        print("  " + line("", ["engine", "limit", "worst", "raw sum", "10 m gate", "Doppler"]))
        var isWithin = true
        for row in rows { isWithin = measure(row, seeds) && isWithin }
        isWithin = standing(seeds) && isWithin
        return outages(seeds) && isWithin
    }

    private static var rows: [Row] {
        var rows: [Row] = []
        for scale in [1.0, 0.95, 0.9] {
            rows.append(
                Row("run, open, stops, Doppler × \(scale)", 0.4) {
                    $0.stops = 20
                    $0.dopplerScale = scale
                })
        }
        rows.append(Row("run, forest, stops", 1.5) { forest(&$0, stops: 20) })
        rows.append(Row("run, urban, stops", 3) { urban(&$0, stops: 20) })
        rows.append(
            Row("run, open, no Doppler, no steps", nil) {
                $0.dopplerScale = nil
                $0.hasSteps = false
            })
        for (place, limit) in [(Surroundings.open, 1.0), (.forest, 3), (.phone, nil)] {
            for scale in [0.95, 0.85] {
                rows.append(
                    Row("slow walk, \(place.name), Doppler × \(scale)", limit) {
                        $0.seconds = 1200
                        $0.speed = 1
                        $0.surroundings = place
                        $0.dopplerScale = scale
                    })
            }
        }
        rows.append(
            Row("slow walk, phone, no steps", nil) {
                $0.seconds = 1200
                $0.speed = 1
                $0.surroundings = .phone
                $0.dopplerScale = 0.9
                $0.hasSteps = false
            })
        return rows
    }

    private static func forest(_ plan: inout SimulatedRun.Plan, stops: Int) {
        plan.surroundings = .forest
        plan.dopplerScale = 0.95
        plan.stops = stops
    }

    private static func urban(_ plan: inout SimulatedRun.Plan, stops: Int) {
        plan.surroundings = .urban
        plan.dopplerScale = 0.95
        plan.stops = stops
    }

    private static func measure(_ row: Row, _ seeds: UInt64) -> Bool {
        var sums = [0.0, 0, 0, 0]
        var worst = 0.0
        for seed in 1...seeds {
            var plan = row.plan
            plan.seed = seed
            let run = SimulatedRun(plan)
            let simple = SimpleEstimators(run.events)
            let estimates = [engine(run.events).distance, simple.raw, simple.gated, simple.doppler]
            for (index, estimate) in estimates.enumerated() {
                let error = estimate / run.truth - 1
                sums[index] += abs(error)
                if index == 0, abs(error) > abs(worst) { worst = error }
            }
        }
        let means = sums.map { $0 / Double(seeds) * 100 }
        let doppler = row.plan.dopplerScale == nil ? "" : rounded(means[3])
        print(
            "  "
                + line(
                    row.name,
                    [
                        rounded(means[0]), row.limit.map { "\($0)" } ?? "", rounded(worst * 100),
                        rounded(means[1]), rounded(means[2]), doppler,
                    ]))
        return row.limit.map { means[0] <= $0 } ?? true
    }

    /// Metres in ten minutes of standing; the worst of all seeds.
    private static func standing(_ seeds: UInt64) -> Bool {
        var isWithin = true
        for (place, limit) in [(Surroundings.open, 0.0), (.forest, 10)] {
            var worst = 0.0
            var raw = 0.0
            for seed in 1...seeds {
                var plan = SimulatedRun.Plan()
                plan.seconds = 600
                plan.speed = 0
                plan.surroundings = place
                plan.seed = seed
                let run = SimulatedRun(plan)
                worst = max(worst, engine(run.events).distance)
                raw += SimpleEstimators(run.events).raw / Double(seeds)
            }
            let numbers = [rounded(worst), "\(limit)", "", rounded(raw), "", ""]
            print("  " + line("standing 10 min, \(place.name), metres (worst)", numbers))
            isWithin = isWithin && worst <= limit
        }
        return isWithin
    }

    /// Outages filled from steps after ten minutes of good GPS, in percent of their length.
    private static func outages(_ seeds: UInt64) -> Bool {
        for (length, limit) in [(25, 6.0), (60, 4), (300, 3)] {
            var error = 0.0
            for seed in 1...seeds {
                var plan = SimulatedRun.Plan()
                plan.seconds = 660 + length
                plan.outages = [600..<600 + length]
                plan.seed = seed
                let run = SimulatedRun(plan)
                let filled = engine(run.events).spans.filter { $0.source == .pedometer }
                let metres = filled.reduce(0) { $0 + $1.distance }
                // The outage begins with the last fix, a second before the first missing one.
                let truth = run.truthInOutages[0] * Double(length + 1) / Double(length)
                error += abs(metres / truth - 1) * 100 / Double(seeds)
            }
            print(
                "  " + line("outage of \(length) s", [rounded(error), "\(limit)", "", "", "", ""]))
        }
        return true
    }

    private static func engine(_ events: [Event]) -> RunSummary {
        var recorder = Recorder()
        for event in events { _ = recorder.handle(event) }
        return recorder.summary
    }

    private static func line(_ name: String, _ numbers: [String]) -> String {
        let cells = numbers.map { String(repeating: " ", count: max(1, 10 - $0.count)) + $0 }
        return name + String(repeating: " ", count: max(1, 44 - name.count)) + cells.joined()
    }
}

/// What other programs do with the same fixes.
private struct SimpleEstimators {
    /// The sum of all straight lines between fixes.
    var raw = 0.0
    /// The sum of straight lines of at least 10 m.
    var gated = 0.0
    /// Doppler speed integrated.
    var doppler = 0.0

    init(_ events: [Event]) {
        var last: (time: Instant, place: Coordinate)?
        var gate: Coordinate?
        for event in events {
            guard case .fix(let fix) = event.payload, let place = fix.coordinate else { continue }
            if let last {
                raw += Geodesic.distance(from: last.place, to: place)
                doppler += (fix.speed ?? 0) * (event.time - last.time).seconds
            }
            last = (event.time, place)
            let moved = gate.map { Geodesic.distance(from: $0, to: place) } ?? 10
            if moved >= 10 {
                if gate != nil { gated += moved }
                gate = place
            }
        }
    }
}
