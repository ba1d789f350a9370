import RunCore
import Settings
import Testing

@Suite("SystemZone")
struct SystemZoneTests {
    @Test("knows the zones of the system and no others, and always has a current one")
    func zones() throws {
        let noon = try WallTime(rfc3339: "2026-06-01T10:00:00Z")
        let kolkata = try #require(SystemZone.named("Asia/Kolkata"))
        #expect(noon.rfc3339(offset: kolkata.offset(at: noon)) == "2026-06-01T15:30:00+05:30")
        #expect(SystemZone.named("Mars/Olympus") == nil)
        #expect(SystemZone.named("../../../etc/passwd") == nil)
        let current = SystemZone.current(configured: "Asia/Kolkata")
        #expect(abs(current.offset(at: noon).seconds) <= 50_400)
    }
}
