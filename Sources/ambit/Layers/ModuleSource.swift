import DomainModules
import FeatureFiles
import Geodesy

/// A layer of a module, held in memory.
struct ModuleSource: LayerSource {
    let noun: String
    let columns: [String]
    let kinds: [SpatialTable.Kind?]
    private let rows: [PointLayer.Row]
    private let set: PointSet

    init(_ layer: PointLayer, rows: [PointLayer.Row]) {
        noun = layer.name
        columns = layer.columns
        kinds = layer.columns.indices.map { index in
            SpatialTable.Kind.of(rows.lazy.map { Value($0.values[index]) })
        }
        self.rows = rows
        var set = PointSet()
        set.append(table: 0, rows: rows.indices.map(Int64.init), places: rows.map(\.place))
        self.set = set
    }

    func extraNames() async throws -> [String] { [] }

    func rowLimit() async throws -> Int? { nil }

    func nearest(to place: Coordinate, count: Int, within: Distance?) async throws -> [Found] { [] }

    func within(_ radius: Distance, of place: Coordinate) async throws -> [Found] { [] }

    func points() async throws -> PointSet { set }

    func points(in boxes: [BoundingBox]) async throws -> PointSet {
        let wanted = rows.indices.filter { index in
            boxes.contains { $0.contains(rows[index].place) }
        }
        var found = PointSet()
        found.append(
            table: 0,
            rows: wanted.map(Int64.init),
            places: wanted.map { rows[$0].place }
        )
        return found
    }

    func rows(of set: PointSet, _ indices: [Int]) async throws -> [Row?] {
        indices.map { index in
            let row = rows[Int(set.rows[index])]
            let values = row.values.map { Value($0) }
            return Row(values: values, coordinate: row.place, id: values.first ?? .missing)
        }
    }
}
