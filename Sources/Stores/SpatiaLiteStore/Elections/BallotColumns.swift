internal import Datasets
internal import GRDB
internal import Geodesy
internal import Polling

/// The columns that contests and measures share.
enum BallotColumns {
    static let definitions = [
        "election_key TEXT NOT NULL", "election_name TEXT", "election_date TEXT",
        "district_type TEXT", "district_code TEXT",
        // JSON: ["101", "102", ...]; of several counties {"Adair": ["101", ...], ...}
        "precincts TEXT",
    ]

    static func values(
        _ election: ElectionReference,
        _ area: BallotArea
    ) throws -> [(any DatabaseValueConvertible)?] {
        [
            election.key, election.name, election.date?.description, area.district?.type,
            area.district?.code,
            area.counties.isEmpty
                ? try JSONColumn.encode(area.precincts)
                : try JSONColumn.encode(
                    Dictionary(
                        area.counties.map { ($0.name, $0.precincts) },
                        uniquingKeysWith: +
                    )
                ),
        ]
    }

    /// - Parameter first: The index of `election_key`.
    static func election(_ stored: StoredRow, from first: Int) throws -> ElectionReference {
        ElectionReference(
            key: try stored.value(first),
            name: try stored.optional(first + 1),
            date: try stored.date(first + 2)
        )
    }

    static func area(_ stored: StoredRow, from first: Int) throws -> BallotArea {
        let type: String? = try stored.optional(first + 3)
        let code: String? = try stored.optional(first + 4)
        let district = type.flatMap { type in
            code.map { DistrictReference(type: type, code: $0) }
        }
        let text: String? = try stored.optional(first + 5)
        guard text?.hasPrefix("{") == true else {
            return BallotArea(district: district, precincts: try stored.json(first + 5, orElse: []))
        }
        let counties = try stored.json(first + 5, orElse: [:] as [String: [String]])
        return BallotArea(
            district: district,
            counties: counties.sorted { $0.key < $1.key }
                .map { BallotArea.County(name: $0.key, precincts: $0.value) }
        )
    }
}

extension JSONColumn {
    /// A text in its languages as JSON: `{"en": "...", "es": "..."}`; NULL for none.
    static func encode(_ text: LocalizedText?) throws -> String? {
        try text.flatMap { try encode($0.byLanguage) }
    }
}

extension StoredRow {
    /// A text in its languages; nil for NULL.
    func localized(_ index: Int) throws -> LocalizedText? {
        LocalizedText(try json(index, orElse: [:] as [String: String]))
    }

    /// A text in its languages, which must be there.
    func requiredLocalized(_ index: Int) throws -> LocalizedText {
        try require(index) { try localized(index) }
    }

    /// A day such as `2026-11-03`; nil for NULL.
    func date(_ index: Int) throws -> CalendarDate? {
        guard let text: String = try optional(index) else { return nil }
        return try require(index) { CalendarDate(parsing: text) }
    }

    /// Yes or no; nil for NULL.
    func flag(_ index: Int) throws -> Bool? {
        let number: Int? = try optional(index)
        return number.map { $0 != 0 }
    }
}
