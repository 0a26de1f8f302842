internal import Datasets
internal import GRDB

/// What a file remembers of the place that it follows.
enum CommonFile {
    /// Made in files that follow one, and in no others.
    private static let tables = """
        CREATE TABLE IF NOT EXISTS common_place (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            -- where the rows stand that this file has in common with others
            address TEXT NOT NULL,
            -- the last change that the file has
            number INTEGER NOT NULL,
            stamp INTEGER NOT NULL,
            -- how many steps each module had when all rows were read last
            schemas TEXT NOT NULL
        ) STRICT;
        -- which tables of versions the file has, by what tells them from others under the same id
        CREATE TABLE IF NOT EXISTS common_version (
            id INTEGER PRIMARY KEY,
            stamp INTEGER NOT NULL,
            kind TEXT NOT NULL
        ) STRICT;
        """

    static func create(in db: Database) throws { try db.execute(sql: tables) }

    /// The address of the place that a file follows; nil for none.
    static func address(in db: Database) throws -> String? {
        guard try db.tableExists("common_place") else { return nil }
        return try String.fetchOne(db, sql: "SELECT address FROM common_place")
    }

    /// The last change that a file has.
    static func mark(in db: Database) throws -> CommonMark {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT number, stamp FROM common_place")
        ).map { CommonMark(number: $0[0], stamp: $0[1]) } ?? CommonMark(number: 0, stamp: 0)
    }

    static func set(_ mark: CommonMark, in db: Database) throws {
        try db.cachedStatement(sql: "UPDATE common_place SET number = ?, stamp = ?")
            .execute(arguments: [mark.number, mark.stamp])
    }

    static func set(_ address: String, _ mark: CommonMark, schemas: String, in db: Database) throws
    {
        try db.execute(
            sql: """
                INSERT INTO common_place (one, address, number, stamp, schemas)
                VALUES (1, ?1, ?2, ?3, ?4)
                ON CONFLICT (one) DO UPDATE SET address = ?1, number = ?2, stamp = ?3, schemas = ?4
                """,
            arguments: [address, mark.number, mark.stamp, schemas]
        )
    }

    /// How many steps each module had when all rows were read last.
    static func schemas(in db: Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT schemas FROM common_place")
    }

    /// The tables of versions that the file has.
    static func versions(in db: Database) throws -> [Int64: Int64] {
        try Row.fetchAll(db, sql: "SELECT id, stamp FROM common_version")
            .reduce(into: [:]) { versions, row in versions[row[0]] = row[1] }
    }

    static func noteVersion(
        _ id: Int64,
        stamp: Int64,
        kind: DatasetKind,
        in db: Database
    ) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO common_version (id, stamp, kind) VALUES (?, ?, ?)",
            arguments: [id, stamp, kind.rawValue]
        )
    }

    /// The tables that the file has of versions that are kept no more.
    static func retired(in db: Database) throws -> [(id: Int64, kind: DatasetKind)] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT id, kind FROM common_version AS c WHERE NOT EXISTS (
                    SELECT 1 FROM dataset_version AS v WHERE v.id = c.id AND v.state = 'ready')
                """
        ).map { ($0[0], DatasetKind(rawValue: $0[1])) }
    }

    /// The versions that are kept and whose tables the file lacks.
    static func missing(in db: Database) throws -> [Int64] {
        try Int64.fetchAll(
            db,
            sql: """
                SELECT v.id FROM dataset_version AS v JOIN dataset AS d ON d.id = v.dataset_id
                WHERE d.is_versioned AND v.state = 'ready'
                    AND v.id NOT IN (SELECT id FROM common_version) ORDER BY v.id
                """
        )
    }

    static func forgetVersion(_ id: Int64, in db: Database) throws {
        try db.execute(sql: "DELETE FROM common_version WHERE id = ?", arguments: [id])
    }
}
