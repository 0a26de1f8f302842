internal import Datasets
internal import GRDB
internal import Geodesy
internal import Polling

/// How a district lies in the columns of its version's table.
enum DistrictCoding: FeatureCoding {
    static let kind = DatasetKind.districts
    static let geometry = GeometryKind.multiPolygon

    static let columns = [
        "id TEXT NOT NULL", "type TEXT NOT NULL", "code TEXT NOT NULL", "name TEXT NOT NULL",
    ]

    static func id(of district: District) -> String { district.id.rawValue }
    static func place(of district: District) -> Coordinate? { nil }
    static func area(of district: District) -> MultiPolygon? { district.area }

    static func values(of district: District) -> [(any DatabaseValueConvertible)?] {
        [
            district.id.rawValue, district.reference.type, district.reference.code, district.name,
        ]
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> District {
        District(
            id: District.ID(rawValue: try stored.value(2)),
            dataset: dataset,
            reference: DistrictReference(type: try stored.value(3), code: try stored.value(4)),
            name: try stored.value(5),
            area: try stored.area(1)
        )
    }
}
