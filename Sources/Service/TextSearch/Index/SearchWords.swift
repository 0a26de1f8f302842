internal import Foundation

/// Words as they are searched: without case and accents.
package enum SearchWords {
    /// The words of a text, each once, in its order.
    package static func of(_ text: String) -> [String] {
        var seen: Set<String> = []
        return folded(text).split { !$0.isLetter && !$0.isNumber }.map(String.init)
            .filter { seen.insert($0).inserted }
    }

    /// A text in small letters without accents.
    package static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
            locale: nil
        )
    }

    /// Letters that are no letter with an accent, and that keyboards without them write otherwise.
    private static let plainLetters: [Unicode.Scalar: String] = [
        "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ŧ": "t", "æ": "ae", "œ": "oe",
        "þ": "th", "ß": "ss",
    ]

    /// The words of a text as an index compares them, in its order: folded, special letters written in
    /// plain ones, and an apostrophe no end of a word, so that `anna's` is `annas`.
    ///
    /// - Complexity: O(n).
    static func plain(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        for scalar in folded(text).unicodeScalars {
            if let letters = plainLetters[scalar] {
                word += letters
            } else if scalar.isWordPart {
                word.unicodeScalars.append(scalar)
            } else if !scalar.isApostrophe, !word.isEmpty {
                words.append(word)
                word = ""
            }
        }
        if !word.isEmpty { words.append(word) }
        return words
    }

    /// The words of a name, in its order, repeated ones included: folded, special letters written in plain ones,
    /// and an apostrophe no end of a word.
    package static func parts(of name: String) -> [String] { plain(name) }

    /// The words of a title with what hyphens join in it: `Counter-Strike` has `counter`, `strike` and
    /// `counterstrike`.
    static func plainWithJoined(_ text: String) -> [String] {
        let words = plain(text)
        guard text.utf8.contains(UInt8(ascii: "-")) else { return words }
        let joined = text.split(whereSeparator: \.isWhitespace).filter { $0.contains("-") }
            .map { plain(String($0)).joined() }
        return words + joined
    }
}

extension Unicode.Scalar {
    fileprivate var isWordPart: Bool {
        if isASCII { return properties.isAlphabetic || ("0"..."9").contains(self) }
        return properties.isAlphabetic || properties.numericType != nil
            || properties.generalCategory == .nonspacingMark
    }

    fileprivate var isApostrophe: Bool { self == "'" || self == "\u{2019}" || self == "`" }
}
