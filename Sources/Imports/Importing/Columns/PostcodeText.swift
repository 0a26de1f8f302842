/// Postcodes at the ends of texts: what tells the country of an address.
enum PostcodeText {
    /// The postcode that an address ends with, of a country whose addresses do: American, British,
    /// Irish or Australian.
    static func ending(_ text: String) -> String? {
        american(text)?.zip ?? australian(text) ?? british(text) ?? irish(text)
    }

    /// The British postcode that a text ends with: `12 Fore Street, Ide, EX2 9RQ`.
    static func british(_ text: String) -> String? {
        let (before, last) = lastWords(text)
        if last.count == 3, isBritishInward(last[...]), isBritishOutward(before[...]) {
            return string(before) + " " + string(last)
        }
        guard 5...7 ~= last.count, isBritishInward(last.suffix(3)),
            isBritishOutward(last.dropLast(3))
        else { return nil }
        return string(last)
    }

    /// `9RQ`.
    private static func isBritishInward(_ word: ArraySlice<UInt8>) -> Bool {
        word.count == 3 && isDigit(word[word.startIndex]) && word.dropFirst().allSatisfy(isLetter)
    }

    /// `EX2`, `W1A`, `M1`, `SW17`.
    private static func isBritishOutward(_ word: ArraySlice<UInt8>) -> Bool {
        let letters = word.prefix { isLetter($0) }.count
        let rest = word.dropFirst(letters)
        guard 1...2 ~= letters, 1...2 ~= rest.count, let first = rest.first, isDigit(first) else {
            return false
        }
        return rest.allSatisfy { isLetter($0) || isDigit($0) }
    }

    /// The Eircode that a text ends with: `A65 F4E2`.
    static func irish(_ text: String) -> String? {
        let (before, last) = lastWords(text)
        let joined = last.count == 4 && before.count == 3 ? before + last : last
        // A letter, a digit, a digit or W; then four of the letters and digits that are in use.
        guard joined.count == 7, eircodeLetters.contains(joined[0]), isDigit(joined[1]),
            isDigit(joined[2]) || joined[2] == UInt8(ascii: "W"),
            joined[3...].allSatisfy({ isDigit($0) || eircodeLetters.contains($0) })
        else { return nil }
        return string(joined[..<3]) + " " + string(joined[3...])
    }

    private static let eircodeLetters = Set("ACDEFHKNPRTVWXY".utf8)

    /// State and ZIP at the end of an American address: `Ave, Lorain, OH 44052-1234`.
    static func american(_ text: String) -> (state: String, zip: String)? {
        guard let last = text.utf8.last, isDigit(last) || last <= 0x20 else { return nil }
        let (before, zip) = lastWords(text)
        guard zip.count == 5 || zip.count == 10 && zip[5] == UInt8(ascii: "-"),
            zip.prefix(5).allSatisfy(isDigit), zip.dropFirst(6).allSatisfy(isDigit),
            before.count == 2, USState.names[string(before)] != nil
        else { return nil }
        return (string(before), string(zip))
    }

    /// The postcode behind a state's letters: `Kalgoorlie WA 6430`.
    static func australian(_ text: String) -> String? {
        guard let last = text.utf8.last, isDigit(last) || last <= 0x20 else { return nil }
        let (before, code) = lastWords(text)
        guard code.count == 4, code.allSatisfy(isDigit),
            ["NSW", "VIC", "QLD", "SA", "WA", "TAS", "NT", "ACT"].contains(string(before))
        else { return nil }
        return string(code)
    }

    /// The last two words of a text in capitals, which blanks and commas separate.
    private static func lastWords(_ text: String) -> (before: [UInt8], last: [UInt8]) {
        var words: [[UInt8]] = [[]]
        for byte in text.utf8.reversed() {
            if byte <= 0x20 || byte == UInt8(ascii: ",") {
                if words.last?.isEmpty == false {
                    if words.count == 2 { break }
                    words.append([])
                }
            } else {
                words[words.count - 1].append(0x61...0x7A ~= byte ? byte & 0xDF : byte)
                // No part of a postcode is so long.
                if words[words.count - 1].count > 10 { break }
            }
        }
        return (words.count > 1 ? words[1].reversed() : [], words[0].reversed())
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
    private static func isLetter(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte }
    private static func string(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: Array(bytes), as: UTF8.self)
    }
}

/// A state of the United States, its capital's district, or Puerto Rico.
struct USState {
    /// The two letters of the post, such as `AZ`.
    let code: String

    /// The state that a ZIP code lies in; nil for a text that is none.
    init?(zip: String) {
        let digits = zip.prefix { $0.isNumber }
        guard digits.count == 5, zip.count == 5 || zip.dropFirst(5).first == "-",
            let number = Int(digits.prefix(3)),
            let range = Self.zipRanges.first(where: { $0.first...$0.last ~= number })
        else { return nil }
        code = range.state
    }

    /// The first three digits of ZIP codes by state. Source: USPS Publication 65.
    private static let zipRanges: [(first: Int, last: Int, state: String)] = [
        (5, 5, "NY"), (6, 9, "PR"), (10, 27, "MA"), (28, 29, "RI"), (30, 38, "NH"), (39, 49, "ME"),
        (50, 59, "VT"), (60, 69, "CT"), (70, 89, "NJ"), (100, 149, "NY"), (150, 196, "PA"),
        (197, 199, "DE"), (200, 200, "DC"), (201, 201, "VA"), (202, 205, "DC"), (206, 219, "MD"),
        (220, 246, "VA"), (247, 268, "WV"), (270, 289, "NC"), (290, 299, "SC"), (300, 319, "GA"),
        (320, 349, "FL"), (350, 369, "AL"), (370, 385, "TN"), (386, 397, "MS"), (398, 399, "GA"),
        (400, 427, "KY"), (430, 459, "OH"), (460, 479, "IN"), (480, 499, "MI"), (500, 528, "IA"),
        (530, 549, "WI"), (550, 567, "MN"), (570, 577, "SD"), (580, 588, "ND"), (590, 599, "MT"),
        (600, 629, "IL"), (630, 658, "MO"), (660, 679, "KS"), (680, 693, "NE"), (700, 714, "LA"),
        (716, 729, "AR"), (730, 732, "OK"), (733, 733, "TX"), (734, 749, "OK"), (750, 799, "TX"),
        (800, 816, "CO"), (820, 831, "WY"), (832, 838, "ID"), (840, 847, "UT"), (850, 865, "AZ"),
        (870, 884, "NM"), (885, 885, "TX"), (889, 898, "NV"), (900, 961, "CA"), (967, 968, "HI"),
        (970, 979, "OR"), (980, 994, "WA"), (995, 999, "AK"),
    ]

    /// The states' names by their two letters, as the EPSG register writes them.
    static let names: [String: String] = [
        "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California",
        "CO": "Colorado", "CT": "Connecticut", "DE": "Delaware", "DC": "District of Columbia",
        "FL": "Florida", "GA": "Georgia", "HI": "Hawaii", "ID": "Idaho", "IL": "Illinois",
        "IN": "Indiana", "IA": "Iowa", "KS": "Kansas", "KY": "Kentucky", "LA": "Louisiana",
        "ME": "Maine", "MD": "Maryland", "MA": "Massachusetts", "MI": "Michigan",
        "MN": "Minnesota", "MS": "Mississippi", "MO": "Missouri", "MT": "Montana",
        "NE": "Nebraska", "NV": "Nevada", "NH": "New Hampshire", "NJ": "New Jersey",
        "NM": "New Mexico", "NY": "New York", "NC": "North Carolina", "ND": "North Dakota",
        "OH": "Ohio", "OK": "Oklahoma", "OR": "Oregon", "PA": "Pennsylvania",
        "RI": "Rhode Island", "SC": "South Carolina", "SD": "South Dakota", "TN": "Tennessee",
        "TX": "Texas", "UT": "Utah", "VT": "Vermont", "VA": "Virginia", "WA": "Washington",
        "WV": "West Virginia", "WI": "Wisconsin", "WY": "Wyoming", "PR": "Puerto Rico",
    ]
}
