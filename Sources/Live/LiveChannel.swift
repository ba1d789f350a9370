package import RunCore
import Uploads

/// The way to one service: hands messages over and says which of them have arrived.
package final class LiveChannel {
    /// Messages under way at once.
    package static let window = 20

    private let target: LiveTarget
    private let password: String?
    private let http = HTTPClient()
    private var mqtt: MQTTClient?
    /// Messages under way over MQTT, in their order.
    private var underWay: [(id: Int32, message: LiveMessage, isTaken: Bool)] = []

    package init(_ target: LiveTarget, password: String?) {
        self.target = target
        self.password = password
    }

    /// Sends messages in their order and waits until the service has them.
    ///
    /// - Returns: the last message up to which all have arrived, and why it went no further. What did not
    ///   arrive has to be sent again; the service may then see a message twice.
    package func send(
        _ messages: [LiveMessage], now: WallTime, within seconds: Double
    ) -> (last: LiveMessage?, failure: String?) {
        switch target.service {
        case .mqtt(let settings): return publish(messages, settings, now, seconds)
        case .ownTracks(let url):
            return post(messages) { message in
                let topic = "owntracks/\(self.target.user)/\(self.target.device)"
                let text = LivePayload.ownTracks(message, device: self.target.device, topic: topic)
                return self.request(url, body: text, headers: self.ownTracksHeaders)
            }
        case .traccar(let url):
            let separator = url.contains("?") ? "&" : "?"
            return post(messages) { message in
                let query = LivePayload.traccar(message, device: self.target.device)
                return self.request(url + separator + query, body: "", headers: [])
            }
        }
    }

    /// Keeps a connection alive while there is nothing to say.
    package func idle(milliseconds: Int32) -> String? {
        guard let mqtt else { return nil }
        do {
            try mqtt.turn(milliseconds: milliseconds)
            return nil
        } catch {
            self.mqtt = nil
            return error.reason
        }
    }

    package func close() {
        mqtt?.disconnect()
        mqtt = nil
    }

    // MARK: - HTTP

    private func post(
        _ messages: [LiveMessage], _ make: (LiveMessage) -> HTTPRequest
    ) -> (last: LiveMessage?, failure: String?) {
        var last: LiveMessage?
        for message in messages {
            switch http.send(make(message)) {
            case .failure(let reason): return (last, reason)
            case .response(let response):
                guard (200..<300).contains(response.status) else {
                    return (last, "the server says \(response.status)")
                }
            }
            last = message
        }
        return (last, nil)
    }

    private func request(_ url: String, body: String, headers: [HTTPHeader]) -> HTTPRequest {
        HTTPRequest(
            method: "POST", url: url, headers: headers, body: Array(body.utf8),
            authorities: target.authorities, timeout: 30)
    }

    private var ownTracksHeaders: [HTTPHeader] {
        var headers = [
            HTTPHeader("Content-Type", "application/json"), HTTPHeader("X-Limit-U", target.user),
            HTTPHeader("X-Limit-D", target.device),
        ]
        if let password {
            headers.append(HTTPHeader.basic(user: target.user, password: password))
        }
        return headers
    }

    // MARK: - MQTT

    private func publish(
        _ messages: [LiveMessage], _ settings: MQTTSettings, _ now: WallTime, _ seconds: Double
    ) -> (last: LiveMessage?, failure: String?) {
        underWay = []
        let end = ContinuousClock.now + .seconds(seconds)
        do {
            let client = try connected(settings, now, within: min(seconds, 15))
            for message in messages {
                let text = LivePayload.ownTracks(message, device: target.device, topic: nil)
                underWay.append((try client.publish(text, to: settings.topic), message, false))
            }
            while underWay.contains(where: { !$0.isTaken }) {
                try client.turn(milliseconds: 100)
                noteTaken(client)
                guard ContinuousClock.now < end else {
                    mqtt = nil
                    return (arrived, "the broker does not confirm")
                }
            }
            return (arrived, nil)
        } catch {
            if let mqtt { noteTaken(mqtt) }
            mqtt = nil
            return (arrived, error.reason)
        }
    }

    private func connected(
        _ settings: MQTTSettings, _ now: WallTime, within seconds: Double
    ) throws(MQTTError) -> MQTTClient {
        if let mqtt, mqtt.isConnected { return mqtt }
        let client = try MQTTClient(
            settings,
            MQTTClient.Login(
                clientID: "\(target.user)-\(target.device)", user: target.user, password: password,
                authorities: target.authorities, will: LivePayload.ownTracksWill(now: now)))
        try client.connect(settings, within: seconds)
        mqtt = client
        return client
    }

    private func noteTaken(_ client: MQTTClient) {
        for id in client.acknowledged() {
            if let index = underWay.firstIndex(where: { $0.id == id }) {
                underWay[index].isTaken = true
            }
        }
    }

    private var arrived: LiveMessage? { underWay.prefix { $0.isTaken }.last?.message }
}
