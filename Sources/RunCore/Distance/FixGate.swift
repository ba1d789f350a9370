/// Decides about fixes in their order: which receiver is followed, and whether a fix can follow
/// the anchor.
///
/// One wild fix never becomes the anchor, and a wrong anchor never locks good fixes out for ever:
/// fixes that contradict the anchor but agree with one another replace it. The first fix after a
/// start, resume or outage is provisional; two that agree are enough against it.
struct FixGate: Equatable, Sendable {
    private let adequacy: Adequacy
    private let maxSpeed: Double
    private let agreeing: Int
    private let freshness: Elapsed

    /// The last adequate fix since the start or the last resume.
    private(set) var anchor: Anchor?
    /// Nothing has confirmed the anchor yet.
    private(set) var isProvisional = false
    /// The anchor before a provisional one.
    private var previous: Anchor?
    /// Fixes that contradict the anchor and agree with one another.
    private var challengers: [Anchor] = []
    /// The receiver that is followed, and when it last sent an adequate fix.
    private var device: String?
    private var heard: Instant?

    init(_ settings: EngineSettings) {
        adequacy = Adequacy(settings)
        maxSpeed = settings.maxSpeed
        agreeing = max(2, Int(settings.agreeingFixes))
        freshness = Elapsed(seconds: settings.freshness)
    }

    enum Verdict: Equatable {
        case rejected(RejectionReason)
        /// Adequate: it follows the anchor, if there is one.
        case follows(Anchor)
        /// The anchor was wrong: these take its place, and no distance joins it to them.
        case replaces([Anchor])
        /// The provisional anchor was wrong, as if it had never been: these come instead.
        case drops([Anchor])
    }

    /// - Parameter arrival: when the fix reached the recorder.
    mutating func judge(_ fix: Fix, at time: Instant, arrival: Instant) -> Verdict {
        if let reason = adequacy.objection(to: fix, age: arrival - time) {
            return .rejected(reason)
        }
        if let heard, time <= heard { return .rejected(.order) }
        if let heard, let device, let other = fix.device, other != device,
            time - heard <= freshness
        {
            return .rejected(.device)
        }
        guard let candidate = Anchor(fix, at: time) else { return .rejected(.position) }
        guard let anchor, !candidate.isReachable(from: anchor, maxSpeed: maxSpeed) else {
            accept(fix, at: time)
            challengers.removeAll(keepingCapacity: true)
            isProvisional = false
            self.anchor = candidate
            return .follows(candidate)
        }
        return challenge(candidate)
    }

    /// What is wrong with a fix in itself; nil if nothing is.
    func objection(to fix: Fix, age: Elapsed) -> RejectionReason? {
        adequacy.objection(to: fix, age: age)
    }

    /// The fix that was just adequate ended an outage: it may yet be taken back.
    mutating func makeProvisional(after previous: Anchor?) {
        isProvisional = true
        self.previous = previous
    }

    /// A run or an active part begins: no line is drawn from what was before.
    mutating func beginPart() {
        anchor = nil
        previous = nil
        isProvisional = false
        challengers.removeAll()
    }

    /// What the anchor was before the provisional one; the gate stands there again.
    mutating func takeBackAnchor() -> Anchor? {
        anchor = previous
        isProvisional = false
        return anchor
    }

    /// Makes a fix the anchor that was judged before.
    mutating func setAnchor(_ anchor: Anchor) {
        self.anchor = anchor
        accept(anchor.fix, at: anchor.time)
    }

    private mutating func accept(_ fix: Fix, at time: Instant) {
        heard = time
        if fix.device != nil { device = fix.device }
    }

    private mutating func challenge(_ candidate: Anchor) -> Verdict {
        if let last = challengers.last {
            let inOrder = candidate.time > last.time
            if !inOrder { return .rejected(.order) }
            if !candidate.isReachable(from: last, maxSpeed: maxSpeed) {
                challengers.removeAll(keepingCapacity: true)
            }
        }
        challengers.append(candidate)
        guard challengers.count >= (isProvisional ? 2 : agreeing) else { return .rejected(.jump) }
        let newcomers = challengers
        challengers.removeAll()
        return isProvisional ? .drops(newcomers) : .replaces(newcomers)
    }
}
