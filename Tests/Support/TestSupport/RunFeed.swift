/// Plays a synthetic run in real time into a receiver's UDP port and a steps folder.
package final class RunFeed {
    package let run: SyntheticRun
    private let sender: DatagramSender
    private let steps: StepsFolder?
    private var began: Double?
    private var next = 0.0

    /// - Parameter steps: nil for a run without a step counter.
    package init(_ run: SyntheticRun, receiverPort: UInt16, steps: StepsFolder?) throws(Failure) {
        self.run = run
        self.steps = steps
        sender = try DatagramSender(port: receiverPort)
    }

    /// Seconds since the feed began: at its first `play`.
    package var elapsed: Double { began.map { monotonicSeconds() - $0 } ?? 0 }

    /// Plays on until `seconds` after the beginning: one fix and one counter value a second.
    /// - Parameter note: told once before each second is played.
    package func play(
        until seconds: Double, note: (Double) -> Void = { _ in }
    ) throws(Failure) {
        began = began ?? monotonicSeconds()
        while next <= seconds {
            let left = next - elapsed
            if left > 0 { pause(seconds: left) }
            note(next)
            if let epoch = run.epoch(at: next) { sender.send(epoch.sentences) }
            try steps?.set(run.steps(at: next))
            next += 1
        }
    }
}
