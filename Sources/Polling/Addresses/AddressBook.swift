internal import Datasets

/// The published addresses of one reading, found by what people write.
public final class AddressBook: Sendable {
    /// The entries, in the order of their files.
    public let entries: [AddressEntry]
    private let slotsByStreet: [String: [Int]]
    private let slotsByPostcode: [String: [Int]]
    let longestStreet: Int
    let streets: StreetIndex
    /// Lists that have ranges of houses: an entry of theirs is no single address.
    private let rangeLists: Set<DatasetName>
    /// The words of the towns that a list's entries lie in.
    private let townWords: [DatasetName: Set<String>]

    /// A book of some entries.
    ///
    /// - Complexity: O(n).
    public init(_ entries: [AddressEntry]) {
        self.entries = entries
        var byStreet: [String: [Int]] = [:]
        var byPostcode: [String: [Int]] = [:]
        var longest = 0
        var names: [String: [String]] = [:]
        var rangeLists: Set<DatasetName> = []
        var towns: [DatasetName: Set<String>] = [:]
        for (slot, entry) in entries.enumerated() {
            // `Main St (Springfield)` is written without the part of the town, too.
            for name in [entry.street, Self.withoutPart(entry.street)].compactMap({ $0 }) {
                let words = AddressWords.words(name)
                longest = max(longest, words.count)
                let key = words.joined()
                byStreet[key, default: []].append(slot)
                names[key] = words
            }
            if entry.houses.count > 1 || entry.houses.contains(where: { !$0.isOneHouse }) {
                rangeLists.insert(entry.dataset)
            }
            if let postcode = entry.postcode.flatMap(Postcode.normal) {
                byPostcode[postcode, default: []].append(slot)
            }
            if let town = entry.town { towns[entry.dataset, default: []].insert(town) }
        }
        townWords = towns.mapValues { Set($0.flatMap(AddressWords.words)) }
        slotsByStreet = byStreet
        slotsByPostcode = byPostcode
        longestStreet = longest
        streets = StreetIndex(names)
        self.rangeLists = rangeLists
    }

    /// A street's name without the part of a town that stands behind it in parentheses, which tells
    /// streets of one name apart; nil where none does.
    static func withoutPart(_ street: String) -> String? {
        guard street.hasSuffix(")"), let opening = street.lastIndex(of: "(") else { return nil }
        let name = street[..<opening]
        return name.contains(where: \.isLetter) ? String(name) : nil
    }

    /// Whether a list has one entry an address, as registers of electors do, and not ranges of houses.
    func hasSingleAddresses(_ list: DatasetName) -> Bool { !rangeLists.contains(list) }

    /// What a search found.
    public struct Match: Sendable {
        /// The entries that the text may mean, in the order of their files.
        public let entries: [AddressEntry]
        /// The house of the text; nil where it names none.
        public let house: HouseNumber?
        /// Whether the street is there, but no entry has the house.
        public let isHouseMissing: Bool
        /// The houses of the entries that have the same number with another suffix, or with none, where
        /// the house is missing.
        let sameNumber: [HouseNumber]
        /// Whether the text names a town or a postcode, and all entries lie in others.
        public let isTownOther: Bool
        /// The words of such a town where no entry of these lists lies in it, so that it may be the
        /// town whose parts the lists have; empty where they tell it from others.
        let unknownTown: Set<String>
        /// Whether the text has another street's name around this one, or a side of a street such as
        /// `SE` beside it that the book's street has not.
        public let isStreetDoubtful: Bool
        /// Entries of streets that the text may mean instead.
        public let alternatives: [AddressEntry]
        /// Whether the text names the postcode or the town of the entries.
        let isPlaceNamed: Bool
    }

    /// The entries that a text such as `Aachener Straße 12, 50674 Köln` means.
    ///
    /// The street is the longest run of words that is one; the number beside it is the house; a
    /// postcode or a town, where the text has one that some of the entries have, rules out the
    /// others. Case, accents, points and the usual abbreviations (`Str.`, `Ave`, `NW`) don't matter.
    ///
    /// - Returns: nil when no street of the book is in the text.
    public func find(_ text: String) -> Match? {
        let words = AddressWords.words(text)
        guard let (street, key) = longestMatch(words) else { return nil }
        let others = alternatives(to: key, at: street, words).flatMap(\.entries)
        return match(street: key, at: street, words, alternatives: others)
    }

    /// The entries of a street, narrowed by what a text says beside it.
    func match(
        street key: String,
        at street: Range<Int>,
        _ words: [String],
        alternatives: [AddressEntry] = []
    ) -> Match {
        let all = (slotsByStreet[key] ?? []).map { entries[$0] }
        let (found, isPlaceNamed) = narrowed(all, by: words, without: street)
        let house = Self.house(words, beside: street)
        // Whatever stands in front of the street and its house: `10115 Berlin, Main St 5`, `Old Main St`.
        let before = words[..<street.lowerBound]
        let front = Self.isHouse(before.last, house) ? before.dropLast() : before
        let around = Array(front + words[street.upperBound...])
        let isTownOther = isOther(around, than: found, words, house)
        let unknownTown = isTownOther ? unknownTown(around, found, house) : []
        let isDoubtful =
            !alternatives.isEmpty || Self.isSided(words, street, found)
            || Self.isAnotherStreet(before.last, house, found)
        func match(
            _ entries: [AddressEntry],
            isHouseMissing: Bool,
            sameNumber: [HouseNumber] = []
        ) -> Match {
            Match(
                entries: entries,
                house: house,
                isHouseMissing: isHouseMissing,
                sameNumber: sameNumber,
                isTownOther: isTownOther,
                unknownTown: unknownTown,
                isStreetDoubtful: isDoubtful,
                alternatives: alternatives,
                isPlaceNamed: isPlaceNamed
            )
        }
        guard let house, found.contains(where: { !$0.houses.isEmpty }) else {
            return match(found, isHouseMissing: false)
        }
        let exact = found.filter { entry in
            entry.houses.isEmpty || entry.houses.contains { $0.contains(house) }
        }
        guard exact.isEmpty else { return match(exact, isHouseMissing: false) }
        // 12 and 12a are what 12b may be; what else the street has is not.
        func ends(_ entry: AddressEntry) -> [HouseNumber] {
            entry.houses.flatMap { $0.ends(at: house.number) }
        }
        let beside = found.filter { !ends($0).isEmpty }
        return match(
            beside.isEmpty ? found : beside,
            isHouseMissing: true,
            sameNumber: Set(beside.flatMap(ends)).sorted()
        )
    }

    /// Words that stand behind a street and are no town.
    private static let unitWords: Set<String> = [
        "apt", "apartment", "unit", "suite", "ste", "floor", "fl", "room", "rm", "flat", "wohnung",
        "etage", "usa", "germany", "deutschland",
    ]

    /// Whether a side such as `SE` stands beside a street, which is then another one; a town may begin
    /// with such a word.
    private static func isSided(
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
    private static func isAnotherStreet(
        _ word: String?,
        _ house: HouseNumber?,
        _ found: [AddressEntry]
    ) -> Bool {
        guard let word, word.count > 1, !isHouse(word, house), word.allSatisfy(\.isLetter),
            !unitWords.contains(word)
        else { return false }
        return !found.contains { AddressWords.words($0.town ?? "").contains(word) }
    }

    /// The words around a street that may be a town's, where neither a postcode contradicts nor a list
    /// of the entries has such a town.
    private func unknownTown(
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
                word.count > 2 && word.allSatisfy(\.isLetter) && !unitWords.contains(word)
            }
        )
    }

    /// Whether words around a street name a town or a postcode, and neither is an entry's.
    private func isOther(
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
            let town = AddressWords.words(entry.town ?? "")
            guard !town.isEmpty, !town.contains(where: named.contains) else { return false }
            let code = entry.postcode.flatMap(Postcode.normal)?.lowercased()
            return code.map { !words.contains($0) } ?? true
        }
    }

    /// The entries of a postcode, in the order of their files.
    public func entries(inPostcode postcode: String) -> [AddressEntry] {
        (slotsByPostcode[Postcode.normal(postcode) ?? ""] ?? []).map { entries[$0] }
    }

    private func longestMatch(_ words: [String]) -> (words: Range<Int>, key: String)? {
        for length in stride(from: min(longestStreet, words.count), through: 1, by: -1) {
            for start in 0...(words.count - length) {
                let range = start..<start + length
                // A number alone is a house or a postcode before it is a street.
                if length == 1, words[start].allSatisfy(\.isNumber) { continue }
                let key = words[range].joined()
                if slotsByStreet[key] != nil { return (range, key) }
            }
        }
        return nil
    }

    /// The number in front of the street or behind it.
    private static func house(_ words: [String], beside street: Range<Int>) -> HouseNumber? {
        let behind = words[street.upperBound...].prefix(2)
        if let first = behind.first, let house = HouseNumber(parsing: first) {
            // "12 b" in two words.
            if house.suffix.isEmpty, let next = behind.dropFirst().first, next.count == 1,
                next.allSatisfy(\.isLetter), let both = HouseNumber(parsing: first + next)
            {
                return both
            }
            if house.number < 10_000 || street.lowerBound == 0 { return house }
        }
        guard street.lowerBound > 0 else { return nil }
        let before = words[street.lowerBound - 1]
        if street.lowerBound > 1, before.count == 1, before.allSatisfy(\.isLetter),
            !AddressWords.sides.contains(before)
        {
            // "12 b Main St" in two words; "12 E Main St" has a side.
            return HouseNumber(parsing: words[street.lowerBound - 2] + before)
        }
        return HouseNumber(parsing: before)
    }

    private func narrowed(
        _ found: [AddressEntry],
        by words: [String],
        without street: Range<Int>
    ) -> (entries: [AddressEntry], isPlaceNamed: Bool) {
        let rest = Set(words[..<street.lowerBound] + words[street.upperBound...])
        let text = words.joined(separator: " ")
        var found = found
        let byPostcode = found.filter { entry in
            guard let code = entry.postcode.flatMap(Postcode.normal) else { return false }
            return rest.contains(code.lowercased())
                || text.contains(AddressWords.words(entry.postcode ?? "").joined(separator: " "))
        }
        if !byPostcode.isEmpty { found = byPostcode }
        let byTown = found.filter { entry in
            let town = AddressWords.words(entry.town ?? "")
            return !town.isEmpty && town.allSatisfy(rest.contains)
        }
        return (byTown.isEmpty ? found : byTown, !byTown.isEmpty || !byPostcode.isEmpty)
    }
}

/// A postcode in the one way that it is compared.
public enum Postcode {
    /// Capital letters and digits without anything between; of a ZIP+4 the first five digits, and
    /// with the zeros in front that a spreadsheet took from it. nil where nothing is left.
    public static func normal(_ text: String) -> String? {
        let code = text.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard !code.isEmpty else { return nil }
        guard code.allSatisfy(\.isNumber) else { return code }
        switch code.utf8.count {
        case 9: return String(code.prefix(5))
        case 3, 4: return String(repeating: "0", count: 5 - code.utf8.count) + code
        default: return code
        }
    }
}

/// Addresses in words without what people write in different ways.
enum AddressWords {
    /// The words in small letters without accents; words that are usually abbreviated, abbreviated.
    static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        func end() {
            if !word.isEmpty { words.append(short[word] ?? shortEnding(word)) }
            word = ""
        }
        for scalar in folded(text.lowercased()).unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9": word.unicodeScalars.append(scalar)
            // A letter's apostrophe belongs to its word.
            case "'", "’", "`": continue
            default:
                if scalar.properties.isAlphabetic {
                    word.unicodeScalars.append(scalar)
                } else {
                    end()
                }
            }
        }
        end()
        return words
    }

    /// Without accents; `ß` is `ss`.
    private static func folded(_ text: String) -> String {
        var folded = ""
        for character in text {
            if character == "ß" {
                folded += "ss"
            } else if let plain = plainLetters[character] {
                folded.append(plain)
            } else {
                folded.append(character)
            }
        }
        return folded
    }

    private static func shortEnding(_ word: String) -> String {
        for ending in ["strasse"] where word.hasSuffix(ending) && word != ending {
            return word.dropLast(ending.count) + "str"
        }
        return word
    }

    private static let short = [
        "strasse": "str", "street": "st", "saint": "st", "avenue": "ave", "av": "ave",
        "road": "rd", "boulevard": "blvd", "circle": "cir", "court": "ct", "drive": "dr",
        "lane": "ln", "place": "pl", "square": "sq", "terrace": "ter", "parkway": "pkwy",
        "highway": "hwy", "north": "n", "south": "s", "east": "e", "west": "w",
        "northwest": "nw", "northeast": "ne", "southwest": "sw", "southeast": "se",
    ]

    private static let plainLetters: [Character: Character] = {
        let groups: [(Character, String)] = [
            ("a", "àáâãäåāă"), ("c", "çćč"), ("d", "ďđ"), ("e", "èéêëēěę"), ("i", "ìíîïī"),
            ("l", "ł"), ("n", "ñńň"), ("o", "òóôõöøō"), ("r", "ř"), ("s", "śšş"), ("t", "ťţ"),
            ("u", "ùúûüūů"), ("y", "ýÿ"), ("z", "źžż"),
        ]
        var letters: [Character: Character] = [:]
        for (plain, accented) in groups {
            for letter in accented { letters[letter] = plain }
        }
        return letters
    }()
}
