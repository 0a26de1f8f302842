/// Titles of a file of contests that are none, and their rows.
struct LeftTitles {
    private let wording: BallotWording
    private var rows: [String: Int] = [:]
    private var lines: [Int] = []

    /// Questions, whose choices are answers and nobody's names: they are measures.
    static let questions = LeftTitles(wording: .questionsLeftOut)
    /// Headings between contests, which say nothing but themselves.
    static let headings = LeftTitles(wording: .contestHeadings)

    private init(wording: BallotWording) { self.wording = wording }

    private static let shownTitles = 5
    private static let shownLines = 5

    /// Counts a row.
    mutating func add(_ row: ContestRow, line: Int) {
        if rows[row.title] == nil, lines.count < Self.shownLines { lines.append(line) }
        rows[row.title, default: 0] += 1
    }

    /// A note on some titles, of which the first are told; nil of none.
    static func note(_ wording: BallotWording, _ titles: Set<String>) -> ImportNote? {
        guard !titles.isEmpty else { return nil }
        let names = Finding.list(
            Array(titles.sorted().prefix(shownTitles)),
            more: max(0, titles.count - shownTitles)
        )
        return ImportNote(.note, Finding(wording, ["titles": names]))
    }

    /// What to say of them.
    var notes: [ImportNote] {
        guard !rows.isEmpty else { return [] }
        let titles = rows.keys.sorted()
        let list = Finding.list(
            Array(titles.prefix(Self.shownTitles)),
            more: max(0, titles.count - Self.shownTitles)
        )
        return [
            ImportNote(
                .warning,
                Finding(wording, ["contests": .count(rows.count), "titles": list]),
                lines: lines
            )
        ]
    }
}
