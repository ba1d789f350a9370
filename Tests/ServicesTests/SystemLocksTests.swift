import EventLoop
import Services
import TestSupport
import Testing

@Suite("locks of logind", .enabled(if: PrivateBus.isPossible), .serialized)
struct SystemLocksTests {
    let fixture: BusFixture
    private static let service = "org.freedesktop.login1"
    private static let object = "/org/freedesktop/login1"
    private static let manager = "org.freedesktop.login1.Manager"

    init() throws { fixture = try BusFixture() }

    private func startLogind() throws {
        try fixture.bus.mock(template: "logind", name: Self.service)
    }

    /// Kinds and modes of the locks that logind knows, such as `idle block`.
    private func held() throws -> Set<String> {
        let text = try fixture.bus.call(Self.service, Self.object, Self.manager, "ListInhibitors")
        let words = text.split(separator: "\"").filter { !$0.contains(" ") || $0.contains("run") }
        var result: Set<String> = []
        for (index, word) in words.enumerated() where word == "rund" {
            result.insert("\(words[index - 1]) \(words[index + 2])")
        }
        return result
    }

    private func announce(_ member: String, _ begins: Bool) throws {
        try fixture.mock(
            Self.service, Self.object, "EmitSignal",
            ["sssav", Self.manager, member, "b", "1", "b", begins ? "true" : "false"])
    }

    @Test("both locks are held from hold to release")
    func holdAndRelease() throws {
        try startLogind()
        let locks = try SystemLocks(over: fixture.connection) { _ in }
        #expect(locks.delay == .released)
        locks.hold(reason: "recording a run")
        try fixture.turn { locks.delay == .held && locks.idle == .held }
        #expect(try held() == ["shutdown:sleep delay", "idle block"])
        locks.release()
        try fixture.turn { try held().isEmpty }
        #expect(locks.delay == .released && locks.idle == .released)
    }

    @Test("a release before logind answered leaves nothing behind")
    func quickRelease() throws {
        try startLogind()
        let locks = try SystemLocks(over: fixture.connection) { _ in }
        locks.hold(reason: "recording a run")
        locks.release()
        try fixture.turn(seconds: 0.5)
        #expect(try held().isEmpty)
        #expect(locks.delay == .released)
    }

    @Test("an announced shutdown is told, and letting go gives only the delay back")
    func shutdown() throws {
        try startLogind()
        var notices: [SystemLocks.Notice] = []
        let locks = try SystemLocks(over: fixture.connection) { notices.append($0) }
        locks.hold(reason: "recording a run")
        try fixture.turn { locks.delay == .held && locks.idle == .held }
        try announce("PrepareForShutdown", true)
        try fixture.turn { notices == [.shutdown] }
        locks.letGo()
        try fixture.turn { try held() == ["idle block"] }
    }

    @Test("after sleep the delay lock is taken anew")
    func sleep() throws {
        try startLogind()
        var notices: [SystemLocks.Notice] = []
        let locks = try SystemLocks(over: fixture.connection) { notices.append($0) }
        locks.hold(reason: "recording a run")
        try fixture.turn { locks.delay == .held && locks.idle == .held }
        try announce("PrepareForSleep", true)
        try fixture.turn { notices == [.sleep] }
        locks.letGo()
        try announce("PrepareForSleep", false)
        try fixture.turn { notices == [.sleep, .awake] && locks.delay == .held }
        #expect(try held() == ["shutdown:sleep delay", "idle block"])
    }

    @Test("without logind nothing is held, the state says so, and locks come with it")
    func absent() throws {
        let locks = try SystemLocks(over: fixture.connection) { _ in }
        locks.hold(reason: "recording a run")
        try fixture.turn { locks.delay == .refused("there is no logind") }
        try startLogind()
        try fixture.turn { locks.delay == .held && locks.idle == .held }
    }

    @Test("the death of the holder gives the locks back")
    func death() throws {
        try startLogind()
        do {
            let locks = try SystemLocks(over: fixture.connection) { _ in }
            locks.hold(reason: "recording a run")
            try fixture.turn { locks.delay == .held && locks.idle == .held }
        }
        try fixture.turn { try held().isEmpty }
    }
}
