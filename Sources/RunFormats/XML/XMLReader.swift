private import CExpat

/// What an XML format makes of elements and their texts.
protocol XMLHandler: AnyObject {
    /// - Returns: whether the text of this element is wanted.
    func begin(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes) -> Bool
    /// - Parameter text: what stood between its tags if it was wanted, else empty.
    func end(_ text: UnsafeBufferPointer<UInt8>)
}

/// Reads XML through expat in pieces of any size.
///
/// A file that declares entities is refused: none of our formats needs one, and expanding them is how
/// a small file eats a machine. Depth and the length of a text are bounded.
final class XMLReader {
    private static let depthLimit = 64
    private static let textLimit = 1 << 20

    private let parser: XML_Parser?
    private let handler: any XMLHandler
    private var text: [UInt8] = []
    private var wantsText = false
    private var depth = 0
    /// Our own reason for stopping; expat only knows that it was stopped.
    private var refusal: String?
    private(set) var failure: Problem?

    init(_ handler: any XMLHandler) {
        self.handler = handler
        parser = XML_ParserCreate(nil)
        text.reserveCapacity(256)
        guard let parser else {
            failure = Problem(.file, "no memory for an XML parser")
            return
        }
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { user, name, attributes in
                guard let user, let name, let attributes else { return }
                Unmanaged<XMLReader>.fromOpaque(user)._withUnsafeGuaranteedRef {
                    $0.began(name, XMLAttributes(attributes))
                }
            },
            { user, _ in
                guard let user else { return }
                Unmanaged<XMLReader>.fromOpaque(user)._withUnsafeGuaranteedRef { $0.ended() }
            })
        XML_SetCharacterDataHandler(parser) { user, text, length in
            guard let user, let text else { return }
            Unmanaged<XMLReader>.fromOpaque(user)._withUnsafeGuaranteedRef {
                $0.met(text, count: Int(length))
            }
        }
        XML_SetEntityDeclHandler(parser) { user, _, _, _, _, _, _, _, _ in
            guard let user else { return }
            Unmanaged<XMLReader>.fromOpaque(user)._withUnsafeGuaranteedRef {
                $0.refuse("the file declares an entity, which is refused")
            }
        }
    }

    deinit { if let parser { XML_ParserFree(parser) } }

    /// The line that expat is at, counted from 1.
    var line: Int { parser.map { Int(XML_GetCurrentLineNumber($0)) } ?? 0 }

    /// - Parameter isLast: the file ends with these bytes.
    func read(_ bytes: UnsafeRawBufferPointer, isLast: Bool) {
        guard let parser, failure == nil else { return }
        var rest = bytes
        repeat {
            // expat counts in Int32.
            let count = min(rest.count, 1 << 24)
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(count))
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            let status = XML_Parse(
                parser, piece.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(count),
                isLast && rest.isEmpty ? 1 : 0)
            if status != XML_STATUS_OK {
                failure = Problem(.line(line), refusal ?? reason(XML_GetErrorCode(parser)))
                return
            }
        } while !rest.isEmpty
    }

    private func reason(_ code: XML_Error) -> String {
        code == XML_ERROR_NO_ELEMENTS
            ? "not XML: no element found"
            : "not well-formed XML: \(XML_ErrorString(code).map { String(cString: $0) } ?? "?")"
    }

    private func began(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes) {
        depth += 1
        guard depth <= XMLReader.depthLimit else {
            refuse("more than \(XMLReader.depthLimit) elements within one another")
            return
        }
        text.removeAll(keepingCapacity: true)
        wantsText = handler.begin(name, attributes)
    }

    private func ended() {
        depth -= 1
        guard refusal == nil else { return }
        text.withUnsafeBufferPointer { handler.end($0) }
        text.removeAll(keepingCapacity: true)
        wantsText = false
    }

    private func met(_ bytes: UnsafePointer<CChar>, count: Int) {
        guard wantsText else { return }
        guard text.count + count <= XMLReader.textLimit else {
            refuse("a text longer than \(XMLReader.textLimit) bytes")
            return
        }
        bytes.withMemoryRebound(to: UInt8.self, capacity: count) {
            text.append(contentsOf: UnsafeBufferPointer(start: $0, count: count))
        }
    }

    private func refuse(_ reason: String) {
        guard refusal == nil, let parser else { return }
        refusal = reason
        XML_StopParser(parser, 0)
    }
}

/// The attributes of an element: names and values by turns, ended by nil.
struct XMLAttributes {
    private let list: UnsafeMutablePointer<UnsafePointer<CChar>?>

    init(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>) { self.list = list }

    subscript(name: StaticString) -> UnsafeBufferPointer<UInt8>? {
        var index = 0
        while let candidate = list[index], let value = list[index + 1] {
            if XMLName.matches(candidate, name) { return XMLName.bytes(value) }
            index += 2
        }
        return nil
    }
}

/// Comparing C strings without making Swift ones.
enum XMLName {
    static func matches(_ name: UnsafePointer<CChar>, _ expected: StaticString) -> Bool {
        let count = expected.utf8CodeUnitCount
        let bytes = expected.utf8Start
        for index in 0..<count
        where UInt8(bitPattern: name[index]) != bytes[index] {
            return false
        }
        return name[count] == 0
    }

    /// What follows the last colon: prefixes are the writer's own choice.
    static func local(_ name: UnsafePointer<CChar>) -> UnsafePointer<CChar> {
        var local = name
        var next = name
        while next.pointee != 0 {
            if next.pointee == CChar(bitPattern: UInt8(ascii: ":")) { local = next + 1 }
            next += 1
        }
        return local
    }

    static func bytes(_ text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
        var count = 0
        while text[count] != 0 { count += 1 }
        return text.withMemoryRebound(to: UInt8.self, capacity: count) {
            UnsafeBufferPointer(start: $0, count: count)
        }
    }
}
