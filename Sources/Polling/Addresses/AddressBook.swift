internal import Datasets

/// The published addresses of one reading, found by what people write.
public final class AddressBook: Sendable {
    /// The entries, in the order of their files.
    public let entries: [AddressEntry]
    private let slotsByStreet: [String: [Int]]
    private let slotsByPostcode: [String: [Int]]
    /// The streets' keys by how they are written without umlauts; nil where several are.
    private let keysWithoutUmlauts: [String: String?]
    /// The keys of streets that are written with umlauts.
    private let keysOfUmlauts: Set<String>
    let longestStreet: Int
    let streets: StreetIndex
    /// The lists that the entries are of.
    let lists: Set<DatasetName>
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
        var withUmlauts: Set<String> = []
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
                if AddressWords.hasUmlaut(name) { withUmlauts.insert(key) }
            }
            if entry.houses.count > 1 || entry.houses.contains(where: { !$0.isOneHouse }) {
                rangeLists.insert(entry.dataset)
            }
            if let postcode = entry.postcode.flatMap(Postcode.normal) {
                byPostcode[postcode, default: []].append(slot)
            }
            if let town = entry.town { towns[entry.dataset, default: []].insert(town) }
        }
        townWords = towns.mapValues { Set($0.flatMap(AddressWords.ofTown)) }
        slotsByStreet = byStreet
        slotsByPostcode = byPostcode
        longestStreet = longest
        streets = StreetIndex(names)
        self.rangeLists = rangeLists
        lists = Set(entries.map(\.dataset))
        var plain: [String: String?] = [:]
        for (key, words) in names {
            let other = words.map(AddressWords.withoutUmlauts).joined()
            plain[other] = .some(plain[other] == nil ? key : nil)
        }
        keysWithoutUmlauts = plain
        keysOfUmlauts = withUmlauts
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
        let written = WrittenAddress(text)
        guard let (street, key) = longestMatch(written) else { return nil }
        let others = alternatives(to: key, at: street, written).flatMap(\.entries)
        return match(street: key, at: street, written, alternatives: others)
    }

    /// The entries of a street, narrowed by what a text says beside it.
    func match(
        street key: String,
        at street: Range<Int>,
        _ written: WrittenAddress,
        alternatives: [AddressEntry] = []
    ) -> Match {
        let words = written.words
        let all = (slotsByStreet[key] ?? []).map { entries[$0] }
        let (found, isPlaceNamed) = narrowed(all, by: words, without: street)
        let houses = WrittenHouses(written, beside: street, of: found)
        let house = houses.named.first
        // Whatever stands in front of the street and its house: `10115 Berlin, Main St 5`, `Old Main St`.
        let before = words[..<street.lowerBound]
        let front = before.dropLast(houses.frontCount)
        let around = Array(front + words[street.upperBound...])
        let isTownOther = isOther(around, than: found, words, house)
        let unknownTown = isTownOther ? unknownTown(around, found, house) : []
        let isDoubtful =
            !alternatives.isEmpty || Self.isSided(words, street, found)
            || !written.isApart(street.lowerBound)
                && Self.isAnotherStreet(before.last, house, found)
        func match(
            _ entries: [AddressEntry],
            house: HouseNumber? = house,
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
        guard !houses.named.isEmpty, found.contains(where: { !$0.houses.isEmpty }) else {
            return match(found, isHouseMissing: false)
        }
        // Where several houses may be meant, all of them have to vote at one place.
        let possible = houses.possible.map { Self.holding($0, found) }
        let named = houses.named.map { Self.holding($0, found) }
        let ids = Set((named + possible).flatMap { $0 }.map(\.id))
        let exact = found.filter { ids.contains($0.id) }
        guard let missing = zip(houses.named, named).first(where: { $0.1.isEmpty })?.0 else {
            return match(exact, isHouseMissing: false)
        }
        // 12 and 12a are what 12b may be; what else the street has is not.
        func ends(_ entry: AddressEntry) -> [HouseNumber] {
            entry.houses.flatMap { $0.ends(at: missing.number) }
        }
        let beside = found.filter { ids.contains($0.id) || !ends($0).isEmpty }
        return match(
            beside.isEmpty ? found : beside,
            house: missing,
            isHouseMissing: true,
            sameNumber: Set(beside.flatMap(ends)).sorted()
        )
    }

    /// The entries that hold a house. One that names `67a` goes before one of the same place that
    /// merely reaches over it, as `1-67` does.
    private static func holding(_ house: HouseNumber, _ found: [AddressEntry]) -> [AddressEntry] {
        let all = found.filter { entry in
            entry.houses.isEmpty || entry.houses.contains { $0.contains(house) }
        }
        guard !house.suffix.isEmpty else { return all }
        func names(_ entry: AddressEntry) -> Bool {
            entry.houses.contains { range in
                range.contains(house) && range.numbers.lowerBound.number == house.number
                    && range.numbers.upperBound.number == house.number
            }
        }
        let naming = all.filter(names)
        return all.filter { entry in
            names(entry)
                || !naming.contains {
                    $0.dataset == entry.dataset && $0.town == entry.town
                        && $0.postcode == entry.postcode
                }
        }
    }

    /// Words that stand behind a street and are no town.
    private static let countryWords: Set<String> = ["usa", "germany", "deutschland"]

    private static func isUnitOrCountry(_ word: String) -> Bool {
        WrittenHouses.unitWords.contains(word) || countryWords.contains(word)
    }

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
            !isUnitOrCountry(word)
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
                word.count > 2 && word.allSatisfy(\.isLetter) && !isUnitOrCountry(word)
            }.map(AddressWords.withoutUmlauts)
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
            let town = AddressWords.ofTown(entry.town ?? "")
            guard !town.isEmpty, !town.contains(where: named.contains) else { return false }
            let code = entry.postcode.flatMap(Postcode.normal)?.lowercased()
            return code.map { !words.contains($0) } ?? true
        }
    }

    /// The entries of a postcode, in the order of their files.
    public func entries(inPostcode postcode: String) -> [AddressEntry] {
        (slotsByPostcode[Postcode.normal(postcode) ?? ""] ?? []).map { entries[$0] }
    }

    private func longestMatch(_ text: WrittenAddress) -> (words: Range<Int>, key: String)? {
        let words = text.words
        let plain = words.map(AddressWords.withoutUmlauts)
        for length in stride(from: min(longestStreet, words.count), through: 1, by: -1) {
            for start in 0...(words.count - length) {
                let range = start..<start + length
                // A number alone is a house or a postcode before it is a street.
                if length == 1, words[start].allSatisfy(\.isNumber) { continue }
                let key = words[range].joined()
                if slotsByStreet[key] != nil { return (range, key) }
                // `Suedstr.` is `Südstr.`, but `Blu St` is not `Blue St`.
                if let other = keysWithoutUmlauts[plain[range].joined()] ?? nil,
                    keysOfUmlauts.contains(other)
                        || plain[range].contains(where: text.wordsOfUmlauts.contains)
                {
                    return (range, other)
                }
            }
        }
        return nil
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
        let towns = Set(rest.map(AddressWords.withoutUmlauts))
        let byTown = found.filter { entry in
            let town = AddressWords.ofTown(entry.town ?? "")
            return !town.isEmpty && town.allSatisfy(towns.contains)
        }
        return (byTown.isEmpty ? found : byTown, !byTown.isEmpty || !byPostcode.isEmpty)
    }
}

/// A postcode in the one way that it is compared.
public enum Postcode {
    /// Capital letters and digits without anything between; of a ZIP+4 the first five digits, and
    /// with the zeros in front that a spreadsheet took from it. nil where nothing is left.
    public static func normal(_ text: String) -> String? {
        guard let code = written(text) else { return nil }
        guard (3...4).contains(code.utf8.count), code.allSatisfy(\.isNumber) else { return code }
        return String(repeating: "0", count: 5 - code.utf8.count) + code
    }

    /// As ``normal(_:)``, with no zeros put in front.
    static func written(_ text: String) -> String? {
        let code = text.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard !code.isEmpty else { return nil }
        return code.utf8.count == 9 && code.allSatisfy(\.isNumber) ? String(code.prefix(5)) : code
    }

    /// What a text may have as a postcode, in the order in which it is looked for: the text as it is,
    /// without a country in front (`D-50667`, `DE 50667`), without a town behind (`50667 Köln`).
    static func readings(_ text: String) -> [String] {
        var readings = [text]
        var words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        func isName(_ word: String) -> Bool { word.allSatisfy(\.isLetter) }
        if let first = words.first, first.count <= 3, isName(first), words.count > 1,
            words[1].first?.isNumber == true
        {
            words.removeFirst()
            readings.append(words.joined(separator: " "))
        } else if let first = words.first {
            let code = first.drop(while: \.isLetter)
            let country = first.count - code.count
            if (1...3).contains(country), code.count >= 4, code.allSatisfy(\.isNumber) {
                words[0] = String(code)
                readings.append(words.joined(separator: " "))
            }
        }
        let original = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        for all in original == words ? [words] : [original, words] {
            guard let code = all.firstIndex(where: { $0.contains(where: \.isNumber) }), code == 0,
                let town = all.firstIndex(where: isName)
            else { continue }
            readings.append(all[..<town].joined(separator: " "))
        }
        return readings
    }
}

/// Addresses in words without what people write in different ways.
enum AddressWords {
    /// The words in small letters without accents; words that are usually abbreviated, abbreviated.
    static func words(_ text: String) -> [String] { tokens(text).map(\.word) }

    /// The words, each with what stands in front of it besides letters, digits and spaces.
    static func tokens(_ text: String) -> [(word: String, gap: String)] {
        var tokens: [(word: String, gap: String)] = []
        var word = ""
        var gap = ""
        func end() {
            guard !word.isEmpty else { return }
            tokens.append((short[word] ?? shortEnding(word), gap))
            word = ""
            gap = ""
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
                    if !scalar.properties.isWhitespace { gap.unicodeScalars.append(scalar) }
                }
            }
        }
        end()
        return tokens
    }

    /// Whether a text is written with `ä`, `ö` or `ü`.
    static func hasUmlaut(_ text: String) -> Bool {
        text.lowercased().contains { "äöü".contains($0) }
    }

    /// A word as it is compared with one that may write `ü` where this one has `ue`.
    static func withoutUmlauts(_ word: String) -> String {
        guard word.contains("e") else { return word }
        return ["ae", "oe", "ue"].reduce(word) { word, pair in
            word.replacing(pair, with: pair.prefix(1))
        }
    }

    /// The words of a town as they are compared: with `ü` and `ue` alike.
    static func ofTown(_ text: String) -> [String] { words(text).map(withoutUmlauts) }

    /// Without accents; `ß` is `ss`.
    private static func folded(_ text: String) -> String {
        var folded = ""
        for character in text {
            if character == "ß" {
                folded += "ss"
            } else if let half = halves[character] {
                folded += half
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

    private static let halves: [Character: String] = ["½": " 1/2", "¼": " 1/4", "¾": " 3/4"]

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
