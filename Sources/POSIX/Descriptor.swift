private import Glibc

/// An open file descriptor that is closed when its owner goes.
package struct Descriptor: ~Copyable {
    package let raw: Int32

    /// Takes ownership of `raw`.
    package init(owning raw: Int32) { self.raw = raw }

    deinit { _ = Glibc.close(raw) }

    /// Gives the descriptor away: the caller closes it.
    package consuming func release() -> Int32 {
        let value = raw
        discard self
        return value
    }
}
