/// Why a fix was not adequate.
package enum RejectionReason: Int, CaseIterable, Sendable {
    /// The receiver has no position (mode 0 or 1).
    case noFix
    /// Latitude or longitude is missing, not finite, or off the globe.
    case position
    /// Older than the freshness limit on arrival.
    case stale
    /// Not newer than the last one.
    case order
    /// Another receiver is being followed.
    case device
    /// The receiver's own error figure is too large.
    case eph
    /// Dilution of precision too large, where the error figure is synthesised or missing.
    case hdop
    /// Too few satellites, where the error figure is synthesised or missing.
    case satellites
    /// Too far from the last one for the time between.
    case jump
    /// Dropped afterwards: the first fix of its kind, and the next one contradicted it.
    case provisional
    /// Motionless while steps arrived.
    case indoor

    /// The name in `replay --json` and `status`.
    package var name: String {
        switch self {
        case .noFix: "nofix"
        case .position: "position"
        case .stale: "stale"
        case .order: "order"
        case .device: "device"
        case .eph: "eph"
        case .hdop: "hdop"
        case .satellites: "satellites"
        case .jump: "jump"
        case .provisional: "provisional"
        case .indoor: "indoor"
        }
    }
}

/// How many fixes were not adequate, by reason.
package struct Rejections: Equatable, Sendable {
    private var counts = InlineCounts()

    package init() {}

    package subscript(reason: RejectionReason) -> Int {
        get { counts[reason.rawValue] }
        set { counts[reason.rawValue] = newValue }
    }

    /// Reasons that occurred, in the order of their declaration.
    package var occurred: [(reason: RejectionReason, count: Int)] {
        RejectionReason.allCases.compactMap { self[$0] > 0 ? ($0, self[$0]) : nil }
    }

    package var total: Int { RejectionReason.allCases.reduce(0) { $0 + self[$1] } }
}

/// Twelve counters without a heap: copies of the engine stay cheap.
private struct InlineCounts: Equatable, Sendable {
    private var low = SIMD8<Int32>(repeating: 0)
    private var high = SIMD4<Int32>(repeating: 0)

    subscript(index: Int) -> Int {
        get { Int(index < 8 ? low[index] : high[index - 8]) }
        set {
            let value = Int32(clamping: newValue)
            if index < 8 { low[index] = value } else { high[index - 8] = value }
        }
    }
}
