/// What calendars write of a match in its title: `LCK: GEN 2-0 T1 (Week 12)`, `T1 vs GEN`.
package struct MatchTitle: Sendable, Hashable {
    /// What stands before a colon.
    package let league: String?
    /// Both sides.
    package let sides: [Match.Side]
    /// What stands in brackets at the end.
    package let stage: String?

    /// Reads a title.
    ///
    /// - Returns: nil for a title without two sides.
    package init?(parsing title: String) {
        var rest = title[...]
        var (league, stage): (String?, String?) = (nil, nil)
        let closing = rest.last.flatMap { [")": "(", "）": "（"][$0] as Character? }
        if let closing, let start = rest.lastIndex(of: closing) {
            stage = Self.trimmed(rest[rest.index(after: start)...].dropLast())
            rest = rest[..<start]
        }
        if let colon = rest.firstIndex(where: { $0 == ":" || $0 == "：" }) {
            league = Self.trimmed(rest[..<colon])
            rest = rest[rest.index(after: colon)...]
        }
        let words = rest.split { $0.isWhitespace }
        guard let middle = words.indices.first(where: { Self.isMiddle(words[$0]) }),
            middle > 0, middle + 1 < words.count
        else { return nil }
        let names = [words[..<middle], words[(middle + 1)...]].map { $0.joined(separator: " ") }
        let scores = Self.scores(words[middle])
        self.league = league
        self.stage = stage
        sides = zip(names, [scores?.0, scores?.1]).map { name, score in
            Match.Side(team: name.uppercased() == "TBD" ? nil : name, score: score)
        }
    }

    private static func isMiddle(_ word: Substring) -> Bool {
        ["vs", "vs.", "v", "VS", "Vs"].contains(word) || scores(word) != nil
    }

    /// The games that both have won, of `2-1` or `2:1`.
    private static func scores(_ word: Substring) -> (Int, Int)? {
        let parts = word.split(omittingEmptySubsequences: false) { "-:–".contains($0) }
        guard parts.count == 2, parts.allSatisfy({ (1...3).contains($0.count) }),
            parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let one = Int(parts[0]), let other = Int(parts[1])
        else { return nil }
        return (one, other)
    }

    private static func trimmed(_ text: some StringProtocol) -> String? {
        let words = text.split { $0.isWhitespace }.joined(separator: " ")
        return words.isEmpty ? nil : words
    }
}
