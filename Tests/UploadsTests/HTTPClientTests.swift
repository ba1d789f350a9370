import RunCore
import TestSupport
import Testing
import Uploads

/// A raw server that answers by a plan, and nginx: what goes over the wire is looked at byte by byte.
@Suite("HTTPClient", .serialized, .timeLimit(.minutes(15)))
struct HTTPClientTests {
    private static let python = PlannedServer.python
    private static let openssl = Programs.find("openssl")
    private static let nginx = Programs.find("nginx")

    private func request(
        _ url: String, method: String = "POST", body: [UInt8] = Array("body".utf8),
        timeout: Double = 20, authorities: String? = nil
    ) -> HTTPRequest {
        HTTPRequest(
            method: method, url: url, headers: [HTTPHeader("Content-Type", "text/plain")],
            body: body, authorities: authorities, timeout: timeout)
    }

    private func send(_ request: HTTPRequest) -> HTTPOutcome { HTTPClient().send(request) }

    private func status(_ outcome: HTTPOutcome) -> Int? {
        if case .response(let response) = outcome { return response.status }
        return nil
    }

    private func reason(_ outcome: HTTPOutcome) -> String {
        if case .failure(let reason) = outcome { return reason }
        return ""
    }

    @Test(
        "URL, method, headers and body are on the wire byte for byte",
        .enabled(if: python != nil, "python3 is not installed"))
    func wire() throws {
        let server = try PlannedServer(["201|Location: /runs/9|X-A:  b "])
        defer { server.close() }
        let target = try Samples.target([
            "url": "http://127.0.0.1:\(server.port)/a//%5Bx%5D/{user}/{id}?q={user}&r=+",
            "user": "a+b@c.d/e f&g", "auth": "header", "header": "X-Key", "secret-file": "/s",
        ])
        let made = try UploadRequest(target, Samples.run, secret: "k1")
        let outcome = send(made.request)
        guard case .response(let response) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(response.status == 201 && response.headers["location"] == "/runs/9")
        #expect(response.headers["x-a"] == "b" && response.body == Array("as was planned".utf8))
        let raw = try #require(server.request(1))
        let text = String(decoding: raw, as: UTF8.self)
        let name = "a%2Bb%40c.d%2Fe%20f%26g"
        #expect(text.hasPrefix("POST /a//%5Bx%5D/\(name)/7?q=\(name)&r=+ HTTP/1.1\r\n"))
        #expect(text.contains("\r\nX-Key: k1\r\n"))
        #expect(text.contains("\r\nContent-Type: application/gpx+xml\r\n"))
        #expect(text.contains("\r\nContent-Length: \(made.request.body.count)\r\n"))
        #expect(!text.contains("Expect:") && !text.contains("chunked"))
        #expect(raw.suffix(made.request.body.count) == made.request.body[...])
    }

    @Test(
        "a redirect is not followed, a cut or stalled connection fails in time, a refusal at once",
        .enabled(if: python != nil, "python3 is not installed"))
    func failures() throws {
        let server = try PlannedServer(["302|Location: http://127.0.0.1:1/", "cut", "stall", "413"])
        defer { server.close() }
        let url = "http://127.0.0.1:\(server.port)/"
        #expect(status(send(request(url))) == 302)
        #expect(!reason(send(request(url, body: [UInt8](repeating: 65, count: 5_000_000)))).isEmpty)
        #expect(reason(send(request(url, timeout: 1))).contains("timed out"))
        #expect(status(send(request(url))) == 413)
        #expect(!reason(send(request("http://127.0.0.1:\(try freePort())/"))).isEmpty)
        #expect(!reason(send(request("file:///etc/passwd"))).isEmpty)
    }

    @Test(
        "a certificate that nobody vouches for is refused; one of a named authority is taken",
        .enabled(if: python != nil && openssl != nil, "python3 or openssl is not installed"))
    func certificates() throws {
        let box = try Sandbox()
        defer { box.close() }
        let made = try box.run([
            try #require(HTTPClientTests.openssl), "req", "-x509", "-newkey", "rsa:2048", "-nodes",
            "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
            "-keyout", box.path("key"), "-out", box.path("cert"),
        ])
        #expect(made.succeeded, "\(made)")
        let server = try PlannedServer(["200"], certificate: (box.path("cert"), box.path("key")))
        defer { server.close() }
        let url = "https://localhost:\(server.port)/"
        #expect(reason(send(request(url))).contains("certificate"))
        #expect(status(send(request(url, authorities: box.path("cert")))) == 200)
        let wrongName = "https://127.0.0.1:\(server.port)/"
        #expect(!reason(send(request(wrongName, authorities: box.path("cert")))).isEmpty)
    }

    @Test(
        "nginx with WebDAV keeps the file under its encoded name, and the same again is no second one",
        .enabled(if: nginx != nil, "nginx is not installed"))
    func webDAV() throws {
        let box = try Sandbox()
        defer { box.close() }
        let port = try freePort()
        try Files.makeFolder(box.path("dav"), mode: 0o777)
        try Files.write(
            """
            daemon off; master_process off; pid \(box.path("pid")); error_log \(box.path("log"));
            events {}
            http { access_log off; client_body_temp_path \(box.path("body"));
              proxy_temp_path \(box.path("p")); fastcgi_temp_path \(box.path("f"));
              uwsgi_temp_path \(box.path("u")); scgi_temp_path \(box.path("s"));
              server { listen 127.0.0.1:\(port); client_max_body_size 10m; root \(box.path("dav"));
                location / { dav_methods PUT; create_full_put_path on; } } }
            """, to: box.path("nginx.conf"))
        _ = try box.start([try #require(HTTPClientTests.nginx), "-c", box.path("nginx.conf")])
        let target = try Samples.target([
            "url": "http://127.0.0.1:\(port)/{user}/{name}", "user": "zoë b", "method": "PUT",
        ])
        let made = try UploadRequest(target, Samples.run, secret: nil)
        var first: Int?
        let didAnswer = eventually(within: 20) {
            first = status(send(made.request))
            return first != nil
        }
        #expect(didAnswer && first == 201)
        #expect(status(send(made.request)) == 204)
        let file = box.path("dav/zoë b/2026-06-01-1130-run.gpx")
        #expect(Files.bytes(file) == made.request.body)
        #expect(Files.names(in: box.path("dav/zoë b")).count == 1)
    }
}
