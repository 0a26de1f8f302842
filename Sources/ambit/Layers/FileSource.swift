import FeatureFiles
import Geodesy

/// The places of a file, held in memory.
struct FileSource: ColumnarSource {
    private let rows: FileRows
    private let points: PointSet

    let noun = "rows"
    let columns: [String]
    let kinds: [SpatialTable.Kind?]

    /// - Parameter skipsBadRows: Whether rows without a place are left out.
    /// - Throws: ``PlaceFileError``.
    init(path: String, skipsBadRows: Bool) throws {
        let bytes = try ByteSource(path: path)
        let source = try PlaceSources.open(bytes)
        columns = source.columns.map { $0 == "distance_m" ? "distance_m_before" : $0 }
        let idColumn = columns.firstIndex { $0.lowercased() == "id" }
        let told = source.kinds
        let read = try FileRows.read(source, idColumn: idColumn, skipsBadRows: skipsBadRows)
        if read.skipped > 0 {
            StandardError.print("\(path): \(leftOut(read.skipped, "rows", without: "a place"))")
        }
        rows = read.rows
        kinds = read.rows.kinds(told: told)
        var set = PointSet()
        let places = rows.places
        set.append(table: 0, rows: places.indices.map(Int64.init), places: places)
        points = set
    }

    /// Where its rows are.
    var places: [Coordinate] { points.places }

    /// All of them, in the order of ``places``.
    var allRows: [Row] { points.rows.map { rows[Int($0)] } }

    func extraNames() async throws -> [String] { [] }

    func rowLimit() async throws -> Int? { nil }

    func nearest(to place: Coordinate, count: Int, within: Distance?) async throws -> [Found] { [] }

    func within(_ radius: Distance, of place: Coordinate) async throws -> [Found] { [] }

    func points() async throws -> PointSet { points }

    func points(in boxes: [BoundingBox]) async throws -> PointSet {
        let wanted = points.places.indices.filter { index in
            boxes.contains { $0.contains(points.places[index]) }
        }
        var set = PointSet()
        set.append(
            table: 0,
            rows: wanted.map(Int64.init),
            places: wanted.map { points.places[$0] }
        )
        return set
    }

    func rows(of set: PointSet, _ indices: [Int]) async throws -> [Row?] {
        indices.map { rows[Int(set.rows[$0])] }
    }

    func points(with properties: [Property]) async throws -> ColumnSet? {
        rows.columnSet(points, properties)
    }
}
