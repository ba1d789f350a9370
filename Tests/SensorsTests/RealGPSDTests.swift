import Glibc
import RunCore
import TestSupport
import Testing

@testable import Sensors

/// The client against Debian's own gpsd.
@Suite(.serialized, .enabled(if: PrivateGPSD.isInstalled, "gpsd is not installed"))
struct RealGPSDTests {
    private func epochs(_ gpsd: PrivateGPSD, _ range: Range<Int>, _ listener: Listener) {
        let run = SyntheticRun()
        for second in range {
            if let epoch = run.epoch(at: Double(second)) { gpsd.send(epoch) }
            listener.serve(within: 0.25) { false }
        }
    }

    @Test("each epoch is one fix, with gpsd's own error figure known as such")
    func oneFixAnEpoch() throws {
        let box = try Sandbox()
        let gpsd = try PrivateGPSD(in: box)
        let listener = Listener(port: gpsd.port)
        #expect(listener.serve { listener.connections == 1 })
        epochs(gpsd, 0..<16, listener)
        let placed = listener.fixes.filter { $0.coordinate != nil }
        let times = placed.compactMap { $0.time?.microseconds }
        #expect(times.count >= 10)
        #expect(Set(times).count == times.count)
        #expect(times == times.sorted())
        #expect(placed.suffix(5).allSatisfy { ($0.satellites ?? 0) > 0 && $0.hdop != nil })
        #expect(placed.suffix(5).allSatisfy { $0.speed != nil })
        box.close()
    }

    @Test("a gpsd that is killed and comes back is found again")
    func restart() throws {
        let box = try Sandbox()
        let gpsd = try PrivateGPSD(in: box)
        let listener = Listener(port: gpsd.port)
        #expect(listener.serve { listener.connections == 1 })
        epochs(gpsd, 0..<4, listener)
        gpsd.kill()
        #expect(listener.serve { !listener.failures.isEmpty })
        let known = listener.fixes.count
        listener.serve(within: 0.5) { false }
        #expect(listener.fixes.count == known)
        try gpsd.start()
        #expect(listener.serve(within: 40) { listener.connections == 2 })
        epochs(gpsd, 10..<16, listener)
        #expect(listener.fixes.count > known)
        box.close()
    }
}
