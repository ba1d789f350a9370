import Foundation
import RunCore
import RunStore
import Testing

@testable import runctl

@Suite("runctl edit and calibrate", .serialized)
struct CalibrationTests {
    private let runs: StoredRuns

    init() throws {
        runs = try StoredRuns()
        // The run that goes on would be in the way of a calibration.
        let store = try RunStore.open(
            directory: runs.folder, options: RunStore.Options(), now: Instant(seconds: 0))
        store.endRun(3, RunEnd(stop: Instant(seconds: 1)), at: Instant(seconds: 1))
        _ = store.commit(now: Instant(seconds: 1))
    }

    private func ask(_ words: String...) throws -> Transcript {
        try runctl(words, environment: ["STATE_DIRECTORY": runs.folder])
    }

    private func done(_ out: String) -> Transcript { Transcript(out: out, err: "", status: 0) }

    @Test("a corrected distance counts in lists and totals; the measured one stays beside it")
    func correct() throws {
        #expect(
            try ask("edit", "1", "--distance", "12km", "--activity", "hike")
                == done("run 1 changed: 12.00 km, measured 10.00 km\n"))
        let list = try ask("list").out
        #expect(list.contains("  1  2026-06-01 01:30  hike      12.00 km*  1:00:00  5:00 /km"))
        #expect(list.hasSuffix("* corrected; runctl show tells what was measured\n"))
        #expect(try ask("list", "--totals", "year").out.contains("14.52 km"))
        #expect(try ask("list", "--min", "11km", "--json").out.contains("\"corrected\":12000"))
        #expect(try ask("check", "1").out.contains("corrected") == false)
        #expect(
            try ask("edit", "1", "--distance", "measured", "--activity=")
                == done("run 1 changed: 10.00 km, as measured\n"))
        #expect(try ask("list").out.contains("*") == false)
    }

    @Test("show and report tell both distances")
    func shown() throws {
        _ = try ask("edit", "2", "--distance", "3mi", "--units", "imperial")
        #expect(try ask("show", "2").out.contains("  distance  4.83 km, corrected; measured 2."))
        let page = try ask("report", "2").out
        #expect(page.contains("<dt>distance</dt><dd>4.83 km</dd>"))
        #expect(page.contains("<dt>measured</dt><dd>2."))
    }

    @Test("edit refuses what it does not understand, and a run that is not there")
    func refusals() throws {
        #expect(try ask("edit", "1", "--distance", "far").status == 64)
        #expect(
            try ask("edit", "1").err
                == """
                runctl: error: edit: nothing to change
                hint: --note, --activity or --distance says what

                """)
        #expect(try ask("edit", "99", "--distance", "1km").status == 1)
    }

    @Test("calibrate shows usual steps, takes a known distance, keeps it, and forgets it")
    func calibrate() throws {
        let fresh = """
            gait       step       at  known from
            walking  0.71 m  110/min  a usual ratio; steps.height would be better
            running  1.11 m  165/min  a usual ratio; steps.height would be better

            """
        #expect(try ask("calibrate") == done(fresh))
        // 2100 steps in 840 s are 2.5 steps a second: running.
        let steps = try JSONValue(parsing: try ask("show", "2", "--json").out)["run"]?["steps"]
        let count = try #require(steps?.double)
        let set = try ask("calibrate", "--distance", "\(Int(count * 1.25))m", "2")
        #expect(
            set.status == 0 && set.out.contains("running  1.25 m  150/min  14 min of"), "\(set)")
        #expect(try ask("calibrate").out == set.out)
        #expect(try ask("calibrate", "--reset") == done(fresh))
    }

    @Test("one lap is enough; a lap that is not there and steps that nobody makes are refused")
    func laps() throws {
        let json = try JSONValue(parsing: try ask("show", "2", "--json").out)
        let lap = try #require(json["laps"]?.array?.first?["steps"]?.double)
        let said = try ask("calibrate", "--lap=1", "--distance", "\(Int(lap * 0.9))m", "2")
        #expect(said.status == 0 && said.out.contains("running  0.90 m"), "\(said)")
        let absent = try ask("calibrate", "--lap=9", "--distance", "400m", "2")
        #expect(absent.status == 1 && absent.err.contains("run 2 has no lap 9"))
        let far = try ask("calibrate", "--distance", "42km", "2")
        #expect(far.status == 1 && far.err.contains("nobody runs or walks like that"))
        #expect(try ask("calibrate", "2").status == 64)
        #expect(try ask("calibrate", "--reset", "--distance", "1km").status == 64)
    }

    @Test("a file's own distance is kept beside the one that was made of its points")
    func device() throws {
        let scratch = try Scratch()
        let log = Logs.run(gps: 60, end: 60)
        let first = String(try #require(log.first).dropLast()) + ",\"distance\":190.5}"
        let file = try scratch.write(Logs.text([first] + Array(log.dropFirst())), to: "a.log")
        let place = scratch.url.appendingPathComponent("state").path
        #expect(try runctl("import", "--state-dir", place, file).status == 0)
        let shown = try runctl("show", "--state-dir", place)
        #expect(shown.out.contains("  device    191 m by its own count\n"), "\(shown)")
    }
}
