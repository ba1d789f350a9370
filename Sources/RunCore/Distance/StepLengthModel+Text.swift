extension StepLengthModel {
    /// A short JSON object that `init(text:)` reads back to the same bits.
    package var text: String {
        "{\"walk\":\(Self.array(walking)),\"run\":\(Self.array(running))}"
    }

    /// - Parameter text: what `text` once gave; nil if it is anything else or out of bounds.
    package init?(text: String) {
        guard let walking = Self.gait(named: "walk", in: text),
            let running = Self.gait(named: "run", in: text)
        else { return nil }
        self.init()
        self.walking = walking
        self.running = running
    }

    private static func array(_ gait: Gait) -> String {
        let parts = [
            gait.weight, gait.cadence, gait.cadenceSquared, gait.length, gait.product, gait.seconds,
        ]
        return "[" + parts.map { "\($0)" }.joined(separator: ",") + "]"
    }

    /// Six finite, non-negative numbers after the name.
    private static func gait(named name: String, in text: String) -> Gait? {
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        guard let index = parts.firstIndex(where: { $0 == name }), index + 1 < parts.count
        else { return nil }
        let rest = parts[index + 1]
        guard let open = rest.firstIndex(of: "["), let close = rest.firstIndex(of: "]"),
            open < close
        else { return nil }
        let numbers = rest[rest.index(after: open)..<close].split(separator: ",").compactMap {
            Double($0.filter { $0 != " " })
        }
        guard numbers.count == 6, numbers.allSatisfy({ $0.isFinite && $0 >= 0 }) else { return nil }
        var gait = Gait()
        gait.weight = numbers[0]
        gait.cadence = numbers[1]
        gait.cadenceSquared = numbers[2]
        gait.length = numbers[3]
        gait.product = numbers[4]
        gait.seconds = numbers[5]
        return gait
    }
}
