internal import RunCore

extension RunPage {
    /// At most so many points are drawn: more cannot be told apart, and a phone has to load them.
    private static let most = 2_000

    private var thinned: [TrackPoint] {
        let step = max(1, (report.points.count + RunPage.most - 1) / RunPage.most)
        return stride(from: 0, to: report.points.count, by: step).map { report.points[$0] }
    }

    private var total: Double { report.summary.distance }

    var charts: String {
        let points = thinned
        func samples(_ value: (TrackPoint) -> Double?) -> [(metres: Double, value: Double?)] {
            points.map { ($0.distance, $0.beginsSegment ? nil : value($0)) }
        }
        let all = [
            ChartDrawing(
                name: "pace", style: "pace",
                samples: samples { point in point.speed.flatMap { $0 > 0.3 ? $0 : nil } },
                label: { units.pace($0) }),
            ChartDrawing(
                name: "elevation", style: "height", samples: samples(\.altitude),
                label: { units.height($0) }),
            ChartDrawing(
                name: "heart rate", style: "heart", samples: samples { $0.heart.map(Double.init) },
                label: { "\(Decimal.fixed($0, 0))/min" }),
            ChartDrawing(
                name: "cadence", style: "cadence", samples: samples(\.cadence),
                label: { "\(Decimal.fixed($0, 0))/min" }),
        ]
        return all.map { $0.svg(total: total, units: units) }.joined()
    }

    /// What the cursor needs, as JSON that cannot end the script it stands in.
    func data(_ drawing: TrackDrawing?) -> String {
        let points = thinned.map { point -> JSONValue in
            let place = drawing?.position(point.smoothed)
            let object: JSONObject = [
                "c": RunPage.tenths(ChartDrawing.x(point.distance, of: total)),
                "x": place.map { RunPage.tenths($0.x) } ?? .null,
                "y": place.map { RunPage.tenths($0.y) } ?? .null,
                "t": .string(readout(point)),
            ]
            return .object(object)
        }
        let object: JSONObject = ["width": .number(ChartDrawing.width), "points": .array(points)]
        return JSONValue.object(object).text.replacing("<", with: "\\u003c")
    }

    private static func tenths(_ value: Double) -> JSONValue {
        .number((value * 10).rounded() / 10)
    }

    private func readout(_ point: TrackPoint) -> String {
        [
            units.distance(point.distance), Stopwatch.clock(report.sinceStart(of: point.time)),
            point.speed.map { units.pace($0) }, point.altitude.map { units.height($0) },
            point.heart.map { "heart \($0)/min" },
            point.cadence.map { "cadence \(Decimal.fixed($0, 0))/min" },
        ].compactMap { $0 }.joined(separator: ", ")
    }
}
