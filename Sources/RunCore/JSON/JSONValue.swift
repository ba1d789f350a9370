/// A JSON value (RFC 8259). Whole numbers that fit are kept apart from fractions.
package enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

/// The members of a JSON object, in the order in which they were written.
package struct JSONObject: Equatable, Sendable, ExpressibleByDictionaryLiteral {
    package private(set) var members: [(name: String, value: JSONValue)] = []

    package init() {}

    /// Leaves nil members out: absent means unknown.
    package init(dictionaryLiteral elements: (String, JSONValue?)...) {
        for (name, value) in elements where value != nil { self[name] = value }
    }

    /// The member of that name; setting nil removes it.
    package subscript(name: String) -> JSONValue? {
        get { members.first { $0.name == name }?.value }
        set {
            let index = members.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append((name, value))
            case (nil, nil): break
            }
        }
    }

    package static func == (a: JSONObject, b: JSONObject) -> Bool {
        a.members.elementsEqual(b.members) { $0.name == $1.name && $0.value == $1.value }
    }
}

extension JSONValue {
    package var string: String? {
        if case .string(let value) = self { return value }
        return nil
    }

    package var bool: Bool? {
        if case .bool(let value) = self { return value }
        return nil
    }

    package var array: [JSONValue]? {
        if case .array(let value) = self { return value }
        return nil
    }

    package var object: JSONObject? {
        if case .object(let value) = self { return value }
        return nil
    }

    /// Any number as a fraction.
    package var double: Double? {
        switch self {
        case .integer(let value): return Double(value)
        case .number(let value): return value
        case .null, .bool, .string, .array, .object: return nil
        }
    }

    /// A number that is whole and fits in 64 bits.
    package var integer: Int64? {
        switch self {
        case .integer(let value): return value
        case .number(let value): return Int64(exactly: value)
        case .null, .bool, .string, .array, .object: return nil
        }
    }

    /// The member of an object; nil where this is no object or has none.
    package subscript(name: String) -> JSONValue? { object?[name] }
}
