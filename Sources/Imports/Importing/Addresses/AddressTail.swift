internal import Polling

/// What stands behind the house of an address on one line: the street, the town and the postcode of `Test
/// Street, Belfast, BT99 9AA`, of `Main St Apt 3, Bluestem, NE 69701` and of `Hauptstr., 50676 Köln`.
///
/// A flat is no part of a street's name. A state is left out behind a town.
struct AddressTail {
    let street: String
    /// nil where nothing stands behind the street but a postcode.
    let town: String?
    /// As it is written; nil where none can be told from other numbers.
    let postcode: String?

    /// Words in front of the number of a flat.
    private static let unitWords: Set<String> = [
        "apt", "apartment", "unit", "ste", "suite", "flat", "lot", "rm", "room", "trlr", "whg",
        "wohnung", "appt", "apto", "depto",
    ]

    /// - Parameters:
    ///   - text: What stands behind the house.
    ///   - given: The postcode that another column gives.
    init(_ text: Substring, postcode given: String?) {
        let parts = text.split(separator: ",").map { $0.split(whereSeparator: \.isWhitespace) }
            .filter { !$0.isEmpty }
        guard let first = parts.first else {
            (street, town, postcode) = (String(text), nil, nil)
            return
        }
        street = Self.withoutUnit(first).joined(separator: " ")
        var rest = parts.dropFirst().filter { !Self.isUnit($0[...]) }.map(Array.init)
        guard given == nil else {
            let code = given.flatMap(Postcode.normal)
            let names = rest.map { $0.joined(separator: " ") }
                .filter { code == nil || Postcode.normal($0) != code }
            (town, postcode) = (names.isEmpty ? nil : names.joined(separator: ", "), nil)
            return
        }
        var found: String?
        for index in rest.indices.reversed() {
            guard let (code, words) = Self.postcode(in: rest[index]) else { continue }
            (found, rest[index]) = (code, words)
            break
        }
        postcode = found
        let names = Self.withoutState(rest.filter { !$0.isEmpty })
        town = names.isEmpty ? nil : names.map { $0.joined(separator: " ") }.joined(separator: ", ")
    }

    // MARK: Flats

    /// Whether words are a flat: `Apt 3`, `#3`, `# 3`.
    private static func isUnit(_ words: ArraySlice<Substring>) -> Bool {
        guard let first = words.first, words.count <= 2 else { return false }
        if first.hasPrefix("#") { return words.count == 1 ? first.count > 1 : first == "#" }
        let word = first.lowercased().filter(\.isLetter)
        return words.count == 2 && unitWords.contains(word)
            && words.dropFirst().allSatisfy { $0.count <= 5 }
    }

    /// A street's words without the flat behind them.
    private static func withoutUnit(_ words: [Substring]) -> ArraySlice<Substring> {
        for count in 1...2 where words.count > count + 1 && isUnit(words.suffix(count)) {
            return words.dropLast(count)
        }
        return words[...]
    }

    // MARK: Postcodes

    /// The postcode that a part of an address begins or ends with, and the other words.
    private static func postcode(in words: [Substring]) -> (code: String, rest: [Substring])? {
        guard let first = words.first, let last = words.last else { return nil }
        if isDigits(last, 5...5) || isZIPPlus4(last) {
            return (String(last), Array(words.dropLast()))
        }
        // `EX2 9RQ`, `WA 6430`.
        let text = words.joined(separator: " ")
        if let code = PostcodeText.ending(text) {
            let count = code.split(separator: " ").count
            let written = words.suffix(count).joined(separator: " ")
            if Postcode.normal(written) == Postcode.normal(code) {
                return (code, Array(words.dropLast(count)))
            }
        }
        if words.count > 1, isDigits(first, 4...5), words[1].contains(where: \.isLetter) {
            return (String(first), Array(words.dropFirst()))
        }
        return nil
    }

    private static func isDigits(_ word: Substring, _ count: ClosedRange<Int>) -> Bool {
        count ~= word.utf8.count && word.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    private static func isZIPPlus4(_ word: Substring) -> Bool {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && isDigits(parts[0], 5...5) && isDigits(parts[1], 4...4)
    }

    // MARK: States

    private static let australian: Set<Substring> = [
        "NSW", "VIC", "QLD", "SA", "WA", "TAS", "NT", "ACT",
    ]

    private static func isState(_ word: Substring) -> Bool {
        USState.names[String(word)] != nil || australian.contains(word)
    }

    /// The parts without a state's letters behind a town: `NE` of `Bluestem NE` and of `Bluestem, NE`.
    private static func withoutState(_ parts: [[Substring]]) -> [[Substring]] {
        guard let last = parts.last, let state = last.last, isState(state) else { return parts }
        if last.count > 1 { return parts.dropLast() + [Array(last.dropLast())] }
        return parts.count > 1 ? Array(parts.dropLast()) : parts
    }
}
