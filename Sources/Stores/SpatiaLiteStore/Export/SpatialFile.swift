public import FeatureFiles
internal import Foundation
internal import GRDB
internal import Geodesy

/// Writes tables into files of other geographic programs, through SpatiaLite.
public enum SpatialFile {
    /// Writes a GeoPackage (OGC 12-128) of one feature table in WGS84, with a spatial index.
    ///
    /// - Parameter path: Replaced when the new file is whole.
    /// - Throws: ``SpatiaLiteStoreError``, ``SpatiaLiteStoreError/busy(path:)`` where another process is writing it.
    /// - Complexity: O(rows log rows).
    public static func writeGeoPackage(_ table: SpatialTable, to path: String) async throws {
        try await replacing(path) { partial in
            let queue = try DatabaseQueue(path: partial, configuration: configuration)
            try await queue.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
                try db.execute(sql: "SELECT gpkgCreateBaseTables()")
                try db.inTransaction {
                    try fillGeoPackage(db, table)
                    return .commit
                }
            }
            try queue.close()
        }
    }

    /// What a GeoPackage is called until it is whole.
    public static func partial(of path: String) -> String { path + ".partial" }

    /// The layers of a GeoPackage besides the one that a table would take the place of; nil for a database that is
    /// none.
    ///
    /// - Throws: ``SpatiaLiteStoreError`` where the file is no database.
    public static func otherLayers(in path: String, than name: String) throws -> [String]? {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = "ambit.layers"
        do {
            return try DatabaseQueue(path: path, configuration: configuration).read { db in
                guard try db.tableExists("gpkg_contents") else { return nil }
                return try String.fetchAll(
                    db,
                    sql: "SELECT table_name FROM gpkg_contents WHERE table_name != ? ORDER BY 1",
                    arguments: [geoPackageName(name)]
                )
            }
        } catch { throw SpatiaLiteStoreError.translating(error, path: path) }
    }

    private static func fillGeoPackage(_ db: Database, _ table: SpatialTable) throws {
        let names = table.columnNames(reserved: ["fid", "geom"])
        let name = geoPackageName(table.name)
        let identifier = name.quotedDatabaseIdentifier
        try createGeoPackageTable(db, table, named: name, columns: names)
        let marks = names.map { _ in "?" } + ["AsGPB(GeomFromWKB(?, 4326))"]
        let columns = names.map(\.quotedDatabaseIdentifier) + ["geom"]
        try insert(
            table,
            into: "\(identifier) (\(columns.joined(separator: ", ")))",
            marks: marks,
            db
        )
        try indexGeoPackageTable(db, named: name)
        if let extent = table.extent {
            try db.execute(
                sql: """
                    UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ?
                    WHERE table_name = ?
                    """,
                arguments: [extent.west, extent.south, extent.east, extent.north, name]
            )
        }
        // GeoPackage 1.2 has one application id for all later versions: "GPKG".
        try db.execute(sql: "PRAGMA application_id = \(0x4750_4B47); PRAGMA user_version = 10200")
    }

    /// The empty table, and what the GeoPackage says of it.
    private static func createGeoPackageTable(
        _ db: Database,
        _ table: SpatialTable,
        named name: String,
        columns: [String]
    ) throws {
        let definitions = zip(columns, table.columns).map { name, column in
            "\(name.quotedDatabaseIdentifier) \(type(of: column))"
        }
        let all =
            ["fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL"] + definitions
            + ["geom \(table.geometryType)"]
        try db.execute(
            sql: """
                CREATE TABLE \(name.quotedDatabaseIdentifier) (
                    \(all.joined(separator: ",\n    "))
                )
                """
        )
        try db.execute(
            sql: """
                INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id)
                VALUES (?, 'features', ?, 4326)
                """,
            arguments: [name, table.name]
        )
        // What gpkgAddGeometryColumn() does, but for any name: it leaves out the quotes.
        try db.execute(
            sql: """
                INSERT INTO gpkg_geometry_columns
                    (table_name, column_name, geometry_type_name, srs_id, z, m)
                VALUES (?, 'geom', ?, 4326, 0, 0)
                """,
            arguments: [name, table.geometryType]
        )
    }

    /// The spatial index of a table that is filled.
    private static func indexGeoPackageTable(_ db: Database, named name: String) throws {
        try db.execute(
            sql: """
                SELECT gpkgAddGeometryTriggers(?, 'geom');
                SELECT gpkgAddSpatialIndex(?, 'geom');
                """,
            arguments: [name, name]
        )
        // The index begins empty, and its triggers tell it of later rows alone: without these, a program that
        // shows what lies in view would show nothing.
        try db.execute(
            sql: """
                INSERT INTO \("rtree_\(name)_geom".quotedDatabaseIdentifier)
                SELECT fid, ST_MinX(geom), ST_MaxX(geom), ST_MinY(geom), ST_MaxY(geom)
                FROM \(name.quotedDatabaseIdentifier) WHERE geom IS NOT NULL
                """
        )
    }

    /// What a table is called that is to have a name: its own, but for quotes, which the triggers of
    /// SpatiaLite do not take, and for the beginnings that are kept for tables of a GeoPackage itself.
    private static func geoPackageName(_ name: String) -> String {
        let plain = String(name.map { $0 == "'" || $0 == "\"" ? "_" : $0 })
        let isKept = ["gpkg_", "rtree_", "sqlite_"].contains(where: plain.lowercased().hasPrefix)
        return isKept ? "_" + plain : plain
    }

    private static func insert(
        _ table: SpatialTable,
        into target: String,
        marks: [String],
        _ db: Database
    ) throws {
        let statement = try db.makeStatement(
            sql: "INSERT INTO \(target) VALUES (\(marks.joined(separator: ", ")))"
        )
        for row in table.rows {
            var arguments = zip(row.values, table.columns).map(argument)
            arguments.append(row.geometry.map { Data($0.wellKnownBinary) })
            try statement.execute(arguments: StatementArguments(arguments))
        }
    }

    private static func argument(
        _ value: SpatialTable.Value,
        _ column: SpatialTable.Column
    ) -> (any DatabaseValueConvertible)? {
        switch value {
        case .null: nil
        case .text(let text):
            column.kind == .moment
                ? CalendarMoment(text)?.universalText ?? text : text
        case .integer(let number): number
        case .real(let number): number
        case .boolean(let flag): flag
        }
    }

    private static func type(of column: SpatialTable.Column) -> String {
        switch column.kind {
        // A moment of a GeoPackage is UTC, and says so: one without a zone stays a text.
        case .text, .localMoment: "TEXT"
        case .date: "DATE"
        case .moment: "DATETIME"
        case .integer: "INTEGER"
        case .real: "DOUBLE"
        case .boolean: "BOOLEAN"
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "ambit.export"
        configuration.allowsUnsafeTransactions = true
        let spatiaLite = SpatiaLiteExtension()
        configuration.prepareDatabase { db in try spatiaLite.load(into: db) }
        return configuration
    }

    /// Writes beside a file and takes its place when that went well.
    private static func replacing(_ path: String, _ write: (String) async throws -> Void)
        async throws
    {
        do {
            let partial = try PartialFile(Self.partial(of: path))
            try await write(partial.path)
            try partial.place(at: path)
        } catch PartialFile.Fault.isBeingWritten {
            throw SpatiaLiteStoreError.busy(path: path)
        } catch PartialFile.Fault.system(let number) {
            throw [ENOSPC, EDQUOT].contains(number)
                ? SpatiaLiteStoreError.full(path: path)
                : SpatiaLiteStoreError.notPermitted(path: path)
        } catch {
            throw SpatiaLiteStoreError.translating(error, path: path)
        }
    }
}

extension SpatialTable {
    /// What SpatiaLite calls its geometries.
    fileprivate var geometryType: String {
        switch shape {
        case .points: "POINT"
        case .lines: "MULTILINESTRING"
        case .areas: "MULTIPOLYGON"
        case .mixed: "GEOMETRY"
        }
    }
}
