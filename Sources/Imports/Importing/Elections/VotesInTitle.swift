internal import Synchronization

/// The number to vote for that files write into a contest's title: `City Council (Vote For 2)`.
///
/// It is no part of the contest's name: voters are told it by itself, and the same contest may stand in
/// another file without it.
struct VotesInTitle: Sendable, Hashable {
    /// The title without it.
    let title: String
    /// How many a voter may mark, from 1.
    let votes: Int

    /// - Returns: nil for a title that names no number to vote for, and for one that says nothing else.
    static func parse(_ text: String) -> VotesInTitle? {
        // Results repeat a title in each row.
        if let known = known.withLock({ $0[text] }) { return known }
        let parsed = read(text)
        known.withLock { known in
            if known.count >= knownLimit { known.removeAll() }
            known[text] = .some(parsed)
        }
        return parsed
    }

    private static let known = Mutex<[String: VotesInTitle?]>([:])
    private static let knownLimit = 10_000

    private static func read(_ text: String) -> VotesInTitle? {
        let lower = text.lowercased()
        guard ["vote", "choose", "select", "elect"].contains(where: lower.contains),
            let match = text.firstMatch(of: bracketed) ?? text.firstMatch(of: atEnd)
        else { return nil }
        let word = match.output.1.lowercased()
        guard let votes = Int(word) ?? numbers[word], votes > 0 else { return nil }
        let rest = [text[..<match.range.lowerBound], text[match.range.upperBound...]]
            .map { $0.split(separator: " ").joined(separator: " ") }
            .filter { !$0.isEmpty }.joined(separator: " ")
        let title = rest.reversed().drop { " ,;:-\u{2013}".contains($0) }.reversed()
        guard title.contains(where: \.isLetter) else { return nil }
        return VotesInTitle(title: String(title), votes: votes)
    }

    private static let numbers: [String: Int] = [
        "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
        "nine": 9, "ten": 10, "uno": 1, "una": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5,
    ]

    /// `(Vote For 2)`, `(VOTE FOR) 1`, `[Vote for not more than three (3)]`, wherever it stands.
    private static var bracketed: Regex<(Substring, Substring)> {
        /[(\[]\s*(?:vote\s+(?:for|por)|choose|select|elect)\s*[)\]]?\s*[:=]?\s*(?:(?:not?\s+more\s+than|no\s+m[a\u00E1]s\s+de|up\s+to|at\s+most|any)\s*)?[(\[]?\s*([0-9]{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|uno|una|dos|tres|cuatro|cinco)\b\s*[)\]]?(?:\s*\(\s*[0-9]{1,2}\s*\))?(?:\s*(?:only|candidates?|names?))?\s*[)\]]?/
            .ignoresCase()
    }

    /// `- Vote for 2`, `VOTE FOR NOT MORE THAN TWO`, where a title ends.
    private static var atEnd: Regex<(Substring, Substring)> {
        /(?:^|[\s,;:\-\u2013])(?:vote\s+(?:for|por)|choose|select|elect)\s*[:=]?\s*(?:(?:not?\s+more\s+than|no\s+m[a\u00E1]s\s+de|up\s+to|at\s+most|any)\s*)?[(\[]?\s*([0-9]{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|uno|una|dos|tres|cuatro|cinco)\b\s*[)\]]?(?:\s*\(\s*[0-9]{1,2}\s*\))?(?:\s*(?:only|candidates?|names?))?\s*$/
            .ignoresCase()
    }
}
