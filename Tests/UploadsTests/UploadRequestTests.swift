import RunCore
import RunFormats
import TestSupport
import Testing
import Uploads

@Suite("UploadRequest")
struct UploadRequestTests {
    @Test(
        "a file goes as it is to the expanded URL, the secret is in the header and not in the text")
    func file() throws {
        let target = try Samples.target([
            "url": "https://host/dav/{user}/runs/{id}/{name}", "user": "zoë a/b", "auth": "basic",
            "method": "PUT", "secret-file": "/secret",
        ])
        let made = try UploadRequest(target, Samples.run, secret: "pass word")
        #expect(
            made.request.url
                == "https://host/dav/zo%C3%AB%20a%2Fb/runs/7/2026-06-01-1130-run.gpx")
        #expect(made.request.method == "PUT")
        #expect(made.request.body == Format.named("gpx")?.encode(Samples.run.activity)?.bytes)
        let header = made.request.headers.first { $0.name == "Authorization" }
        #expect(header?.value == "Basic em/DqyBhL2I6cGFzcyB3b3Jk")
        #expect(!made.text.contains("em/D") && !made.text.contains("pass word"))
        #expect(made.text.contains("Authorization: Basic ********\n"))
        #expect(made.text.hasPrefix("PUT https://host/dav/"))
        #expect(made.text.contains("Content-Length: \(made.request.body.count)\n"))
    }

    @Test("a form has its fields, with placeholders and JSON, and then the file")
    func form() throws {
        let target = try Samples.target([
            "url": "https://host/api", "body": "form", "field": "upload", "format": "fit",
            "form.data": "{\"sport_id\": 5, \"title\": \"{kind} {date}\"}", "auth": "bearer",
            "credential": "token",
        ])
        let request = try UploadRequest(target, Samples.run, secret: "abc").request
        let type = try #require(request.headers.first { $0.name == "Content-Type" }).value
        let boundary = try #require(type.split(separator: "boundary=").last)
        let text = String(decoding: request.body, as: UTF8.self)
        #expect(
            text.hasPrefix(
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"data\"\r\n\r\n"
                    + "{\"sport_id\": 5, \"title\": \"run 2026-06-01\"}\r\n--\(boundary)\r\n"
                    + "Content-Disposition: form-data; name=\"upload\"; "
                    + "filename=\"2026-06-01-1130-run.fit\"\r\nContent-Type: application/vnd.ant.fit\r\n\r\n"
            ))
        #expect(text.hasSuffix("\r\n--\(boundary)--\r\n"))
        #expect(request.headers.contains(HTTPHeader("Authorization", "Bearer abc", isSecret: true)))
    }

    @Test("every preset that comes with the program makes a request")
    func presets() throws {
        let folder = Programs.sourceFolder + "/presets"
        let names = Files.names(in: folder).filter { $0.hasSuffix(".conf") }
        #expect(names.count == 5)
        for name in names.map({ String($0.dropLast(5)) }) {
            let target = try Samples.target([
                "preset": name, "server": "https://own.example", "user": "me", "secret-file": "/s",
            ])
            let request = try UploadRequest(target, Samples.run, secret: "s").request
            #expect(request.url.hasPrefix("https://own.example/"), "\(name)")
            #expect(request.headers.contains { $0.isSecret }, "\(name)")
            #expect(request.body.count > 500, "\(name)")
        }
    }

    @Test(
        "what is missing or cannot be is told",
        arguments: [
            (["auth": "none"], "has no url"), (["url": "ftp://h"], "expected https://"),
            (["url": "https://h/", "format": "nmea"], "no format to write"),
            (["url": "https://h/", "auth": "bearer"], "has no secret"),
            (["url": "https://h/", "auth": "basic", "secret-file": "/s"], "expected a name"),
            (
                ["url": "https://h/", "auth": "header", "header": "a b", "secret-file": "/s"],
                "expected a header's name"
            ),
            (["preset": "nowhere"], "no preset"),
        ])
    func refused(settings: [String: String], reason: String) {
        #expect { try Samples.target(settings) } throws: { error in
            (error as? UploadError)?.reason.contains(reason) == true
        }
    }

    @Test("a run that the format cannot hold, a secret with line ends, an unknown placeholder")
    func unusable() throws {
        let plain = try Samples.target(["url": "https://h/{nothing}"])
        #expect(throws: UploadError.self) { try UploadRequest(plain, Samples.run, secret: nil) }
        let empty = UploadRequest.Run(number: 1, activity: Activity())
        let good = try Samples.target(["url": "https://h/{id}"])
        #expect(throws: UploadError.self) { try UploadRequest(good, empty, secret: nil) }
        let bearer = try Samples.target([
            "url": "https://h/", "auth": "bearer", "secret-file": "/s",
        ])
        #expect(throws: UploadError.self) {
            try UploadRequest(bearer, Samples.run, secret: "a\r\nEvil: yes")
        }
    }

    @Test("the secret's file must be for its owner only, and an error never shows what is in it")
    func secrets() throws {
        let box = try Sandbox()
        defer { box.close() }
        let path = box.path("token")
        try Files.write("  s3cret \nsecond line\n", to: path)
        _ = try box.run(["chmod", "644", path])
        #expect { try Secret.read(.file(path), credentials: nil) } throws: { error in
            let error = error as? UploadError
            return error?.hint == "chmod 600 \(path)" && error?.reason.contains("s3cret") == false
        }
        _ = try box.run(["chmod", "600", path])
        #expect(try Secret.read(.file(path), credentials: nil) == "s3cret ")
        #expect(try Secret.read(.credential("token"), credentials: box.folder) == "s3cret ")
        #expect(throws: UploadError.self) {
            try Secret.read(.credential("token"), credentials: nil)
        }
        #expect(throws: UploadError.self) {
            try Secret.read(.credential("../token"), credentials: box.folder)
        }
        #expect(throws: UploadError.self) { try Secret.read(.file("/nowhere"), credentials: nil) }
    }
}
