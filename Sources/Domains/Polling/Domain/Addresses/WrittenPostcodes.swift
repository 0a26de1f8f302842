/// The postcodes that an address may have, of whatever country, beside its street and its house.
struct WrittenPostcodes {
    /// A word, or some words, of the address that may be a postcode.
    private struct Code {
        let words: ArraySlice<String>
        /// Whether it has five digits, as most countries' have, and is no flat's number.
        var isPlain: Bool { text.utf8.count == 5 && text.allSatisfy(\.isNumber) }
        /// As ``Postcode/normal(_:)`` has it, in small letters.
        var normal: String { Postcode.normal(text)?.lowercased() ?? "" }
        private var text: String { words.joined() }
    }

    private let text: WrittenAddress
    private let entries: [AddressEntry]
    private var codes: [Code] = []

    /// Whether there are any.
    var isEmpty: Bool { codes.isEmpty }

    /// - Parameters:
    ///   - text: The address.
    ///   - own: Which of its words are the street and the house, with what joins them.
    ///   - entries: The street's.
    init(_ text: WrittenAddress, without own: Range<Int>, of entries: [AddressEntry]) {
        self.text = text
        self.entries = entries
        let shapes = Set(
            entries.compactMap(\.postcode).map { Self.shape(AddressWords.words($0)[...]) }
        )
        var index = text.words.startIndex
        while index < text.words.endIndex {
            guard !own.contains(index) else {
                index = own.upperBound
                continue
            }
            let limit = index < own.lowerBound ? own.lowerBound : text.words.endIndex
            let count = codeLength(at: index, upTo: limit, shapes)
            if count > 0 { codes.append(Code(words: text.words[index..<index + count])) }
            index += max(1, count)
        }
    }

    /// Which of a word's characters are digits, and which letters.
    private static func shape(_ words: ArraySlice<String>) -> String {
        words.map { word in String(word.map { $0.isNumber ? "9" : "a" }) }.joined(separator: " ")
    }

    /// How many words from one on are a postcode's: of the shape that the entries' have, such as
    /// `EX2 9RZ` and `114 55`, or of four digits and more, or letters and digits of some length.
    private func codeLength(at index: Int, upTo limit: Int, _ shapes: Set<String>) -> Int {
        guard !isUnit(index) else { return 0 }
        for count in [3, 2] where index + count <= limit {
            if shapes.contains(Self.shape(text.words[index..<index + count])) { return count }
        }
        let word = text.words[index]
        guard word.contains(where: \.isNumber) else { return 0 }
        if word.first?.isNumber == true {
            guard word.prefix(while: \.isNumber).count >= 4 else { return 0 }
            // The last four digits of a ZIP+4.
            let isExtended =
                word.utf8.count == 5 && index + 1 < limit && text.gaps[index + 1] == "-"
                && Self.shape(text.words[index + 1...index + 1]) == "9999"
            return isExtended ? 2 : 1
        }
        let next = index + 1 < limit && !text.isApart(index + 1) ? text.words[index + 1] : ""
        // The second half of `SW1A 1AA` and of `D02 AF30`.
        let isHalf = next.contains(where: \.isNumber) && next.contains(where: \.isLetter)
        if isHalf, word.count + next.count >= 5 { return 2 }
        // `B2` is a flat where no postcode begins with a letter.
        let hasLetters = entries.contains { $0.postcode?.first?.isLetter == true }
        return word.count >= 5 || hasLetters ? 1 : 0
    }

    /// Whether a word is the number of a flat or a floor: `Apt B1204`, `#1204`, `apt1204`.
    private func isUnit(_ index: Int) -> Bool {
        let units = WrittenHouses.unitWords
        return text.gaps[index].contains("#")
            || index > 0 && units.contains(text.words[index - 1])
            || units.contains(String(text.words[index].prefix(while: \.isLetter)))
    }

    /// Whether they say that an address is not an entry's: none of them is its postcode, or the last of
    /// five digits is not. Never of an entry without a postcode.
    func contradict(_ entry: AddressEntry) -> Bool {
        guard !codes.isEmpty, let own = entry.postcode.flatMap(Postcode.normal)?.lowercased()
        else { return false }
        let decisive = codes.last(where: \.isPlain).map { [$0] } ?? codes
        return !decisive.contains { code in
            let (first, all) = (code.words.first ?? "", code.normal)
            // With a country in front in the one and not in the other: `D50676`, `LT-01100`.
            return all == own || Postcode.normal(first)?.lowercased() == own
                || Self.bare(all) == Self.bare(own) && Self.bare(own).count > 3
                || code.words.count == 1 && Self.isFirstHalf(first, of: own)
        }
    }

    /// Whether a word is the first half of a postcode: `EX4` of `EX4 1AA`, `1011` of `1011 AB`.
    private static func isFirstHalf(_ word: String, of code: String) -> Bool {
        let rest = code.dropFirst(word.count)
        return code.hasPrefix(word) && rest.contains(where: \.isLetter)
            && (rest.count == 3 || rest.first?.isLetter == true)
    }

    /// The digits of a postcode that has nothing else but a country in front; empty where it has.
    private static func bare(_ code: String) -> String {
        let digits = code.drop(while: \.isLetter)
        return digits.allSatisfy(\.isNumber) ? String(digits) : ""
    }
}
