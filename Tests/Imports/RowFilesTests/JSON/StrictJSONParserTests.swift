import Testing

@testable import RowFiles

/// JSON to its letter.
@Suite struct StrictJSONParserTests {
    @Test("JSON is read as it is written, and nothing else is")
    func json() throws {
        func parse(_ text: String) -> String? {
            let bytes = Array(text.utf8)
            var parser = StrictJSONParser(bytes, in: bytes.indices)
            return try? parser.parseWhole().cellText
        }
        #expect(parse("\"a\\n\\\"\\u00e9\\ud834\\udd1e\\/\"") == "a\n\"é𝄞/")
        #expect(parse(" 120 ") == "120")
        #expect(parse("80604.0") == "80604")
        #expect(parse("120.01") == "120.01")
        #expect(parse("-1.5e3") == "-1500")
        #expect(parse("9007199254740993") == "9007199254740993")
        #expect(
            parse("{\"b\":[1,null,true],\"a\":\"x\\ty\"}")
                == "{\"b\":[1,null,true],\"a\":\"x\\ty\"}"
        )
        #expect(parse("null") == "")
        for text in [
            "", "01", "1.", ".5", "+1", "1e", "[1,]", "{\"a\":1,}", "{a:1}", "\"\u{1}\"", "\"\\x\"",
            "\"\\u12\"", "\"\\u+041\"", "\"\\u0000\"", "\"\\udc00\"", "{\"a\":1,\"a\":1}", "tru",
            "1 2", "[1", "\"a", "nan", "1e999",
            String(repeating: "[", count: 200) + String(repeating: "]", count: 200),
        ] {
            #expect(parse(text) == nil, "\(text)")
        }
    }
}
