internal import Polling

/// The words of a column that says what sort of place each station is, and how often each stands there.
struct TypeWords {
    private var rows: [String: StationRemarks.Lines] = [:]

    private static let wordLimit = 200
    private static let shownLimit = 12

    /// Adds a row.
    mutating func add(_ word: String, line: Int) {
        guard rows[word] != nil || rows.count < Self.wordLimit else { return }
        rows[word, default: StationRemarks.Lines()].add(line)
    }

    /// What the report says of them, under the column's name; nothing of one that speaks of something else:
    /// `Type: School`.
    func notes(_ column: String) -> [ImportNote] {
        let read = rows.map { word, lines in (word, lines, StationKind.reading(word)) }
            .sorted { ($1.1.count, $0.0) < ($0.1.count, $1.0) }
        let known = read.filter { !$0.2.kinds.isEmpty && !$0.2.isClosed }
        let unknown = read.filter { $0.2.kinds.isEmpty || $0.2.isClosed }
        guard !known.isEmpty || unknown.contains(where: { $0.2.isClosed || $0.2.isElsewhere })
        else { return [] }
        var notes: [ImportNote] = []
        if !known.isEmpty {
            let types = known.prefix(Self.shownLimit).map { Self.taken($0.0, $0.1, $0.2) }
            notes.append(
                ImportNote(
                    .note,
                    Finding(.typesRead, ["column": .text(column), "types": .findings(types)])
                )
            )
        }
        if !unknown.isEmpty {
            let types = unknown.prefix(Self.shownLimit).map { Self.taken($0.0, $0.1, $0.2) }
            notes.append(
                ImportNote(
                    .warning,
                    Finding(
                        .typesUnknown,
                        [
                            "column": .text(column),
                            "rows": .count(unknown.reduce(0) { $0 + $1.1.count }),
                            "types": .findings(types),
                        ]
                    ),
                    lines: Array(unknown.flatMap(\.1.first).sorted().prefix(5))
                )
            )
        }
        return notes
    }

    /// A word, how often it stands there, and what it was taken for.
    private static func taken(
        _ word: String,
        _ lines: StationRemarks.Lines,
        _ reading: StationKind.Reading
    ) -> Finding {
        let kinds = reading.kinds.isEmpty ? [.pollingPlace] : reading.kinds
        return Finding(
            .typeTaken,
            [
                "word": .text(Difference.quoted(word)), "rows": .count(lines.count),
                "kinds": .findings(kinds.map(finding)),
            ]
        )
    }

    static func finding(_ kind: StationKind) -> Finding {
        switch kind {
        case .voteCenter: Finding(.kindVoteCenter)
        case .pollingPlace: Finding(.kindPollingPlace)
        case .earlyVoting: Finding(.kindEarlyVoting)
        case .dropBox: Finding(.kindDropBox)
        }
    }
}
