internal import Datasets
internal import GRDB
internal import Geodesy
internal import Polling

/// How a postcode lies in the columns of its version's table.
enum PostcodeCoding: FeatureCoding {
    static let kind = DatasetKind.postcodes

    static let columns = [
        "id TEXT NOT NULL", "code TEXT NOT NULL", "place TEXT", "region TEXT", "country TEXT",
        "accuracy_m REAL",
    ]

    static func id(of place: PostcodePlace) -> String { place.id.rawValue }

    static func place(of place: PostcodePlace) -> Coordinate? { place.coordinate }

    static func values(of place: PostcodePlace) -> [(any DatabaseValueConvertible)?] {
        [
            place.id.rawValue, place.code, place.place, place.region, place.country,
            place.accuracy?.meters,
        ]
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> PostcodePlace {
        let meters: Double? = try stored.optional(7)
        return PostcodePlace(
            id: PostcodePlace.ID(rawValue: try stored.value(2)),
            dataset: dataset,
            code: try stored.value(3),
            place: try stored.optional(4),
            region: try stored.optional(5),
            country: try stored.optional(6),
            coordinate: try stored.require(1) { try stored.coordinate(1) },
            accuracy: try meters.map { meters in
                try stored.require(7) { try Distance.meters(meters) }
            }
        )
    }
}
