import RunCore
import Testing

@Suite("JSON")
struct JSONTests {
    @Test(
        "values are read and written again as they were",
        arguments: [
            "null", "true", "false", "0", "-1", "9223372036854775807", "1.5", "-0.0", "1e-07",
            #""""#, #""a\"b\\c""#, "[]", "[1,[2,[]]]", "{}", #"{"b":1,"a":{"c":null}}"#,
            #""日本 😀""#,
        ])
    func roundTrip(_ text: String) throws {
        #expect(try JSONValue(parsing: text).text == text)
    }

    @Test("escapes mean what RFC 8259 says")
    func escapes() throws {
        let value = try JSONValue(parsing: #""\u0041\n\t\/\u00e9\ud83d\ude00\ud800""#)
        #expect(value == .string("A\n\t/é😀\u{FFFD}"))
        #expect(JSONValue.string("\u{01}\u{7F}").text == #""\u0001\u007f""#)
    }

    @Test(
        "what is no JSON is refused with its place",
        arguments: [
            ("", 0), ("tru", 0), ("[1,]", 3), ("{\"a\" 1}", 5), ("01", 1), ("1.", 2), ("-", 1),
            ("\"abc", 4), ("\"\n\"", 1), ("[1 2]", 3), ("1e999", 0), ("{} x", 3), ("\"\\x\"", 2),
            ("\"\\u00g0\"", 3), ("\"\\u+123\"", 3), ("{1:2}", 1), ("nan", 0),
        ])
    func refused(_ text: String, _ offset: Int) {
        #expect { try JSONValue(parsing: text) } throws: { error in
            (error as? JSONError)?.offset == offset
        }
    }

    @Test("hostile nesting is refused instead of exhausting the stack")
    func nesting() throws {
        let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(throws: Never.self) { try JSONValue(parsing: deep) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: "[" + deep + "]") }
        #expect(throws: JSONError.self) {
            try JSONValue(parsing: String(repeating: "[", count: 1_000_000))
        }
    }

    @Test("whole numbers beyond 64 bits become fractions, and the infinite never leaves")
    func numbers() throws {
        #expect(try JSONValue(parsing: "9223372036854775808") == .number(9223372036854775808))
        #expect(try JSONValue(parsing: "3.0").integer == 3)
        #expect(JSONValue.number(.infinity).text == "null")
        #expect(JSONValue.number(60).text == "60.0")
    }

    @Test("of members with one name the last wins, and nil members are left out")
    func members() throws {
        #expect(try JSONValue(parsing: #"{"a":1,"b":2,"a":3}"#).text == #"{"a":3,"b":2}"#)
        let object: JSONObject = ["a": .integer(1), "b": nil]
        #expect(JSONValue.object(object).text == #"{"a":1}"#)
    }

    @Test("pretty text reads back as the same value")
    func pretty() throws {
        let value = try JSONValue(parsing: #"{"a":[1,{"b":[]}],"c":{}}"#)
        #expect(try JSONValue(parsing: value.prettyText) == value)
        #expect(value.prettyText.hasPrefix("{\n  \"a\": [\n    1,\n"))
    }

    @Test("any bytes are answered by a value or an error, never by a crash")
    func anyBytes() {
        var state: UInt64 = 42
        let alphabet = Array(#"{}[]",:\u0123eE+-.ntfa "#.utf8)
        for round in 0..<20_000 {
            var bytes: [UInt8] = []
            for _ in 0..<(round % 40) {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let pick = Int(state >> 33)
                bytes.append(
                    pick % 9 == 0 ? UInt8(pick & 0xFF) : alphabet[pick % alphabet.count])
            }
            if let value = try? JSONValue(parsing: bytes) {
                #expect((try? JSONValue(parsing: value.text)) == value, "round \(round)")
            }
        }
    }
}
