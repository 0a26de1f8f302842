internal import Foundation

/// Lists and dictionaries as JSON text in a column; NULL for an empty one.
enum JSONColumn {
    static func encode<Value: Encodable & Collection>(_ value: Value) throws -> String? {
        guard !value.isEmpty else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// The members of a text whose values are all texts; nil for another.
    static func dictionary(_ text: String) -> [String: String]? {
        var text = text
        let plain = text.withUTF8 { PlainJSON.dictionary(UnsafeRawBufferPointer($0)) }
        return plain ?? (try? decode(text))
    }

    static func decode<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}
