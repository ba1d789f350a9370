package import EventLoop

extension BusConnection {
    /// Hears when a service comes or goes, for as long as the returned object lives.
    ///
    /// - Parameter changed: with whether it is there now; not called for how it is at first.
    /// Corresponds to D-Bus `NameOwnerChanged`.
    package func watchOwner(
        of service: String, changed: @escaping (Bool) -> Void
    ) throws(BusError) -> BusMatch {
        let rule = BusMatch.Rule(
            sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus",
            member: "NameOwnerChanged", firstArgument: service)
        return try watch(rule) { signal in
            guard signal.arguments.count == 3, let owner = signal.arguments[2].text else { return }
            changed(!owner.isEmpty)
        }
    }
}
