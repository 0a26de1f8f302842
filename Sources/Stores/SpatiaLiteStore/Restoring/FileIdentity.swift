internal import GRDB

/// Which file this is among all copies of a database.
///
/// A copy that a backup makes has a number of its own, and is marked as a copy until it takes a
/// database's place. So a log is known not to belong to it, and cursors that were given before the
/// file was exchanged are known not to be of it.
struct FileIdentity: Sendable, Hashable {
    /// Random; another for every file, and for a copy another once it has taken a database's place.
    let number: Int64
    /// Whether the file is a backup that nobody has written to yet.
    let isCopy: Bool

    static func create(in db: Database) throws {
        try db.execute(
            sql: """
                -- which file this is among all copies of the database
                CREATE TABLE file_identity (
                    number INTEGER NOT NULL,
                    is_copy INTEGER NOT NULL
                ) STRICT;
                INSERT INTO file_identity VALUES (random(), 0);
                """
        )
    }

    /// - Returns: Nil for a file of an Ambit that knew of no identities.
    static func fetch(_ db: Database) throws -> FileIdentity? {
        guard try db.tableExists("file_identity"),
            let row = try Row.fetchOne(db, sql: "SELECT number, is_copy FROM file_identity")
        else { return nil }
        return FileIdentity(number: row[0], isCopy: row[1])
    }

    /// What the file says without its log; nil where that can't be read.
    static func ofFile(_ path: String) -> FileIdentity? {
        MainFile.numbers("SELECT number, is_copy FROM file_identity", in: path).map {
            FileIdentity(number: $0[0], isCopy: $0[1] != 0)
        }
    }

    /// Makes the file another than it was copied from.
    static func renew(isCopy: Bool, in db: Database) throws {
        try db.execute(
            sql: "UPDATE file_identity SET number = random(), is_copy = ?",
            arguments: [isCopy]
        )
    }

    /// Says of which database a file is a copy: when that was made, to the millisecond, which stands
    /// in all of its copies and in no other database at the same place.
    static func lineage(of db: Database) throws -> String? {
        try String.fetchOne(
            db,
            sql: "SELECT timestamp FROM spatialite_history ORDER BY event_id LIMIT 1"
        )
    }
}
