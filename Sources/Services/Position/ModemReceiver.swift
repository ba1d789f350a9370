package import EventLoop
internal import RunCore

/// The GPS receiver in a phone's modem, through ModemManager.
///
/// Switched on for a run, with a fix a second, and put back as it was found. ModemManager is not
/// asked to switch a modem on that somebody has switched off: the cause is named instead.
/// Corresponds to D-Bus `org.freedesktop.ModemManager1.Modem.Location`.
package final class ModemReceiver {
    private static let service = "org.freedesktop.ModemManager1"
    private static let manager = BusObject(service, "/org/freedesktop/ModemManager1")
    private static let objectManager = "org.freedesktop.DBus.ObjectManager"
    private static let modem = "org.freedesktop.ModemManager1.Modem"
    private static let location = "org.freedesktop.ModemManager1.Modem.Location"
    /// NMEA sentences, of ModemManager's kinds of locations.
    private static let sentences: UInt32 = 1 << 2
    /// From this state on (ENABLED) a modem can locate.
    private static let enabled: Int64 = 6

    /// What was set before us.
    private struct Before {
        var sources: UInt32
        var signals: Bool
        var rate: UInt32
    }

    private let bus: BusConnection
    private let heard: (PositionEvent) -> Void
    private var object: BusObject?
    private var before: Before?
    private var changes: BusMatch?
    private var owner: BusMatch?
    package private(set) var state = PositionState.off

    /// - Parameter heard: called from the loop, only between `start` and `stop`.
    package init(
        over bus: BusConnection, heard: @escaping (PositionEvent) -> Void
    ) throws(BusError) {
        self.bus = bus
        self.heard = heard
        owner = try bus.watchOwner(of: Self.service) { [weak self] isThere in
            guard let self, state != .off else { return }
            forget()
            if isThere { look() } else { become(.failed("ModemManager has gone")) }
        }
    }

    package func start() {
        guard state == .off else { return }
        look()
    }

    /// Puts everything back as it was.
    package func stop() {
        if let object, let before { restore(object, before) }
        forget()
        state = .off
    }

    private func forget() {
        changes = nil
        object = nil
        before = nil
    }

    private func become(_ new: PositionState) {
        guard new != state else { return }
        state = new
        heard(.state(new))
    }

    private func fail(_ cause: String) {
        forget()
        become(.failed(cause))
    }

    private func look() {
        become(.starting)
        bus.call(Self.manager.method(Self.objectManager, "GetManagedObjects")) {
            [weak self] result in
            guard let self, state == .starting else { return }
            switch result {
            case .failure(let error):
                fail(error.isAbsent ? "there is no ModemManager" : error.message)
            case .success(let values): choose(values.first?.dictionary ?? [:])
            }
        }
    }

    /// Takes the first modem that can give sentences.
    private func choose(_ objects: [String: BusValue]) {
        guard !objects.isEmpty else { return fail("there is no modem") }
        for (path, value) in objects.sorted(by: { $0.key < $1.key }) {
            guard let interfaces = value.dictionary,
                let properties = interfaces[Self.location]?.dictionary,
                let can = properties["Capabilities"]?.integer, can & Int64(Self.sentences) != 0
            else { continue }
            let modemState = interfaces[Self.modem]?.dictionary?["State"]?.integer
            guard modemState.map({ $0 >= Self.enabled }) ?? true else {
                return fail("the modem is off")
            }
            return use(BusObject(Self.service, path), properties)
        }
        fail("the modem has no GPS")
    }

    private func use(_ object: BusObject, _ properties: [String: BusValue]) {
        self.object = object
        let old = Before(
            sources: UInt32(clamping: properties["Enabled"]?.integer ?? 0),
            signals: properties["SignalsLocation"]?.bool ?? false,
            rate: UInt32(clamping: properties["GpsRefreshRate"]?.integer ?? 30))
        before = old
        do {
            changes = try object.watchProperties(of: Self.location, over: bus) {
                [weak self] changes in
                self?.take(changes["Location"])
            }
        } catch { return fail(error.message) }
        // The rate comes first: while locating, some modems do not take it.
        bus.call(object.method(Self.location, "SetGpsRefreshRate"), [.uint32(1)])
        let arguments: [BusValue] = [.uint32(old.sources | Self.sentences), .bool(true)]
        bus.call(object.method(Self.location, "Setup"), arguments, within: 30) {
            [weak self] result in
            guard let self, self.object == object else { return }
            switch result {
            case .success:
                become(.working)
                ask(object)
            case .failure(let error):
                fail(error.isDenied ? "polkit does not let rund use the modem" : error.message)
            }
        }
    }

    /// What it knows already: the next signal comes only with a change.
    private func ask(_ object: BusObject) {
        bus.call(object.method(Self.location, "GetLocation")) { [weak self] result in
            guard let self, state == .working, case .success(let values) = result else { return }
            take(values.first)
        }
    }

    private func restore(_ object: BusObject, _ before: Before) {
        let arguments: [BusValue] = [.uint32(before.sources), .bool(before.signals)]
        bus.call(object.method(Self.location, "Setup"), arguments)
        bus.call(object.method(Self.location, "SetGpsRefreshRate"), [.uint32(before.rate)])
    }

    private func take(_ value: BusValue?) {
        // A dictionary of kinds (`a{uv}`).
        guard state == .working, let object, let entries = value?.elements else { return }
        for case .entry(let kind, let content) in entries
        where kind.integer == Int64(Self.sentences) {
            guard let text = content.text, let fix = NMEAEpoch.fix(text, device: object.path)
            else { continue }
            heard(.fix(fix))
        }
    }
}
