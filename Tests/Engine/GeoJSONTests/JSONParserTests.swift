import Foundation
import GeoJSON
import Testing

@Suite("JSON parser")
struct JSONParserTests {
    @Test(
        "reads every kind of value",
        arguments: [
            ("null", JSONValue.null), (" true\n", .boolean(true)), ("false", .boolean(false)),
            ("0", .number(0)), ("-0.5e+2", .number(-50)), ("1E3", .number(1000)),
            (#""a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é""#, .string("a\"\\/\u{8}\u{c}\n\r\té😀é")),
            ("[ ]", .array([])), ("[1, [2]]", .array([.number(1), .array([.number(2)])])),
            ("{ }", .object([])),
            (
                #"{"a": 1, "b": {"c": null}, "a": 2}"#,
                .object([
                    .init(name: "a", value: .number(1)),
                    .init(name: "b", value: .object([.init(name: "c", value: .null)])),
                    .init(name: "a", value: .number(2)),
                ])
            ),
        ]
    )
    func values(text: String, expected: JSONValue) throws {
        #expect(try JSONValue(parsing: Array(text.utf8)) == expected)
    }

    @Test(
        "says what is wrong and where",
        arguments: [
            ("", "line 1, column 1: found the end where a value was expected"),
            ("{\n  \"a\": ,}", "line 2, column 8: found \",\" where a value was expected"),
            (
                "{a: 1}",
                "line 1, column 2: found \"a\" where a member's name in quotes was expected"
            ),
            ("{\"a\" 1}", "line 1, column 6: found \"1\" where \":\" was expected"),
            (
                "{\"a\": 1,}",
                "line 1, column 9: found \"}\" where a member's name in quotes was expected"
            ),
            ("{\"a\": 1", "line 1, column 8: found the end where \",\" or \"}\" was expected"),
            ("[1 2]", "line 1, column 4: found \"2\" where \",\" or \"]\" was expected"),
            ("{} x", "line 1, column 4: found \"x\" after the end of the value"),
            ("nul", "line 1, column 1: found \"n\" where a value was expected"),
            ("NaN", "line 1, column 1: found \"N\" where a value was expected"),
            ("01", "line 1, column 2: found \"1\" after the end of the value"),
            ("+1", "line 1, column 1: found \"+\" where a value was expected"),
            ("1.", "line 1, column 3: found the end where a digit was expected"),
            ("-", "line 1, column 2: found the end where a digit was expected"),
            ("1e999", "line 1, column 1: 1e999 is larger than any number that can be kept"),
            ("\"abc", "line 1, column 1: the string that begins here never ends"),
            (
                "\"a\nb\"",
                "line 1, column 3: a control character in a string must be written as an escape"
            ),
            (#""\x""#, "line 1, column 2: a backslash stands before one of \"\\/bfnrtu"),
            ("\"\\", "line 1, column 2: a backslash stands before one of \"\\/bfnrtu"),
            (#""\u12g4""#, "line 1, column 2: four hexadecimal digits must follow \\u"),
            (#""\ud83d""#, "line 1, column 2: half of a surrogate pair"),
            (#""\ud83d\u0041""#, "line 1, column 2: half of a surrogate pair"),
            (#""\ude00""#, "line 1, column 2: half of a surrogate pair"),
            ("\u{feff}{}", "line 1, column 1: found byte 0xEF where a value was expected"),
        ]
    )
    func errors(text: String, expected: String) {
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONValue(parsing: Array(text.utf8))
        }
        #expect(error?.description == expected)
    }

    @Test("refuses bytes that are not UTF-8, overlong forms and surrogates among them")
    func invalidBytes() {
        for bytes: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82]] {
            let error = #expect(throws: JSONSyntaxError.self) {
                try JSONValue(parsing: [0x5B, 0x22] + bytes + [0x22, 0x5D])
            }
            #expect(
                error?.description == "line 1, column 2: the string that begins here is not UTF-8"
            )
        }
    }

    @Test("a nesting that could exhaust the stack is refused")
    func depth() throws {
        let deep = String(repeating: "[", count: 100_000)
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONValue(parsing: Array(deep.utf8))
        }
        #expect(
            error?.description
                == "line 1, column 65: more than 64 arrays and objects within one another"
        )
        let allowed = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(throws: Never.self) { try JSONValue(parsing: Array(allowed.utf8)) }
    }

    @Test(
        "agrees with Foundation on whether a damaged text is JSON",
        arguments: 0..<20 as Range<UInt64>
    )
    func agreesWithFoundation(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let whole = Array(
            #"{"text":"a\u00e9\n","lat":-38.5e0,"list":[true,null,0.25],"o":{}}"#.utf8
        )
        for _ in 0..<200 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                // A different printable byte, so that both agree on what encoding this is.
                bytes[place] = UInt8.random(in: 0x20..<0x7F, using: &random)
            }
            let ours = (try? JSONValue(parsing: bytes)) != nil
            let theirs = (try? JSONDecoder().decode(AnyJSON.self, from: Data(bytes))) != nil
            #expect(ours == theirs, "\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test("reads back what the writer wrote", arguments: 0..<20 as Range<UInt64>)
    func readsWriter(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<50 {
            let text = randomText(using: &random)
            let number = Double.random(in: -1e9...1e9, using: &random)
            var json = JSONWriter()
            json.object { json in
                json.member(text, text)
                json.member("n", number)
            }
            let read = try JSONValue(parsing: json.bytes)
            #expect(
                read
                    == .object([
                        .init(name: text, value: .string(text)),
                        .init(name: "n", value: .number(number)),
                    ])
            )
        }
    }
}

/// Any JSON at all, as Foundation's decoder reads it.
private enum AnyJSON: Decodable {
    case scalar
    case array([AnyJSON])
    case object([String: AnyJSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .scalar
        } else if (try? container.decode(Bool.self)) != nil {
            self = .scalar
        } else if (try? container.decode(Double.self)) != nil {
            self = .scalar
        } else if (try? container.decode(String.self)) != nil {
            self = .scalar
        } else if let array = try? container.decode([AnyJSON].self) {
            self = .array(array)
        } else {
            self = .object(try container.decode([String: AnyJSON].self))
        }
    }
}
