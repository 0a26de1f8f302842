/// Finds out fast whether any of some phrases stands in a text: most texts of a list hold none.
///
/// Where a word begins, its first two bytes choose the phrases that may stand there, and those are held
/// against the bytes of the text. Only a text with letters beyond ASCII is taken apart.
struct PhraseTable: Sendable {
    /// In small letters, each with one blank between words, in the order in which they were given.
    private let phrases: [String]
    private let bytes: [[UInt8]]
    /// The numbers of the phrases that begin with two bytes, by ``bucket(_:_:)``, ascending.
    private let starts: [[Int]]

    /// - Parameter phrases: In small ASCII letters, of two or more, with one blank between words; each stands
    ///   for all texts with words that begin so. A blank behind the last asks for a further word.
    init(_ phrases: [String]) {
        self.phrases = phrases
        bytes = phrases.map { Array($0.utf8) }
        var starts = [[Int]](repeating: [], count: Self.bucketCount)
        for (number, phrase) in bytes.enumerated() {
            precondition(phrase.count > 1 && phrase.allSatisfy { $0 < 0x80 })
            starts[Self.bucket(phrase[0], phrase[1])].append(number)
        }
        self.starts = starts
    }

    /// The first of the phrases, in the order in which they were given, that stands in a text; nil where none
    /// does.
    ///
    /// - Complexity: O(n) for the length of the text, times the few phrases that begin as one of its words.
    func first(in text: String) -> String? {
        var text = text
        return number(in: &text).map { phrases[$0] }
    }

    /// The number of that phrase among those that were given, from 0.
    func firstNumber(in text: String) -> Int? {
        var text = text
        return number(in: &text)
    }

    private func number(in text: inout String) -> Int? {
        let found: Int?? = text.withUTF8 { text in
            text.contains { $0 >= 0x80 } ? nil : .some(number(in: text))
        }
        if let found { return found }
        let plain = Self.plain(text)
        return phrases.firstIndex { plain.contains(" " + $0) }
    }

    /// The same of a text in ASCII.
    private func number(in text: UnsafeBufferPointer<UInt8>) -> Int? {
        var found: Int?
        var isInWord = false
        for place in text.indices {
            let isWord = Self.isWord(text[place])
            defer { isInWord = isWord }
            guard isWord, !isInWord, place + 1 < text.count else { continue }
            for number in starts[Self.bucket(text[place], text[place + 1])] {
                if let found, found <= number { break }
                if Self.stands(bytes[number], at: place, in: text) {
                    found = number
                    break
                }
            }
        }
        return found
    }

    /// Whether a phrase stands where a word begins.
    private static func stands(
        _ phrase: [UInt8],
        at start: Int,
        in text: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        var place = start
        for byte in phrase {
            guard place < text.count else { return false }
            if byte == blank {
                guard !isWord(text[place]) else { return false }
                while place < text.count, !isWord(text[place]) { place += 1 }
                guard place < text.count else { return false }
            } else {
                guard small(text[place]) == byte else { return false }
                place += 1
            }
        }
        return true
    }

    /// The words of a text in small letters, each behind a blank.
    static func plain(_ text: String) -> String {
        text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }
            .reduce(into: "") { $0 += " " + $1 }
    }

    // MARK: Bytes

    private static let blank = UInt8(ascii: " ")
    private static let bucketCount = 1 << 10

    private static func bucket(_ first: UInt8, _ second: UInt8) -> Int {
        Int(first & 0x1F) << 5 | Int(second & 0x1F)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, UInt8(ascii: "'"): true
        default: false
        }
    }

    private static func small(_ byte: UInt8) -> UInt8 {
        0x41...0x5A ~= byte ? byte | 0x20 : byte
    }
}
