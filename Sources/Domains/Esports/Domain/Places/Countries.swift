internal import Foundation
internal import TextSearch

/// Names of countries and of parts of the world.
struct Countries: Sendable {
    /// The codes of countries by the words of their names.
    private let codes: [[String]: String]
    /// The most words of a name.
    private let longest: Int

    static let standard = Countries()

    /// The languages whose names for countries are known, beside their own.
    private static let languages = ["en", "de", "es", "fr", "it", "nl", "pl", "pt"]

    /// Names that people write and lists of names do not have. Parts of a country that play for themselves
    /// mean the country.
    private static let others: [String: String] = [
        "usa": "US", "us": "US", "u s a": "US", "u s": "US", "united states of america": "US",
        "uk": "GB", "u k": "GB", "great britain": "GB", "england": "GB", "scotland": "GB",
        "wales": "GB", "northern ireland": "GB", "korea": "KR", "south korea": "KR",
        "republic of korea": "KR", "czech republic": "CZ", "holland": "NL", "the netherlands": "NL",
        "russian federation": "RU", "viet nam": "VN", "hong kong": "HK", "macau": "MO",
        "macao": "MO", "chinese taipei": "TW", "turkey": "TR", "turkiye": "TR", "uae": "AE",
        "ivory coast": "CI", "bosnia": "BA", "kosovo": "XK", "macedonia": "MK", "ksa": "SA",
        "republic of ireland": "IE", "china": "CN", "pr china": "CN", "prc": "CN",
        "people s republic of china": "CN", "mainland china": "CN", "burma": "MM", "myanmar": "MM",
        "palestine": "PS", "congo": "CD", "swaziland": "SZ", "cape verde": "CV",
        "belorussia": "BY", "moldavia": "MD", "slovak republic": "SK", "россия": "RU",
    ]

    /// What is no country, and has no point either.
    private static let regions: Set<String> = [
        "world", "worldwide", "global", "international", "earth", "europe", "asia", "africa",
        "oceania", "america", "americas", "the americas", "north america", "south america",
        "central america", "latin america", "latam", "middle east", "mena", "emea", "apac",
        "asia pacific", "asia-pacific", "pacific", "central asia", "east asia", "eastern asia",
        "south asia", "southeast asia", "south east asia", "sea", "western europe",
        "eastern europe", "northern europe", "southern europe", "central europe", "cis",
        "scandinavia", "nordics", "nordic", "baltics", "balkans", "benelux", "caribbean",
        "north africa", "sub saharan africa", "anz", "gcc", "gulf", "iberia", "dach", "eu", "euw",
        "eune", "oce", "amer", "eurasia",
    ]

    private static let none: Set<String> = [
        "n a", "na", "none", "unknown", "tba", "tbd", "tbc", "to be announced", "to be determined",
        "offline", "lan", "various",
    ]

    private init() {
        var codes: [[String]: String] = [:]
        for code in Locale.Region.isoRegions.map(\.identifier) + ["XK"] where code.utf8.count == 2 {
            guard code.allSatisfy(\.isLetter) else { continue }
            for language in Self.languages {
                let locale = Locale(identifier: language)
                guard let name = locale.localizedString(forRegionCode: code), name != code else {
                    continue
                }
                // "Trinidad & Tobago" is "Trinidad and Tobago" to most.
                for name in [name, name.replacing(" & ", with: " and ")] {
                    let words = SearchWords.parts(of: name)
                    if codes[words] == nil { codes[words] = code }
                }
            }
        }
        for (name, code) in Self.others { codes[SearchWords.parts(of: name)] = code }
        self.codes = codes
        longest = codes.keys.map(\.count).max() ?? 1
    }

    /// The code of a country's name; nil for any other words.
    func code(of words: some Collection<String>) -> String? { codes[Array(words)] }

    /// The code of ISO 3166 that a word is; nil for any other word.
    static func code(written word: String) -> String? {
        let code = word.uppercased()
        return code.utf8.count == 2 && name(of: code) != code ? code : nil
    }

    /// Where countries stand in some words, the longest name from each word on.
    ///
    /// - Complexity: O(n) for n words.
    func occurrences(in words: [String]) -> [(range: Range<Int>, code: String)] {
        words.indices.flatMap { start in
            (1...longest).reversed().compactMap { length -> (range: Range<Int>, code: String)? in
                guard start + length <= words.count else { return nil }
                let range = start..<start + length
                return codes[Array(words[range])].map { (range, $0) }
            }.prefix(1)
        }
    }

    /// Whether words name a part of the world.
    static func isRegion(_ words: [String]) -> Bool {
        regions.contains(words.joined(separator: " "))
    }

    /// Whether words say that nobody knows.
    static func isNothing(_ words: [String]) -> Bool {
        words.isEmpty || none.contains(words.joined(separator: " "))
    }

    /// What a country is called in English.
    static func name(of code: String) -> String {
        switch code {
        case "CN": "China"
        case "HK": "Hong Kong"
        case "MO": "Macau"
        case "TR": "Turkey"
        default: Locale(identifier: "en").localizedString(forRegionCode: code) ?? code
        }
    }

    /// The code of a country that a column gives as a code or as a name; nil for any other text.
    static func code(reading text: String) -> String? {
        code(written: text) ?? standard.code(of: SearchWords.parts(of: text))
    }
}

/// Names of countries for others.
package enum PlaceNames {
    /// What a country is called in English; the code itself where it is none.
    package static func country(_ code: String) -> String { Countries.name(of: code) }

    /// The code of a country that is given as a code or as a name; nil for any other text.
    package static func countryCode(_ text: String) -> String? { Countries.code(reading: text) }
}
