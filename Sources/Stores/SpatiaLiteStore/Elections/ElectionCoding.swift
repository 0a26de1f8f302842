internal import Datasets
internal import GRDB
internal import Geodesy
internal import Polling

/// How an election lies in the columns of its version's table.
enum ElectionCoding: FeatureCoding {
    static let kind = DatasetKind.elections

    static let columns = [
        "id TEXT NOT NULL", "key TEXT NOT NULL",
        // JSON: {"en": "General Election", ...}
        "name TEXT NOT NULL", "date TEXT", "type TEXT", "time_zone TEXT", "polls_open TEXT",
        "polls_close TEXT", "note TEXT",
    ]

    static func id(of election: Election) -> String { election.id.rawValue }

    static func place(of election: Election) -> Coordinate? { nil }

    static func values(of election: Election) throws -> [(any DatabaseValueConvertible)?] {
        [
            election.id.rawValue, election.key, try JSONColumn.encode(election.name),
            election.date?.description, try JSONColumn.encode(election.type), election.timeZone,
            election.pollsOpen, election.pollsClose, election.note,
        ]
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> Election {
        Election(
            dataset: dataset,
            key: try stored.value(3),
            name: try stored.requiredLocalized(4),
            date: try stored.date(5),
            type: try stored.localized(6),
            timeZone: try stored.optional(7),
            pollsOpen: try stored.optional(8),
            pollsClose: try stored.optional(9),
            note: try stored.optional(10)
        )
    }
}
