/// A quantity over the distance of a run.
struct ChartDrawing {
    /// What the quantity is called, also for those who do not see the chart.
    var name: String
    /// The class of its line.
    var style: String
    /// Metres and values; nil breaks the line.
    var samples: [(metres: Double, value: Double?)]
    var label: (Double) -> String

    static let width = 800.0
    static let left = 70.0
    private static let height = 130.0

    /// Where a distance is, from the left.
    static func x(_ metres: Double, of total: Double) -> Double {
        left + (width - left - 10) * (total > 0 ? metres / total : 0)
    }

    /// Empty if there is nothing to draw.
    func svg(total: Double, units: Units) -> String {
        let known = samples.compactMap(\.value).sorted()
        guard known.count > 1, total > 0 else { return "" }
        // One wild value must not flatten the rest.
        let lowest = known[known.count / 100]
        let highest = known[known.count - 1 - known.count / 100]
        let span = max(highest - lowest, 0.001)
        func y(_ value: Double) -> Double {
            let share = (min(max(value, lowest), highest) - lowest) / span
            return 12 + (ChartDrawing.height - 34) * (1 - share)
        }
        var line = ""
        var isDrawing = false
        for sample in samples {
            guard let value = sample.value else {
                isDrawing = false
                continue
            }
            let x = ChartDrawing.x(sample.metres, of: total)
            line += "\(isDrawing ? "L" : "M")\(Decimal.fixed(x, 1)) \(Decimal.fixed(y(value), 1))"
            isDrawing = true
        }
        let title = "\(name) over distance, from \(label(lowest)) to \(label(highest))"
        return """
            <svg class="chart" viewBox="0 0 800 130" role="img" aria-label="\(HTML.escaped(title))">
            <path class="grid" d="M70 12H790M70 60H790M70 108H790"/>
            <text x="0" y="16">\(HTML.escaped(label(highest)))</text>
            <text x="0" y="64">\(HTML.escaped(name))</text>
            <text x="0" y="112">\(HTML.escaped(label(lowest)))</text>
            \(ticks(total, units))
            <path class="path \(style)" d="\(line)"/>
            <line class="cursor" x1="70" x2="70" y1="8" y2="112"/>
            </svg>

            """
    }

    private func ticks(_ total: Double, _ units: Units) -> String {
        let all = total / units.longMetres
        let step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100].first { all / $0 <= 10 } ?? 500
        return stride(from: step, through: all, by: step).map { count in
            let x = ChartDrawing.x(count * units.longMetres, of: total)
            let text = Decimal.fixed(count, step < 1 ? 1 : 0)
            return
                "<text x=\"\(Decimal.fixed(x, 1))\" y=\"126\" text-anchor=\"middle\">\(text)</text>"
        }.joined()
    }
}
