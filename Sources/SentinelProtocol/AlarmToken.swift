/// Names one thing that may have to be sounded: "this recorder, watching this run".
///
/// Two sentinels that hold the same token watch for the same death, so only one of them may sound it.
/// A recorder counts `number` up after every alarm, never at a hand-over between sentinels.
package struct AlarmToken: Hashable, Sendable, CustomStringConvertible {
    /// The boot in which the recorder runs.
    package var boot: String
    package var run: String
    /// Tells one life of the recorder from the next.
    package var epoch: Int64
    package var number: Int

    package init(boot: String, run: String, epoch: Int64, number: Int) {
        self.boot = boot
        self.run = run
        self.epoch = epoch
        self.number = number
    }

    /// One word without spaces, as it stands on the wire and in the tombstone.
    package var description: String {
        "\(Wire.escape(boot))/\(Wire.escape(run))/\(epoch)/\(number)"
    }

    /// - Returns: nil unless `text` is what `description` prints.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, let boot = Wire.unescape(parts[0]),
            let run = Wire.unescape(parts[1]), let epoch = Int64(parts[2]),
            let number = Int(parts[3])
        else { return nil }
        self.init(boot: boot, run: run, epoch: epoch, number: number)
    }
}
