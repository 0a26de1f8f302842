internal import Datasets
internal import Synchronization

/// The published addresses of one reading, found by what people write.
public final class AddressBook: Sendable {
    /// The entries, in the order of their files.
    public let entries: [AddressEntry]
    let slotsByStreet: [String: [Int]]
    /// Houses by their names, where the street stands behind a comma: `Poplar Cottage, 11 High Street`.
    let slotsByName: [String: [Int]]
    let slotsByPostcode: [String: [Int]]
    /// The streets' keys by how they are written without umlauts; nil where several are.
    let keysWithoutUmlauts: [String: String?]
    /// Made when a key is first asked for.
    private let slotsByKey = Mutex<[String: [Int]]?>(nil)
    /// The keys of streets that are written with umlauts.
    let keysOfUmlauts: Set<String>
    let longestStreet: Int
    let streets: StreetIndex
    /// The lists that the entries are of.
    let lists: Set<DatasetName>
    /// Lists that have ranges of houses: an entry of theirs is no single address.
    private let rangeLists: Set<DatasetName>
    /// The words of the towns, the localities and the areas that a list's entries lie in.
    let townWords: [DatasetName: Set<String>]
    /// The towns and the localities that a list's entries lie in, each by its words.
    let towns: [DatasetName: Set<Set<String>>]
    /// The lists whose entries all lie in one town. A list of several may have a town's parts.
    let singleTownLists: Set<DatasetName>
    /// The words, without umlauts, that streets of several words begin with.
    let firstWords: Set<String>
    /// Whether at least half of the streets have a word for their sort, so that one without is named so.
    let hasKinds: Bool
    /// Whether streets are named by letters, as K St is: N St is not North St there.
    let hasLetterStreets: Bool

    /// A book of some entries.
    ///
    /// - Complexity: O(n).
    public init(_ entries: [AddressEntry]) {
        self.entries = entries
        var byStreet: [String: [Int]] = [:]
        var byName: [String: [Int]] = [:]
        var byPostcode: [String: [Int]] = [:]
        var longest = 0
        var names: [String: [String]] = [:]
        var withUmlauts: Set<String> = []
        var rangeLists: Set<DatasetName> = []
        var towns: [DatasetName: Set<String>] = [:]
        var localities: [DatasetName: Set<String>] = [:]
        var areas: [DatasetName: Set<String>] = [:]
        for (slot, entry) in entries.enumerated() {
            // `Main St (Springfield)` is written without the part of the town, too.
            for name in [entry.street, Self.withoutPart(entry.street)].compactMap({ $0 }) {
                let words = AddressWords.words(name)
                longest = max(longest, words.count)
                let key = words.joined()
                byStreet[key, default: []].append(slot)
                names[key] = words
                if AddressWords.hasUmlaut(name) { withUmlauts.insert(key) }
            }
            if let name = Self.houseName(entry) {
                let words = AddressWords.words(name)
                byName[words.joined(), default: []].append(slot)
                names[words.joined()] = words
            }
            if entry.houses.count > 1 || entry.houses.contains(where: { !$0.isOneHouse }) {
                rangeLists.insert(entry.dataset)
            }
            if let postcode = entry.postcode.flatMap(Postcode.normal) {
                byPostcode[postcode, default: []].append(slot)
            }
            if let town = entry.town { towns[entry.dataset, default: []].insert(town) }
            localities[entry.dataset, default: []].formUnion(entry.townNames)
            areas[entry.dataset, default: []].formUnion(entry.areaWords)
        }
        townWords = localities.mapValues { Set($0.flatMap(AddressWords.ofTown)) }
            .merging(areas) { $0.union($1) }
        singleTownLists = Set(
            towns.filter { Set($0.value.map(AddressWords.ofTown)).count == 1 }.keys
        )
        self.towns = localities.mapValues { Set($0.map { Set(AddressWords.ofTown($0)) }) }
        slotsByStreet = byStreet
        slotsByName = byName
        slotsByPostcode = byPostcode
        longestStreet = longest
        streets = StreetIndex(names)
        self.rangeLists = rangeLists
        lists = Set(entries.map(\.dataset))
        keysWithoutUmlauts = Self.keysWithoutUmlauts(names)
        keysOfUmlauts = withUmlauts
        firstWords = Set(
            names.values.filter { $0.count > 1 }.map { AddressWords.withoutUmlauts($0[0]) }
        )
        hasKinds = names.values.count { $0.contains(where: AddressWords.isKind) } * 2 >= names.count
        hasLetterStreets = names.values.contains(where: Self.isNamedByLetter)
    }

    private static func keysWithoutUmlauts(_ names: [String: [String]]) -> [String: String?] {
        var plain: [String: String?] = [:]
        for (key, words) in names {
            let other = words.map(AddressWords.withoutUmlauts).joined()
            plain[other] = .some(plain[other] == nil ? key : nil)
        }
        return plain
    }

    private static func isNamedByLetter(_ words: [String]) -> Bool {
        let name = words.filter { !AddressWords.isKindOrSide($0) }
        return name.count == 1 && name[0].utf8.count == 1
            && words.contains(where: AddressWords.isKind)
    }

    /// A street's name without the part of a town that stands behind it in parentheses, which tells
    /// streets of one name apart; nil where none does.
    static func withoutPart(_ street: String) -> String? {
        guard street.hasSuffix(")"), let opening = street.lastIndex(of: "(") else { return nil }
        let name = street[..<opening]
        return name.contains(where: \.isLetter) ? String(name) : nil
    }

    /// The name of a house whose street stands behind a comma; nil where none does, or where the entry
    /// has houses, and so a street.
    private static func houseName(_ entry: AddressEntry) -> String? {
        guard entry.houses.isEmpty, let comma = entry.street.lastIndex(of: ",") else { return nil }
        let name = entry.street[..<comma]
        return name.contains(where: \.isLetter) ? String(name) : nil
    }

    /// The entries of a street, with those of houses of that name, or of these alone.
    ///
    /// - Parameter isNumbered: Whether a house's number stands beside it, and so means the street.
    func slots(_ key: String, isNumbered: Bool) -> [Int] {
        let (own, named) = (slotsByStreet[key] ?? [], slotsByName[key] ?? [])
        if own.isEmpty || named.isEmpty { return own + named }
        return isNumbered ? own : (own + named).sorted()
    }

    /// Whether a list has one entry an address, as registers of electors do, and not ranges of houses.
    func hasSingleAddresses(_ list: DatasetName) -> Bool { !rangeLists.contains(list) }

    /// What a search found.
    public struct Match: Sendable {
        /// The entries that the text may mean, in the order of their files.
        public let entries: [AddressEntry]
        /// The house of the text; nil where it names none.
        public let house: HouseNumber?
        /// Whether the street is there, but no entry has the house, or only a part of what is written
        /// for it can be read, `2O1`, `2.01`, or it may be another street's at a corner.
        public let isHouseMissing: Bool
        /// The houses of the entries that have the same number with another suffix, or with none, where
        /// the house is missing.
        let sameNumber: [HouseNumber]
        /// Whether the text names a town or a postcode, and all entries lie in others.
        public let isTownOther: Bool
        /// The words of such a town where no entry of these lists lies in it, so that it may be the
        /// town whose parts the lists have; empty where they tell it from others.
        let unknownTown: Set<String>
        /// The words of the text that may be a town's where ``isTownOther`` says nothing against them:
        /// `Bonn` of `Baumstr. 8, 50676 Bonn`.
        let townBesideCode: Set<String>
        /// The same, those between commas and numbers together.
        let townParts: [Set<String>]
        /// Whether the text has the postcode of all entries.
        let isPostcodeNamed: Bool
        /// Whether a word beside the entries' town makes it another's name: `Heights` of `Bluestem
        /// Heights`.
        let isTownExtended: Bool
        /// The state and the country that the text ends with.
        let ending: WrittenEnding
        /// Whether the text has another street's name around this one, or a side beside it.
        let isNameDoubtful: Bool
        /// The words in front of the street that are a town's or make another street's name.
        let front: FrontWords
        /// Whether the text names two streets that meet.
        let isCorner: Bool
        /// Entries of streets that the text may mean instead, or of the one that meets the street.
        public let alternatives: [AddressEntry]
        /// Whether the text names the postcode or the town of the entries.
        let isPlaceNamed: Bool

        /// Whether the text may mean another street: it has another's name around this one, a side such
        /// as `SE` beside it that the book's street has not, or words in front of it that are no town's
        /// as far as the lists and the text tell.
        public var isStreetDoubtful: Bool {
            isNameDoubtful || !front.words.isEmpty && !front.isBehindPostcode
        }
    }

    /// The entries that a text such as `Aachener Straße 12, 50674 Köln` means.
    ///
    /// The street is the longest run of words that is one; the number beside it is the house; a
    /// postcode or a town, where the text has one that some of the entries have, rules out the
    /// others. Case, accents, points and the usual abbreviations (`Str.`, `Ave`, `NW`) don't matter. A
    /// number that sticks to a street, `Hauptstraße12`, is its house where no street is named so.
    ///
    /// - Returns: nil when no street of the book is in the text.
    public func find(_ text: String) -> Match? {
        var written = WrittenAddress(text)
        var longest = longestMatch(written)
        if longest == nil, let apart = WrittenAddress.withHousesApart(text) {
            written = WrittenAddress(apart)
            longest = longestMatch(written)
        }
        guard let (street, key) = longest else { return nil }
        let others = alternatives(to: key, at: street, written).flatMap(\.entries)
        let found = match(street: key, at: street, written, alternatives: others)
        let sided = sidedElsewhere(found, street, written)
        guard !sided.isEmpty else { return found }
        return match(street: key, at: street, written, alternatives: others + sided)
    }

    /// The entries that their lists call by a key, in the order of their files.
    ///
    /// - Complexity: O(n) the first time, for which others wait; O(1) else.
    package func entries(withKey key: String) -> [AddressEntry] {
        let slots = slotsByKey.withLock { slots in
            let known =
                slots
                ?? Dictionary(grouping: entries.indices) { entries[$0].key.lowercased() }
            slots = known
            return known[key.lowercased()] ?? []
        }
        return slots.map { entries[$0] }
    }

    /// The entries of a postcode, in the order of their files.
    public func entries(inPostcode postcode: String) -> [AddressEntry] {
        (slotsByPostcode[Postcode.normal(postcode) ?? ""] ?? []).map { entries[$0] }
    }
}
