private import Glibc
private import TestSupport

/// `nmea-feed`: a synthetic run in real time, for the demonstration and for trying things out.
enum NMEAFeed {
    static let usage = """
        usage: nmea-feed --port PORT [--steps FOLDER] [--seconds N] [--tunnel FROM-TO]…

        Sends one epoch of NMEA a second to UDP port PORT of this machine, and writes
        FOLDER/iio:device0/in_steps_input as a step counter would. In a tunnel (seconds
        since the beginning) the receiver is silent and the counter goes on.
        """

    /// - Returns: the exit code.
    static func main(_ arguments: [String]) -> Int32 {
        do {
            let options = try Options(arguments)
            var run = SyntheticRun()
            run.tunnels = options.tunnels
            run.wall = Double(time(nil))
            let steps = try options.steps.map { (root) throws(Failure) in
                try StepsFolder(root: root, count: run.firstStep)
            }
            let feed = try RunFeed(run, receiverPort: options.port, steps: steps)
            try feed.play(until: options.seconds)
            return 0
        } catch {
            let message = Array("nmea-feed: error: \(error)\n\(usage)\n".utf8)
            _ = write(STDERR_FILENO, message, message.count)
            return 64
        }
    }

    private struct Options {
        var port: UInt16 = 0
        var steps: String?
        var seconds = 3600.0
        var tunnels: [Range<Double>] = []

        init(_ arguments: [String]) throws(Failure) {
            var rest = arguments[...]
            while let name = rest.popFirst() {
                guard let value = rest.popFirst() else { throw Failure("\(name) wants a value") }
                try set(name, value)
            }
            if port == 0 { throw Failure("--port is missing") }
        }

        private mutating func set(_ name: String, _ value: String) throws(Failure) {
            switch name {
            case "--port":
                guard let number = UInt16(value) else { throw Failure("--port: not \(value)") }
                port = number
            case "--steps": steps = value
            case "--seconds":
                guard let number = Double(value) else { throw Failure("--seconds: not \(value)") }
                seconds = number
            case "--tunnel":
                let ends = value.split(separator: "-").compactMap { Double($0) }
                guard ends.count == 2, ends[0] < ends[1] else {
                    throw Failure("--tunnel: FROM-TO, not \(value)")
                }
                tunnels.append(ends[0]..<ends[1])
            default: throw Failure("unknown option \(name)")
            }
        }
    }
}
