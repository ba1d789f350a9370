/// The last values of a quantity, drawn as a strip of bars.
struct Trend: Equatable {
    private var values: [Double?] = []
    private static let capacity = 600

    /// nil: not known at that moment.
    mutating func add(_ value: Double?) {
        values.append(value)
        if values.count > Trend.capacity { values.removeFirst(values.count - Trend.capacity) }
    }

    var isEmpty: Bool { !values.contains { $0 != nil } }

    var range: (lowest: Double, highest: Double)? {
        let known = values.compactMap { $0 }
        guard let lowest = known.min(), let highest = known.max() else { return nil }
        return (lowest, highest)
    }

    /// The last values as bars, the newest at the right, several values a bar where they are many.
    /// - Parameter isPlain: letters of ASCII alone.
    func strip(width: Int, isPlain: Bool) -> String {
        let bars: [Character] = isPlain ? Array("_.-=*#") : Array("▁▂▃▄▅▆▇█")
        guard width > 0, let range else { return "" }
        let perBar = max(1, (values.count + width - 1) / width)
        let span = range.highest - range.lowest
        var strip = ""
        var start = 0
        while start < values.count {
            let part = values[start..<min(start + perBar, values.count)].compactMap { $0 }
            if part.isEmpty {
                strip.append(" ")
            } else {
                let mean = part.reduce(0, +) / Double(part.count)
                let share = span > 0 ? (mean - range.lowest) / span : 0.5
                strip.append(bars[min(bars.count - 1, Int(share * Double(bars.count)))])
            }
            start += perBar
        }
        return strip
    }
}
