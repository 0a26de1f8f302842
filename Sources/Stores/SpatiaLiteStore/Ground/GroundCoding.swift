internal import Datasets
internal import GRDB
internal import Geodesy
internal import Ground

/// How a piece of ground lies in the columns of its version's table.
enum GroundCoding: FeatureCoding {
    static let kind = DatasetKind.ground
    static let geometry = GeometryKind.any

    static let columns = ["id TEXT NOT NULL", "class TEXT NOT NULL", "detail TEXT", "name TEXT"]

    static func id(of feature: GroundFeature) -> String { feature.key }
    static func place(of feature: GroundFeature) -> Coordinate? { nil }

    static func area(of feature: GroundFeature) -> MultiPolygon? {
        if case .area(let area) = feature.shape { area } else { nil }
    }

    static func lines(of feature: GroundFeature) -> [[Coordinate]]? {
        if case .lines(let lines) = feature.shape { lines } else { nil }
    }

    static func values(of feature: GroundFeature) -> [(any DatabaseValueConvertible)?] {
        [feature.key, feature.groundClass.rawValue, feature.detail, feature.name]
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> GroundFeature {
        GroundFeature(
            dataset: dataset,
            key: try stored.value(2),
            groundClass: try stored.require(3) { GroundClass(rawValue: try stored.value(3)) },
            detail: try stored.optional(4),
            name: try stored.optional(5),
            shape: try (try? stored.area(1)).map { .area($0) } ?? .lines(try stored.lines(1))
        )
    }
}
