internal import Foundation
internal import GRDB

/// The checks of a file, each a list of faults in words.
struct IntegrityChecks {
    let db: Database
    /// The file's name.
    let path: String

    static let restore =
        "restore a backup (`ambit restore FILE`; `ambit backup` makes one); without one, import the "
        + "files again into a new database"
    static let reimport = "import the dataset again; for messages, restore a backup"

    func all() -> [IntegrityCheck] {
        var checks = structure()
        checks.append(check("foreign keys", Self.restore, foreignKeys))
        checks.append(check("datasets and their tables", Self.reimport, ledger))
        let tables = (try? layerTables()) ?? []
        for table in tables {
            let tree = RTree(table: table.name)
            let owner = TableOwner(of: table.name, in: db)
            let remedy = owner?.remedy ?? Self.reimport
            checks.append(
                check("\(table.geometry.plural) of \(table.name)", of: owner?.subject, remedy) {
                    try geometries(of: table)
                }
            )
            checks.append(
                check("spatial index of \(table.name)", of: owner?.subject, remedy) {
                    try treeStructure(tree) + treeContent(tree, of: table)
                }
            )
        }
        return checks
    }

    /// A table with points, lines or areas, and its primary key.
    struct LayerTable {
        let name: String
        let key: String
        let geometry: GeometryKind
    }

    // MARK: - SQLite's own checks

    /// The file as a whole, and, where that is not sound, each table by itself: so it is known what
    /// is lost, and a fault in one does not hide those in others.
    private func structure() -> [IntegrityCheck] {
        let whole = check("database structure", Self.restore) {
            let cut = DatabaseFile.damage(of: path)
            do {
                let found = try faults("PRAGMA integrity_check(1000)")
                return found.isEmpty ? [] : [cut].compactMap { $0 } + found
            } catch let error as DatabaseError {
                guard let cut else { throw error }
                return [cut, "SQLite says: \(error.message ?? "malformed")"]
            }
        }
        guard whole.findingCount > 0 else { return [whole] }
        let names = check("list of tables", Self.restore) {
            _ = try tableNames()
            return []
        }
        let tables = (try? tableNames()) ?? []
        let damaged = tables.sorted().compactMap { table -> IntegrityCheck? in
            let owner = TableOwner(of: table, in: db)
            let found = check("table \(table)", of: owner?.subject, owner?.remedy ?? Self.restore) {
                let name = table.replacingOccurrences(of: "\"", with: "\"\"")
                return try faults("PRAGMA integrity_check(\"\(name)\")")
            }
            return found.findingCount > 0 ? found : nil
        }
        return [whole] + (names.findingCount > 0 ? [names] : []) + damaged
    }

    /// What SQLite finds, a fault a line.
    private func faults(_ pragma: String) throws -> [String] {
        try String.fetchAll(db, sql: pragma)
            .flatMap { $0.split(separator: "\n").map(String.init) }
            .filter { $0 != "ok" && !$0.hasPrefix("***") }
    }

    private func foreignKeys() throws -> [String] {
        try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map { row in
            let table: String = row[0]
            let rowID: Int64? = row[1]
            let parent: String = row[2]
            let place = rowID.map { " row \($0)" } ?? ""
            return "\(table)\(place) refers to a row of \(parent) that does not exist"
        }
    }

    // MARK: - The ledger and the tables

    /// Every version that is not retired has its table, unless its records were merged elsewhere;
    /// every table of a version is in the ledger.
    private func ledger() throws -> [String] {
        let versions = try Row.fetchAll(
            db,
            sql: """
                SELECT d.kind, v.id, d.name, v.number, v.state, d.is_versioned
                FROM dataset_version AS v JOIN dataset AS d ON d.id = v.dataset_id
                """
        )
        let tables = Set(try tableNames())
        var faults: [String] = []
        var expected: Set<String> = []
        for row in versions {
            let kind: String = row[0]
            let versionID: Int64 = row[1]
            let state: String = row[4]
            let isVersioned: Bool = row[5]
            let table = "\(kind)_\(versionID)"
            guard state == "building" || (state == "ready" && isVersioned) else { continue }
            expected.insert(table)
            if !tables.contains(table) {
                let number = (row[3] as Int?).map { "version \($0)" } ?? "the unfinished version"
                faults.append("\(number) of dataset \"\(row[2] as String)\" has no table \(table)")
            }
        }
        let kinds = Set(versions.map { $0[0] as String })
        for table in tables.sorted() where !expected.contains(table) {
            guard let (kind, number) = Self.split(table), kinds.contains(kind) else { continue }
            faults.append("table \(table) belongs to no dataset: no version \(number) needs it")
        }
        faults += try String.fetchAll(
            db,
            sql: """
                SELECT 'dataset "' || d.name || '" points to a version that is not its own'
                FROM dataset AS d LEFT JOIN dataset_version AS v ON v.id = d.published_version_id
                WHERE d.published_version_id IS NOT NULL
                AND (v.id IS NULL OR v.dataset_id <> d.id OR v.state <> 'ready')
                """
        )
        return faults
    }

    // MARK: - Points and R-trees

    /// The tables that SpatiaLite knows to have points and an R-tree, but for those of versions that
    /// are being built, or were when their process died: they get their R-tree last, and the next
    /// import clears the dead ones away.
    private func layerTables() throws -> [LayerTable] {
        let unfinished = try String.fetchAll(
            db,
            sql: """
                SELECT d.kind || '_' || v.id
                FROM dataset_version AS v JOIN dataset AS d ON d.id = v.dataset_id
                WHERE v.state = 'building'
                """
        )
        let existing = Set(try tableNames()).subtracting(unfinished)
        return try Row.fetchAll(
            db,
            sql: """
                SELECT f_table_name, geometry_type FROM geometry_columns
                WHERE f_geometry_column = 'geometry' AND spatial_index_enabled = 1
                ORDER BY f_table_name
                """
        ).compactMap { row in
            let name: String = row[0]
            guard existing.contains(name) else { return nil }
            return LayerTable(
                name: name,
                key: Self.split(name) == nil ? "id" : "fid",
                geometry: GeometryKind(rawValue: row[1]) ?? .point
            )
        }
    }

    /// Every geometry can be read as what the table holds, lies on the Earth and is valid in WGS84.
    private func geometries(of table: LayerTable) throws -> [String] {
        var faults: [String] = []
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT \(table.key), geometry, ST_Srid(geometry), ST_IsValid(geometry)
                FROM "\(table.name)" WHERE \(table.geometry.mayBeAbsent ? "geometry IS NOT NULL" : "1")
                """
        )
        while let row = try rows.next() {
            let stored = try StoredRow(row, of: table.name)
            let isValid: Int? = row[3]
            let isInSystem = row[2] as Int? == Int(PointBlob.referenceSystem)
            let noun = table.geometry.noun
            switch shape(of: stored, table.geometry) {
            case nil:
                faults.append("row \(stored.rowID) has no \(noun) on the Earth")
            case .lines where !isInSystem:
                faults.append("row \(stored.rowID) has no \(noun) in EPSG:4326")
            case .pointOrArea where !isInSystem || isValid != 1:
                faults.append("row \(stored.rowID) has no valid \(noun) in EPSG:4326")
            default: break
            }
        }
        return faults
    }

    /// What SpatiaLite's rule of validity is asked of: a line may cross itself and be a line.
    private enum Shape {
        case lines
        case pointOrArea
    }

    /// Which of a table's shapes a row holds; nil when it cannot be read as one.
    private func shape(of row: StoredRow, _ kind: GeometryKind) -> Shape? {
        switch kind {
        case .point: (try? row.coordinate(1)).map { _ in .pointOrArea }
        case .lineString: (try? row.line(1)).map { _ in .lines }
        case .multiPolygon: (try? row.area(1)).map { _ in .pointOrArea }
        case .any:
            (try? row.area(1)).map { _ in .pointOrArea } ?? (try? row.lines(1)).map { _ in .lines }
        }
    }

    private func treeStructure(_ tree: RTree) throws -> [String] {
        let answer = try String.fetchOne(db, sql: "SELECT rtreecheck('\(tree.name)')") ?? "ok"
        return answer == "ok" ? [] : answer.split(separator: "\n").map(String.init)
    }

    /// Every point has its entry, but for those that may enter later, every entry its point, and the box of the entry holds the point.
    private func treeContent(_ tree: RTree, of table: LayerTable) throws -> [String] {
        let features = "\"\(table.name)\" AS t"
        let entries = "\"\(tree.name)\" AS i"
        return try String.fetchAll(
            db,
            sql: """
                SELECT 'row ' || t.\(table.key) || ' has no entry'
                FROM \(features) LEFT JOIN \(entries) ON i.pkid = t.\(table.key)
                WHERE t.geometry IS NOT NULL AND i.pkid IS NULL AND NOT (\(isLate(in: table.name)))
                UNION ALL
                SELECT 'entry ' || i.pkid || ' has no row'
                FROM \(entries) LEFT JOIN \(features) ON t.\(table.key) = i.pkid
                WHERE t.geometry IS NULL
                UNION ALL
                SELECT 'the entry of row ' || i.pkid || ' lies elsewhere'
                FROM \(entries) JOIN \(features) ON t.\(table.key) = i.pkid
                WHERE NOT (i.xmin BETWEEN MbrMinX(t.geometry) - 0.0001 AND MbrMinX(t.geometry)
                    AND i.xmax BETWEEN MbrMaxX(t.geometry) AND MbrMaxX(t.geometry) + 0.0001
                    AND i.ymin BETWEEN MbrMinY(t.geometry) - 0.0001 AND MbrMinY(t.geometry)
                    AND i.ymax BETWEEN MbrMaxY(t.geometry) AND MbrMaxY(t.geometry) + 0.0001)
                """
        )
    }

    // MARK: - Helpers

    /// Runs one check; one that a damaged file stops has found a fault.
    func check(
        _ name: String,
        of subject: String? = nil,
        _ remedy: String,
        _ faults: () throws -> [String]
    ) -> IntegrityCheck {
        do {
            return IntegrityCheck(
                name: name,
                subject: subject,
                findings: try faults(),
                remedy: remedy
            )
        } catch {
            let reason = (error as? DatabaseError)?.message ?? "\(error)"
            return IntegrityCheck(
                name: name,
                subject: subject,
                findings: ["cannot be read to its end: \(reason)"],
                remedy: remedy
            )
        }
    }

    private func tableNames() throws -> [String] {
        try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
    }

    /// `stations_17` as ("stations", 17); nil for the name of no version's table.
    private static func split(_ table: String) -> (kind: String, versionID: Int64)? {
        guard let underscore = table.lastIndex(of: "_"),
            let versionID = Int64(table[table.index(after: underscore)...])
        else { return nil }
        return (String(table[..<underscore]), versionID)
    }
}
