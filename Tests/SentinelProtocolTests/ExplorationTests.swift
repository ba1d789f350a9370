import Foundation
import SentinelProtocol
import Testing

@Suite("every order of events")
struct ExplorationTests {
    /// Follows every order of events until nothing new is found.
    /// - Returns: how many states there are, and the first that must not be, with the way to it.
    private func explore(_ start: World, atMost limit: Int) -> (states: Int, fault: String?) {
        var seen: Set<World> = [start]
        var ways: [World: (World, World.Action)] = [:]
        var frontier = [start]
        while let world = frontier.popLast() {
            for action in world.actions {
                var next = world
                next.take(action)
                guard seen.insert(next).inserted else { continue }
                if ways.count < 400_000 { ways[next] = (world, action) }
                if let violation = next.violation {
                    return (seen.count, violation + "\n" + way(to: next, ways))
                }
                if seen.count >= limit { return (seen.count, "too many states") }
                frontier.append(next)
            }
        }
        return (seen.count, nil)
    }

    private func way(to world: World, _ ways: [World: (World, World.Action)]) -> String {
        var steps: [String] = []
        var place = world
        while let (before, action) = ways[place] {
            steps.append("\(action)")
            place = before
        }
        return steps.reversed().joined(separator: " → ")
    }

    @Test("two deaths, a stop and a sentinel killed: no double, no missed and no false alarm")
    func deaths() {
        var world = World()
        world.budget.blocks = 0
        world.budget.hangs = 0
        world.budget.notices = 0
        let (states, fault) = explore(world, atMost: 1_000_000)
        #expect(fault == nil)
        #expect(states > 500)
    }

    @Test("a hand-over between sentinels, with deaths and a stop at every point of it")
    func handOver() {
        var world = World()
        world.budget.hangs = 0
        world.budget.kills = 0
        world.budget.notices = 0
        let (states, fault) = explore(world, atMost: 1_000_000)
        #expect(fault == nil)
        #expect(states > 500)
    }

    @Test("a hang that ends in an answer, a stop or a death")
    func hangs() {
        var world = World()
        world.budget.blocks = 0
        world.budget.kills = 0
        world.budget.notices = 0
        // The second death makes ten times as many states of it.
        if ProcessInfo.processInfo.environment["RUND_FULL"] == nil { world.budget.deaths = 1 }
        let (states, fault) = explore(world, atMost: 1_000_000)
        #expect(fault == nil)
        #expect(states > 500)
    }

    @Test("a death during a notice is sounded all the same")
    func notices() {
        var world = World()
        world.budget.blocks = 0
        world.budget.kills = 0
        world.budget.hangs = 0
        let (states, fault) = explore(world, atMost: 1_000_000)
        #expect(fault == nil)
        #expect(states > 500)
    }
}
