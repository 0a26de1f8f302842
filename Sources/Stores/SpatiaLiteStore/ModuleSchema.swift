package import Datasets
package import GRDB

/// One step of a module's tables: what a file lacks that has had the steps before it.
package struct SchemaStep: Sendable {
    let apply: @Sendable (Database) throws -> Void

    /// A step in SQL; several statements stand one behind the other.
    package init(_ sql: String) {
        apply = { db in try db.execute(sql: sql) }
    }

    /// A step that has to look at what is there. It opens no transaction of its own.
    package init(_ apply: @escaping @Sendable (Database) throws -> Void) { self.apply = apply }
}

/// The tables of a module: steps that are only ever appended to.
///
/// The table `module_schema` tells how many of them a file has had. It is made with the first module
/// that has any, so that a file without one stays as it was. A module that a file has and this program
/// does not is left alone.
package struct ModuleSchema: Sendable {
    /// Whose tables they are: each begins with `NAME_`.
    package let module: ModuleName
    let steps: [SchemaStep]

    /// - Parameter steps: What a file lacks that has had n of them begins at index n.
    package init(_ module: ModuleName, _ steps: [SchemaStep]) {
        self.module = module
        self.steps = steps
    }

    /// The number that a file has which lacks nothing.
    package var version: Int { steps.count }
}

extension ModuleSchema: Hashable {
    package static func == (left: ModuleSchema, right: ModuleSchema) -> Bool {
        left.module == right.module && left.version == right.version
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(module)
        hasher.combine(version)
    }
}

/// A step of a module that made a table which does not begin with the module's name.
package struct ForeignTable: Error, Hashable, CustomStringConvertible {
    let module: ModuleName
    let table: String

    package var description: String {
        "the schema of the module \(module) makes \"\(table)\"; its tables, indexes and triggers begin "
            + "with \(module)_"
    }
}

extension Schema {
    private static let table = """
        CREATE TABLE IF NOT EXISTS module_schema (
            module TEXT PRIMARY KEY,
            version INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """

    /// How many steps of each module a file has had.
    static func moduleVersions(_ db: Database) throws -> [ModuleName: Int] {
        guard try db.tableExists("module_schema") else { return [:] }
        var versions: [ModuleName: Int] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT module, version FROM module_schema") {
            guard let name = ModuleName(row[0] as String) else { continue }
            versions[name] = row[1]
        }
        return versions
    }

    /// Whether a file lacks tables of modules.
    static func lacksTables(of modules: [ModuleSchema], _ db: Database) throws -> Bool {
        guard modules.contains(where: { $0.version > 0 }) else { return false }
        let found = try moduleVersions(db)
        return modules.contains { found[$0.module, default: 0] < $0.version }
    }

    /// - Throws: ``SpatiaLiteStoreError/newerModule(path:module:found:supported:)``.
    static func requireNoNewer(_ modules: [ModuleSchema], _ db: Database, path: String) throws {
        guard !modules.isEmpty else { return }
        let versions = try moduleVersions(db)
        for schema in modules {
            guard let found = versions[schema.module], found > schema.version else { continue }
            throw SpatiaLiteStoreError.newerModule(
                path: path,
                module: schema.module,
                found: found,
                supported: schema.version
            )
        }
    }

    /// - Throws: ``SpatiaLiteStoreError/olderModule(path:module:found:supported:)``.
    static func requireTables(of modules: [ModuleSchema], _ db: Database, path: String) throws {
        guard try lacksTables(of: modules, db) else { return }
        let versions = try moduleVersions(db)
        for schema in modules where versions[schema.module, default: 0] < schema.version {
            throw SpatiaLiteStoreError.olderModule(
                path: path,
                module: schema.module,
                found: versions[schema.module, default: 0],
                supported: schema.version
            )
        }
    }

    /// Applies what modules' tables lack, in the transaction that is open.
    static func apply(_ modules: [ModuleSchema], _ db: Database) throws {
        guard try lacksTables(of: modules, db) else { return }
        try db.execute(sql: table)
        let versions = try moduleVersions(db)
        for schema in modules where versions[schema.module, default: 0] < schema.version {
            let before = try names(db)
            for step in schema.steps.dropFirst(versions[schema.module, default: 0]) {
                try step.apply(db)
            }
            let foreign = try names(db).subtracting(before).filter { !owns($0, schema.module) }
            if let table = foreign.min() { throw ForeignTable(module: schema.module, table: table) }
            try db.execute(
                sql: """
                    INSERT INTO module_schema (module, version) VALUES (?1, ?2)
                    ON CONFLICT (module) DO UPDATE SET version = ?2
                    """,
                arguments: [schema.module.text, schema.version]
            )
        }
    }

    private static func names(_ db: Database) throws -> Set<String> {
        try String.fetchSet(db, sql: "SELECT name FROM sqlite_master")
    }

    /// Whether something of that name may be a module's: SQLite and SpatiaLite put words of their own
    /// before the names of indexes and triggers.
    private static func owns(_ name: String, _ module: ModuleName) -> Bool {
        [
            "", "idx_", "sqlite_autoindex_", "ggi_", "ggu_", "gii_", "giu_", "gid_", "tmi_", "tmu_",
            "tmd_",
        ]
        .contains { name.hasPrefix("\($0)\(module)_") }
    }
}
