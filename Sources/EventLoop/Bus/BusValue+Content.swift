/// What is in a value, whichever way it is wrapped; nil where it is something else.
extension BusValue {
    /// The value without the variants around it.
    package var bare: BusValue {
        if case .variant(let value) = self { return value.bare }
        return self
    }

    package var bool: Bool? {
        if case .bool(let value) = bare { return value }
        return nil
    }

    /// Text: a string, a path or a signature.
    package var text: String? {
        switch bare {
        case .string(let value), .path(let value), .signature(let value): value
        default: nil
        }
    }

    /// Any whole number that fits.
    package var integer: Int64? {
        switch bare {
        case .byte(let value): Int64(value)
        case .int16(let value): Int64(value)
        case .uint16(let value): Int64(value)
        case .int32(let value): Int64(value)
        case .uint32(let value): Int64(value)
        case .int64(let value): value
        case .uint64(let value): Int64(exactly: value)
        default: nil
        }
    }

    /// Any finite number.
    package var number: Double? {
        if case .double(let value) = bare { return value.isFinite ? value : nil }
        return integer.map(Double.init)
    }

    package var elements: [BusValue]? {
        if case .array(_, let values) = bare { return values }
        return nil
    }

    package var members: [BusValue]? {
        if case .structure(let values) = bare { return values }
        return nil
    }

    package var bytes: [UInt8]? {
        guard case .array(of: "y", let values) = bare else { return nil }
        return values.compactMap { value in
            if case .byte(let byte) = value { return byte }
            return nil
        }
    }

    package var texts: [String]? { elements?.compactMap(\.text) }

    /// A dictionary whose keys are text; of equal keys the last counts.
    package var dictionary: [String: BusValue]? {
        guard let elements else { return nil }
        var result: [String: BusValue] = [:]
        for element in elements {
            guard case .entry(let key, let value) = element, let name = key.text else {
                return nil
            }
            result[name] = value.bare
        }
        return result
    }

    package var descriptor: BusDescriptor? {
        if case .descriptor(let value) = bare { return value }
        return nil
    }
}
