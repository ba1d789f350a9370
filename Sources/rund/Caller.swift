internal import Control
internal import EventLoop
internal import RunCore
internal import SentinelProtocol

/// A connection to the control socket. Its calls are answered one after the other, in order.
final class Caller {
    let connection: ControlConnection
    var watch: DescriptorWatch?
    var calls: [ControlCall] = []
    /// An answer is being waited for, such as the sentinel's.
    var isWaiting = false
    /// Wants the status whenever it changes; when it was last told.
    var subscription: Subscription?
    /// Nothing more will come; what is owed is still sent.
    var isClosing = false

    struct Subscription {
        var sent: Instant
        var status: ControlStatus
    }

    init(_ connection: ControlConnection) { self.connection = connection }
}

/// An answer that is owed once the sentinel has spoken.
struct Waiting {
    enum For {
        case start(run: Int64)
        case stop(run: ControlRun)
        case test(Sound)
        case check
        case resumption(run: Int64)
    }

    var caller: Int
    var what: For
}
