import Foundation
import RunCore
import TestSupport
import Testing

@Suite("Time zones")
struct ZoneTests {
    private static let folder = "/usr/share/zoneinfo/"

    private let files = LocalZone.Files(
        read: { Files.bytes($0) },
        link: { try? FileManager.default.destinationOfSymbolicLink(atPath: $0) })

    private func zone(_ name: String) throws -> LocalZone {
        try #require(LocalZone.named(name, files), "\(name) is not installed")
    }

    private func local(_ name: String, _ text: String) throws -> String {
        let time = try WallTime(rfc3339: text)
        return time.rfc3339(offset: try zone(name).offset(at: time))
    }

    @Test("offsets have the right sign and minutes, on both sides of a change of clocks")
    func table() throws {
        let table = [
            ("Pacific/Marquesas", "2026-06-01T09:00:00Z", "2026-05-31T23:30:00-09:30"),
            ("Asia/Kathmandu", "2026-06-01T10:00:00Z", "2026-06-01T15:45:00+05:45"),
            ("Asia/Kolkata", "2026-06-01T10:00:00Z", "2026-06-01T15:30:00+05:30"),
            ("Pacific/Chatham", "2026-06-01T10:00:00Z", "2026-06-01T22:45:00+12:45"),
            ("America/St_Johns", "2026-01-01T10:00:00Z", "2026-01-01T06:30:00-03:30"),
            ("Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-25T02:30:00+02:00"),
            ("Europe/Berlin", "2026-10-25T01:30:00Z", "2026-10-25T02:30:00+01:00"),
            ("Europe/Berlin", "2026-03-29T00:30:00Z", "2026-03-29T01:30:00+01:00"),
            ("Europe/Berlin", "2026-03-29T01:30:00Z", "2026-03-29T03:30:00+02:00"),
            ("Europe/Berlin", "2090-07-01T00:00:00Z", "2090-07-01T02:00:00+02:00"),
            ("Africa/Monrovia", "1960-01-01T00:00:00Z", "1959-12-31T23:15:00-00:45"),
        ]
        for (name, utc, expected) in table { #expect(try local(name, utc) == expected) }
        let monrovia = try zone("Africa/Monrovia").offset(
            at: WallTime(rfc3339: "1960-01-01T00:00:00Z"))
        #expect(monrovia.seconds == -2_670)
    }

    /// `zdump` prints the offset one second before and at every change.
    @Test(
        "the C library agrees at every change of the clocks from 1850 to 2100",
        .enabled(if: Programs.find("zdump") != nil, "zdump is not installed"))
    func zdump() throws {
        let names = [
            "Pacific/Marquesas", "Asia/Kathmandu", "Australia/Lord_Howe", "Europe/Dublin",
            "Africa/Casablanca", "Antarctica/Troll", "Europe/Amsterdam", "Africa/Monrovia",
            "Pacific/Chatham", "America/St_Johns", "America/Nuuk", "Pacific/Apia", "Asia/Gaza",
            "America/New_York", "Asia/Tehran", "America/Santiago", "Etc/GMT+5", "UTC",
        ].filter { Files.exists(ZoneTests.folder + $0) }
        let box = try Sandbox()
        defer { box.close() }
        let result = try box.run(
            [try #require(Programs.find("zdump")), "-v", "-c", "1850,2100"] + names)
        #expect(result.succeeded)
        var checked = 0
        for line in result.output.split(separator: "\n") {
            guard let (name, time, offset) = parse(line) else { continue }
            let ours = try zone(name).offset(at: time)
            #expect(ours.seconds == offset, "\(line)")
            checked += 1
        }
        #expect(checked > 5_000)
    }

    /// `Zone  Sun Mar 29 00:59:59 2026 UT = … gmtoff=3600`
    private func parse(_ line: Substring) -> (String, WallTime, Int)? {
        let parts = line.split(separator: " ")
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        guard parts.count > 8, parts[6] == "UT",
            let month = months.firstIndex(of: String(parts[2])),
            let day = Int(parts[3]), let year = Int(parts[5]), let last = parts.last,
            last.hasPrefix("gmtoff="), let offset = Int(last.dropFirst(7))
        else { return nil }
        let clock = parts[4].split(separator: ":").compactMap { Int($0) }
        guard clock.count == 3 else { return nil }
        let days = CivilDate(year: year, month: month + 1, day: day).daysSinceEpoch
        let seconds = days * 86_400 + clock[0] * 3_600 + clock[1] * 60 + clock[2]
        return (String(parts[0]), WallTime(microseconds: Int64(seconds) * 1_000_000), offset)
    }

    @Test("a zone is found in TZ, then /etc/localtime, then the configuration, else UTC")
    func order() throws {
        let berlin = try #require(Files.bytes(ZoneTests.folder + "Europe/Berlin"))
        let kolkata = try #require(Files.bytes(ZoneTests.folder + "Asia/Kolkata"))
        var present = [
            "/usr/share/zoneinfo/Europe/Berlin": berlin,
            "/usr/share/zoneinfo/Asia/Kolkata": kolkata,
            "/etc/localtime": berlin,
        ]
        var links = ["/etc/localtime": "../usr/share/zoneinfo/Europe/Berlin"]
        func find(_ environment: String?, _ configured: String?) -> LocalZone {
            let (files, targets) = (present, links)
            return LocalZone.find(
                environment: environment, configured: configured,
                files: LocalZone.Files(read: { files[$0] }, link: { targets[$0] }))
        }
        #expect(find("Asia/Kolkata", nil).name == "Asia/Kolkata")
        #expect(find(":Asia/Kolkata", nil).name == "Asia/Kolkata")
        #expect(find("/usr/share/zoneinfo/Asia/Kolkata", nil).name == "Asia/Kolkata")
        #expect(find("", "Asia/Kolkata").name == "UTC")
        #expect(find("Mars/Olympus", "Asia/Kolkata").name == "Europe/Berlin")
        #expect(find("../../../etc/passwd", nil).name == "Europe/Berlin")
        #expect(find(nil, "Asia/Kolkata").name == "Europe/Berlin")
        let rule = find("<-0030>0:30", nil)
        #expect(rule.name == nil && rule.offset(at: WallTime(microseconds: 0)).seconds == -1_800)
        // A copied file: its name only if the file beside it is not stale.
        links = [:]
        present["/etc/timezone"] = Array("Europe/Berlin\n".utf8)
        #expect(find(nil, nil).name == "Europe/Berlin")
        present["/etc/timezone"] = Array("Asia/Kolkata\n".utf8)
        #expect(find(nil, nil).name == nil)
        let there = try zone("Europe/Berlin")
        #expect(find(nil, nil).rules == there.rules)
        present["/etc/localtime"] = nil
        #expect(find(nil, "Asia/Kolkata").name == "Asia/Kolkata")
        #expect(find(nil, "No/Where").name == "UTC")
    }

    @Test("rules: southern summers, Julian days, negative times, and what is wrong with others")
    func rules() throws {
        func offset(_ rule: String, _ text: String) throws -> Int {
            ZoneRules(posix: try PosixZone(rule)).offset(at: try WallTime(rfc3339: text)).seconds
        }
        let sydney = "AEST-10AEDT,M10.1.0,M4.1.0/3"
        #expect(try offset(sydney, "2026-01-01T00:00:00Z") == 39_600)
        #expect(try offset(sydney, "2026-07-01T00:00:00Z") == 36_000)
        #expect(try offset(sydney, "2026-04-04T15:59:59Z") == 39_600)
        #expect(try offset(sydney, "2026-04-04T16:00:00Z") == 36_000)
        #expect(try offset("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-12-31T23:59:59Z") == 0)
        #expect(try offset("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-07-01T00:00:00Z") == -3_600)
        #expect(try offset("XXX3EDT4,0/0,J365/23", "2026-06-01T00:00:00Z") == -14_400)
        for wrong in [
            "", "A1", "CET", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
            "CET-25", "<+03", "CET-1CEST,M3.5.0,M10.5.0,M11.1.0", "EST5EDT,J366,J1",
        ] {
            #expect(throws: ZoneError.self, "\(wrong)") { try PosixZone(wrong) }
        }
    }

    @Test("a damaged file is an error at every length and never a crash")
    func damaged() throws {
        let bytes = try #require(Files.bytes(ZoneTests.folder + "Europe/Berlin"))
        for length in 0..<bytes.count {
            #expect(throws: ZoneError.self, "\(length)") {
                try ZoneRules(tzif: Array(bytes.prefix(length)))
            }
        }
        var state: UInt64 = 7
        for _ in 0..<2_000 {
            var copy = bytes
            for _ in 0..<4 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                copy[Int(state >> 33) % copy.count] = UInt8(truncatingIfNeeded: state >> 20)
            }
            guard let rules = try? ZoneRules(tzif: copy) else { continue }
            _ = rules.offset(at: WallTime(microseconds: Int64(bitPattern: state)))
        }
    }
}
