private import CMosquitto
private import Glibc

/// A connection to an MQTT broker, driven from the one thread that owns it.
package final class MQTTClient {
    private let handle: OpaquePointer?
    private let state = MQTTState()

    /// What the broker is told before anything is sent.
    package struct Login: Sendable {
        package var clientID: String
        package var user: String?
        package var password: String?
        package var authorities: String?
        package var will: String?

        package init(
            clientID: String, user: String? = nil, password: String? = nil,
            authorities: String? = nil, will: String? = nil
        ) {
            self.clientID = clientID
            self.user = user
            self.password = password
            self.authorities = authorities
            self.will = will
        }
    }

    /// - Throws: why libmosquitto cannot be set up so. Corresponds to C `mosquitto_new`.
    package init(_ settings: MQTTSettings, _ login: Login) throws(MQTTError) {
        mosquitto_lib_init()
        handle = mosquitto_new(login.clientID, true, Unmanaged.passUnretained(state).toOpaque())
        guard let handle else { throw MQTTError("no memory for libmosquitto") }
        // Version 3.1.1, which every broker speaks.
        mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, Int32(MQTT_PROTOCOL_V311))
        if let user = login.user, login.password != nil {
            try check(mosquitto_username_pw_set(handle, user, login.password))
        }
        if settings.hasTLS {
            let folder = login.authorities == nil ? "/etc/ssl/certs" : nil
            try check(mosquitto_tls_set(handle, login.authorities, folder, nil, nil, nil))
        }
        if let will = login.will {
            let bytes = Array(will.utf8)
            try check(
                mosquitto_will_set(handle, settings.topic, Int32(bytes.count), bytes, 1, false))
        }
        mosquitto_connect_callback_set(handle) { _, user, code in
            MQTTState.from(user)?.connected(code)
        }
        mosquitto_disconnect_callback_set(handle) { _, user, _ in MQTTState.from(user)?.lost() }
        mosquitto_publish_callback_set(handle) { _, user, id in MQTTState.from(user)?.taken(id) }
    }

    deinit { if let handle { mosquitto_destroy(handle) } }

    package var isConnected: Bool { state.isConnected }

    /// Connects and waits until the broker agreed. Corresponds to C `mosquitto_connect`.
    package func connect(
        _ settings: MQTTSettings, within seconds: Double
    ) throws(MQTTError) {
        state.begin()
        try check(mosquitto_connect(handle, settings.host, settings.port, 60))
        let end = ContinuousClock.now + .seconds(seconds)
        while !state.isConnected {
            do {
                try turn(milliseconds: 100)
            } catch {
                // The broker's own words say more than "refused".
                throw state.refusal.map { MQTTError($0) } ?? error
            }
            guard ContinuousClock.now < end else { throw MQTTError("the broker does not answer") }
        }
    }

    /// Hands a message over for delivery at least once.
    /// - Returns: its number, which ``acknowledged()`` names when the broker has it.
    /// Corresponds to C `mosquitto_publish`.
    package func publish(_ payload: String, to topic: String) throws(MQTTError) -> Int32 {
        let bytes = Array(payload.utf8)
        var id: Int32 = 0
        try check(mosquitto_publish(handle, &id, topic, Int32(bytes.count), bytes, 1, true))
        return id
    }

    /// Waits for something to read, then reads and writes what there is.
    ///
    /// Not `mosquitto_loop`, whose `select` fails for the descriptors of a program that has many open.
    /// Corresponds to C `poll`, `mosquitto_loop_read`, `mosquitto_loop_write`, `mosquitto_loop_misc`.
    package func turn(milliseconds: Int32) throws(MQTTError) {
        let events = mosquitto_want_write(handle) ? POLLIN | POLLOUT : POLLIN
        var watched = pollfd(fd: mosquitto_socket(handle), events: Int16(events), revents: 0)
        guard watched.fd >= 0 else {
            state.lost()
            throw MQTTError(MOSQ_ERR_NO_CONN.rawValue)
        }
        let ready = poll(&watched, 1, milliseconds)
        var code = MOSQ_ERR_SUCCESS.rawValue
        if ready > 0 {
            if watched.revents & ~Int16(POLLOUT) != 0 { code = mosquitto_loop_read(handle, 1) }
            if code == MOSQ_ERR_SUCCESS.rawValue, mosquitto_want_write(handle) {
                code = mosquitto_loop_write(handle, 1)
            }
        }
        if code == MOSQ_ERR_SUCCESS.rawValue { code = mosquitto_loop_misc(handle) }
        guard code == MOSQ_ERR_SUCCESS.rawValue else {
            state.lost()
            throw MQTTError(code)
        }
    }

    /// The numbers of the messages that the broker has taken since the last call.
    package func acknowledged() -> [Int32] { state.drain() }

    /// Says goodbye, so that the last will is not published. Corresponds to C `mosquitto_disconnect`.
    package func disconnect() {
        guard state.isConnected else { return }
        mosquitto_disconnect(handle)
        for _ in 0..<10 where state.isConnected {
            do {
                try turn(milliseconds: 100)
            } catch {
                // Whether the word still arrived is the broker's concern: the connection has ended.
                return
            }
        }
    }

    private func check(_ code: Int32) throws(MQTTError) {
        guard code == MOSQ_ERR_SUCCESS.rawValue else { throw MQTTError(code) }
    }
}

/// Why the broker cannot be reached.
package struct MQTTError: Error, Equatable, Sendable, CustomStringConvertible {
    package let reason: String

    init(_ reason: String) { self.reason = reason }

    /// Corresponds to C `mosquitto_strerror`.
    init(_ code: Int32) {
        reason = mosquitto_strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }

    package var description: String { reason }
}

/// What the callbacks tell.
private final class MQTTState {
    private(set) var isConnected = false
    private(set) var refusal: String?
    private var acknowledged: [Int32] = []

    static func from(_ user: UnsafeMutableRawPointer?) -> MQTTState? {
        user.map { Unmanaged<MQTTState>.fromOpaque($0).takeUnretainedValue() }
    }

    func begin() {
        isConnected = false
        refusal = nil
        acknowledged = []
    }

    func connected(_ code: Int32) {
        isConnected = code == 0
        if code != 0 {
            refusal = mosquitto_connack_string(code).map { String(cString: $0) } ?? "refused"
        }
    }

    func lost() { isConnected = false }

    func taken(_ id: Int32) { acknowledged.append(id) }

    func drain() -> [Int32] {
        defer { acknowledged = [] }
        return acknowledged
    }
}
