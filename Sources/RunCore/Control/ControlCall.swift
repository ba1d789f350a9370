/// A method call of the control protocol (Varlink).
package struct ControlCall: Equatable, Sendable {
    /// Interface and method, such as `org.rund.Recorder.Start`.
    package var method: String
    package var parameters: JSONObject
    /// The caller wants more than one reply.
    package var more: Bool
    /// The caller wants no reply.
    package var oneway: Bool

    package init(
        method: String, parameters: JSONObject = [:], more: Bool = false, oneway: Bool = false
    ) {
        self.method = method
        self.parameters = parameters
        self.more = more
        self.oneway = oneway
    }

    /// - Returns: nil if the message is no call.
    package init?(message: JSONObject) {
        guard let method = message["method"]?.string else { return nil }
        self.method = method
        parameters = message["parameters"]?.object ?? [:]
        more = message["more"]?.bool ?? false
        oneway = message["oneway"]?.bool ?? false
    }

    package var message: JSONObject {
        var message: JSONObject = ["method": .string(method)]
        if !parameters.members.isEmpty { message["parameters"] = .object(parameters) }
        if more { message["more"] = .bool(true) }
        if oneway { message["oneway"] = .bool(true) }
        return message
    }
}

/// The answer to a call.
package enum ControlReply: Equatable, Sendable {
    /// - Parameter continues: another reply to the same call will follow.
    case result(JSONObject, continues: Bool = false)
    case failure(ControlError)

    package init(message: JSONObject) {
        let parameters = message["parameters"]?.object ?? [:]
        if let name = message["error"]?.string {
            self = .failure(ControlError(name: name, parameters: parameters))
        } else {
            self = .result(parameters, continues: message["continues"]?.bool ?? false)
        }
    }

    package var message: JSONObject {
        switch self {
        case .result(let parameters, let continues):
            var message: JSONObject = ["parameters": .object(parameters)]
            if continues { message["continues"] = .bool(true) }
            return message
        case .failure(let error):
            return ["error": .string(error.name), "parameters": .object(error.parameters)]
        }
    }
}

/// Why a call was refused. Names of others survive.
package struct ControlError: Error, Equatable, Sendable {
    /// Interface and name, such as `org.rund.Recorder.NoActiveRun`.
    package var name: String
    package var parameters: JSONObject

    package init(name: String, parameters: JSONObject = [:]) {
        self.name = name
        self.parameters = parameters
    }

    /// The name without our own interface's prefix.
    package var shortName: String {
        let prefix = ControlInterface.name + "."
        return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    }

    /// The reason that the recorder gave, if any.
    package var reason: String? { parameters["reason"]?.string }

    package static let noActiveRun = own("NoActiveRun")
    package static let notPaused = own("NotPaused")
    package static let alreadyPaused = own("AlreadyPaused")

    package static func runActive(_ run: Int64) -> ControlError {
        own("RunActive", ["run": .integer(run)])
    }

    package static func noSuchRun(_ run: Int64) -> ControlError {
        own("NoSuchRun", ["run": .integer(run)])
    }

    package static func notPermitted(_ reason: String) -> ControlError {
        own("NotPermitted", ["reason": .string(reason)])
    }

    package static func alertFailed(_ reason: String) -> ControlError {
        own("AlertFailed", ["reason": .string(reason)])
    }

    package static func refused(_ reason: String) -> ControlError {
        own("Refused", ["reason": .string(reason)])
    }

    package static func methodNotFound(_ method: String) -> ControlError {
        ControlError(
            name: "org.varlink.service.MethodNotFound", parameters: ["method": .string(method)])
    }

    package static func interfaceNotFound(_ interface: String) -> ControlError {
        ControlError(
            name: "org.varlink.service.InterfaceNotFound",
            parameters: ["interface": .string(interface)])
    }

    package static func invalidParameter(_ name: String) -> ControlError {
        ControlError(
            name: "org.varlink.service.InvalidParameter", parameters: ["parameter": .string(name)])
    }

    private static func own(_ name: String, _ parameters: JSONObject = [:]) -> ControlError {
        ControlError(name: "\(ControlInterface.name).\(name)", parameters: parameters)
    }
}
