internal import Datasets

/// Two streets that meet: of which of them a house is cannot be told.
extension AddressBook {
    /// Words between two streets, whatever else stands there.
    private static let cornerWords: Set<String> = ["ecke", "corner", "cnr"]
    /// Words and signs that join two streets, or houses, or the parts of a name.
    private static let joiningWords: Set<String> = ["and", "und", "u", "at"]
    private static let joiningSigns: Set<Character> = ["/", "&", "+"]

    /// The entries of the other street, where an address names the corner of two.
    ///
    /// `Ecke` and the like tell one beside a street or its house. What joins other things too does so where
    /// a street's name is on its other side, `Main St & Oak Ave`: not of `Rose & Crown`, `12/14 Main St` and
    /// `Main St/Apt 4`.
    ///
    /// - Parameters:
    ///   - street: Which of the words are the street.
    ///   - own: These with the house.
    /// - Returns: nil where it names none; empty where the book has no such street.
    func corner(
        _ text: WrittenAddress,
        at street: Range<Int>,
        with own: Range<Int>
    ) -> [AddressEntry]? {
        let sides =
            Set([street.upperBound, own.upperBound]).compactMap { behind($0, text) }
            + Set([street.lowerBound, own.lowerBound]).compactMap { before($0, text) }
        return sides.first { !$0.isEmpty } ?? sides.first
    }

    private func behind(_ end: Int, _ text: WrittenAddress) -> [AddressEntry]? {
        let words = text.words
        guard end < words.count else { return nil }
        let isCorner = Self.cornerWords.contains(words[end])
        let isWord = isCorner || Self.joiningWords.contains(words[end])
        guard isWord || Self.isJoined(text, at: end) else { return nil }
        // The other street's house may stand in front of it.
        let start = words[(isWord ? end + 1 : end)...].firstIndex(where: Self.mayBeginStreet)
        let limit = start.map { start in
            words.indices.first { $0 > start && text.isApart($0) } ?? words.count
        }
        guard let start, let limit, !Self.isUpstairs(words, start) else {
            return isCorner ? [] : nil
        }
        let runs = (start + 1..<min(limit, start + longestStreet) + 1).map { start..<$0 }
        return entries(ofAny: runs, text) ?? (isCorner ? [] : nil)
    }

    private func before(_ start: Int, _ text: WrittenAddress) -> [AddressEntry]? {
        let words = text.words
        guard start > 0 else { return nil }
        let isCorner = Self.cornerWords.contains(words[start - 1])
        let isWord = isCorner || Self.joiningWords.contains(words[start - 1])
        guard isWord || Self.isJoined(text, at: start) else { return nil }
        // The other street's house may stand behind it.
        let last = words[..<(isWord ? start - 1 : start)].lastIndex(where: Self.mayBeginStreet)
        guard let last else { return isCorner ? [] : nil }
        let limit = (0...last).last { $0 == 0 || text.isApart($0) } ?? 0
        let runs = (max(limit, last + 1 - longestStreet)...last).map { $0..<last + 1 }
        return entries(ofAny: runs, text) ?? (isCorner ? [] : nil)
    }

    /// Whether a word may be a street's, as `6th` is and the number of a house is not.
    private static func mayBeginStreet(_ word: String) -> Bool {
        word.first?.isLetter ?? false || AddressWords.isOrdinal(word)
    }

    /// Whether a floor stands there: `2nd floor`.
    private static func isUpstairs(_ words: [String], _ index: Int) -> Bool {
        AddressWords.isOrdinal(words[index]) && index + 1 < words.count
            && WrittenHouses.floorWords.contains(words[index + 1])
    }

    private static func isJoined(_ text: WrittenAddress, at index: Int) -> Bool {
        text.gaps[index].contains(where: joiningSigns.contains)
    }

    /// The entries of the longest of some runs of words that is a street's name; nil where none is.
    private func entries(ofAny runs: [Range<Int>], _ text: WrittenAddress) -> [AddressEntry]? {
        let known = runs.sorted { $0.count > $1.count }.lazy.compactMap { run in
            self.street(run, text).map { self.narrowed($0, by: text, without: run) }
        }
        return known.first ?? (runs.contains { AddressWords.isStreet(text.words[$0]) } ? [] : nil)
    }
}

extension AddressWords {
    private static let endings = ["str", "weg", "platz", "allee", "gasse"]

    /// Whether words are a street's name as far as the last one tells: `Oak Ave`, `Parkstr.`, `6th`.
    fileprivate static func isStreet(_ words: ArraySlice<String>) -> Bool {
        guard let last = words.last else { return false }
        if words.count == 1, isOrdinal(last) { return true }
        return words.count > 1 && isKind(last)
            || endings.contains { last.hasSuffix($0) && last.count > $0.count + 1 }
    }
}
