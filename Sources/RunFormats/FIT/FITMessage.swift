/// What a definition message says about the data messages of one local type.
struct FITDefinition {
    struct Field {
        let number: UInt8
        let offset: Int
        let size: Int
        let type: FITProfile.BaseType?
    }

    let global: UInt16
    let isBigEndian: Bool
    let fields: [Field]
    /// Bytes of a data message, developer fields included.
    let size: Int

    /// Bytes of the definition that begins here; nil if too little has come to tell.
    static func size(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard bytes.count >= 6 else { return nil }
        var size = 6 + Int(bytes[5]) * 3
        if bytes[0] & 0x20 != 0 {
            guard bytes.count > size else { return nil }
            size += 1 + Int(bytes[size]) * 3
        }
        return size
    }

    /// - Parameter bytes: the whole definition.
    init(_ bytes: UnsafeRawBufferPointer) {
        isBigEndian = bytes[2] == 1
        let number = bytes.loadUnaligned(fromByteOffset: 3, as: UInt16.self)
        global = isBigEndian ? UInt16(bigEndian: number) : UInt16(littleEndian: number)
        let count = Int(bytes[5])
        var fields: [Field] = []
        var offset = 0
        for index in 0..<count {
            let base = 6 + index * 3
            let length = Int(bytes[base + 1])
            fields.append(
                Field(
                    number: bytes[base], offset: offset, size: length,
                    type: FITProfile.BaseType(rawValue: bytes[base + 2])))
            offset += length
        }
        if bytes[0] & 0x20 != 0 {
            let first = 6 + count * 3
            for index in 0..<Int(bytes[first]) { offset += Int(bytes[first + 2 + index * 3]) }
        }
        self.fields = fields
        size = offset
    }
}

/// A data message: its definition and its bytes, checked to be as many as the definition says.
struct FITMessage {
    let definition: FITDefinition
    let bytes: UnsafeRawBufferPointer

    /// The first value of a whole-number field; nil if it is absent, says "nothing here", or is no number.
    func integer(_ number: UInt8) -> Int64? {
        for field in definition.fields where field.number == number { return integer(field) }
        return nil
    }

    func integer(_ field: FITDefinition.Field) -> Int64? {
        guard let type = field.type, field.size >= type.size else { return nil }
        switch type {
        case .enumeration, .uint8, .byte: return unsigned(UInt8.self, field)
        case .uint16: return unsigned(UInt16.self, field)
        case .uint32: return unsigned(UInt32.self, field)
        case .uint8z: return nonzero(UInt8.self, field)
        case .uint16z: return nonzero(UInt16.self, field)
        case .uint32z: return nonzero(UInt32.self, field)
        case .sint8: return signed(Int8.self, field)
        case .sint16: return signed(Int16.self, field)
        case .sint32: return signed(Int32.self, field)
        case .sint64: return signed(Int64.self, field)
        case .string, .float32, .float64, .uint64, .uint64z: return nil
        }
    }

    /// The bytes of a field of any type.
    func raw(_ field: FITDefinition.Field) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[field.offset..<field.offset + field.size])
    }

    private func load<I: FixedWidthInteger>(_ type: I.Type, _ field: FITDefinition.Field) -> I {
        let value = bytes.loadUnaligned(fromByteOffset: field.offset, as: I.self)
        return definition.isBigEndian ? I(bigEndian: value) : I(littleEndian: value)
    }

    private func unsigned<I: FixedWidthInteger>(
        _ type: I.Type, _ field: FITDefinition.Field
    ) -> Int64? {
        let value = load(type, field)
        return value == .max ? nil : Int64(value)
    }

    private func nonzero<I: FixedWidthInteger>(
        _ type: I.Type, _ field: FITDefinition.Field
    ) -> Int64? {
        let value = load(type, field)
        return value == 0 ? nil : Int64(value)
    }

    private func signed<I: FixedWidthInteger>(
        _ type: I.Type, _ field: FITDefinition.Field
    ) -> Int64? {
        let value = load(type, field)
        return value == .max ? nil : Int64(value)
    }
}
