/// A part of a building in an address, and the address without it: `917 Bobolink Cir` and `apt 4`.
struct WrittenUnit {
    /// The words without the part of the building.
    let rest: [AddressWords.Token]
    /// The part of the building.
    let unit: String

    /// Words that are no part of any name where they end an address.
    private static let lastWords: Set<String> = [
        "apt", "apartment", "unit", "suite", "ste", "wohnung", "whg",
    ]
    /// The longest number of a part of a building, in characters: `B204`.
    private static let longestNumber = 5

    /// - Returns: nil where no part of a building is written, and where no house is: `Unit 4` alone may be a
    ///   name.
    init?(_ tokens: [AddressWords.Token]) {
        var rest: [AddressWords.Token] = []
        var unit: [String] = []
        var index = 0
        while index < tokens.count {
            // Of `#12 Main St` the number is the house.
            let isSigned =
                index == 0 && tokens[0].gap.contains("#") && tokens.count > 1
                && tokens[1].gap.isEmpty && tokens[1].word.contains(where: \.isLetter)
            let count = isSigned ? 0 : Self.length(tokens[index...])
            if count > 0 {
                unit += tokens[index..<index + count].map(\.word)
                index += count
            } else {
                rest.append(tokens[index])
                index += 1
            }
        }
        let hasHouse = rest.contains { token in
            WordIndex.house(token.word) != nil || HouseNumber(parsing: token.word) != nil
        }
        let hasStreet = rest.contains { $0.word.count > 1 && $0.word.allSatisfy(\.isLetter) }
        guard !unit.isEmpty, hasHouse, hasStreet else { return nil }
        self.rest = rest
        self.unit = unit.joined(separator: " ")
    }

    /// How many words at the beginning are a part of a building: `apt 4`, `apt4`, `#4`, `2nd floor`.
    private static func length(_ tokens: ArraySlice<AddressWords.Token>) -> Int {
        guard let first = tokens.first else { return 0 }
        let next = tokens.dropFirst().first
        if WrittenHouses.unitWords.contains(first.word) {
            if let next, isNumber(next.word) { return 2 }
            return next == nil && lastWords.contains(first.word) ? 1 : 0
        }
        if first.gap.contains("#"), isNumber(first.word) { return 1 }
        if let next, WrittenHouses.floorWords.contains(next.word),
            AddressWords.isOrdinal(first.word) || next.gap == "." && isNumber(first.word)
        {
            return 2
        }
        let letters = first.word.prefix(while: \.isLetter)
        let digits = first.word.dropFirst(letters.count)
        return !digits.isEmpty && digits.allSatisfy(\.isNumber)
            && lastWords.contains(String(letters))
            ? 1 : 0
    }

    /// Whether a word is the number or the letter of a part of a building.
    private static func isNumber(_ word: String) -> Bool {
        word.count <= longestNumber && (word.contains(where: \.isNumber) || word.count == 1)
    }
}
