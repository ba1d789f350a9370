import Testing

@testable import RunCore

@Suite("Fixes from NMEA sentences")
struct NMEAEpochTests {
    private func sealed(_ bodies: [String]) -> String {
        bodies.map { body in
            let sum = body.utf8.reduce(0, { $0 ^ $1 })
            let digits = String(sum, radix: 16, uppercase: true)
            return "$\(body)*\(digits.count < 2 ? "0" : "")\(digits)"
        }.joined(separator: "\r\n")
    }

    private let gga = "GPGGA,060001.00,1258.2000,N,07735.4000,E,1,09,0.9,920.1,M,-86.0,M,,"
    private let rmc = "GPRMC,060001.00,A,1258.2000,N,07735.4000,E,5.8,87.1,010626,,,A"

    @Test("position, quality, speed and time come together")
    func whole() throws {
        let fix = try #require(NMEAEpoch.fix(sealed([rmc, gga]), device: "modem"))
        #expect(fix.mode == 3 && fix.satellites == 9 && fix.hdop == 0.9 && fix.altitude == 920.1)
        let place = try #require(fix.coordinate)
        #expect(abs(place.latitude - 12.97) < 1e-9 && abs(place.longitude - 77.59) < 1e-9)
        #expect(abs(try #require(fix.speed) - 2.9838) < 1e-3 && fix.track == 87.1)
        let stamped = try WallTime(rfc3339: "2026-06-01T06:00:01Z")
        #expect(fix.time == stamped)
        #expect(fix.eph == nil && fix.device == "modem")
    }

    @Test("a known sentence with its published checksum, south and west negative")
    func published() throws {
        let line = "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47"
        let fix = try #require(NMEAEpoch.fix(line))
        #expect(abs(try #require(fix.coordinate).latitude - 48.1173) < 1e-4)
        let south = "GNGGA,000000,3351.0000,S,15112.0000,W,1,08,1.0,5.0,M,,M,,"
        let other = try #require(NMEAEpoch.fix(sealed([south]))?.coordinate)
        #expect(other.latitude == -33.85 && other.longitude == -151.2)
    }

    @Test("no fix is mode 1, whatever else stands there")
    func noFix() throws {
        for bodies in [
            ["GPGGA,,,,,,0,00,99.99,,,,,,"], ["GPRMC,060001.00,V,,,,,,,010626,,,N"],
            ["GPGGA,060001.00,1258.2,N,07735.4,E,6,09,0.9,920.1,M,,M,,"],
        ] {
            let fix = try #require(NMEAEpoch.fix(sealed(bodies)))
            #expect(fix.mode == 1 && fix.coordinate == nil && fix.speed == nil)
        }
    }

    @Test("speed of another moment is not this moment's")
    func mixed() throws {
        let late = rmc.replacingFirst("060001.00", with: "060002.00")
        let fix = try #require(NMEAEpoch.fix(sealed([gga, late])))
        #expect(fix.mode == 3 && fix.speed == nil && fix.time == nil)
    }

    @Test("RMC alone is two-dimensional; GSA decides where both are there")
    func dimensions() throws {
        #expect(NMEAEpoch.fix(sealed([rmc]))?.mode == 2)
        let flat = try #require(
            NMEAEpoch.fix(sealed([gga, "GPGSA,A,2,04,05,,,,,,,,,,,2.5,1.3,2.1"])))
        #expect(flat.mode == 2 && flat.altitude == nil)
    }

    @Test("a wrong, missing or cut checksum is no sentence")
    func checksums() {
        let good = sealed([gga])
        #expect(NMEAEpoch.fix(good) != nil)
        #expect(NMEAEpoch.fix(good.replacingFirst("0.9", with: "0.8")) == nil)
        for cut in 1..<good.count { #expect(NMEAEpoch.fix(String(good.dropLast(cut))) == nil) }
        #expect(NMEAEpoch.fix("") == nil)
    }

    @Test("changed sentences never trap, and give places on this earth")
    func fuzz() {
        for seed in 0..<20_000 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var bodies = [Array(gga.utf8), Array(rmc.utf8)]
            for _ in 0..<Int(random.next() % 8) {
                let which = Int(random.next() % 2)
                let place = Int(random.next() % UInt64(bodies[which].count))
                let alphabet = Array("0123456789.,-NSEWAVein+x*$ é".utf8)
                bodies[which][place] = alphabet[Int(random.next() % UInt64(alphabet.count))]
            }
            let text = sealed(bodies.map { String(decoding: $0, as: UTF8.self) })
            guard let fix = NMEAEpoch.fix(text) else { continue }
            #expect(fix.coordinate?.isValid ?? true, "seed \(seed)")
            #expect((fix.coordinate == nil) == (fix.mode < 2), "seed \(seed)")
            #expect((fix.speed ?? 0) >= 0 && (fix.hdop ?? 1) > 0, "seed \(seed)")
        }
    }
}

extension String {
    fileprivate func replacingFirst(_ old: String, with new: String) -> String {
        guard let range = firstRange(of: old) else { return self }
        return String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
    }
}
