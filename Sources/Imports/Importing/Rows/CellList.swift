internal import RowFiles

/// Lists in one cell, as JSON and Python write them: `["101","102"]`, `['101', '102']`.
enum CellList {
    /// The members side by side, with semicolons between them; nil where a text is no list of texts and
    /// whole numbers: two numbers with fractions are a position.
    static func joined(_ text: String) -> String? {
        guard text.hasPrefix("["), text.hasSuffix("]"), let members = members(text) else {
            return nil
        }
        var texts: [String] = []
        for member in members {
            switch member {
            case .null: continue
            case .string, .integer, .bool: texts.append(member.cellText.onOneLine)
            // `[84601.0]` is a code, and `[-101.4, 42.1]` a position.
            case .number(let number) where number == number.rounded():
                texts.append(member.cellText)
            case .number, .array, .object: return nil
            }
        }
        return texts.filter { !$0.isEmpty }.joined(separator: SideBySide.separator)
    }

    private static func members(_ text: String) -> [StrictJSONValue]? {
        for quoted in [text, text.contains("\"") ? nil : text.replacing("'", with: "\"")] {
            guard let quoted else { continue }
            let bytes = Array(quoted.utf8)
            var parser = StrictJSONParser(bytes, in: bytes.indices)
            if case .array(let members)? = try? parser.parseWhole() { return members }
        }
        return nil
    }
}
