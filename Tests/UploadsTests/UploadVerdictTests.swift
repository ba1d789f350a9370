import RunCore
import Testing
import Uploads

@Suite("UploadVerdict")
struct UploadVerdictTests {
    private let now = WallTime(microseconds: 784_111_700_000_000)

    private func verdict(
        _ status: Int, _ headers: [String: String] = [:], attempts: Int = 1, body: String = ""
    ) -> UploadVerdict {
        UploadVerdict(
            .response(HTTPResponse(status: status, headers: headers, body: Array(body.utf8))),
            attempts: attempts, now: now)
    }

    private func pause(_ verdict: UploadVerdict) -> Double? {
        if case .again(let after, _) = verdict { return after.seconds }
        return nil
    }

    @Test("only 2xx is sent; a redirect is not, and tells where the service went")
    func sent() {
        #expect(verdict(200) == .sent(remote: nil))
        #expect(verdict(201, ["location": "/runs/9"]) == .sent(remote: "/runs/9"))
        #expect(
            verdict(302, ["location": "https://new/"])
                == .failed(reason: "the service has moved to https://new/; change the url"))
        #expect(verdict(308) == .failed(reason: "the service has moved; change the url"))
    }

    @Test("what somebody has to mend is not tried again; what may pass is, later and later")
    func retries() {
        for status in [400, 401, 403, 404, 409, 413, 415] {
            #expect(pause(verdict(status)) == nil, "\(status)")
        }
        for status in [408, 425, 429, 500, 502, 503, 504] {
            #expect(pause(verdict(status)) == 60, "\(status)")
        }
        let pauses = (1...12).map { pause(verdict(500, attempts: $0)) }
        #expect(
            pauses == [60, 120, 240, 480, 960, 1_920, 3_840, 7_680, 15_360, 21_600, 21_600, 21_600])
        #expect(pause(UploadVerdict(.failure(reason: "no route"), attempts: 3, now: now)) == 240)
    }

    @Test("Retry-After in seconds or as a date is kept, up to a day; nonsense is not")
    func retryAfter() {
        #expect(pause(verdict(429, ["retry-after": "700"])) == 700)
        #expect(pause(verdict(429, ["retry-after": "7"])) == 60)
        #expect(pause(verdict(503, ["retry-after": "9999999"])) == 86_400)
        // 784,111,777 s after 1970.
        #expect(pause(verdict(503, ["retry-after": "Sun, 06 Nov 1994 08:49:37 GMT"])) == 77)
        for nonsense in ["soon", "-5", "nan", "Sun, 99 Foo 1994 08:49:37 GMT", ""] {
            #expect(pause(verdict(429, ["retry-after": nonsense])) == 60, "\(nonsense)")
        }
    }

    @Test("the server's own words are shown in one clean line")
    func words() {
        #expect(
            verdict(400, body: "bad \u{1B}[31mfile\u{7}\nmore")
                == .failed(reason: "the server says 400 (bad [31mfile)"))
        #expect(verdict(404, body: "<html>") == .failed(reason: "the server says 404"))
    }
}
