internal import RunCore

/// One thing that `runctl setup` does to a machine, and how to take it back.
enum SetupChange: Equatable {
    /// A text file; `before` is nil where there was none.
    case file(path: String, before: String?, after: String)
    /// A command, the one that takes it back, and why.
    case command([String], undo: [String]?, why: String)

    /// The lines that show it to a person before it is done.
    var lines: [String] {
        switch self {
        case .file(let path, let before, let after):
            return [path + (before == nil ? " (new)" : "")]
                + SetupChange.difference(before ?? "", after).map { "    \($0)" }
        case .command(let words, let undo, let why):
            return [SetupChange.text(words), "    \(why)"]
                + [undo.map { "    taken back by: \(SetupChange.text($0))" }].compactMap { $0 }
        }
    }

    var json: JSONValue {
        switch self {
        case .file(let path, let before, let after):
            let object: JSONObject = [
                "kind": .string("file"), "path": .string(path),
                "before": before.map { .string($0) },
                "after": .string(after),
            ]
            return .object(object)
        case .command(let words, let undo, let why):
            let object: JSONObject = [
                "kind": .string("command"), "command": .array(words.map { .string($0) }),
                "undo": undo.map { .array($0.map { .string($0) }) }, "why": .string(why),
            ]
            return .object(object)
        }
    }

    init?(json: JSONValue) {
        guard let object = json.object else { return nil }
        func words(_ name: String) -> [String]? {
            object[name]?.array?.compactMap { $0.string }
        }
        switch object["kind"]?.string {
        case "file":
            guard let path = object["path"]?.string, let after = object["after"]?.string else {
                return nil
            }
            self = .file(path: path, before: object["before"]?.string, after: after)
        case "command":
            guard let command = words("command") else { return nil }
            self = .command(command, undo: words("undo"), why: object["why"]?.string ?? "")
        default: return nil
        }
    }

    /// As a shell would take it.
    static func text(_ words: [String]) -> String { words.joined(separator: " ") }

    /// The lines that differ: pairs where there are as many as before, else all between the first and
    /// the last that are the same.
    static func difference(_ before: String, _ after: String) -> [String] {
        var old = before.split(separator: "\n", omittingEmptySubsequences: false)[...]
        var new = after.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let first = old.first, first == new.first {
            old.removeFirst()
            new.removeFirst()
        }
        while let last = old.last, last == new.last {
            old.removeLast()
            new.removeLast()
        }
        if old.count == new.count {
            return zip(old, new).filter { $0 != $1 }.flatMap { ["- \($0)", "+ \($1)"] }
        }
        return old.filter { !$0.isEmpty }.map { "- \($0)" }
            + new.filter { !$0.isEmpty }.map { "+ \($0)" }
    }
}
