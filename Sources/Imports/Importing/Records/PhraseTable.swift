/// Finds out fast whether any of some phrases stands in a text: most texts of a list hold none.
///
/// Where words begin, their first three letters are looked up, and only a text in which some phrase may
/// stand is taken apart.
struct PhraseTable: Sendable {
    private let starts: Set<UInt32>
    private let phrases: [String]

    /// - Parameter phrases: In small letters without accents, with one blank between words; each stands for
    ///   all texts with words that begin so.
    init(_ phrases: [String]) {
        self.phrases = phrases.map { " " + $0 }
        starts = Set(phrases.map { Self.start($0.utf8) })
    }

    /// The first phrase that stands in a text; nil where none does.
    ///
    /// - Complexity: O(n) for the length of the text.
    func first(in text: String) -> String? {
        guard mayHold(text) else { return nil }
        let plain = Self.plain(text)
        return phrases.first { plain.contains($0) }.map { String($0.dropFirst()) }
    }

    /// The words of a text in small letters, each behind a blank.
    static func plain(_ text: String) -> String {
        text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }
            .reduce(into: "") { $0 += " " + $1 }
    }

    private func mayHold(_ text: String) -> Bool {
        var isInWord = false
        var rest = text.utf8[...]
        while let byte = rest.first {
            let isLetter = Self.isLetter(byte)
            if isLetter, !isInWord, starts.contains(Self.start(rest)) { return true }
            isInWord = isLetter
            rest.removeFirst()
        }
        return false
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        0x61...0x7A ~= byte | 0x20 || byte >= 0x80 || 0x30...0x39 ~= byte
    }

    /// The first three letters of a word, in small ones, in one number.
    private static func start(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var start: UInt32 = 0
        for byte in bytes.prefix(3) {
            guard isLetter(byte) else { break }
            start = start << 8 | UInt32(byte | 0x20)
        }
        return start
    }
}
