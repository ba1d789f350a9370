/// Why a call over the bus came to nothing.
package struct BusError: Error, Equatable, Sendable, CustomStringConvertible {
    /// D-Bus's name for it, such as `org.freedesktop.DBus.Error.ServiceUnknown`.
    package var name: String
    /// In the words of whoever refused.
    package var message: String
    /// What was tried: a method's name, or the C function that failed.
    package var operation: String

    package init(name: String, message: String, operation: String) {
        self.name = name
        self.message = message
        self.operation = operation
    }

    /// There is nobody of that name, and nobody to start it.
    package var isAbsent: Bool {
        [
            "org.freedesktop.DBus.Error.ServiceUnknown",
            "org.freedesktop.DBus.Error.NameHasNoOwner",
            "org.freedesktop.DBus.Error.Spawn.ServiceNotFound",
            "org.freedesktop.systemd1.NoSuchUnit",
        ].contains(name)
    }

    /// The bus's or the service's rules (polkit) say no.
    package var isDenied: Bool {
        name == "org.freedesktop.DBus.Error.AccessDenied"
            || name == "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired"
            || name.hasSuffix(".NotAuthorized") || name.hasSuffix(".Unauthorized")
            || name.hasSuffix(".NotPermitted")
    }

    package var description: String { "\(operation): \(message)" }
}
