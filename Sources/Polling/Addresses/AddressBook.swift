/// The published addresses of one reading, found by what people write.
public final class AddressBook: Sendable {
    /// The entries, in the order of their files.
    public let entries: [AddressEntry]
    private let slotsByStreet: [String: [Int]]
    private let slotsByPostcode: [String: [Int]]
    private let longestStreet: Int

    /// A book of some entries.
    ///
    /// - Complexity: O(n).
    public init(_ entries: [AddressEntry]) {
        self.entries = entries
        var byStreet: [String: [Int]] = [:]
        var byPostcode: [String: [Int]] = [:]
        var longest = 0
        for (slot, entry) in entries.enumerated() {
            let words = AddressWords.words(entry.street)
            longest = max(longest, words.count)
            byStreet[words.joined(), default: []].append(slot)
            if let postcode = entry.postcode.flatMap(Postcode.normal) {
                byPostcode[postcode, default: []].append(slot)
            }
        }
        slotsByStreet = byStreet
        slotsByPostcode = byPostcode
        longestStreet = longest
    }

    /// What a search found.
    public struct Match: Sendable {
        /// The entries that the text may mean, in the order of their files.
        public let entries: [AddressEntry]
        /// The house of the text; nil where it names none.
        public let house: HouseNumber?
        /// Whether the street is there, but no entry has the house.
        public let isHouseMissing: Bool
        /// Whether the text names a town, and all entries lie in others.
        public let isTownOther: Bool
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
        guard let (street, slots) = longestMatch(words) else { return nil }
        let found = narrowed(slots.map { entries[$0] }, by: words, without: street)
        let house = Self.house(words, beside: street)
        let isTownOther = isOther(words[street.upperBound...], than: found, words)
        func match(_ entries: [AddressEntry], isHouseMissing: Bool) -> Match {
            Match(
                entries: entries,
                house: house,
                isHouseMissing: isHouseMissing,
                isTownOther: isTownOther
            )
        }
        guard let house, found.contains(where: { !$0.houses.isEmpty }) else {
            return match(found, isHouseMissing: false)
        }
        let exact = found.filter { entry in
            entry.houses.isEmpty || entry.houses.contains { $0.contains(house) }
        }
        return exact.isEmpty
            ? match(found, isHouseMissing: true) : match(exact, isHouseMissing: false)
    }

    /// Words that stand behind a street and are no town.
    private static let unitWords: Set<String> = [
        "apt", "apartment", "unit", "suite", "ste", "floor", "fl", "room", "rm", "flat", "wohnung",
        "etage", "usa",
    ]

    /// Whether words behind a street name a town, and neither it nor the postcode is an entry's.
    private func isOther(
        _ behind: ArraySlice<String>,
        than found: [AddressEntry],
        _ words: [String]
    ) -> Bool {
        let named = Set(
            behind.filter { word in
                word.count > 2 && word.allSatisfy(\.isLetter) && !Self.unitWords.contains(word)
            }
        )
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

    private func longestMatch(_ words: [String]) -> (Range<Int>, [Int])? {
        for length in stride(from: min(longestStreet, words.count), through: 1, by: -1) {
            for start in 0...(words.count - length) {
                let range = start..<start + length
                // A number alone is a house or a postcode before it is a street.
                if length == 1, words[start].allSatisfy(\.isNumber) { continue }
                if let slots = slotsByStreet[words[range].joined()] {
                    return (range, slots)
                }
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
        return HouseNumber(parsing: words[street.lowerBound - 1])
    }

    private func narrowed(
        _ found: [AddressEntry],
        by words: [String],
        without street: Range<Int>
    ) -> [AddressEntry] {
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
        return byTown.isEmpty ? found : byTown
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
