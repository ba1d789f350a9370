/// An HTTP server that answers as its plan says and keeps every request byte for byte.
///
/// A line of the plan for each connection: a status, `|` and headers, or `stall` or `cut`; the last
/// line goes on for ever. It needs `python3`.
package final class PlannedServer {
    package static let python = Programs.find("python3")

    package let port: Int
    private let box: Sandbox

    /// - Parameter certificate: the files of a certificate and its key, for HTTPS.
    package init(_ plan: [String], certificate: (String, String)? = nil) throws(Failure) {
        box = try Sandbox()
        try Files.write(plan.joined(separator: "\n"), to: box.path("plan"))
        let script = Programs.sourceFolder + "/Tests/Fixtures/servers/raw_http.py"
        var words = [PlannedServer.python ?? "python3", script, box.folder]
        if let certificate { words += [certificate.0, certificate.1] }
        _ = try box.start(words)
        let path = box.path("port")
        guard eventually(within: 20, { Files.exists(path) }), let port = Int(Files.text(path))
        else {
            throw Failure("the planned server did not start")
        }
        self.port = port
    }

    /// A request that arrived whole, counted from 1; nil if it does not come.
    package func request(_ number: Int) -> [UInt8]? {
        let path = box.path("\(number).request")
        _ = eventually(within: 10) { Files.exists(path) }
        return Files.bytes(path)
    }

    /// Requests that arrived whole so far.
    package var requests: Int {
        Files.names(in: box.folder).filter { $0.hasSuffix(".request") }.count
    }

    package func close() { box.close() }
}
