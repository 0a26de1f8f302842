internal import Polling

/// Stations whose name, hours, notes or status say in passing that nobody votes there.
struct StationClosures {
    private var rows = StationRemarks.Lines()
    private var examples: [String] = []
    private var words = StationWords()

    private static let shownExamples = 3
    /// So much of a text is shown.
    private static let shownLength = 80

    /// Looks at a station.
    ///
    /// - Parameter status: The header of the column that says by a word that it is one no more: those words
    ///   are told apart.
    mutating func note(_ station: Station, status: String?, line: Int) {
        let notes = station.notes
        let others = notes.filter {
            !StationPlan.withdrawnWords.contains($0.lowercased())
                || $0 != status.flatMap { station.attributes[$0] }
        }
        let closure = Self.words(of: station, notes: others)
        words.note(station, notes: notes.filter { $0 != closure }, line: line)
        guard let text = closure else { return }
        rows.add(line)
        guard examples.count < Self.shownExamples else { return }
        let start = text.prefix(Self.shownLength)
        let isWhole = start.endIndex == text.endIndex
        let shown = "\"\(start)\(isWhole ? "" : "...")\""
        if !examples.contains(shown) { examples.append(shown) }
    }

    /// The first text of a station with such a word.
    private static func words(of station: Station, notes: [String]) -> String? {
        if let text = ([station.name] + notes).first(where: { ClosureWords.first(in: $0) != nil }) {
            return text
        }
        // Hours that are understood say on which days it is closed.
        guard let hours = station.hours, ClosureWords.first(in: hours) != nil,
            OpeningHours(parsing: hours) == nil
        else { return nil }
        return hours
    }

    var notes: [ImportNote] {
        guard rows.count > 0 else { return words.warnings }
        return words.warnings + [
            ImportNote(
                .warning,
                Finding(
                    .mayBeClosed,
                    ["stations": .count(rows.count), "examples": .texts(examples)]
                ),
                lines: rows.first
            )
        ]
    }
}
