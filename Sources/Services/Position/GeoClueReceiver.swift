package import EventLoop
internal import RunCore

/// Positions from GeoClue, for phones whose modem nobody else may ask.
///
/// GeoClue's accuracy is a radius of 68 %; the 95 % of a fix is 1.6 times that. Positions by
/// networks come the same way, and are told from GPS by their accuracy alone.
/// Corresponds to D-Bus `org.freedesktop.GeoClue2`.
package final class GeoClueReceiver {
    private static let service = "org.freedesktop.GeoClue2"
    private static let manager = BusObject(service, "/org/freedesktop/GeoClue2/Manager")
    private static let managerInterface = "org.freedesktop.GeoClue2.Manager"
    private static let clientInterface = "org.freedesktop.GeoClue2.Client"
    private static let locationInterface = "org.freedesktop.GeoClue2.Location"
    /// GCLUE_ACCURACY_LEVEL_EXACT
    private static let exact: UInt32 = 8

    private let bus: BusConnection
    private let heard: (PositionEvent) -> Void
    private var client: BusObject?
    private var updates: BusMatch?
    private var owner: BusMatch?
    package private(set) var state = PositionState.off

    /// - Parameter heard: called from the loop, only between `start` and `stop`.
    package init(
        over bus: BusConnection, heard: @escaping (PositionEvent) -> Void
    ) throws(BusError) {
        self.bus = bus
        self.heard = heard
        owner = try bus.watchOwner(of: Self.service) { [weak self] isThere in
            // GeoClue ends itself when nobody needs it, and is started by being asked.
            guard let self, !isThere, state == .working else { return }
            forget()
            become(.failed("GeoClue has gone"))
            create()
        }
    }

    package func start() {
        guard state == .off else { return }
        create()
    }

    package func stop() {
        if let client {
            bus.call(client.method(Self.clientInterface, "Stop"))
            bus.call(
                Self.manager.method(Self.managerInterface, "DeleteClient"), [.path(client.path)])
        }
        forget()
        state = .off
    }

    private func forget() {
        updates = nil
        client = nil
    }

    private func become(_ new: PositionState) {
        guard new != state else { return }
        state = new
        heard(.state(new))
    }

    private func fail(_ error: BusError) {
        forget()
        let cause =
            error.isAbsent
            ? "there is no GeoClue"
            : error.isDenied ? "GeoClue does not let rund know the position" : error.message
        become(.failed(cause))
    }

    private func create() {
        become(.starting)
        bus.call(Self.manager.method(Self.managerInterface, "CreateClient"), within: 30) {
            [weak self] result in
            guard let self, state == .starting else { return }
            switch result {
            case .failure(let error): fail(error)
            case .success(let values):
                guard let path = values.first?.text else { return }
                prepare(BusObject(Self.service, path))
            }
        }
    }

    private func prepare(_ client: BusObject) {
        self.client = client
        let rule = BusMatch.Rule(
            sender: Self.service, object: client.path, interface: Self.clientInterface,
            member: "LocationUpdated")
        do {
            updates = try bus.watch(rule) { [weak self] signal in
                guard let path = signal.arguments.last?.text else { return }
                self?.read(path)
            }
        } catch { return fail(error) }
        let settings: [(String, BusValue)] = [
            ("DesktopId", .string("rund")), ("RequestedAccuracyLevel", .uint32(Self.exact)),
            ("DistanceThreshold", .uint32(0)), ("TimeThreshold", .uint32(0)),
        ]
        for (name, value) in settings {
            client.set(name, of: Self.clientInterface, to: value, over: bus)
        }
        bus.call(client.method(Self.clientInterface, "Start"), within: 30) { [weak self] result in
            guard let self, self.client == client else { return }
            switch result {
            case .success: become(.working)
            case .failure(let error): fail(error)
            }
        }
    }

    private func read(_ path: String) {
        let object = BusObject(Self.service, path)
        object.properties(of: Self.locationInterface, over: bus) { [weak self] result in
            guard let self, client != nil, case .success(let properties) = result,
                let fix = Self.fix(properties)
            else { return }
            heard(.fix(fix))
        }
    }

    /// The fix that a location's properties describe; nil if they name no place on earth.
    static func fix(_ properties: [String: BusValue]) -> Fix? {
        guard let latitude = properties["Latitude"]?.number,
            let longitude = properties["Longitude"]?.number
        else { return nil }
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        guard coordinate.isValid else { return nil }
        // What is unknown is the least double for heights, and -1 for the others.
        let altitude = properties["Altitude"]?.number.flatMap { abs($0) < 20_000 ? $0 : nil }
        let accuracy = properties["Accuracy"]?.number.flatMap { $0 > 0 ? $0 : nil }
        return Fix(
            mode: altitude == nil ? 2 : 3, coordinate: coordinate, altitude: altitude,
            time: time(properties["Timestamp"]), eph: accuracy.map { $0 * 1.6 },
            ephSource: accuracy == nil ? nil : .receiver,
            speed: properties["Speed"]?.number.flatMap { $0 >= 0 ? $0 : nil },
            track: properties["Heading"]?.number.flatMap { $0 >= 0 && $0 <= 360 ? $0 : nil },
            device: "GeoClue")
    }

    /// Seconds and microseconds since 1970.
    private static func time(_ value: BusValue?) -> WallTime? {
        guard let parts = value?.members, parts.count == 2, let seconds = parts[0].integer,
            let microseconds = parts[1].integer, seconds > 0, seconds < 1 << 40,
            (0..<1_000_000).contains(microseconds)
        else { return nil }
        return WallTime(microseconds: seconds * 1_000_000 + microseconds)
    }
}
