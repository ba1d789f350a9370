private import Glibc

/// `Benchmarks`: measurements of the project, each a file of its own beside this one.
///
/// Every benchmark prints what it measured, one line a value, and answers whether the values
/// are within the limits that it states.
enum Benchmarks {
    /// How much work a benchmark does.
    enum Size {
        /// A few seconds: shows that it works and catches gross changes.
        case small
        /// As reported in README.
        case full
    }

    struct Benchmark: Sendable {
        var name: String
        var summary: String
        /// - Returns: whether all values are within the limits.
        var run: @Sendable (Size) throws -> Bool
    }

    static let all: [Benchmark] = [
        Benchmark(
            name: "daemon",
            summary: "memory and wake-ups of rund and its sentinel at 1 Hz, beside gpxlogger",
            run: DaemonBenchmark.run),
        Benchmark(
            name: "commands", summary: "how long runctl takes to answer, its start included",
            run: CommandBenchmark.run),
        Benchmark(
            name: "steps", summary: "counting steps in raw acceleration", run: StepsBenchmark.run),
        Benchmark(
            name: "accuracy", summary: "distance against simulated truth, beside simple estimators",
            run: AccuracyBenchmark.run),
        Benchmark(
            name: "engine", summary: "a day of events, alone and from JSON",
            run: EngineBenchmark.run),
        Benchmark(
            name: "polyline", summary: "encode and decode, beside a plain C loop",
            run: PolylineBenchmark.run),
        Benchmark(
            name: "formats", summary: "GPX, TCX, FIT and others, beside gpsbabel and expat",
            run: FormatsBenchmark.run),
        Benchmark(
            name: "store", summary: "recording into the database, and a long history in it",
            run: StoreBenchmark.run),
        Benchmark(
            name: "alarm",
            summary: "from the recorder's death to the sound, and the cost of waiting",
            run: AlarmBenchmark.run),
    ]

    static var usage: String {
        let width = all.map(\.name.count).max() ?? 0
        let names = all.map { benchmark in
            let gap = String(repeating: " ", count: width - benchmark.name.count + 2)
            return "  \(benchmark.name)\(gap)\(benchmark.summary)"
        }
        return "usage: Benchmarks [--small] [NAME]…\n\n" + names.joined(separator: "\n")
    }

    /// - Returns: the exit code: 1 if a limit was not kept, 70 if a benchmark could not run.
    static func main(_ arguments: [String]) -> Int32 {
        let names = arguments.filter { !$0.hasPrefix("-") }
        let unknown = names.filter { name in !all.contains { $0.name == name } }
        let options = arguments.filter { $0.hasPrefix("-") }
        guard unknown.isEmpty, options.allSatisfy({ $0 == "--small" }) else {
            print(usage)
            return options == ["--help"] ? 0 : 64
        }
        let size: Size = options.isEmpty ? .full : .small
        var code: Int32 = 0
        for benchmark in all where names.isEmpty || names.contains(benchmark.name) {
            print("\(benchmark.name): \(benchmark.summary)")
            do {
                if try !benchmark.run(size) { code = max(code, 1) }
            } catch {
                print("  error: \(error)")
                code = 70
            }
        }
        return code
    }
}
