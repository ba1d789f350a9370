import Foundation
import RunCore
import TestSupport
import Testing

@testable import runctl

private let browser = ["chromium", "chromium-browser"].map { "/usr/bin/\($0)" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

@Suite("runctl report", .serialized)
struct ReportTests {
    private let scratch: Scratch
    private static let hostile = "</script><script>alert(1)</script>\\\"'&<img src=x onerror=a>"

    init() throws {
        scratch = try Scratch()
        let log = Logs.run(
            gps: 200, end: 600, note: Self.hostile,
            extra: [
                400: "{\"t\":400,\"type\":\"pause\"}", 430: "{\"t\":430,\"type\":\"resume\"}",
                100: "{\"t\":100,\"type\":\"heart\",\"bpm\":150}",
            ])
        // gps comes back, so that the track has a gap that steps covered.
        let fixes = (300..<390).map { second in
            "{\"t\":\(second),\"at\":600,\"type\":\"fix\",\"mode\":3,\"lat\":\(3 * Double(second) / Logs.degree),"
                + "\"lon\":10,\"alt\":100,\"eph\":4,\"ephsrc\":\"receiver\"}"
        }
        var lines = log
        lines.insert(contentsOf: fixes, at: max(0, lines.count - 1))
        let sorted = lines.sorted { time(of: $0) < time(of: $1) }
            .map { $0.replacingOccurrences(of: ",\"at\":600", with: "") }
        let file = try scratch.write(Logs.text(sorted), to: "run.log")
        let said = try runctl("import", "--state-dir", scratch.url.path, file)
        try #require(said.status == 0, "\(said)")
    }

    private func page(_ words: String...) throws -> String {
        let said = try runctl(["report", "--state-dir", scratch.url.path] + words)
        #expect(said.status == 0 && said.err == "", "\(said.err)")
        return said.out
    }

    @Test("one page has summary, track, charts, splits and spans, and says what filled the gaps")
    func run() throws {
        let page = try page()
        for part in [
            "<!DOCTYPE html>", "class=\"track\"", "class=\"path gps\"", "class=\"path steps\"",
            "class=\"chart\"", "<h2>splits</h2>", "<h2>where the distance comes from</h2>",
            "there was no good fix for", "the run was paused for 0:30.", "id=\"slider\"",
        ] {
            #expect(page.contains(part), "\(part)")
        }
        #expect(page.hasSuffix("</html>\n"))
    }

    @Test("a page loads nothing, and a hostile note cannot script")
    func harmless() throws {
        for page in [try page(), try page("--all")] {
            for part in [
                "http://", "https://", "<img", "<link rel=\"stylesheet", "url(", "@import",
            ] {
                #expect(!page.contains(part), "\(part)")
            }
            #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
            #expect(!page.contains("<script>alert"))
            #expect(page.contains("default-src 'none'"))
        }
    }

    @Test("--all has calendar, months, records and totals; -o writes the file whole")
    func all() throws {
        let page = try page("--all")
        for part in ["<h2>calendar</h2>", "2026-06-01: ", "<h2>records</h2>", "longest"] {
            #expect(page.contains(part), "\(part)")
        }
        let file = scratch.url.appendingPathComponent("all.html").path
        #expect(try self.page("--all", "-o", file) == "")
        #expect(try scratch.read("all.html") == page)
        #expect(try runctl("report", "--all", "3").status == 64)
    }

    @Test("units change the marks and the tables")
    func units() throws {
        #expect(try page("--units", "imperial").contains("/mi"))
    }

    @Test(
        "a browser shows the pages without an error on its console",
        .enabled(if: browser != nil, "needs chromium"), .timeLimit(.minutes(15)))
    func inBrowser() throws {
        let box = try Sandbox()
        for words in [[], ["--all"]] {
            let file = scratch.url.appendingPathComponent("page.html").path
            let said = try runctl(
                ["report", "--state-dir", scratch.url.path, "-o", file] + words)
            #expect(said.status == 0)
            let shown = try box.run(
                [
                    try #require(browser), "--headless", "--no-sandbox", "--disable-gpu",
                    "--enable-logging=stderr", "--dump-dom", "file://\(file)",
                ], seconds: 60)
            #expect(shown.output.contains("<main>"))
            #expect(!shown.errors.contains("CONSOLE"), "\(shown.errors)")
        }
    }
}

/// The `t` of a line of these tests' logs; the start and the stop stay at their ends.
private func time(of line: String) -> Double {
    let digits = line.dropFirst(5).prefix { $0.isNumber || $0 == "." }
    let time = Double(digits) ?? 0
    return line.contains("\"stop\"") ? time + 0.5 : time
}
