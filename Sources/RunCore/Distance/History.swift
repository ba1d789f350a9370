/// The last half minute or more of a run: a state of the engine, and what came after it.
///
/// An event that is learnt of late is put into its place here, and the engine is wound forward
/// again from the older state. Memory is bounded by the time kept, not by the length of the run.
struct History: Sendable {
    struct Item: Sendable {
        var order: Order
        /// The clock when it was (or should have been) handled.
        var clock: Instant
    }

    private var older: Machine
    private var newer: Machine
    private var items: [Item] = []
    /// Number of items that `newer` has handled already.
    private var newerCount = 0

    /// How far back a late event can at least be put.
    private static let kept = Elapsed(seconds: 30)

    init(_ machine: Machine) {
        older = machine
        newer = machine
    }

    /// Whether it is time to keep the state before the next event; mutating as `Machine.glance` is.
    mutating func wantsState(at moment: Instant) -> Bool { moment - newer.now > Self.kept }

    /// Keeps the state before the next event.
    mutating func keep(_ machine: Machine) {
        items.removeFirst(newerCount)
        older = newer
        newer = machine
        newerCount = items.count
    }

    mutating func append(_ event: Event) {
        items.append(Item(order: .event(event), clock: event.arrival))
    }

    /// Puts a late order where its own time belongs.
    /// - Parameter clock: now.
    /// - Returns: the state from which to go on, what is to be handled from there, and which of
    ///   those items is the late one.
    mutating func insert(_ order: Order, clock: Instant) -> (
        from: Machine, items: ArraySlice<Item>, late: Int
    ) {
        let place = items.firstIndex { $0.order.comes(after: order.time) } ?? items.count
        let clock = place < items.count ? min(items[place].clock, clock) : clock
        items.insert(Item(order: order, clock: clock), at: place)
        if place < newerCount {
            // The newer state has handled what should have come after: it is worth nothing now.
            newer = older
            newerCount = 0
            return (older, items[...], place)
        }
        return (newer, items[newerCount...], place)
    }
}
