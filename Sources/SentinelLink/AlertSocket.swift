package import POSIX
private import SentinelProtocol

/// A word to whichever sentinel sounds: needs no recorder, only the folder of `alert.sock`.
package enum AlertSocket {
    package enum Word: Sendable {
        /// The user has noticed.
        case acknowledge
        /// A recorder goes on with the run that ended.
        case resumed
    }

    package enum Answer: Equatable, Sendable {
        case taken
        /// No alarm sounds, or it ended just now.
        case nobody
    }

    /// Says it and waits for the answer, 1 s at most.
    ///
    /// - Parameter directory: the runtime folder.
    /// - Throws: `Errno` EACCES without permission, ETIMEDOUT when the sentinel does not answer.
    package static func send(_ word: Word, directory: String) throws(Errno) -> Answer {
        let message: VisitorMessage = word == .acknowledge ? .acknowledge : .resumed
        let socket: Descriptor
        do {
            socket = try UnixSocket.connect(path: directory + "/alert.sock")
        } catch {
            if error.isNobodyThere { return .nobody }
            throw error
        }
        switch Transfer.send(socket.raw, Array((message.line + "\n").utf8)[...]) {
        case .bytes: break
        case .closed: return .nobody
        case .wouldBlock: throw Errno.timedOut
        case .failed(let error): throw error
        }
        guard waitFor(socket.raw, toRead: true, atMost: 1000) else { throw Errno.timedOut }
        var bytes: [UInt8] = []
        _ = Transfer.read(socket.raw, into: &bytes, limit: 256)
        var lines = LineBuffer()
        let reply = lines.append(bytes).first.flatMap { $0 }.flatMap { VisitorReply(rawValue: $0) }
        return reply == .taken ? .taken : .nobody
    }
}
