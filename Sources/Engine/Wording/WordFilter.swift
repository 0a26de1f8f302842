internal import Foundation

/// Words and phrases that no message may hold.
///
/// Case, accents and the way a letter is encoded make no difference, and neither does what stands
/// between words. Whole words alone count, so that a word within a longer, harmless one refuses
/// nothing; `word*` stands for all words that begin so.
public struct WordFilter: Sendable {
    private struct Phrase: Sendable {
        let words: [String]
        /// Whether the last word is only a beginning.
        let isOpen: Bool
    }

    /// By their first word, or by its first letter where the phrase is a single open word.
    private var phrases: [String: [Phrase]] = [:]
    private var openWords: [Character: [String]] = [:]

    /// How many words and phrases there are.
    public private(set) var count = 0

    /// A filter that refuses nothing.
    public static let none = WordFilter(parsing: "")

    /// Reads a list: a word or phrase a line; lines that are empty or begin with `#` say nothing.
    public init(parsing list: String) {
        for line in list.split(whereSeparator: \.isNewline) where line.first != "#" {
            let words = Self.words(of: line)
            let isOpen = line.last { !$0.isWhitespace } == "*"
            guard let first = words.first, let letter = first.first else { continue }
            count += 1
            if isOpen, words.count == 1 {
                openWords[letter, default: []].append(first)
            } else {
                phrases[first, default: []].append(Phrase(words: words, isOpen: isOpen))
            }
        }
    }

    /// Whether a text holds something of the list.
    ///
    /// - Complexity: O(length of the text) for lists of distinct words.
    public func refuses(_ text: String) -> Bool {
        guard count > 0 else { return false }
        let words = Self.words(of: text[...])
        for (index, word) in words.enumerated() {
            if let letter = word.first,
                openWords[letter]?.contains(where: word.hasPrefix) == true
            {
                return true
            }
            if phrases[word]?.contains(where: { Self.begins(words[index...], with: $0) }) == true {
                return true
            }
        }
        return false
    }

    private static func begins(_ words: ArraySlice<String>, with phrase: Phrase) -> Bool {
        guard words.count >= phrase.words.count else { return false }
        for (index, (word, wanted)) in zip(words, phrase.words).enumerated() {
            let isBeginning = phrase.isOpen && index == phrase.words.count - 1
            guard isBeginning ? word.hasPrefix(wanted) : word == wanted else { return false }
        }
        return true
    }

    /// The words of a text in small letters without accents, wide and narrow forms alike.
    private static func words(of text: Substring) -> [String] {
        var bare = String.UnicodeScalarView()
        bare.append(
            contentsOf: text.lowercased().decomposedStringWithCompatibilityMapping.unicodeScalars
                .filter { $0.properties.canonicalCombiningClass == .notReordered }
        )
        return String(bare).split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
