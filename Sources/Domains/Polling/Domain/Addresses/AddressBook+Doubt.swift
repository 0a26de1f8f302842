internal import Datasets

/// What makes it doubtful that an address is one of the book's.
extension AddressBook {
    /// Words that stand behind a street and are no town.
    private static let countryWords: Set<String> = [
        "usa", "united", "states", "america", "kingdom", "britain", "england", "scotland", "wales",
        "ireland", "australia", "germany", "deutschland", "austria", "osterreich", "oesterreich",
        "switzerland", "schweiz", "spain", "espana",
    ]

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
        let words = Array(written.plainWords[start..<street.lowerBound])
        guard let last = words.last,
            !found.contains(where: { $0.placeWords.contains(last) })
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

    /// The words of a town that the entries' lists have none of, where the other words are all of the
    /// entries' own towns: `Köln` of `Köln Altstadt`.
    func unknownTown(_ town: WrittenTown, _ found: [AddressEntry]) -> Set<String> {
        let known = Set(found.map(\.dataset)).reduce(into: Set<String>()) { words, list in
            words.formUnion(townWords[list] ?? [])
        }
        let listed = town.names.intersection(known)
        return found.allSatisfy { listed.isSubset(of: $0.placeWords) }
            ? town.names.subtracting(known) : []
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

    /// Whether an address has all of the name of an entry's town, and not that of a town of the same
    /// list that holds it: `Newport Beach` is not in Newport.
    func isWhole(_ town: WrittenTown, of entry: AddressEntry) -> Bool {
        let own = Set(AddressWords.ofTown(entry.town ?? ""))
        guard !own.isEmpty, own.isSubset(of: town.words), town.sides.isSubset(of: own) else {
            return false
        }
        return !(towns[entry.dataset] ?? []).contains { other in
            other.isSubset(of: town.words) && other.isStrictSuperset(of: own)
        }
    }

    /// Whether an address names another town than an entry's. One word that both have, as `San` of San
    /// Francisco and San Jose, does not make them one.
    func isOther(_ town: WrittenTown, than entry: AddressEntry) -> Bool {
        guard !town.names.isEmpty, !AddressWords.ofTown(entry.town ?? "").isEmpty else {
            return false
        }
        return !isWhole(town, of: entry) && !town.isPart(of: entry)
    }
}
