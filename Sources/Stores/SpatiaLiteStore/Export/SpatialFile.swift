internal import CSpatiaLite
public import FeatureFiles
internal import Foundation
internal import GRDB
internal import Geodesy

/// Writes tables into files of other geographic programs, through SpatiaLite.
public enum SpatialFile {
    /// Writes a GeoPackage (OGC 12-128) of one feature table in WGS84, with a spatial index.
    ///
    /// - Parameter path: Replaced when the new file is whole.
    /// - Throws: ``SpatiaLiteStoreError``.
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
            "\(name.quotedDatabaseIdentifier) \(type(of: column, text: "TEXT", real: "DOUBLE"))"
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

    /// Writes a Shapefile in WGS84: `.shp`, `.shx`, `.dbf`, `.prj` and `.cpg`.
    ///
    /// Its format cuts names at 10 characters and texts at 254 bytes, and SpatiaLite writes numbers in
    /// its table with 6 decimals; places keep all digits.
    ///
    /// - Parameter path: Ends in `.shp`; the files replace those of the same names.
    /// - Throws: ``SpatiaLiteStoreError``.
    public static func writeShapefile(_ table: SpatialTable, to path: String) async throws {
        let folder = URL(fileURLWithPath: path + ".partial")
        let base = URL(fileURLWithPath: path).deletingPathExtension()
        do {
            try? FileManager.default.removeItem(at: folder)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(at: folder) }
            let partial = folder.appendingPathComponent(base.lastPathComponent)
            let queue = try DatabaseQueue(configuration: configuration)
            try await queue.writeWithoutTransaction { db in
                try db.execute(sql: "SELECT InitSpatialMetaData(1, 'WGS84')")
                try fillAndExport(db, table, to: partial.path)
            }
            try queue.close()
            try Data("UTF-8\n".utf8).write(to: partial.appendingPathExtension("cpg"))
            try Data(worldGeodeticSystem.utf8).write(to: partial.appendingPathExtension("prj"))
            for (ending, target) in zip(shapefileEndings, shapefileParts(of: path)) {
                let source = partial.appendingPathExtension(ending)
                guard FileManager.default.fileExists(atPath: source.path) else { continue }
                try? FileManager.default.removeItem(atPath: target)
                try FileManager.default.moveItem(atPath: source.path, toPath: target)
            }
        } catch {
            throw SpatiaLiteStoreError.translating(error, path: path)
        }
    }

    /// The files of the Shapefile to which a file belongs by its name, the `.shp` last; the file alone
    /// where its name is that of no part.
    public static func shapefileParts(of path: String) -> [String] {
        func isNamed(_ ending: String) -> Bool { path.lowercased().hasSuffix(".\(ending)") }
        guard shapefileEndings.contains(where: isNamed) else { return [path] }
        let base = path.dropLast(4)
        return shapefileEndings.map { isNamed($0) ? path : "\(base).\($0)" }
    }

    /// In the order in which they are put in place: programs look for the last.
    private static let shapefileEndings = ["shx", "dbf", "prj", "cpg", "shp"]

    private static func fillAndExport(
        _ db: Database,
        _ table: SpatialTable,
        to base: String
    ) throws {
        // Names of ten characters in ASCII that differ in case alone are one for a dBASE file.
        let names = shortNames(table.columnNames(reserved: ["pk", "geom"]))
        let definitions = zip(names, table.columns).map { name, column in
            "\(name.quotedDatabaseIdentifier) \(type(of: column, text: "TEXT", real: "DOUBLE"))"
        }
        try db.execute(
            sql: """
                CREATE TABLE exported (
                    \((["pk INTEGER PRIMARY KEY"] + definitions).joined(separator: ",\n    "))
                )
                """
        )
        try db.execute(
            sql: "SELECT AddGeometryColumn('exported', 'geom', 4326, ?, 'XY')",
            arguments: [table.geometryType]
        )
        let marks = names.map { _ in "?" } + ["GeomFromWKB(?, 4326)"]
        let columns = names.map(\.quotedDatabaseIdentifier) + ["geom"]
        try insert(
            table,
            into: "exported (\(columns.joined(separator: ", ")))",
            marks: marks,
            db
        )
        try dump(db, to: base, geometryType: table.geometryType)
    }

    /// Writes `exported` as `ExportSHP()` does, but without a word to standard error, and without a
    /// `.prj`, which takes a PROJ context that SpatiaLite keeps to itself.
    ///
    /// Invariant: SpatiaLite reads the texts and keeps none; it writes less than 1,024 bytes of
    /// message.
    private static func dump(_ db: Database, to base: String, geometryType: String) throws {
        let arguments: [String] = ["exported", "geom", base, "UTF-8", geometryType]
        let texts = arguments.map { strdup($0) }
        defer { texts.forEach { free($0) } }
        var message = [CChar](repeating: 0, count: 4096)
        var rows: Int32 = 0
        let isDone = dump_shapefile_ex2(
            db.sqliteConnection,
            nil,
            texts[0],
            texts[1],
            texts[2],
            texts[3],
            texts[4],
            0,
            &rows,
            GAIA_DBF_COLNAME_CASE_IGNORE,
            &message
        )
        guard isDone != 0 else {
            throw DatabaseError(
                message: "SpatiaLite could not write the Shapefile: "
                    + String(
                        decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
                        as: UTF8.self
                    )
            )
        }
    }

    /// EPSG:4326 as ESRI writes it, longitudes first.
    private static let worldGeodeticSystem = """
        GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],\
        PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]
        """

    /// Ten characters each, no two alike.
    private static func shortNames(_ names: [String]) -> [String] {
        var taken: Set<String> = ["pk", "geom"]
        return names.map { name in
            let plain = String(
                name.unicodeScalars.map { $0.isASCII && $0 != "\"" ? Character($0) : "_" }
            )
            var candidate = String(plain.prefix(10))
            var number = 2
            while !taken.insert(candidate.lowercased()).inserted {
                let tail = "_\(number)"
                candidate = plain.prefix(10 - tail.count) + tail
                number += 1
            }
            return candidate
        }
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
            var arguments: [(any DatabaseValueConvertible)?] = row.values.map { value in
                switch value {
                case .null: nil
                case .text(let text): text
                case .integer(let number): number
                case .real(let number): number
                }
            }
            arguments.append(row.geometry.map { Data($0.wellKnownBinary) })
            try statement.execute(arguments: StatementArguments(arguments))
        }
    }

    private static func type(
        of column: SpatialTable.Column,
        text: String,
        real: String
    ) -> String {
        switch column.kind {
        case .text: text
        case .integer: "INTEGER"
        case .real: real
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
        let partial = path + ".partial"
        do {
            try? FileManager.default.removeItem(atPath: partial)
            try await write(partial)
            try? FileManager.default.removeItem(atPath: path)
            try FileManager.default.moveItem(atPath: partial, toPath: path)
        } catch {
            try? FileManager.default.removeItem(atPath: partial)
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
