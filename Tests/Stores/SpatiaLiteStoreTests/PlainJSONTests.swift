import Foundation
import Testing

@testable import SpatiaLiteStore

@Suite struct PlainJSONTests {
    private func plain(_ text: String) -> [String: String]? {
        Array(text.utf8).withUnsafeBytes(PlainJSON.dictionary)
    }

    @Test("what it reads is what a general reader reads", arguments: 0..<200)
    func dictionaries(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let words = ["a", "Straße", "東京", "", "é", "a b", "{", "\"", "\\", "\u{1}", ",", "/"]
        func word() -> String {
            (0..<Int.random(in: 0...3, using: &random))
                .map { _ in words.randomElement(using: &random) ?? "" }.joined()
        }
        let members = (0..<Int.random(in: 1...5, using: &random)).map { _ in (word(), word()) }
        let dictionary = Dictionary(members) { $1 }
        let text = try #require(try JSONColumn.encode(dictionary))
        if let read = plain(text) {
            #expect(read == dictionary)
        } else {
            #expect(text.contains("\\"))
        }
    }

    @Test("lists of texts are what a general reader reads, or are left to it", arguments: 0..<50)
    func lists(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let words = ["a", "Straße", "", "1a", "[", "]", "\"", "\\", ",", "/"]
        let lists = (0..<Int.random(in: 1...4, using: &random)).map { _ in
            (0..<Int.random(in: 1...3, using: &random)).map { _ in
                words.randomElement(using: &random) ?? ""
            }
        }
        let text = try #require(try JSONColumn.encode(lists))
        func read(_ text: String) -> [[String]]? {
            Array(text.utf8).withUnsafeBytes(PlainJSON.lists)
        }
        if let read = read(text) { #expect(read == lists) } else { #expect(text.contains("\\")) }
        for other in ["", "[]", "[[]]", "[[\"a\"]", "[[\"a\"]]x", "[[1]]", "[\"a\"]", "[[\"a\",]]"]
        {
            #expect(read(other) == nil)
        }
    }

    @Test(
        "anything else is left to a general reader",
        arguments: [
            "", "{", "{}", "{\"a\":1}", "{\"a\":\"b\"", "{\"a\":\"b\"}x", "[\"a\"]",
            "{\"a\":\"b\",}",
            "{ \"a\":\"b\"}", "{\"a\":\"\\u00e9\"}",
        ]
    )
    func others(text: String) { #expect(plain(text) == nil) }
}
