import Sensors
import Testing

@Suite struct GPSDServerTests {
    @Test(
        "places are read as gpsd's own clients read them",
        arguments: [
            ("localhost", "localhost", 2947, nil), ("example.org:3000", "example.org", 3000, nil),
            ("host:2947:/dev/ttyS0", "host", 2947, "/dev/ttyS0"),
            ("host::/dev/serial/by-id/usb-a:b", "host", 2947, "/dev/serial/by-id/usb-a:b"),
            ("", "localhost", 2947, nil), (":3000", "localhost", 3000, nil),
            ("::1", "::1", 2947, nil), ("[::1]", "::1", 2947, nil),
            ("[fe80::1%eth0]:2948:/dev/x", "fe80::1%eth0", 2948, "/dev/x"),
            ("2001:db8::7", "2001:db8::7", 2947, nil),
        ] as [(String, String, UInt16, String?)])
    func good(text: String, host: String, port: UInt16, device: String?) {
        #expect(GPSDServer(text) == GPSDServer(host: host, port: port, device: device))
    }

    @Test(
        "what is no place is refused",
        arguments: ["host:port", "host:0", "host:70000", "[::1", "[::1]x", "a b", "host:-1"])
    func bad(text: String) {
        #expect(GPSDServer(text) == nil)
    }

    @Test("a place is shown as it can be written")
    func shown() {
        for text in ["localhost:2947", "[::1]:2947", "h:1:/dev/x"] {
            #expect(GPSDServer(text)?.description == text)
        }
    }
}
