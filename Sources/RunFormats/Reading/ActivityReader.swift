/// Turns the bytes of a file into a run, piece by piece as they come.
///
/// Input is never trusted and never stops the program: what is wrong becomes a ``Problem``, what was
/// read before it is kept.
package protocol ActivityReader {
    /// What was wrong so far.
    var problems: Problems { get }
    /// Takes the next bytes and appends what they complete. After a fatal problem it does nothing.
    mutating func read(_ bytes: UnsafeRawBufferPointer, into elements: inout [Element])
    /// The file is at its end.
    mutating func finish(into elements: inout [Element])
}

/// Something wrong in a file: where, what was expected, what was done.
package struct Problem: Equatable, Sendable, CustomStringConvertible {
    package var place: Place
    package var reason: String

    package enum Place: Equatable, Sendable {
        /// Counted from 1.
        case line(Int)
        /// Bytes before it.
        case byte(Int)
        case file
    }

    package init(_ place: Place, _ reason: String) {
        self.place = place
        self.reason = reason
    }

    package var description: String {
        switch place {
        case .line(let line): "line \(line): \(reason)"
        case .byte(let offset): "byte \(offset): \(reason)"
        case .file: reason
        }
    }
}

/// The problems of one file: the first ones in full, all of them counted.
package struct Problems: Equatable, Sendable {
    /// A hostile file may be wrong in every line.
    private static let limit = 100

    package private(set) var first: [Problem] = []
    package private(set) var count = 0
    /// The one after which nothing more was read.
    package private(set) var fatal: Problem?

    package init() {}

    package mutating func note(_ problem: @autoclosure () -> Problem) {
        count += 1
        if first.count < Problems.limit { first.append(problem()) }
    }

    package mutating func end(_ problem: Problem) {
        guard fatal == nil else { return }
        fatal = problem
        count += 1
        first.append(problem)
    }

    package var isEmpty: Bool { count == 0 }
}

extension ActivityReader {
    /// A whole file at once.
    package consuming func all(of bytes: [UInt8]) -> (activity: Activity, problems: Problems) {
        var reader = self
        var elements: [Element] = []
        bytes.withUnsafeBytes { reader.read($0, into: &elements) }
        reader.finish(into: &elements)
        var collector = ActivityCollector()
        for element in elements { collector.add(element) }
        return (collector.activity, reader.problems)
    }
}
