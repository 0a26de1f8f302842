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

    static let laterColumns = ["valid_from TEXT", "valid_to TEXT"]

    static func id(of district: District) -> String { district.id.rawValue }
    static func place(of district: District) -> Coordinate? { nil }
    static func area(of district: District) -> MultiPolygon? { district.area }

    static func values(of district: District) -> [(any DatabaseValueConvertible)?] {
        [
            district.id.rawValue, district.reference.type, district.reference.code, district.name,
        ]
    }

    static func laterValues(of district: District) -> [(any DatabaseValueConvertible)?] {
        [district.validity.from?.description, district.validity.to?.description]
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> District {
        District(
            id: District.ID(rawValue: try stored.value(2)),
            dataset: dataset,
            reference: DistrictReference(type: try stored.value(3), code: try stored.value(4)),
            name: try stored.value(5),
            area: try stored.area(1),
            validity: try validity(stored)
        )
    }

    /// The tables of an older Ambit have no such columns: what is in them is always in force.
    private static func validity(_ stored: StoredRow) throws -> DistrictValidity {
        let first = laterIndex
        guard stored.row.count > first + 1 else { return .always }
        func day(_ index: Int) throws -> CalendarDate? {
            guard let text: String = try stored.optional(index) else { return nil }
            return try stored.require(index) { CalendarDate(parsing: text) }
        }
        let (from, to) = (try day(first), try day(first + 1))
        return try stored.require(first + 1) { DistrictValidity(from: from, to: to) }
    }
}
