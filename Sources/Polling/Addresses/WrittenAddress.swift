/// An address in words, with what stands between them.
struct WrittenAddress {
    /// The words, as ``AddressWords/words(_:)`` has them.
    let words: [String]
    /// What stands in front of each word besides letters, digits and spaces: `/` of the 3 in `12/3`.
    let gaps: [String]
    /// The words that are written with umlauts, as they are without.
    let wordsOfUmlauts: Set<String>

    init(_ text: String) {
        let tokens = AddressWords.tokens(text)
        words = tokens.map(\.word)
        gaps = tokens.map(\.gap)
        wordsOfUmlauts =
            AddressWords.hasUmlaut(text)
            ? Set(
                text.split { $0.isWhitespace || $0 == "," }.map(String.init)
                    .filter(AddressWords.hasUmlaut)
                    .flatMap(AddressWords.ofTown)
            ) : []
    }

    /// Whether a comma parts a word from the one before: `50676 Köln, Baumstr. 8`.
    func isApart(_ index: Int) -> Bool {
        gaps.indices.contains(index) && gaps[index].contains { ",;".contains($0) }
    }
}
