internal import Polling

/// The days on which the elections of a file are: of one name, `General Election`, there may be several.
struct ElectionDays {
    private var days: [String: Set<CalendarDate>] = [:]

    /// Takes in the election of a row.
    mutating func add(_ election: ElectionReference) {
        if let date = election.date { days[election.key, default: []].insert(date) }
    }

    /// Whether an election's name is that of several, so that the day alone tells which is meant.
    func isOfSeveral(_ election: ElectionReference) -> Bool {
        election.date != nil && (days[election.key]?.count ?? 0) > 1
    }

    /// The election that a row means, once all were taken in: by its day, where its name is that of several.
    func told(_ election: ElectionReference) -> ElectionReference {
        guard isOfSeveral(election), let date = election.date else { return election }
        return ElectionReference(
            key: date.description,
            name: election.name ?? election.key,
            date: date
        )
    }

    private static let shownDays = 5

    /// What to say of names of several.
    var notes: [ImportNote] {
        days.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { name, days in
            let texts = days.sorted().map(\.description)
            return ImportNote(
                .note,
                Finding(
                    .electionsByDay,
                    [
                        "count": .count(texts.count), "name": .text(name),
                        "days": Finding.list(
                            Array(texts.prefix(Self.shownDays)),
                            more: max(0, texts.count - Self.shownDays)
                        ),
                    ]
                )
            )
        }
    }
}
