/// What a single fix must be like, whatever came before it.
struct Adequacy: Equatable, Sendable {
    private let freshness: Elapsed
    private let maxEph: Double
    private let maxHDOP: Double
    private let minSatellites: Int

    init(_ settings: EngineSettings) {
        freshness = Elapsed(seconds: settings.freshness)
        maxEph = settings.maxEph
        maxHDOP = settings.maxHDOP
        minSatellites = Int(settings.minSatellites)
    }

    /// The first rule that the fix breaks; nil if it breaks none.
    func objection(to fix: Fix, age: Elapsed) -> RejectionReason? {
        guard fix.mode >= 2 else { return .noFix }
        guard let place = fix.coordinate, place.isValid else { return .position }
        guard age <= freshness else { return .stale }
        if let eph = fix.believableEph, fix.errorSource == .receiver {
            return eph <= maxEph ? nil : .eph
        }
        // What is unknown is not held against a fix: a position alone is all that some send.
        if let hdop = fix.believableHDOP, hdop > maxHDOP { return .hdop }
        if let satellites = fix.satellites, satellites < minSatellites { return .satellites }
        return nil
    }
}

extension Fix {
    /// gpsd makes the 95 % error of a plain NMEA receiver from HDOP with these factors, in metres
    /// (`libgpsd_core.c`); the second one with differential corrections.
    private static let synthesis = (plain: 19.0, differential: 4.75)

    /// `eph` if it can be an error at all.
    var believableEph: Double? {
        guard let eph, eph.isFinite, eph > 0 else { return nil }
        return eph
    }

    /// HDOP as given, or as it must have been for gpsd to make this `eph` of it.
    var believableHDOP: Double? {
        if let hdop, hdop.isFinite, hdop > 0 { return hdop }
        guard ephSource == .synthesised, let eph = believableEph else { return nil }
        return eph / Self.synthesis.plain
    }

    /// Where `eph` came from: as stated, else by whether it is HDOP in disguise (within 1 %).
    package var errorSource: ErrorSource? {
        guard let eph = believableEph else { return nil }
        if let ephSource { return ephSource }
        guard let hdop, hdop.isFinite, hdop > 0 else { return .receiver }
        for factor in [Self.synthesis.plain, Self.synthesis.differential]
        where abs(eph - factor * hdop) <= 0.01 * factor * hdop {
            return .synthesised
        }
        return .receiver
    }

    /// The radius in metres within which the true place is with 68 %, as far as one can tell.
    ///
    /// A synthesised figure is far too large for a healthy receiver, so HDOP is used with a range
    /// error of 5 m instead; a fix that says nothing of its error gets 6 m.
    var radius68: Double {
        if errorSource == .receiver, let eph = believableEph { return max(0.5, eph / 1.6) }
        if let hdop = believableHDOP { return max(1, 5 * hdop) }
        return 6
    }
}
