/// An address in words, with what stands between them.
struct WrittenAddress {
    /// The words, as ``AddressWords/words(_:)`` has them.
    let words: [String]
    /// The same as they are without umlauts.
    let plainWords: [String]
    /// What stands in front of each word besides letters, digits and spaces: `/` of the 3 in `12/3`.
    let gaps: [String]
    /// Whether no space stands in front of each word.
    let isTight: [Bool]
    /// Whether each word is written in full where it is abbreviated as a rule: `North`.
    let isWrittenOut: [Bool]
    /// The words that are written with umlauts, as they are without.
    let wordsOfUmlauts: Set<String>

    init(_ text: String) {
        let umlauts =
            AddressWords.hasUmlaut(text)
            ? Set(
                text.split { $0.isWhitespace || $0 == "," }.map(String.init)
                    .filter(AddressWords.hasUmlaut)
                    .flatMap(AddressWords.ofTown)
            ) : []
        self.init(AddressWords.tokens(text), wordsOfUmlauts: umlauts)
    }

    init(_ tokens: [AddressWords.Token], wordsOfUmlauts: Set<String> = []) {
        words = tokens.map(\.word)
        plainWords = words.map(AddressWords.withoutUmlauts)
        gaps = tokens.map(\.gap)
        isTight = tokens.map(\.isTight)
        isWrittenOut = tokens.map(\.isWrittenOut)
        self.wordsOfUmlauts = wordsOfUmlauts
    }

    /// A text with a space in front of numbers that stick to words, as of `Hauptstraße12`; nil where none
    /// do. Words of few letters are postcodes' and streets': `EX4`, `A12`.
    static func withHousesApart(_ text: String) -> String? {
        var apart = ""
        var letters = 0
        for character in text {
            if letters > 2, character.isNumber { apart.append(" ") }
            letters = character.isLetter ? letters + 1 : 0
            apart.append(character)
        }
        return apart.utf8.count > text.utf8.count ? apart : nil
    }

    /// Whether a number is a part of the one before, with a sign between that joins no houses: `2.01`.
    func isGlued(_ index: Int) -> Bool {
        guard index > 0, words.indices.contains(index), isTight[index],
            words[index - 1].first?.isNumber == true, words[index].first?.isNumber == true
        else { return false }
        let word = words[index]
        switch gaps[index] {
        // Spreadsheets write 201 as `201.0` or `2,01E+02`; a postcode is longer than `01`.
        case ".": return !word.allSatisfy { $0 == "0" }
        case ",":
            return word.hasPrefix("0") && word.count < 4 && !word.allSatisfy { $0 == "0" }
                || word.hasSuffix("e") || isThousands(index)
        default: return !gaps[index].contains { "-/&+#,;()".contains($0) }
        }
    }

    /// Whether a comma in front of three digits divides thousands, `2,269`, as far as can be told: of
    /// `Apt 2,269 Main St` the first number is a flat's.
    private func isThousands(_ index: Int) -> Bool {
        guard words[index].prefix(while: \.isNumber).count == 3, words[index - 1].count <= 3,
            words[index - 1].allSatisfy(\.isNumber), !gaps[index - 1].contains("#")
        else { return false }
        return index < 2 || !WrittenHouses.unitWords.contains(words[index - 2])
    }

    /// Whether a comma parts a word from the one before: `50676 Köln, Baumstr. 8`.
    func isApart(_ index: Int) -> Bool {
        gaps.indices.contains(index) && gaps[index].contains { ",;".contains($0) }
    }
}
