internal import GRDB
internal import Geodesy

/// A table's R-tree under the name, and with the columns, that SpatiaLite gives it, so that any
/// program that knows SpatiaLite finds and uses it.
///
/// SpatiaLite's own triggers are left out: they look each row up in the metadata, cost 0.1 ms a
/// row, and answer a bad geometry by rolling back the whole transaction, which may hold other
/// callers' messages. Messages have triggers of their own, a version's tree is packed when its table
/// is full, and `check()` compares each tree with its table.
struct RTree {
    let table: String

    var name: String { "idx_\(table)_geometry" }

    /// Creates the tree, and tells SpatiaLite of the table's geometry.
    func create(in db: Database, of kind: GeometryKind = .point) throws {
        try db.execute(
            sql: """
                CREATE VIRTUAL TABLE "\(name)" USING rtree (pkid, xmin, xmax, ymin, ymax);
                INSERT INTO geometry_columns (f_table_name, f_geometry_column, geometry_type,
                    coord_dimension, srid, spatial_index_enabled)
                VALUES ('\(table)', 'geometry', \(kind.rawValue), 2,
                    \(PointBlob.referenceSystem), 1);
                INSERT INTO geometry_columns_statistics (f_table_name, f_geometry_column)
                VALUES ('\(table)', 'geometry');
                INSERT INTO geometry_columns_time (f_table_name, f_geometry_column)
                VALUES ('\(table)', 'geometry');
                INSERT INTO geometry_columns_auth (f_table_name, f_geometry_column, read_only,
                    hidden)
                VALUES ('\(table)', 'geometry', 0, 0);
                """
        )
    }

    /// Drops the tree and what SpatiaLite was told of it.
    func drop(in db: Database) throws {
        // The other three tables of metadata follow by their foreign keys.
        try db.execute(
            sql: """
                DROP TABLE IF EXISTS "\(name)";
                DELETE FROM geometry_columns WHERE f_table_name = '\(table)';
                """
        )
    }

    /// Adds a row under its box, rounded outward.
    func insert(_ rowID: Int64, _ box: BoundingBox, in db: Database) throws {
        try db.cachedStatement(sql: "INSERT INTO \"\(name)\" VALUES (?, ?, ?, ?, ?)")
            .execute(arguments: [rowID, box.west, box.east, box.south, box.north])
    }

    /// The tree of some points, packed; it is to be written into this tree while that is empty.
    func packed(_ points: PackedRTree.Points, in db: Database) throws -> PackedRTree {
        // The length follows from the file's page size, and stands in the empty root.
        let nodeBytes = try Int.fetchOne(
            db,
            sql: "SELECT length(data) FROM \"\(name)_node\" WHERE nodeno = 1"
        )
        guard let nodeBytes else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\(name) has no root")
        }
        return try PackedRTree(points, in: self, nodeBytes: nodeBytes)
    }
}

/// What stands in a table's column `geometry`, by SpatiaLite's number for it.
package enum GeometryKind: Int {
    /// Multipolygons and multilines, as a row has it.
    case any = 0
    case point = 1
    case lineString = 2
    case multiPolygon = 6

    /// What the values are called.
    var plural: String {
        switch self {
        case .any: "shapes"
        case .point: "points"
        case .lineString: "lines"
        case .multiPolygon: "areas"
        }
    }

    /// What one is called.
    var noun: String {
        switch self {
        case .any: "area or line"
        case .point: "point"
        case .lineString: "line"
        case .multiPolygon: "area"
        }
    }

    /// Whether a row may be without one: a station may have no place.
    var mayBeAbsent: Bool { self == .point }

    /// What the column's values must be, in SQL.
    var check: String {
        switch self {
        case .point: "length(geometry) = \(PointBlob.byteCount)"
        case .any, .lineString, .multiPolygon: "length(geometry) > \(PointBlob.byteCount)"
        }
    }
}
