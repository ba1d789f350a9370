import RunCore

/// A quantity that stands beside the places of a `gx:Track`, one value for each.
struct KMLArray: Sendable {
    let name: StaticString
    let type: StaticString
    let title: StaticString
    private let quantity: Quantity

    private enum Quantity {
        case heart
        case cadence
        case speed
        case distance
        case source
    }

    static let all = [
        KMLArray(name: "heartrate", type: "int", title: "Heart rate", quantity: .heart),
        KMLArray(name: "cadence", type: "int", title: "Cadence (one foot)", quantity: .cadence),
        KMLArray(name: "speed", type: "float", title: "Speed in m/s", quantity: .speed),
        KMLArray(name: "distance", type: "float", title: "Distance in m", quantity: .distance),
        KMLArray(name: "source", type: "string", title: "Source of distance", quantity: .source),
    ]

    func isKnown(_ point: Point) -> Bool {
        switch quantity {
        case .heart: point.heart != nil
        case .cadence: point.strideCadence != nil
        case .speed: point.speed?.isFinite == true
        case .distance: point.distance?.isFinite == true
        case .source: point.source != nil
        }
    }

    /// An unknown value is an empty one: the arrays have to stay as long as the track.
    func write(_ track: [Point], _ out: inout ByteBuffer) {
        out.append("<gx:SimpleArrayData name=\"")
        out.append(name)
        out.append("\">")
        for point in track {
            out.append("<gx:value>")
            switch quantity {
            case .heart: if let heart = point.heart { out.append(integer: heart) }
            case .cadence: if let cadence = point.strideCadence { out.append(integer: cadence) }
            case .speed: write(point.speed, &out)
            case .distance: write(point.distance, &out)
            case .source: if let source = point.source { out.append(utf8: source.rawValue) }
            }
            out.append("</gx:value>")
        }
        out.append("</gx:SimpleArrayData>\n")
    }

    private func write(_ value: Double?, _ out: inout ByteBuffer) {
        if let value, value.isFinite { out.append(decimal: value, digits: 3) }
    }
}
