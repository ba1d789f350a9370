private import Glibc

/// A D-Bus daemon of the test's own, with mock services of python3-dbusmock on it.
///
/// Whoever connects to the system bus with the sandbox's environment finds this one.
package final class PrivateBus {
    package let address: String
    private let box: Sandbox
    private let daemon: Child
    private var services: [String: Child] = [:]

    /// Whether the tools are there: `dbus-daemon`, and dbusmock for the distribution's Python.
    package static var isPossible: Bool {
        Programs.find("dbus-daemon") != nil && Files.exists(python)
            && Files.exists("/usr/lib/python3/dist-packages/dbusmock")
    }

    private static let python = "/usr/bin/python3"

    package init(in box: Sandbox) throws(Failure) {
        self.box = box
        let socket = box.path("bus")
        address = "unix:path=\(socket)"
        let configuration = box.path("bus.conf")
        try Files.write(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
              "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig><type>system</type><listen>\(address)</listen><auth>EXTERNAL</auth>
            <policy context="default"><allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
            """, to: configuration)
        box.environment["DBUS_SYSTEM_BUS_ADDRESS"] = address
        guard let program = Programs.find("dbus-daemon") else {
            throw Failure("dbus-daemon is not installed")
        }
        let arguments = ["--config-file=\(configuration)", "--nofork", "--print-address"]
        daemon = try box.start([program] + arguments)
        // It prints its address once it listens; the socket's file is there before.
        guard eventually(within: 20, { daemon.output.contains("unix:") }) else {
            throw Failure("dbus-daemon did not start: \(daemon.errors)")
        }
    }

    /// Starts a mock from dbusmock's own templates, or from a file of ours.
    ///
    /// - Parameters:
    ///   - name: the bus name that it will own; waited for.
    ///   - parameters: a JSON object for the template.
    package func mock(
        template: String, name: String, parameters: String? = nil
    ) throws(Failure) {
        let extra = parameters.map { ["-p", $0] } ?? []
        services[name] = try box.start(
            [Self.python, "-m", "dbusmock", "--system", "--template", template] + extra)
        try wait(for: name, isThere: true)
    }

    /// Starts a bare mock of one object, to be filled with `call`.
    ///
    /// - Parameter managesObjects: it is an `ObjectManager` of the objects below it.
    package func mock(
        name: String, object: String, interface: String, managesObjects: Bool = false
    ) throws(Failure) {
        services[name] = try box.start(
            [Self.python, "-m", "dbusmock", "--system"] + (managesObjects ? ["-m"] : [])
                + [name, object, interface])
        try wait(for: name, isThere: true)
    }

    /// Kills a service as a crash would.
    package func kill(_ name: String) throws(Failure) {
        services[name]?.kill()
        services[name] = nil
        try wait(for: name, isThere: false)
    }

    /// Kills the bus itself.
    package func killDaemon() { daemon.kill() }

    /// Calls a method as `busctl call` does: signature, then its arguments.
    /// - Returns: what busctl printed.
    @discardableResult
    package func call(
        _ service: String, _ object: String, _ interface: String, _ method: String,
        _ arguments: [String] = []
    ) throws(Failure) -> String {
        let result = try box.run(
            ["/usr/bin/busctl", "--system", "--", "call", service, object, interface, method]
                + arguments)
        guard result.succeeded else { throw Failure("\(method): \(result.errors)") }
        return result.output
    }

    private func wait(for name: String, isThere: Bool) throws(Failure) {
        for _ in 0..<400 {
            let result = try box.run([
                "/usr/bin/busctl", "--system", "call", "org.freedesktop.DBus",
                "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner", "s", name,
            ])
            if result.output.contains(isThere ? "true" : "false") { return }
            pause(seconds: 0.05)
        }
        throw Failure("\(name) did not \(isThere ? "appear on" : "leave") the bus")
    }
}
