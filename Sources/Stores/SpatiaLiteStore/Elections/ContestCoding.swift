internal import Datasets
internal import GRDB
internal import Geodesy
internal import Polling

/// How a contest lies in the columns of its version's table.
enum ContestCoding: FeatureCoding {
    static let kind = DatasetKind.contests

    static let columns =
        ["id TEXT NOT NULL"] + BallotColumns.definitions + [
            "kind TEXT NOT NULL CHECK (kind IN ('candidates', 'retention'))",
            // JSON: {"en": "County Sheriff", ...}
            "title TEXT NOT NULL", "office TEXT",
            "votes_allowed INTEGER", "seats INTEGER",
            // JSON: [{"name": {...}, "party": {...}, "ticket": 1}, ...]
            "candidates TEXT",
        ]

    static func id(of contest: Contest) -> String { contest.id.rawValue }

    static func place(of contest: Contest) -> Coordinate? { nil }

    static func values(of contest: Contest) throws -> [(any DatabaseValueConvertible)?] {
        var values: [(any DatabaseValueConvertible)?] = [contest.id.rawValue]
        values += try BallotColumns.values(contest.election, contest.area)
        values += [
            contest.kind.rawValue, try JSONColumn.encode(contest.title),
            try JSONColumn.encode(contest.office), contest.votesAllowed, contest.seats,
            try JSONColumn.encode(contest.candidates),
        ]
        return values
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> Contest {
        Contest(
            id: Contest.ID(rawValue: try stored.value(2)),
            dataset: dataset,
            election: try BallotColumns.election(stored, from: 3),
            title: try stored.requiredLocalized(10),
            office: try stored.localized(11),
            area: try BallotColumns.area(stored, from: 3),
            kind: try stored.require(9) { Contest.Kind(rawValue: try stored.value(9)) },
            votesAllowed: try stored.optional(12),
            seats: try stored.optional(13),
            candidates: try stored.json(14, orElse: [])
        )
    }
}
