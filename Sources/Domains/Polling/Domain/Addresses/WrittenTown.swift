/// What may be a town's name in an address.
struct WrittenTown {
    /// All words beside the street and the house, without umlauts.
    let words: Set<String>
    /// Those that may be a town's, with sides in front of them: `North Shields`.
    let names: Set<String>
    /// The names between commas and numbers, each of one stretch: `Ide` and `Exeter` of `Ide, Exeter`.
    let parts: [Set<String>]
    /// The sides: East Palo Alto is not Palo Alto.
    var sides: Set<String> { names.intersection(AddressWords.sides) }

    /// - Parameters:
    ///   - text: The address.
    ///   - own: Which of its words are the street, with its house or without.
    init(_ text: WrittenAddress, without own: Range<Int>) {
        let around = text.words.indices.filter { !own.contains($0) }
        words = Set(around.map { AddressWords.withoutUmlauts(text.words[$0]) })
        var parts: [Set<String>] = []
        var last: Int?
        for index in around {
            var name = AddressBook.townWords([text.words[index]])
            if !name.isEmpty, index > 0, !own.contains(index - 1), !text.isApart(index),
                Self.isSide(text, index - 1)
            {
                name.insert(text.words[index - 1])
            }
            let isNumbered = text.words[index].contains(where: \.isNumber)
            if last != index - 1 || text.isApart(index) || isNumbered { parts.append([]) }
            parts[parts.count - 1].formUnion(name)
            last = isNumbered ? nil : index
        }
        self.parts = parts.filter { !$0.isEmpty }
        names = parts.reduce(into: []) { $0.formUnion($1) }
    }

    /// Whether a word is a side, and not the letter of a flat or a house.
    private static func isSide(_ text: WrittenAddress, _ index: Int) -> Bool {
        guard AddressWords.sides.contains(text.words[index]), !text.gaps[index].contains("#")
        else { return false }
        guard index > 0 else { return true }
        let before = text.words[index - 1]
        // A postcode may be in front of a town's side.
        let isHouse = before.count < 4 && before.first?.isNumber == true
        return !isHouse && !WrittenHouses.unitWords.contains(before)
    }

    /// Whether its words are a part of the names of where an entry lies.
    func isPart(of entry: AddressEntry) -> Bool {
        !names.isEmpty && names.isSubset(of: entry.placeWords)
    }

    /// Whether its words are a part of the name of an entry's town, or hold it.
    func isTown(of entry: AddressEntry) -> Bool { AddressBook.isTown(names, entry.town) }
}
