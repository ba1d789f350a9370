import RunCore

/// The shape of a JSON value as `runctl help json` writes it.
indirect enum Shape: Equatable {
    case word(String)
    case optional(Shape)
    case array(Shape)
    case dictionary(Shape)
    case object([Member])

    struct Member: Equatable {
        var name: String
        var shape: Shape
    }
}

/// All that `runctl help json` says: the shape of each command's output, and the named shapes.
struct ShapeBook {
    private(set) var commands: [String: Shape] = [:]
    private(set) var types: [String: Shape] = [:]

    /// - Throws: `ShapeError` where the text is not as it should be.
    init(_ text: String) throws(ShapeError) {
        for block in text.components(separatedBy: "\n\n").dropFirst() {
            for entry in ShapeBook.entries(block) {
                if let colon = entry.firstIndex(of: ":"), !entry[..<colon].contains("(") {
                    let rest = String(entry[entry.index(after: colon)...])
                    commands[String(entry[..<colon])] = try ShapeParser.parse(rest)
                } else {
                    let name = entry.prefix { $0 != " " && $0 != "(" }
                    types[String(name)] = try ShapeParser.parse(
                        String(entry.dropFirst(name.count)))
                }
            }
        }
    }

    /// Lines with what is indented below them.
    private static func entries(_ block: String) -> [String] {
        var entries: [String] = []
        for line in block.split(separator: "\n") {
            if line.hasPrefix(" "), !entries.isEmpty {
                entries[entries.count - 1] += line
            } else {
                entries.append(String(line))
            }
        }
        return entries
    }

    /// Where a value is not as its shape says; empty if it is.
    func faults(_ value: JSONValue, _ shape: Shape, at path: String = "") -> [String] {
        switch shape {
        case .optional(let inner): return value == .null ? [] : faults(value, inner, at: path)
        case .array(let inner):
            guard let items = value.array else { return ["\(path): no array"] }
            return items.enumerated().flatMap {
                faults($0.element, inner, at: "\(path)[\($0.offset)]")
            }
        case .dictionary(let inner):
            guard let members = value.object?.members else { return ["\(path): no object"] }
            return members.flatMap { faults($0.value, inner, at: "\(path).\($0.name)") }
        case .object(let members): return faults(value, members, path)
        case .word(let name): return faults(value, name, path)
        }
    }

    private func faults(_ value: JSONValue, _ name: String, _ path: String) -> [String] {
        let fits: Bool
        switch name {
        case "string": fits = value.string != nil
        case "int": fits = value.integer != nil
        case "float": fits = value.double != nil
        case "bool": fits = value.bool != nil
        default:
            guard let shape = types[name] else { return ["\(path): unknown type \(name)"] }
            return faults(value, shape, at: path)
        }
        return fits ? [] : ["\(path): no \(name): \(value.text)"]
    }

    private func faults(
        _ value: JSONValue, _ members: [Shape.Member], _ path: String
    ) -> [String] {
        guard let object = value.object else { return ["\(path): no object"] }
        var faults: [String] = []
        for member in members {
            if let value = object[member.name] {
                faults += self.faults(value, member.shape, at: "\(path).\(member.name)")
            } else if case .optional = member.shape {
                continue
            } else {
                faults.append("\(path).\(member.name): missing")
            }
        }
        let known = Set(members.map(\.name))
        let others = object.members.map(\.name).filter { !known.contains($0) }
        return faults + others.map { "\(path).\($0): not documented" }
    }
}

struct ShapeError: Error {
    var rest: String
}

/// Reads one shape.
private struct ShapeParser {
    private var rest: Substring

    static func parse(_ text: String) throws(ShapeError) -> Shape {
        var parser = ShapeParser(rest: text[...])
        let shape = try parser.shape()
        parser.skip()
        guard parser.rest.isEmpty else { throw ShapeError(rest: String(parser.rest)) }
        return shape
    }

    private mutating func skip() { rest = rest.drop { $0 == " " } }

    private mutating func take(_ word: String) -> Bool {
        skip()
        guard rest.hasPrefix(word) else { return false }
        rest = rest.dropFirst(word.count)
        return true
    }

    private mutating func name() throws(ShapeError) -> String {
        skip()
        let name = rest.prefix { $0.isLetter || $0 == "." }
        guard !name.isEmpty else { throw ShapeError(rest: String(rest)) }
        rest = rest.dropFirst(name.count)
        return String(name)
    }

    private mutating func shape() throws(ShapeError) -> Shape {
        if take("?") { return .optional(try shape()) }
        if take("[]") { return .array(try shape()) }
        if take("[string]") { return .dictionary(try shape()) }
        guard take("(") else { return .word(try name()) }
        var members: [Shape.Member] = []
        while !take(")") {
            if !members.isEmpty, !take(",") { throw ShapeError(rest: String(rest)) }
            let name = try name()
            guard take(":") else { throw ShapeError(rest: String(rest)) }
            members.append(Shape.Member(name: name, shape: try shape()))
        }
        return .object(members)
    }
}
