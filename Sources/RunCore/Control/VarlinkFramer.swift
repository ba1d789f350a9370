/// Cuts a stream of bytes into Varlink messages: JSON objects, each ended by a NUL byte.
package struct VarlinkFramer: Sendable {
    package enum Failure: Error, Equatable, Sendable {
        /// More than `limit` bytes without a NUL.
        case tooLong
        /// A message that is no JSON object.
        case malformed(String)
    }

    private var pending: [UInt8] = []
    private let limit: Int

    /// - Parameter limit: the longest message that is accepted, in bytes.
    package init(limit: Int) { self.limit = limit }

    /// Takes bytes as they came and answers with the messages that are complete now.
    /// - Throws: `Failure`; nothing sensible can follow on the same stream.
    package mutating func add(_ bytes: some Collection<UInt8>) throws(Failure) -> [JSONObject] {
        var messages: [JSONObject] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 0) {
            pending.append(contentsOf: rest[..<end])
            rest = rest[rest.index(after: end)...]
            messages.append(try takeMessage())
        }
        pending.append(contentsOf: rest)
        guard pending.count <= limit else { throw .tooLong }
        return messages
    }

    private mutating func takeMessage() throws(Failure) -> JSONObject {
        defer { pending.removeAll(keepingCapacity: true) }
        guard pending.count <= limit else { throw .tooLong }
        do {
            guard let object = try JSONValue(parsing: pending).object else {
                throw Failure.malformed("a message must be an object")
            }
            return object
        } catch let error as JSONError {
            throw .malformed("\(error)")
        } catch let error as Failure {
            throw error
        } catch {
            throw .malformed("\(error)")
        }
    }

    /// A message with its NUL.
    package static func frame(_ message: JSONObject) -> [UInt8] {
        var bytes: [UInt8] = []
        JSONValue.object(message).write(to: &bytes)
        bytes.append(0)
        return bytes
    }
}
