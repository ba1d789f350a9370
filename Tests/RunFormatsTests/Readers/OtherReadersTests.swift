import RunCore
import RunFormats
import TestSupport
import Testing

/// Nobody marks their own homework: what we write is read by programs that we did not write.
@Suite("Independent readers")
struct OtherReadersTests {
    private static let noPython: Comment = "RUND_TEST_PYTHON names no Python with the readers"
    private static let noGPSBabel: Comment = "gpsbabel is not installed"
    private let sample = Samples.run()

    private func bytes(_ format: String) throws -> [UInt8] {
        try #require(Format.named(format)?.encode(sample)?.bytes)
    }

    private var points: [Point] { sample.segments.flatMap(\.points) }

    private func near(_ value: JSONValue?, _ expected: Double?, _ tolerance: Double) -> Bool {
        guard let value = value?.double, let expected else { return false }
        return abs(value - expected) <= tolerance
    }

    private func seconds(_ time: WallTime?) -> Double? {
        time.map { Double($0.microseconds) / 1e6 }
    }

    @Test(
        "gpxpy reads every point, pause, mark and extension of our GPX",
        .enabled(if: OtherReaders.python != nil, noPython))
    func gpxpy() throws {
        let found = try OtherReaders.read(try bytes("gpx"), as: "run.gpx", with: "gpxpy")
        #expect(found["warnings"]?.array?.isEmpty == true)
        #expect(found["name"]?.string == "Morning & evening")
        #expect(found["type"]?.string == "running")
        #expect(found["segments"]?.array?.compactMap(\.integer) == [301, 301])
        let read = try #require(found["points"]?.array)
        #expect(read.count == points.count)
        for (theirs, ours) in zip(read, points) {
            #expect(theirs["lat"]?.double == ours.coordinate?.latitude)
            #expect(near(theirs["lon"], ours.coordinate?.longitude, 5e-10))
            #expect(near(theirs["time"], seconds(ours.time), 0))
            #expect(theirs["ele"]?.double == 920.5)
            #expect(theirs["hr"]?.string == "151" && theirs["cad"]?.string == "86")
            #expect(theirs["source"]?.string == "gps")
            #expect(theirs["distance"]?.string.flatMap(Double.init) == ours.distance)
        }
        #expect(found["marks"]?.array?.first?.array?.first?.string == "P-1")
    }

    @Test(
        "tcxparser reads distance, moving time, sport and points of our TCX",
        .enabled(if: OtherReaders.python != nil, noPython))
    func tcxparser() throws {
        let found = try OtherReaders.read(try bytes("tcx"), as: "run.tcx", with: "tcxparser")
        #expect(found["warnings"]?.array?.isEmpty == true)
        #expect(near(found["distance"], 1_800, 0.001))
        #expect(near(found["duration"], 600, 0.001))
        #expect(found["type"]?.string == "running")
        #expect(found["points"]?.integer == Int64(points.count))
        #expect(found["hr"]?.integer == 151)
        #expect(found["started"]?.string == "2026-06-01T06:00:00Z")
    }

    @Test(
        "fitdecode and Garmin's SDK read records, pauses, laps and totals of our FIT",
        .enabled(if: OtherReaders.python != nil, noPython), arguments: ["fitdecode", "garmin"])
    func fit(library: String) throws {
        let found = try OtherReaders.read(try bytes("fit"), as: "run.fit", with: library)
        #expect(found["warnings"]?.array?.isEmpty == true)
        if library == "garmin" {
            #expect(found["is_fit"]?.bool == true && found["integrity"]?.bool == true)
            #expect(found["errors"]?.array?.isEmpty == true)
            // The offset of Kolkata stands between timestamp and local timestamp.
            #expect(
                found["activity"]?.array?.first?.string?.contains("11:41:00") == true
                    || found["activity"]?.array?.first?.string
                        == "\(1_780_294_260 - 631_065_600 + 19_800)"
            )
        } else {
            #expect(found["messages"]?.array?.first?.string == "file_id")
            #expect(found["messages"]?.array?.last?.string == "activity")
        }
        let read = try #require(found["points"]?.array)
        #expect(read.count == points.count)
        for (theirs, ours) in zip(read, points) {
            #expect(near(theirs["timestamp"], seconds(ours.time), 0))
            let scale = 180.0 / 2_147_483_648
            #expect(abs((theirs["position_lat"]?.double ?? 0) * scale - 12.97) < 5e-8)
            #expect(near(theirs["distance"], ours.distance, 0.005))
            #expect(near(theirs["enhanced_altitude"], 920.6, 0.11))
            #expect(theirs["heart_rate"]?.integer == 151 && theirs["cadence"]?.integer == 86)
        }
        let laps = try #require(found["laps"]?.array)
        #expect(laps.compactMap { $0["total_timer_time"]?.double } == [200, 400])
        #expect(laps.compactMap { $0["total_elapsed_time"]?.double } == [200, 460])
        #expect(laps.compactMap { $0["total_distance"]?.double } == [600, 1_200])
        let session = try #require(found["sessions"]?.array?.first)
        #expect(session["total_elapsed_time"]?.double == 660)
        #expect(session["total_timer_time"]?.double == 600)
        #expect(session["total_distance"]?.double == 1_800)
        #expect(session["num_laps"]?.integer == 2 && session["sport"]?.string == "running")
        let timer = found["events"]?.array?.compactMap(\.array).filter { $0[0].string == "timer" }
        #expect(
            timer?.map { $0[1].string ?? "" } == ["start", "stop_all", "start", "stop_all"])
        let times = timer?.compactMap { $0[2].double }.map { $0 - 1_780_293_600 }
        #expect(times == [0, 300, 360, 660])
    }

    @Test(
        "gpsbabel reads the same points from GPX, TCX and FIT, without a warning",
        .enabled(if: OtherReaders.gpsbabel != nil, noGPSBabel),
        arguments: [("gpx", "gpx"), ("tcx", "gtrnctr"), ("fit", "garmin_fit")])
    func gpsbabel(format: String, theirs: String) throws {
        let result = try OtherReaders.convert(
            try bytes(format), from: theirs, to: "unicsv,utc=0")
        #expect(result.errors.isEmpty, "\(result.errors)")
        let lines = result.text.split(whereSeparator: \.isNewline).map { $0.split(separator: ",") }
        let names = try #require(lines.first).map(String.init)
        let latitude = try #require(names.firstIndex(of: "Latitude"))
        let longitude = try #require(names.firstIndex(of: "Longitude"))
        let rows = lines.dropFirst().filter { !$0.contains("\"P-1\"") }
        #expect(rows.count == points.count)
        for (row, ours) in zip(rows, points) {
            #expect(abs((Double(row[latitude]) ?? 0) - 12.97) < 1e-6)
            #expect(abs((Double(row[longitude]) ?? 0) - (ours.coordinate?.longitude ?? 0)) < 1e-6)
        }
    }
}
