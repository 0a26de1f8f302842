import Geodesy

/// The places of a file, held in memory.
struct FileSource: LayerSource {
    private let table: [Row]
    private let points: PointSet

    let noun = "rows"
    let columns: [String]

    /// - Parameter skipsBadRows: Whether rows without a place are left out.
    /// - Throws: ``PlaceFileError``.
    init(path: String, skipsBadRows: Bool) throws {
        let bytes = try ByteSource(path: path)
        let source = try PlaceSources.open(bytes)
        columns = source.columns.map { $0 == "distance_m" ? "distance_m_before" : $0 }
        let idColumn = columns.firstIndex { $0.lowercased() == "id" }
        var table: [Row] = []
        var skipped = 0
        while true {
            do {
                guard let row = try source.next() else { break }
                let number = Value.integer(Int64(table.count + skipped + 1))
                var id = row.id == .missing ? idColumn.map { row.values[$0] } ?? number : row.id
                if id == .missing || id == .text("") { id = number }
                table.append(Row(values: row.values, coordinate: row.coordinate, id: id))
            } catch let error as PlaceFileError {
                guard case .badRow = error, skipsBadRows else { throw error }
                skipped += 1
            }
        }
        if skipped > 0 {
            StandardError.print("\(path): \(leftOut(skipped, "rows", without: "a place"))")
        }
        self.table = table
        points = Self.pointSet(of: table, among: Array(table.indices))
    }

    private static func pointSet(of table: [Row], among indices: [Int]) -> PointSet {
        var set = PointSet()
        set.append(
            table: 0,
            rows: indices.map(Int64.init),
            places: indices.compactMap { table[$0].geometry?.place }
        )
        return set
    }

    /// Where its rows are.
    var places: [Coordinate] { points.places }

    func extraNames() async throws -> [String] { [] }

    func rowLimit() async throws -> Int? { nil }

    func nearest(to place: Coordinate, count: Int, within: Distance?) async throws -> [Found] { [] }

    func within(_ radius: Distance, of place: Coordinate) async throws -> [Found] { [] }

    func points() async throws -> PointSet { points }

    func points(in boxes: [BoundingBox]) async throws -> PointSet {
        Self.pointSet(
            of: table,
            among: points.places.indices.filter { index in
                boxes.contains { $0.contains(points.places[index]) }
            }
        )
    }

    func rows(of set: PointSet, _ indices: [Int]) async throws -> [Row?] {
        indices.map { table[Int(set.rows[$0])] }
    }
}
