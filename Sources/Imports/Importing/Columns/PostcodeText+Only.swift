/// Postcodes among other words.
extension PostcodeText {
    /// The only postcode in a cell that holds other words besides: `QLD Australia 4310`, `50667 Köln`,
    /// `D-50667 Köln`, `EX2 9RQ, UK`.
    ///
    /// - Returns: nil where the cell is one as it stands, where it has none that Ambit knows, and where
    ///   several may be meant.
    static func only(in cell: String) -> String? {
        // Most cells are a postcode: digits, or few characters.
        guard cell.utf8.count > 8, cell.contains(where: \.isLetter),
            cell.contains(where: \.isNumber)
        else { return nil }
        let words = cell.uppercased().split { " ,;()/".contains($0) }.map(withoutCountry)
        var found: [String] = []
        var rest = 0
        var index = 0
        while index < words.count {
            let next = index + 1 < words.count ? words[index + 1] : nil
            // A Dutch postcode, or an Australian one before its state.
            if let next, index + 2 == words.count, ["WA", "NT"].contains(next),
                words[index].count == 4,
                words[index].allSatisfy(\.isASCIIDigit)
            {
                return nil
            }
            if let next, let pair = pair(words[index], next) {
                found.append(pair)
                index += 2
            } else if isAlone(words[index]) {
                found.append(String(words[index]))
                index += 1
            } else {
                if words[index].contains(where: \.isLetter) { rest += 1 }
                index += 1
            }
        }
        guard found.count == 1, rest > 0 else { return nil }
        return found[0]
    }

    /// `50667` of `D-50667`: a country's letters in front, as the post had them.
    private static func withoutCountry(_ word: Substring) -> Substring {
        guard let dash = word.firstIndex(of: "-"), (1...3).contains(word[..<dash].count),
            word[..<dash].allSatisfy(\.isLetter), word[dash...].dropFirst().allSatisfy(\.isNumber)
        else { return word }
        return word[dash...].dropFirst()
    }

    /// A postcode of one word: four to six digits, `12345-6789`, `00-950`, `1000-205`, `EX29RQ`.
    private static func isAlone(_ word: Substring) -> Bool {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        if parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }) {
            let lengths = parts.map(\.count)
            return [[4], [5], [6], [5, 4], [2, 3], [4, 3], [5, 3]].contains(lengths)
        }
        return british(String(word)) != nil
    }

    /// A postcode of two words: British, Irish, Canadian (`K1A 0B1`), Dutch (`1234 AB`, whose letters are
    /// never SA, as South Australia's) or Swedish (`123 45`).
    private static func pair(_ first: Substring, _ second: Substring) -> String? {
        let text = first + " " + second
        if british(String(first)) == nil, british(String(text)) != nil { return String(text) }
        if first.count == 3, second.count == 4, irish(String(text)) != nil { return String(text) }
        let shape = text.map { $0.isASCIIDigit ? "9" : $0.isLetter && $0.isASCII ? "A" : $0 }
        switch String(shape) {
        case "A9A 9A9", "999 99": return String(text)
        case "9999 AA": return second == "SA" ? nil : String(text)
        default: return nil
        }
    }
}

extension Character {
    /// Whether it is one of 0 to 9.
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
