import Testing

@testable import RowFiles

/// Encodings of one byte and of two.
@Suite struct CodePageTests {
    /// After the Unicode Consortium's tables.
    static let texts: [(String, [UInt8], String)] = [
        ("CP437", [0x80, 0x9B, 0x41], "Ç¢A"), ("CP850", [0x84, 0xE1], "äß"),
        ("CP1252", [0x80, 0x99, 0xE9], "€™é"), ("CP1251", [0xCC, 0xEE], "Мо"),
        ("CP866", [0x8C, 0xAE], "Мо"), ("ISO-8859-15", [0xA4], "€"),
        ("CP874", [0xA1, 0xCE], "กฮ"), ("CP1255", [0xF9, 0xEC], "של"),
        ("CP932", [0x93, 0xFA, 0x96, 0x7B, 0xB1, 0x5C], "日本ｱ\\"),
        ("CP936", [0xD6, 0xD0, 0xB9, 0xFA], "中国"), ("CP949", [0xC7, 0xD1, 0x41], "한A"),
        ("CP950", [0xA4, 0xA4, 0xA4, 0xE5], "中文"), ("UTF-8", [0xC3, 0xA9], "é"),
    ]

    @Test("characters are those of the encoding", arguments: texts)
    func characters(name: String, bytes: [UInt8], text: String) throws {
        let page = try #require(CodePage.named(name))
        let decoded = page.decode(bytes[...])
        #expect(decoded.text == text)
        #expect(decoded.isWhole)
    }

    @Test("bytes that are no character become U+FFFD, each by itself, and what follows is read")
    func holes() throws {
        let western = try #require(CodePage.named("CP1252"))
        #expect(western.decode([0x41, 0x81, 0x42]) == ("A\u{FFFD}B", false))
        let japanese = try #require(CodePage.named("CP932"))
        // The first byte of two, and no second; then one that is no second.
        #expect(japanese.decode([0x41, 0x93]) == ("A\u{FFFD}", false))
        #expect(japanese.decode([0x93, 0x20, 0x42]) == ("\u{FFFD} B", false))
        let unicode = try #require(CodePage.named("UTF-8"))
        #expect(unicode.decode([0x41, 0xC3]) == ("A\u{FFFD}", false))
        #expect(CodePage.named("ISO-8859-12") == nil)
    }

    @Test("a name that is cut within a character keeps those before")
    func names() throws {
        let page = try #require(CodePage.named("UTF-8"))
        #expect(page.decodeName([0x41, 0x42, 0xC3]) == "AB")
    }
}
