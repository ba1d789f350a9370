private import Glibc

/// A gpsd of the test's own that reads NMEA from a UDP port.
package final class PrivateGPSD {
    /// Where gpsd's clients connect.
    package let port: UInt16
    /// Where the receiver's sentences go.
    package let receiverPort: UInt16
    private let sandbox: Sandbox
    private let sender: DatagramSender
    private var daemon: Child?

    package static var isInstalled: Bool { Programs.find("gpsd") != nil }

    /// Starts it and waits until it listens on both ports.
    package init(in sandbox: Sandbox) throws(Failure) {
        self.sandbox = sandbox
        port = try freePort()
        receiverPort = try freePort(datagram: true)
        sender = try DatagramSender(port: receiverPort)
        try start()
    }

    deinit { stop() }

    /// As `gpsd.server` of the configuration wants it.
    package var server: String { "127.0.0.1:\(port)" }

    package var isRunning: Bool { daemon?.isRunning ?? false }

    /// Starts gpsd (again).
    package func start() throws(Failure) {
        guard let program = Programs.find("gpsd") else { throw Failure("gpsd is not installed") }
        let child = try sandbox.start(
            [program, "-N", "-n", "-p", "-S", "\(port)", "udp://127.0.0.1:\(receiverPort)"])
        daemon = child
        let ready = eventually(within: 20) {
            child.isRunning && listensForDatagrams && connects
        }
        guard ready else { throw Failure("gpsd did not start: \(child.errors)") }
    }

    /// Ends gpsd as an administrator would; it removes its shared memory.
    package func stop() {
        daemon?.signal(SIGTERM)
        if let daemon { eventually(within: 5) { !daemon.isRunning } }
        daemon?.kill()
        daemon = nil
    }

    /// Ends gpsd as a crash would.
    package func kill() {
        daemon?.kill()
        daemon = nil
    }

    package func send(_ epoch: NMEAEpoch) { sender.send(epoch.sentences) }

    private var connects: Bool { (try? LineConnection(port: port)) != nil }

    private var listensForDatagrams: Bool {
        let local = "0100007F:" + NMEAEpoch.padded(Int(receiverPort), 4, radix: 16)
        return Files.text("/proc/net/udp").split(separator: "\n").contains { line in
            line.split(separator: " ").dropFirst().first.map { $0 == local } ?? false
        }
    }
}
