internal import Polling

/// Districts as the names of offices give them.
enum DistrictText {
    /// A type of district as Ambit writes it: `School District` is `school_district`.
    static func type(_ text: String) -> String {
        text.smallWords.joined(separator: "_")
    }

    /// The district that a title names: `WARD TWO MEMBER OF THE COUNCIL` is ward 2,
    /// `ANC - 3F03 SINGLE MEMBER DISTRICT 03-ANC 3F` is single-member district 3F03, and
    /// `State Senate` with the code `9` beside it is district 9 of the state senate.
    ///
    /// - Parameter code: What a column of its own says, such as `9` or `At Large`.
    /// - Returns: nil for an office that is elected at large, and for titles that name no district.
    static func district(inTitle title: String, code: String?) -> DistrictReference? {
        let words = title.smallWords
        if let code, !isNone(code) {
            return DistrictReference(type: chamber(words) ?? "district", code: code)
        }
        if let first = words.firstIndex(of: "anc"), first + 1 < words.count,
            words[first + 1].contains(where: \.isNumber), words.contains("single")
        {
            return DistrictReference(
                type: "single_member_district",
                code: words[first + 1].uppercased()
            )
        }
        for (index, word) in words.enumerated().dropLast() {
            guard let kind = kinds[word], let number = number(words[index + 1]) else { continue }
            return DistrictReference(
                type: kind == "district" ? chamber(words) ?? kind : kind,
                code: number
            )
        }
        return nil
    }

    /// Whether what stands for a district's code says that the office is everybody's.
    static func isNone(_ code: String) -> Bool {
        ["at_large", "statewide", "countywide", "citywide"].contains(type(code))
            || isEverywhere(code) || PlaceholderText.words.contains(code.lowercased())
    }

    /// Whether a code stands for all districts: `ALL`, `All precincts`, `Entire county`.
    static func isEverywhere(_ code: String) -> Bool {
        let words = code.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        if words.count == 1, wide.contains(words[0]) { return true }
        guard let first = words.first, everywhere.contains(first), words.count <= 4 else {
            return false
        }
        return words.dropFirst().allSatisfy(everywhereFillers.contains)
    }

    private static let everywhere: Set<String> = [
        "all", "every", "entire", "alle", "todos", "todas",
    ]
    /// Words that say so alone.
    private static let wide: Set<String> = [
        "countywide", "citywide", "statewide", "townwide", "districtwide",
    ]
    private static let everywhereFillers: Set<String> = [
        "precinct", "precincts", "ward", "wards", "district", "districts", "county", "city", "town",
        "state", "of", "the", "los", "las", "distritos", "precintos", "wahlbezirke", "voters",
    ]

    /// Whether a code stands for a part of a district: `103 (part)`, `part of 103`, `103 pt.`.
    static func isPart(_ code: String) -> Bool {
        let words = code.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        guard words.contains(where: { $0.contains(where: \.isNumber) }) else { return false }
        return words.contains { partWords.contains($0) }
    }

    private static let partWords: Set<String> = [
        "part", "pt", "partial", "portion", "teil", "teilweise", "parte",
    ]

    private static let kinds = [
        "ward": "ward", "precinct": "precinct", "district": "district", "subdistrict": "district",
    ]

    private static func chamber(_ words: [String]) -> String? {
        let title = words.joined(separator: " ")
        return chambers.first { title.contains($0.words) }?.type
    }

    private static let chambers: [(words: String, type: String)] = [
        ("u s house", "congressional_district"), ("us house", "congressional_district"),
        ("united states representative", "congressional_district"),
        ("representative in congress", "congressional_district"),
        ("house of representatives", "congressional_district"),
        ("congress", "congressional_district"), ("state senat", "state_senate"),
        ("state house", "state_house"), ("state representative", "state_house"),
        ("house of delegates", "state_house"), ("assembly", "state_house"),
        ("school", "school_district"), ("board of education", "school_district"),
        ("county commission", "commissioner_district"), ("supervisor", "supervisor_district"),
        ("council", "council_district"),
    ]

    private static func number(_ word: String) -> String? {
        if let index = numberWords.firstIndex(of: word) { return String(index + 1) }
        return word.first?.isNumber == true ? word.uppercased() : nil
    }

    private static let numberWords = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
        "nineteen", "twenty",
    ]
}
