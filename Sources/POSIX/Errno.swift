private import Glibc

/// The error number of a failed system call, with the call that failed.
package struct Errno: Error, Equatable, Sendable, CustomStringConvertible {
    package var code: Int32
    /// The C function that failed.
    package var operation: String

    package init(code: Int32, operation: String) {
        self.code = code
        self.operation = operation
    }

    /// The error of the call that has just failed. Corresponds to C `errno`.
    package static func current(_ operation: String) -> Errno {
        Errno(code: errno, operation: operation)
    }

    /// What the system says of it, in its own words. Corresponds to C `strerror`.
    package var reason: String { String(cString: strerror(code)) }

    package var description: String { "\(operation): \(reason)" }
}

/// Runs a call that answers -1 on failure, again as long as a signal interrupts it.
/// - Throws: `Errno` with the name of the call.
package func check<Result: SignedInteger>(
    _ operation: String, _ call: () -> Result
) throws(Errno) -> Result {
    while true {
        let result = call()
        if result != -1 { return result }
        if errno != EINTR { throw Errno.current(operation) }
    }
}
