internal import Polling

/// Stations whose name, hours, notes or status say in passing that nobody votes there.
struct StationClosures {
    private var rows = StationRemarks.Lines()
    private var examples: [String] = []

    private static let shownExamples = 3
    /// So much of a text is shown.
    private static let shownLength = 80

    mutating func note(_ station: Station, line: Int) {
        guard let text = Self.words(of: station) else { return }
        rows.add(line)
        guard examples.count < Self.shownExamples else { return }
        let start = text.prefix(Self.shownLength)
        let isWhole = start.endIndex == text.endIndex
        let shown = "\"\(start)\(isWhole ? "" : "...")\""
        if !examples.contains(shown) { examples.append(shown) }
    }

    /// The first text of a station with such a word, but for a status that is nothing else: those are
    /// told apart.
    private static func words(of station: Station) -> String? {
        let notes = station.notes.filter {
            !StationPlan.withdrawnWords.contains($0.lowercased())
        }
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
        guard rows.count > 0 else { return [] }
        return [
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
