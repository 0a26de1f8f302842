internal import Datasets

/// What makes it doubtful that an address is one of the book's.
extension AddressBook {
    /// Words that stand behind a street and are no town.
    private static let countryWords: Set<String> = ["usa", "germany", "deutschland"]

    private static func isNoTown(_ word: String) -> Bool {
        WrittenHouses.unitWords.contains(word) || WrittenHouses.joiningWords.contains(word)
            || countryWords.contains(word)
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

    /// Words right in front of a street, with no comma between, of which the last stands in no town of
    /// the entries: `Old` of `Old Main St`, `Köln` of `50676 Köln Baumstr. 8`.
    struct FrontWords: Sendable {
        /// The words without umlauts; empty where none make the street doubtful.
        var words: [String] = []
        /// Whether it is a single word behind the entries' postcode that no street begins with, and so
        /// the town.
        var isBehindPostcode = false
    }

    /// The words in front of a street that are a town's, or make another street's name with it.
    func frontWords(
        _ written: WrittenAddress,
        _ street: Range<Int>,
        _ found: [AddressEntry]
    ) -> FrontWords {
        var start = street.lowerBound
        var isJoined = false
        while start > 0, !written.isApart(start) {
            let word = written.words[start - 1]
            guard word.count > 1, word.allSatisfy(\.isLetter), !Self.isNoTown(word)
            else { break }
            isJoined = isJoined || written.gaps[start].contains("-")
            start -= 1
        }
        let words = written.words[start..<street.lowerBound].map(AddressWords.withoutUmlauts)
        guard let last = words.last,
            !found.contains(where: { AddressWords.ofTown($0.town ?? "").contains(last) })
        else { return FrontWords() }
        return FrontWords(
            words: words,
            isBehindPostcode: words.count == 1 && !isJoined && !firstWords.contains(last)
                && !AddressWords.isQualifier(written.words[start])
                && Self.endsWithPostcode(written.words[..<start], of: found)
        )
    }

    /// Whether words end with the postcode that all entries have.
    private static func endsWithPostcode(
        _ words: ArraySlice<String>,
        of found: [AddressEntry]
    ) -> Bool {
        found.allSatisfy { entry in
            guard let code = entry.postcode.flatMap(Postcode.normal)?.lowercased() else {
                return false
            }
            return words.last == code || words.suffix(2).joined() == code
        }
    }

    /// The words around a street that may be a town's, where no list of the entries has such a town.
    func unknownTown(
        _ around: [String],
        _ found: [AddressEntry]
    ) -> Set<String> {
        let named = Self.townWords(around)
        let known = Set(found.map(\.dataset)).compactMap { townWords[$0] }
        return known.contains { !$0.isDisjoint(with: named) } ? [] : named
    }

    /// Words that may be a town's; none where an entry lies in that.
    static func townWords(_ around: [String], inNone found: [AddressEntry]) -> Set<String> {
        let named = townWords(around)
        return found.contains { isTown(named, $0.town) } ? [] : named
    }

    /// Whether words are a town's, or a part of its name, or hold its name.
    static func isTown(_ words: Set<String>, _ town: String?) -> Bool {
        let own = townWords(AddressWords.words(town ?? ""))
        return !own.isEmpty && (own.isSubset(of: words) || words.isSubset(of: own))
    }

    /// Words that may be a town's.
    static func townWords(_ around: [String]) -> Set<String> {
        Set(
            around.filter { word in
                word.count > 2 && word.allSatisfy(\.isLetter) && !isNoTown(word)
            }.map(AddressWords.withoutUmlauts)
        )
    }

    /// Whether words around a street name a town, and it is no entry's.
    static func isOther(_ around: [String], than found: [AddressEntry]) -> Bool {
        let named = townWords(around)
        guard !named.isEmpty else { return false }
        return found.allSatisfy { entry in
            let town = AddressWords.ofTown(entry.town ?? "")
            return !town.isEmpty && !town.contains(where: named.contains)
        }
    }
}
