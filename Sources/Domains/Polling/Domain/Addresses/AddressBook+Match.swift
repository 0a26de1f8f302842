internal import Datasets

/// Which entries an address means.
extension AddressBook {
    /// The street of an address: the longest run of its words that is one, or that is a house's name
    /// without a number beside it.
    func longestMatch(_ text: WrittenAddress) -> (words: Range<Int>, key: String)? {
        let words = text.words
        for length in stride(from: min(longestStreet, words.count), through: 1, by: -1) {
            for start in 0...(words.count - length) {
                let range = start..<start + length
                // A number alone is a house or a postcode before it is a street.
                if length == 1, words[start].allSatisfy(\.isNumber) { continue }
                if let key = street(range, text) { return (range, key) }
            }
            if slotsByName.isEmpty { continue }
            for start in 0...(words.count - length) {
                let range = start..<start + length
                let key = words[range].joined()
                if slotsByName[key] != nil, !Self.isNumbered(range, words) { return (range, key) }
            }
        }
        return nil
    }

    /// The key of the street that a run of words is; nil where it is none.
    func street(_ range: Range<Int>, _ text: WrittenAddress) -> String? {
        let key = text.words[range].joined()
        if slotsByStreet[key] != nil { return key }
        // `Suedstr.` is `Südstr.`, but `Blu St` is not `Blue St`.
        let plain = text.plainWords[range]
        guard let other = keysWithoutUmlauts[plain.joined()] ?? nil,
            keysOfUmlauts.contains(other) || plain.contains(where: text.wordsOfUmlauts.contains)
        else { return nil }
        return other
    }

    /// The entries of a street that lie in the postcode and the town of an address, where some do.
    func narrowed(
        _ key: String,
        by text: WrittenAddress,
        without street: Range<Int>
    ) -> [AddressEntry] {
        narrowed((slotsByStreet[key] ?? []).map { entries[$0] }, by: text, without: street).entries
    }

    /// Whether a house's number stands beside words, and no postcode such as `69701` or `EX2 9RN`.
    fileprivate static func isNumbered(_ range: Range<Int>, _ words: [String]) -> Bool {
        let beside = [words[..<range.lowerBound].last, words[range.upperBound...].first]
        return beside.compactMap { $0 }.contains { word in
            word.first?.isNumber == true && word.count < 5 && word.count(where: \.isLetter) < 2
        }
    }

    /// The entries of a street that lie in the postcode and the town of an address, where some do.
    fileprivate func narrowed(
        _ found: [AddressEntry],
        by text: WrittenAddress,
        without street: Range<Int>
    ) -> (entries: [AddressEntry], isPlaceNamed: Bool) {
        let words = text.words
        let town = WrittenTown(text, without: street)
        let byPostcode = Self.entries(found, ofPostcodeIn: words, without: street)
        let whole = found.filter { isWhole(town, of: $0) }
        if !byPostcode.isEmpty, byPostcode.allSatisfy({ isOther(town, than: $0) }) {
            // The town has a street of this name, too: it may be the postcode that is wrong.
            let lists = Set(byPostcode.map(\.dataset))
            let ids = Set((byPostcode + whole.filter { lists.contains($0.dataset) }).map(\.id))
            return (found.filter { ids.contains($0.id) }, true)
        }
        let found = byPostcode.isEmpty ? found : byPostcode
        let own = byPostcode.isEmpty ? whole : found.filter { isWhole(town, of: $0) }
        // `Altstadt` of `Altstadt/Nord`.
        let byTown = own.isEmpty ? found.filter(town.isPart(of:)) : own
        return (byTown.isEmpty ? found : byTown, !byTown.isEmpty || !byPostcode.isEmpty)
    }

    /// Those entries whose postcode is written beside the street.
    static func entries(
        _ found: [AddressEntry],
        ofPostcodeIn words: [String],
        without street: Range<Int>
    ) -> [AddressEntry] {
        let rest = Set(words[..<street.lowerBound] + words[street.upperBound...])
        // A postcode of two words is looked for whole, and 501 is not that of house 1501.
        let text = " " + words.joined(separator: " ") + " "
        let bare = Set(rest.map { String($0.drop(while: \.isLetter)) })
        return found.filter { entry in
            guard let code = entry.postcode.flatMap(Postcode.normal) else { return false }
            let written = AddressWords.words(entry.postcode ?? "").joined(separator: " ")
            // `D50676` has the country in front.
            return rest.contains(code.lowercased()) || text.contains(" \(written) ")
                || code.utf8.count > 3 && code.allSatisfy(\.isNumber) && bare.contains(code)
        }
    }

    /// The entries of a street, narrowed by what a text says beside it.
    func match(
        street key: String,
        at street: Range<Int>,
        _ written: WrittenAddress,
        alternatives: [AddressEntry] = []
    ) -> Match {
        let reading = StreetReading(self, key, at: street, written, alternatives)
        let (found, houses) = (reading.found, reading.houses)
        if let corner = corner(written, at: street, with: reading.own) {
            return reading.match(found, house: nil, isHouseMissing: true, corner: corner)
        }
        let hasHouses = found.contains { !$0.houses.isEmpty }
        if houses.isUnclear, hasHouses {
            return reading.match(found, house: nil, isHouseMissing: true)
        }
        guard !houses.named.isEmpty, hasHouses else {
            return reading.match(found, isHouseMissing: false)
        }
        // Where several houses may be meant, all of them have to vote at one place.
        let possible = houses.possible.map { Self.holding($0, found) }
        let named = houses.named.map { Self.holding($0, found) }
        let ids = Set((named + possible).flatMap { $0 }.map(\.id))
        let exact = found.filter { ids.contains($0.id) }
        guard let missing = zip(houses.named, named).first(where: { $0.1.isEmpty })?.0 else {
            // The list's houses of the street in another place are no more than it knows of.
            return Self.isUnlisted(exact, among: found)
                ? reading.match(found, isHouseMissing: true)
                : reading.match(exact, isHouseMissing: false)
        }
        // 12 and 12a are what 12b may be; what else the street has is not.
        func ends(_ entry: AddressEntry) -> [HouseNumber] {
            entry.houses.flatMap { $0.ends(at: missing.number) }
        }
        let beside = found.filter { ids.contains($0.id) || !ends($0).isEmpty }
        return reading.match(
            beside.isEmpty ? found : beside,
            house: missing,
            isHouseMissing: true,
            sameNumber: Set(beside.flatMap(ends)).sorted()
        )
    }

    /// Whether a house is held by none but entries of a whole street, while others have houses of a street
    /// of that name in another place: a house that they lack may be new, and the voter's.
    private static func isUnlisted(_ exact: [AddressEntry], among found: [AddressEntry]) -> Bool {
        guard exact.allSatisfy(\.houses.isEmpty) else { return false }
        let places = Set(exact.map(\.place))
        return found.contains { !$0.houses.isEmpty && !places.contains($0.place) }
    }

    /// The entries that hold a house, without those that give way to another of the same place.
    private static func holding(_ house: HouseNumber, _ found: [AddressEntry]) -> [AddressEntry] {
        let all = found.compactMap { entry in
            entry.grasp(of: house).map { (entry: entry, grasp: $0) }
        }
        guard Set(all.map(\.grasp)).count > 1 else { return all.map(\.entry) }
        let closest = Dictionary(all.map { ($0.entry.place, $0.grasp) }, uniquingKeysWith: max)
        return all.filter { $0.grasp == closest[$0.entry.place] }.map(\.entry)
    }
}

/// What an address says beside a street, and the entries of the street that this leaves.
private struct StreetReading {
    private let book: AddressBook
    private let written: WrittenAddress
    private let street: Range<Int>
    private let alternatives: [AddressEntry]
    let found: [AddressEntry]
    let houses: WrittenHouses
    /// The words that are the street's and its houses'.
    let own: Range<Int>
    private let isPlaceNamed: Bool
    /// The rest is a town and a postcode: `10115 Berlin, Main St 5`, `Old Main St`.
    private let town: WrittenTown
    private let codes: WrittenPostcodes
    private let front: AddressBook.FrontWords
    private let isNameDoubtful: Bool
    private let isExtended: Bool

    init(
        _ book: AddressBook,
        _ key: String,
        at street: Range<Int>,
        _ written: WrittenAddress,
        _ alternatives: [AddressEntry]
    ) {
        self.book = book
        self.written = written
        self.street = street
        self.alternatives = alternatives
        let words = written.words
        let slots = book.slots(key, isNumbered: AddressBook.isNumbered(street, words))
        let (all, isNameOther) = book.namedAlike(slots.map { book.entries[$0] }, written, street)
        (found, isPlaceNamed) = book.narrowed(all, by: written, without: street)
        houses = WrittenHouses(written, beside: street, of: found)
        own = street.lowerBound - houses.frontCount..<street.upperBound + houses.behindCount
        town = WrittenTown(written, without: own)
        codes = WrittenPostcodes(written, without: own, of: found)
        front = book.frontWords(written, street, found)
        isNameDoubtful =
            !alternatives.isEmpty || isNameOther || AddressBook.isSided(words, street, found)
        isExtended = book.isExtended(written, street, found)
    }

    /// That the address means some entries, with the house that is written.
    func match(
        _ entries: [AddressEntry],
        isHouseMissing: Bool
    ) -> AddressBook.Match {
        match(entries, house: houses.named.first, isHouseMissing: isHouseMissing)
    }

    /// That the address means some entries.
    ///
    /// - Parameters:
    ///   - sameNumber: The houses of the number that the lists have.
    ///   - corner: The entries of another street that meets this one; nil where none does.
    func match(
        _ entries: [AddressEntry],
        house: HouseNumber?,
        isHouseMissing: Bool,
        sameNumber: [HouseNumber] = [],
        corner: [AddressEntry]? = nil
    ) -> AddressBook.Match {
        let coded = AddressBook.entries(entries, ofPostcodeIn: written.words, without: street)
            .map(\.id)
        let isTownOther =
            entries.allSatisfy(codes.contradict)
            || entries.allSatisfy { !coded.contains($0.id) && isElsewhere($0) }
        return AddressBook.Match(
            entries: entries,
            house: house,
            isHouseMissing: isHouseMissing,
            sameNumber: sameNumber,
            isTownOther: isTownOther,
            unknownTown: isTownOther && codes.isEmpty ? book.unknownTown(town, entries) : [],
            townBesideCode: isTownOther ? [] : town.names,
            townParts: isTownOther ? [] : town.parts,
            isPostcodeNamed: entries.allSatisfy { coded.contains($0.id) },
            isTownExtended: entries.allSatisfy(isTownExtended),
            ending: WrittenEnding(written, behind: own),
            // The other street at a corner stands behind this one.
            isNameDoubtful: isNameDoubtful || isExtended && corner == nil,
            front: front,
            isCorner: corner != nil,
            alternatives: alternatives + (corner ?? []),
            isPlaceNamed: isPlaceNamed
        )
    }

    private func isElsewhere(_ entry: AddressEntry) -> Bool {
        book.isOther(town, than: entry) || isTownExtended(entry)
    }

    private func isTownExtended(_ entry: AddressEntry) -> Bool {
        AddressBook.isTownExtended(written, without: own, entry)
    }
}

extension AddressEntry {
    /// How closely an entry speaks of a house that it holds: what says less gives way.
    fileprivate enum Grasp: Int, Comparable {
        /// It is of the whole street, and so of the rest where others have houses of it.
        case wholeStreet
        /// A range ends at the number, and takes in a suffix that no other goes on with: 49a of `1-49`,
        /// but not beside `49a-61`.
        case suffix
        /// It is within a range.
        case range
        /// A range has no other number: 67a of `67a-67f`, whatever `1-67b` holds.
        case number

        static func < (left: Grasp, right: Grasp) -> Bool { left.rawValue < right.rawValue }
    }

    /// How the entry holds a house; nil where it does not.
    fileprivate func grasp(of house: HouseNumber) -> Grasp? {
        guard !houses.isEmpty else { return .wholeStreet }
        return houses.filter { $0.contains(house) }.map { range in
            let (first, last) = (range.numbers.lowerBound, range.numbers.upperBound)
            if house > last { return .suffix }
            let isNumber =
                first.number == house.number && last.number == house.number
                && first.prefix == last.prefix
            return isNumber && !house.suffix.isEmpty ? .number : .range
        }.max()
    }

    /// A street of a list, in one town and postcode.
    fileprivate struct Place: Hashable {
        let list: DatasetName
        let street: [String]
        let town: String?
        let postcode: String?
    }

    fileprivate var place: Place {
        Place(list: dataset, street: AddressWords.words(street), town: town, postcode: postcode)
    }
}
