internal import GRDB

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

    /// Creates the tree, and tells SpatiaLite of the table's points.
    func create(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE VIRTUAL TABLE "\(name)" USING rtree (pkid, xmin, xmax, ymin, ymax);
                INSERT INTO geometry_columns (f_table_name, f_geometry_column, geometry_type,
                    coord_dimension, srid, spatial_index_enabled)
                VALUES ('\(table)', 'geometry', 1, 2, \(PointBlob.referenceSystem), 1);
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

    /// The tree of some points, packed; it is to be written into this tree while that is empty.
    func packed(_ points: [PackedRTree.Point], in db: Database) throws -> PackedRTree {
        // The length follows from the file's page size, and stands in the empty root.
        let nodeBytes = try Int.fetchOne(
            db,
            sql: "SELECT length(data) FROM \"\(name)_node\" WHERE nodeno = 1"
        )
        guard let nodeBytes else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\(name) has no root")
        }
        return PackedRTree(points, in: self, nodeBytes: nodeBytes)
    }
}
