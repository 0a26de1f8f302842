internal import Datasets

/// What makes it doubtful that an address is one of the book's.
extension AddressBook {
    /// Words that stand behind a street and are no town.
    private static let countryWords: Set<String> = ["usa", "germany", "deutschland"]

    private static func isUnitOrCountry(_ word: String) -> Bool {
        WrittenHouses.unitWords.contains(word) || countryWords.contains(word)
    }

    /// Whether a side such as `SE` stands beside a street, which is then another one; a town may begin
    /// with such a word.
    static func isSided(
        _ words: [String],
        _ street: Range<Int>,
        _ found: [AddressEntry]
    ) -> Bool {
        let beside = [words[..<street.lowerBound].last, words[street.upperBound...].first]
        return beside.compactMap { $0 }.contains { word in
            AddressWords.sides.contains(word)
                && !found.contains { AddressWords.words($0.town ?? "").contains(word) }
        }
    }

    /// Whether a word is the house's number.
    private static func isHouse(_ word: String?, _ house: HouseNumber?) -> Bool {
        word.flatMap(HouseNumber.init(parsing:)).map { $0 == house } ?? false
    }

    /// Whether the word in front of a street makes another street's name with it, as `Old` does in
    /// `Old Main St`; a town may stand there.
    static func isAnotherStreet(
        _ word: String?,
        _ house: HouseNumber?,
        _ found: [AddressEntry]
    ) -> Bool {
        guard let word, word.count > 1, !isHouse(word, house), word.allSatisfy(\.isLetter),
            !isUnitOrCountry(word)
        else { return false }
        return !found.contains { AddressWords.words($0.town ?? "").contains(word) }
    }

    /// The words around a street that may be a town's, where neither a postcode contradicts nor a list
    /// of the entries has such a town.
    func unknownTown(
        _ around: [String],
        _ found: [AddressEntry],
        _ house: HouseNumber?
    ) -> Set<String> {
        let hasCode = around.contains { word in
            word.utf8.count == 5 && word.allSatisfy(\.isNumber) && word != house.map(\.description)
        }
        let named = Self.townWords(around)
        let known = Set(found.map(\.dataset)).compactMap { townWords[$0] }
        return hasCode || known.contains { !$0.isDisjoint(with: named) } ? [] : named
    }

    /// Words that may be a town's.
    private static func townWords(_ around: [String]) -> Set<String> {
        Set(
            around.filter { word in
                word.count > 2 && word.allSatisfy(\.isLetter) && !isUnitOrCountry(word)
            }.map(AddressWords.withoutUmlauts)
        )
    }

    /// Whether words around a street name a town or a postcode, and neither is an entry's.
    func isOther(
        _ around: [String],
        than found: [AddressEntry],
        _ words: [String],
        _ house: HouseNumber?
    ) -> Bool {
        let codes = around.filter { $0.utf8.count == 5 && $0.allSatisfy(\.isNumber) }
        if let code = codes.last, code != house.map(\.description),
            found.allSatisfy({ entry in
                entry.postcode.flatMap(Postcode.normal).map { $0.lowercased() != code } ?? false
            })
        {
            return true
        }
        let named = Self.townWords(around)
        guard !named.isEmpty else { return false }
        return found.allSatisfy { entry in
            let town = AddressWords.ofTown(entry.town ?? "")
            guard !town.isEmpty, !town.contains(where: named.contains) else { return false }
            let code = entry.postcode.flatMap(Postcode.normal)?.lowercased()
            return code.map { !words.contains($0) } ?? true
        }
    }
}
