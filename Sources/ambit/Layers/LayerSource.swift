import Analysis
import FeatureFiles
import Geodesy

/// A row and how far it is from where the question was asked.
struct Found: Sendable {
    let row: Row
    let distance: Distance?

    /// Nearest first; ties by id.
    static func precedes(_ left: Found, _ right: Found) -> Bool {
        let (one, other) = (left.distance ?? .zero, right.distance ?? .zero)
        if one != other { return one < other }
        return Value.precedes(left.row.id, right.row.id)
    }

    /// The row with its distance in the last column.
    var finished: Row {
        var row = row
        row.values.append(distance.map(Value.meters) ?? .missing)
        return row
    }
}

/// Rows by where they are.
struct PointSet: Sendable {
    /// Rows of one table.
    struct Part: Sendable {
        /// The index of its first point in the set.
        let start: Int
        /// The source's number of the table.
        let table: Int
    }

    private(set) var parts: [Part] = []
    private(set) var rows: [Int64] = []
    private(set) var places: [Coordinate] = []
    /// In metres; empty where all are seen from anywhere.
    private(set) var ranges: [Double] = []
    /// By which a list without distances is ordered; empty where the order of the rows is that.
    private(set) var ids: [String] = []

    var count: Int { rows.count }

    mutating func append(
        table: Int,
        rows: [Int64],
        places: [Coordinate],
        ranges: [Double] = [],
        ids: [String] = []
    ) {
        if parts.last?.table != table { parts.append(Part(start: count, table: table)) }
        self.rows += rows
        self.places += places
        self.ranges += ranges
        self.ids += ids
    }

    /// The table and the row of a point.
    func reference(_ index: Int) -> (table: Int, row: Int64) {
        // Few tables: a walk from the end is quickest.
        let part = parts.last { $0.start <= index }
        return (part?.table ?? 0, rows[index])
    }
}

/// A layer that answers questions in rows. Their values don't include a distance.
protocol LayerSource: Sendable {
    /// What its rows are: stations.
    var noun: String { get }
    /// The columns of its rows.
    var columns: [String] { get }
    /// What each of them holds, as far as that is known.
    var kinds: [SpatialTable.Kind?] { get }

    /// What rows may say beyond their columns, as far as a look at some of them tells.
    func extraNames() async throws -> [String]

    /// How many rows there are at most, quickly; nil when there is nothing but an index in memory.
    func rowLimit() async throws -> Int?

    /// A source that has only the rows that a filter keeps, as far as the store can tell them without
    /// reading the others, and what of the filter is left to apply.
    func sifted(by filter: RowFilter) -> (source: any LayerSource, rest: RowFilter)

    /// Whether the source leaves out rows of its table.
    var isSifted: Bool { get }

    /// From the R-tree: nearest first; ties by id.
    func nearest(to place: Coordinate, count: Int, within: Distance?) async throws -> [Found]

    /// From the R-tree: nearest first; ties by id.
    func within(_ radius: Distance, of place: Coordinate) async throws -> [Found]

    /// All rows with a place; of areas a place inside each.
    func points() async throws -> PointSet

    /// The rows in boxes, each once.
    func points(in boxes: [BoundingBox]) async throws -> PointSet

    /// Some rows of a set, in order; nil for one that is gone.
    func rows(of set: PointSet, _ indices: [Int]) async throws -> [Row?]

    /// Whether its rows are points, which a quadtree can hold. The others are in memory.
    var isLoadable: Bool { get }

    /// The rows of a region where a row is more than a point: by id, or along a line nearest to it
    /// first. nil for a layer of points.
    func matches(in region: Region) async throws -> [Found]?

    /// The area that a row is; nil where it is a point.
    func area(ofRow row: Int64) -> (measured: MeasuredArea, outline: MultiPolygon)?

    /// What answers a question that is asked from an area: nearest first; ties by id. nil for a
    /// layer of points, which a quadtree is asked about.
    func answer(_ question: Question, from area: MeasuredArea) -> [Found]?
}

extension LayerSource {
    var kinds: [SpatialTable.Kind?] { Self.kinds(of: columns) }

    /// What columns hold of which no more than their names is known.
    static func kinds(of columns: [String]) -> [SpatialTable.Kind?] {
        columns.map { ["lat", "lon"].contains($0) ? .real : nil }
    }

    /// What the columns of a row with its distance hold.
    var foundKinds: [SpatialTable.Kind?] { kinds + [.real] }

    /// What its geometries are.
    var shape: SpatialTable.Shape { isLoadable ? .points : .areas }

    var isLoadable: Bool { true }

    var isSifted: Bool { false }

    func sifted(by filter: RowFilter) -> (source: any LayerSource, rest: RowFilter) {
        (self, filter)
    }

    func matches(in region: Region) async throws -> [Found]? { nil }

    func area(ofRow row: Int64) -> (measured: MeasuredArea, outline: MultiPolygon)? { nil }

    func answer(_ question: Question, from area: MeasuredArea) -> [Found]? { nil }

    /// Finds out what names stand for in rows that end in a distance. The rows themselves are only
    /// looked at where a name is no column.
    ///
    /// - Parameter more: What stands behind the distance.
    func resolving<Result>(
        more: [String] = [],
        _ resolve: (RowShape) throws -> Result
    ) async throws -> Result {
        let columns = columns + ["distance_m"] + more
        do { return try resolve(RowShape(columns: columns, extra: [])) } catch {
            return try resolve(RowShape(columns: columns, extra: try await extraNames()))
        }
    }
}
