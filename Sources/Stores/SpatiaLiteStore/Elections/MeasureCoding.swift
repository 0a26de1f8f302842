internal import Datasets
internal import GRDB
internal import Geodesy
internal import Polling

/// How a measure lies in the columns of its version's table.
enum MeasureCoding: FeatureCoding {
    static let kind = DatasetKind.measures

    static let columns =
        ["id TEXT NOT NULL"] + BallotColumns.definitions + [
            // All JSON: {"en": "...", "es": "..."}
            "title TEXT NOT NULL", "summary TEXT", "text TEXT", "yes_means TEXT", "no_means TEXT",
            "statement_for TEXT", "statement_against TEXT",
        ]

    static func id(of measure: BallotMeasure) -> String { measure.id.rawValue }

    static func place(of measure: BallotMeasure) -> Coordinate? { nil }

    static func values(of measure: BallotMeasure) throws -> [(any DatabaseValueConvertible)?] {
        let texts = [
            measure.title, measure.summary, measure.text, measure.yesMeans, measure.noMeans,
            measure.statementFor, measure.statementAgainst,
        ]
        var values: [(any DatabaseValueConvertible)?] = [measure.id.rawValue]
        values += try BallotColumns.values(measure.election, measure.area)
        for text in texts { values.append(try JSONColumn.encode(text)) }
        return values
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> BallotMeasure {
        BallotMeasure(
            id: BallotMeasure.ID(rawValue: try stored.value(2)),
            dataset: dataset,
            election: try BallotColumns.election(stored, from: 3),
            area: try BallotColumns.area(stored, from: 3),
            title: try stored.requiredLocalized(9),
            summary: try stored.localized(10),
            text: try stored.localized(11),
            yesMeans: try stored.localized(12),
            noMeans: try stored.localized(13),
            statementFor: try stored.localized(14),
            statementAgainst: try stored.localized(15)
        )
    }
}
