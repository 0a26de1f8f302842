internal import Datasets
internal import GRDB
internal import Geodesy
internal import Importing
package import Sample
internal import SpatiaLiteStore

/// How stalls are imported, said once.
enum StallKind {
    private static let id = KindField("id", headers: ["stall", "number"], isRequired: true)
    private static let name = KindField("name", headers: ["title"], isRequired: true)
    private static let goods = KindField("goods", headers: ["wares"])
    private static let fee = KindField("fee", headers: ["rent"])

    static let kind = Kind<Stall>(
        .stalls,
        one: "a stall",
        fields: [id, name, goods, fee],
        place: .required
    ) { row throws(RowRefusal) in
        Stall(
            dataset: row.dataset,
            key: try row.required(id),
            name: try row.required(name),
            goods: try row.word(goods, among: Stall.allGoods) ?? Stall.allGoods[0],
            fee: try row.wholeNumber(fee, in: 0...1000) ?? 0,
            place: try row.requiredPlace()
        )
    }
}

extension Stall: ImportableRecord {
    package var importKey: String { id }
    package var displayName: String { name }
    package var details: [(field: String, value: String)] {
        [("name", name), ("goods", goods), ("fee", "\(fee)")]
    }
}

/// How a stall lies in the columns of its version's table.
enum StallCoding: FeatureCoding {
    static let kind = DatasetKind.stalls
    static let columns = [
        "id TEXT NOT NULL", "name TEXT NOT NULL", "goods TEXT NOT NULL", "fee INTEGER NOT NULL",
    ]

    static func id(of stall: Stall) -> String { stall.key }
    static func place(of stall: Stall) -> Coordinate? { stall.place }

    static func values(of stall: Stall) -> [(any DatabaseValueConvertible)?] {
        [stall.key, stall.name, stall.goods, stall.fee]
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> Stall {
        Stall(
            dataset: dataset,
            key: try stored.value(2),
            name: try stored.value(3),
            goods: try stored.value(4),
            fee: try stored.value(5),
            place: try stored.require(1) { try stored.coordinate(1) }
        )
    }
}
