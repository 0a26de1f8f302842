internal import GRDB

/// The file's tables, and how a file of an older Ambit gets those of today.
///
/// `application_id` marks a file as Ambit's, `user_version` counts the migrations it has had. All
/// missing migrations, and the steps of modules after them, are applied in one immediate transaction, and looked
/// up again inside it: two
/// processes may open a file at once, and a crash leaves the schema as it was. (A migrator that
/// opens one transaction for each migration can promise neither.)
enum Schema {
    /// "Ambt" in ASCII.
    static let applicationID = 0x416D_6274

    /// What a file of `user_version` n lacks begins at index n. Only ever appended to.
    static let migrations: [@Sendable (Database) throws -> Void] = [
        { db in
            // 'WGS84' fills in 129 reference systems instead of 6,215: 0.3 MB instead of 7. The
            // first argument tells SpatiaLite to open no transaction of its own.
            try db.execute(sql: "SELECT InitSpatialMetaData(0, 'WGS84')")
            try db.execute(sql: Ledger.tables)
            try StoredMessageTable.create(in: db)
        },
        // Bookmarks, reports, settings, keys of posts, and the journal of removals.
        { db in try PersonalTables.create(in: db) },
        { db in try db.execute(sql: Ledger.whoImported) },
        { db in try StaffTokenTable.create(in: db) },
        { db in try db.execute(sql: Ledger.whoRepublished) },
        // Posts enter the R-tree after they were answered.
        { db in try MessageTree.leaveOutPosts(in: db) },
        { db in try db.execute(sql: Ledger.whoWithdrew) },
        // What was decided about repairs, for later imports.
        { db in try db.execute(sql: Ledger.decisionTable) },
        // Which file this is among all copies, and what was erased.
        { db in
            try FileIdentity.create(in: db)
            try ErasureTable.create(in: db)
        },
        // What messages are called outside.
        { db in try SecretTable.create(in: db) },
        // Which reports count, and what a moderator has cleared.
        { db in try PersonalTables.tellReportsApart(in: db) },
        // Webhooks and what they have to be told.
        { db in try WebhookTables.create(in: db) },
        // Tokens that are good for one event.
        { db in try StaffTokenTable.bindToEvents(in: db) },
    ]

    /// The schema that this code reads and writes.
    static var current: Int { migrations.count }

    /// - Throws: ``SpatiaLiteStoreError/foreignDatabase(path:)`` when the file has content that is
    ///   not Ambit's, ``SpatiaLiteStoreError/newerSchema(path:found:supported:)``.
    static func requireOwn(
        _ db: Database,
        path: String,
        modules: [ModuleSchema] = []
    ) throws {
        let found = try version(of: db)
        let mark = try pragma("application_id", of: db)
        guard mark == applicationID else {
            let isEmpty = try Bool.fetchOne(
                db,
                sql: "SELECT NOT EXISTS (SELECT 1 FROM sqlite_master)"
            )
            guard isEmpty == true, mark == 0, found == 0 else {
                throw SpatiaLiteStoreError.foreignDatabase(path: path)
            }
            return
        }
        guard found <= current else {
            throw SpatiaLiteStoreError.newerSchema(path: path, found: found, supported: current)
        }
        try requireNoNewer(modules, db, path: path)
    }

    /// - Throws: Also ``SpatiaLiteStoreError/olderSchema(path:found:supported:)``, and
    ///   ``SpatiaLiteStoreError/foreignDatabase(path:)`` for an empty file.
    static func requireCurrent(
        _ db: Database,
        path: String,
        modules: [ModuleSchema] = []
    ) throws {
        try requireOwn(db, path: path, modules: modules)
        guard try pragma("application_id", of: db) == applicationID else {
            throw SpatiaLiteStoreError.foreignDatabase(path: path)
        }
        let found = try version(of: db)
        guard found == current else {
            throw SpatiaLiteStoreError.olderSchema(path: path, found: found, supported: current)
        }
        try requireTables(of: modules, db, path: path)
    }

    /// Whether a file that may be Ambit's has nothing in it.
    static func isEmpty(_ db: Database) throws -> Bool {
        try pragma("application_id", of: db) != applicationID
    }

    /// Applies what is missing, in one transaction.
    static func migrate(_ db: Database, path: String, modules: [ModuleSchema] = []) throws {
        let isOld = try version(of: db) < current
        guard try isOld || lacksTables(of: modules, db) else { return }
        try db.inTransaction(.immediate) {
            try requireOwn(db, path: path, modules: modules)
            for migration in migrations.dropFirst(try version(of: db)) { try migration(db) }
            try apply(modules, db)
            try db.execute(
                sql: """
                    PRAGMA application_id = \(applicationID);
                    PRAGMA user_version = \(current);
                    """
            )
            return .commit
        }
    }

    private static func version(of db: Database) throws -> Int {
        try pragma("user_version", of: db)
    }

    private static func pragma(_ name: String, of db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "PRAGMA \(name)") ?? 0
    }
}
