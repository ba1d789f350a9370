/// An alarm that was sounded, as a line of the tombstone.
package struct Burial: Hashable, Sendable {
    package var token: AlarmToken
    /// How its first pass ended.
    package var end: SentinelMachine.PassEnd

    /// Bytes of a reason that are kept, so that a few burials fit into one page.
    private static let longestReason = 200

    package init(token: AlarmToken, end: SentinelMachine.PassEnd) {
        self.token = token
        self.end = end
    }

    package var line: String {
        switch end {
        case .played(let report): Wire.line(token.description, report.fields)
        case .silent(let reason):
            Wire.line(
                token.description,
                [
                    (
                        "silent",
                        String(decoding: reason.utf8.prefix(Self.longestReason), as: UTF8.self)
                    )
                ])
        }
    }

    /// - Returns: nil unless `line` is what the property of that name gave.
    package init?(line: some StringProtocol) {
        guard let (word, fields) = Wire.parse(line), let token = AlarmToken(word) else {
            return nil
        }
        self.token = token
        end = fields["silent"].map { .silent($0) } ?? .played(PlayReport(fields: fields))
    }
}
