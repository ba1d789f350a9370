/// A mosquitto of the test's own, which can be stopped and started again on the same port.
package final class PrivateBroker {
    package static let program = Programs.find("mosquitto")
    package static let subscriber = Programs.find("mosquitto_sub")

    package let port: UInt16
    private let box: Sandbox
    private var child: Child?

    /// - Parameter more: lines of its configuration beside the listener.
    package init(in box: Sandbox, _ more: String = "allow_anonymous true") throws(Failure) {
        self.box = box
        port = try freePort()
        try Files.write(
            """
            listener \(port) 127.0.0.1
            user root
            max_queued_messages 0
            \(more)

            """, to: box.path("mosquitto.conf"))
        try start()
    }

    package func start() throws(Failure) {
        child = try box.start([
            PrivateBroker.program ?? "mosquitto", "-c", box.path("mosquitto.conf"),
        ])
        let port = self.port
        // A port that answers is a broker that listens.
        guard eventually(within: 20, { (try? LineConnection(port: port)) != nil }) else {
            throw Failure("mosquitto did not start: \(child?.errors ?? "")")
        }
    }

    package func stop() {
        _ = child?.kill()
        child = nil
    }
}

/// Keeps what is published on a broker: one line `TOPIC PAYLOAD` for each message.
package final class BrokerListener {
    private let child: Child

    /// - Parameter options: such as user and password.
    package init(_ box: Sandbox, _ broker: PrivateBroker, _ options: [String] = []) throws(Failure)
    {
        child = try box.start(
            [
                "/usr/bin/stdbuf", "-oL", PrivateBroker.subscriber ?? "mosquitto_sub", "-h",
                "localhost", "-p", "\(broker.port)", "-q", "1", "-t", "owntracks/#", "-t", "ready",
                "-F", "%t %p",
            ] + options)
    }

    package var lines: [String] {
        child.output.split(separator: "\n").map(String.init)
    }

    package func stop() { _ = child.kill() }
}
