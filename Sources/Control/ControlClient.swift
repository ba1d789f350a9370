private import Glibc
package import POSIX
package import RunCore

/// A program's side of the control socket: asks and waits, with a limit.
package final class ControlClient {
    package enum Failure: Error, Equatable, Sendable {
        /// Nobody listens, or the socket may not be opened.
        case unreachable(path: String, Errno)
        /// No answer in time.
        case timedOut
        /// The recorder closed the connection without an answer, as it does when it dies.
        case closed
        /// An answer that is no Varlink.
        case malformed(String)
        /// The recorder refused.
        case refused(ControlError)
    }

    private let socket: Descriptor
    private var framer = VarlinkFramer(limit: 16 << 20)
    private var waiting: [JSONObject] = []

    /// Readable when `next` may have something; lent, to wait for it beside other descriptors.
    package var descriptor: Int32 { socket.raw }

    /// An answer came that nobody has taken yet: the descriptor need not become readable for it.
    package var hasAnswer: Bool { !waiting.isEmpty }

    /// The process that listens; nil if the system does not say.
    package var process: Int32? { (try? UnixSocket.peer(of: socket))?.process }

    /// - Throws: `Failure.unreachable`.
    package init(path: String) throws(Failure) {
        do {
            socket = try UnixSocket.connect(path: path)
        } catch {
            throw .unreachable(path: path, error)
        }
    }

    /// Calls a method of `org.rund.Recorder`, or of another interface if `method` has a dot.
    ///
    /// - Parameter seconds: how long to wait for the answer in all.
    package func call(
        _ method: String, _ parameters: JSONObject = [:], within seconds: Double = 5
    ) throws(Failure) -> JSONObject {
        let limit = Self.limit(seconds)
        try send(ControlCall(method: full(method), parameters: parameters), limit)
        return try nextReply(limit).parameters
    }

    /// Calls a method that answers again and again; `next` waits for each answer.
    package func subscribe(
        _ method: String, _ parameters: JSONObject = [:], within seconds: Double = 5
    ) throws(Failure) {
        let call = ControlCall(method: full(method), parameters: parameters, more: true)
        try send(call, Self.limit(seconds))
    }

    /// The next answer to `subscribe`.
    /// - Returns: the answer, and whether another will follow.
    package func next(
        within seconds: Double
    ) throws(Failure) -> (parameters: JSONObject, continues: Bool) {
        try nextReply(Self.limit(seconds))
    }

    private func full(_ method: String) -> String {
        method.contains(".") ? method : "\(ControlInterface.name).\(method)"
    }

    /// Microseconds on the boot clock: a machine that slept answered nothing meanwhile, either.
    private static func limit(_ seconds: Double) -> Int64 {
        (Instant(microseconds: Clock.bootMicroseconds()) + Elapsed(seconds: seconds)).microseconds
    }

    private func send(_ call: ControlCall, _ limit: Int64) throws(Failure) {
        var rest = VarlinkFramer.frame(call.message)[...]
        while !rest.isEmpty {
            switch Transfer.send(socket.raw, rest) {
            case .bytes(let count): rest = rest.dropFirst(count)
            case .wouldBlock: try wait(toRead: false, limit)
            case .closed: throw .closed
            case .failed(let error): throw .malformed("\(error)")
            }
        }
    }

    private func nextReply(
        _ limit: Int64
    ) throws(Failure) -> (parameters: JSONObject, continues: Bool) {
        var buffer: [UInt8] = []
        while waiting.isEmpty {
            buffer.removeAll(keepingCapacity: true)
            switch Transfer.read(socket.raw, into: &buffer, limit: 64 << 10) {
            case .bytes: try take(buffer)
            case .wouldBlock: try wait(toRead: true, limit)
            case .closed: throw .closed
            case .failed(let error): throw .malformed("\(error)")
            }
        }
        switch ControlReply(message: waiting.removeFirst()) {
        case .result(let parameters, let continues): return (parameters, continues)
        case .failure(let error): throw .refused(error)
        }
    }

    private func take(_ bytes: [UInt8]) throws(Failure) {
        do {
            waiting += try framer.add(bytes)
        } catch {
            switch error {
            case .tooLong: throw .malformed("an answer is longer than 16 MiB")
            case .malformed(let reason): throw .malformed(reason)
            }
        }
    }

    private func wait(toRead: Bool, _ limit: Int64) throws(Failure) {
        let left = limit - Clock.bootMicroseconds()
        guard left > 0 else { throw .timedOut }
        _ = waitFor(socket.raw, toRead: toRead, atMost: Int32(clamping: left / 1000 + 1))
    }
}
