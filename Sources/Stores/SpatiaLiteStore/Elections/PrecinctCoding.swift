internal import Datasets
internal import GRDB
internal import Geodesy
internal import Polling

/// How a precinct of a list lies in the columns of its version's table.
enum PrecinctCoding: FeatureCoding {
    static let kind = DatasetKind.precincts

    static let columns = [
        "id TEXT NOT NULL", "code TEXT NOT NULL", "name TEXT NOT NULL",
        // JSON: [["ward", "3"], ...], ["albemarle.pl81273", ...]
        "districts TEXT", "stations TEXT", "is_mail_only INTEGER",
    ]

    static func id(of precinct: Precinct) -> String { precinct.id.rawValue }

    static func place(of precinct: Precinct) -> Coordinate? { nil }

    static func values(of precinct: Precinct) throws -> [(any DatabaseValueConvertible)?] {
        [
            precinct.id.rawValue, precinct.code, precinct.name,
            try JSONColumn.encode(precinct.districts.map { [$0.type, $0.code] }),
            try JSONColumn.encode(precinct.stations.map(\.rawValue)),
            precinct.isMailOnly.map { $0 ? 1 : 0 },
        ]
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> Precinct {
        let districts: [[String]] = try stored.json(5, orElse: [])
        let stations: [String] = try stored.json(6, orElse: [])
        return Precinct(
            id: Precinct.ID(rawValue: try stored.value(2)),
            dataset: dataset,
            code: try stored.value(3),
            name: try stored.value(4),
            districts: try districts.map { pair in
                try stored.require(5) {
                    pair.count == 2 ? DistrictReference(type: pair[0], code: pair[1]) : nil
                }
            },
            stations: stations.map(Station.ID.init(rawValue:)),
            isMailOnly: try stored.flag(7)
        )
    }
}
