import RunCore
import RunFormats
import Testing

@Suite("Files of real devices")
struct RealFilesTests {
    @Test(
        "GPX: as many points and segments as gpxpy finds",
        arguments: [
            ("korita-zbevnica.gpx", 871, 3), ("cerknicko-jezero.gpx", 296, 7),
            ("cerknicko-without-times.gpx", 296, 7), ("Mojstrovka.gpx", 184, 1),
            ("around-visnjan-with-car.gpx", 104, 1), ("activity_5039744860.gpx", 96, 1),
            ("track-with-empty-segment.gpx", 9, 1), ("unicode_with_bom.gpx", 0, 0),
            ("gpx11_with_speed_no_namespace.gpx", 3, 1),
            ("legacy_gpx_trackpointextensions_incorrect.gpx", 5, 3),
        ])
    func gpx(name: String, points: Int, segments: Int) throws {
        let (activity, problems) = try Fixtures.read("gpx/\(name)")
        #expect(problems.isEmpty, "\(problems.first)")
        #expect(activity.points.count == points)
        #expect(activity.segments.count == segments)
    }

    @Test(
        "GPX: times in 1901, offsets with minutes, waypoints with names, and values without namespace"
    )
    func gpxValues() throws {
        let old = try Fixtures.read("gpx/Mojstrovka.gpx").activity
        #expect(
            old.points.allSatisfy { $0.time?.rfc3339().hasPrefix("1901-12-13T20:45:52") == true })
        let zoned = try Fixtures.read("gpx/gpx_timezone.gpx").activity
        #expect(zoned.points.first?.time?.rfc3339() == "2021-01-07T20:36:59.179Z")
        let marks = try Fixtures.read("gpx/unicode.gpx").activity.marks
        #expect(marks.count == 6 && marks.allSatisfy { $0.coordinate != nil })
        #expect(marks.first?.text == "šđčćž")
        let speeds = try Fixtures.read("gpx/gpx11_with_speed_no_namespace.gpx").activity
        #expect(speeds.points.contains { $0.speed != nil })
        let ride = try Fixtures.read("gpx/activity_5039744860.gpx").activity
        #expect(ride.header.kind == .ride)
    }

    @Test("GPX: latitude 100 and 200 were a pause in My Tracks, not a place")
    func pauseMarkers() throws {
        let (activity, problems) = try Fixtures.read("gpx/legacy_gpx_pause_resume.gpx")
        #expect(problems.isEmpty)
        #expect(activity.segments.map(\.points.count) == [3, 1])
    }

    @Test(
        "FIT: records, positions, laps, distance, timer and sport as fitdecode finds them",
        arguments: [
            ("2013-02-06-12-11-14", 590, 583, 5, 4_835.38, 2_625.14, Kind.run),
            ("20170518-191602-1740899583", 1_641, 0, 8, 0, 1_707.308, .other),
            ("2020-06-01-16-52-40", 96, 96, 5, 668.19, 93.7, .ride),
            ("activity-small-fenix2-run", 2_809, 2_809, 4, 9_008.22, 2_832, .run),
            ("developer-types-sample", 3_424, 3_424, 1, 6_753.99, 3_424, .run),
            ("garmin-edge-820-bike", 15, 15, 1, 457.12, 64.524, .ride),
            ("garmin-fenix-5-walk", 17, 17, 1, 67.85, 45.379, .walk),
            ("null_compressed_speed_dist", 1_808, 1_808, 1, 13_400.14, 1_808, .ride),
            ("sample-activity-indoor-trainer", 2_263, 0, 5, 0, 2_261.85, .ride),
        ])
    func fit(
        name: String, records: Int, positions: Int, laps: Int, distance: Double, timer: Double,
        kind: Kind
    ) throws {
        let (activity, problems) = try Fixtures.read("fit/\(name).fit")
        #expect(problems.isEmpty, "\(problems.first)")
        #expect(activity.points.count == records)
        #expect(activity.points.filter { $0.coordinate != nil }.count == positions)
        #expect(activity.laps.count == laps)
        #expect(activity.totals.deviceDistance == distance)
        #expect(activity.totals.active == timer)
        #expect(activity.header.kind == kind)
    }

    @Test("FIT: a foot pod's twelve-bit distance adds up; a clock from power-up gives no date")
    func compressed() throws {
        let (activity, problems) = try Fixtures.read("fit/compressed-speed-distance.fit")
        #expect(activity.points.last?.distance == 10_248.6875)
        #expect(activity.totals.deviceDistance == 10_248.67 && activity.totals.steps == 10_124)
        #expect(activity.points.allSatisfy { $0.time == nil })
        #expect(problems.first.map(\.place) == [.file])
        // The table that came with the file has all but the first, empty record.
        let table = String(
            decoding: try Fixtures.bytes("fit/compressed-speed-distance-records.csv"), as: UTF8.self
        )
        let rows = table.split(whereSeparator: \.isNewline).dropFirst().map {
            $0.split(separator: ",").map { Double($0) }
        }
        #expect(rows.count == 754)
        for (row, point) in zip(rows, activity.points.dropFirst()) {
            #expect(row[1] == point.heart.map(Double.init))
            #expect(row[2] == point.speed && row[3] == point.distance)
            #expect(row[4] == point.cadence.map { $0 / 2 })
        }
    }

    @Test("one ride in GPX, TCX and FIT is the same ride")
    func threeFormats() throws {
        let gpx = try Fixtures.read("gpx/activity_5039744860.gpx").activity.points
        let tcx = try Fixtures.read("tcx/activity_5039744860.tcx").activity
        let fit = try Fixtures.read("fit/2020-06-01-16-52-40.fit").activity
        #expect(abs((tcx.totals.deviceDistance ?? 0) - 668.19) < 1e-6)
        #expect(fit.totals.deviceDistance == 668.19)
        for (a, b) in zip(gpx, fit.points) {
            #expect(a.time == b.time)
            #expect(abs((a.coordinate?.latitude ?? 0) - (b.coordinate?.latitude ?? 1)) < 1e-6)
            #expect(abs((a.coordinate?.longitude ?? 0) - (b.coordinate?.longitude ?? 1)) < 1e-6)
        }
        let times = Set(tcx.points.map(\.time))
        #expect(fit.points.allSatisfy { times.contains($0.time) })
    }

    @Test(
        "TCX: points, laps and distance",
        arguments: [("test", 383, 3, 4_689.242_675_78), ("sup_activity_1", 111, 2, 1_157.51)])
    func tcx(name: String, points: Int, laps: Int, distance: Double) throws {
        let (activity, problems) = try Fixtures.read("tcx/\(name).tcx")
        #expect(problems.isEmpty, "\(problems.first)")
        #expect(activity.points.count == points && activity.laps.count == laps)
        #expect(abs((activity.totals.deviceDistance ?? 0) - distance) < 1e-6)
    }

    @Test(
        "NMEA: only positions that the receiver calls valid",
        arguments: [
            ("quectel", 33), ("motorola-t805", 16), ("garmin-10x", 9), ("GPSmap-76S", 0),
            ("bu353-glonass", 9), ("nmea-rtk", 122), ("haicom-305N", 68), ("mtk-3301", 4),
        ])
    func nmea(name: String, points: Int) throws {
        let (activity, problems) = try Fixtures.read("nmea/\(name).log")
        #expect(problems.isEmpty, "\(problems.first)")
        #expect(activity.points.count == points)
        #expect(activity.points.allSatisfy { $0.coordinate?.isValid == true })
    }

    @Test("NMEA: wrong checksums are told line by line, the sentences around them are read")
    func nmeaChecksums() throws {
        let (activity, problems) = try Fixtures.read("nmea/firefly-II.log")
        #expect(activity.points.count == 23 && problems.count == 23)
        #expect(problems.first.first?.description == "line 6: wrong checksum; sentence left out")
    }
}
