internal import GRDB
package import HTTPService
package import SpatiaLiteStore
package import Timekeeping

/// What people have marked: favorites, and what they follow.
///
/// A value over the store; every change is on disk when its method returns.
package struct MarkStore: Sendable {
    private let store: SpatiaLiteStore

    /// The most marks of one sort that an account may have.
    package static let limit = 5_000

    /// Marks in a store with the tables of ``FavoritesModule``.
    package init(_ store: SpatiaLiteStore) { self.store = store }

    /// One mark.
    package struct Entry: Sendable, Hashable {
        /// What kind of record, such as `games`.
        package let kind: String
        /// The record's id.
        package let id: String
        /// What it was called when it was marked.
        package let title: String
        /// When it was marked first.
        package let addedAt: Timestamp
    }

    /// The table, by steps that are only ever appended to.
    static let schema = [
        SchemaStep(
            """
            CREATE TABLE favorites_mark (
                account INTEGER NOT NULL REFERENCES accounts_account (id),
                mark TEXT NOT NULL,
                kind TEXT NOT NULL,
                id TEXT NOT NULL,
                title TEXT NOT NULL,
                added_at INTEGER NOT NULL,
                PRIMARY KEY (account, mark, kind, id)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX favorites_mark_of ON favorites_mark (mark, kind, id);
            """
        )
    ]

    /// Marks a record for an account; one that is marked already stays as it is.
    ///
    /// - Parameter title: What the record is called, for lists when it is no longer published.
    /// - Returns: Whether it is marked now; false where the account has as many as it may.
    package func add(
        _ mark: MarkableKind.Mark,
        kind: String,
        id: String,
        title: String,
        for account: Int64,
        at moment: Timestamp
    ) async throws -> Bool {
        try await store.writeInGroup { db in
            try db.execute(
                sql: """
                    INSERT INTO favorites_mark (account, mark, kind, id, title, added_at)
                    SELECT ?, ?, ?, ?, ?, ?
                    WHERE (SELECT count(*) FROM favorites_mark WHERE account = ? AND mark = ?) < ?
                    ON CONFLICT DO NOTHING
                    """,
                arguments: [
                    account, mark.rawValue, kind, id, title, moment.millisecondsSince1970, account,
                    mark.rawValue, Self.limit,
                ]
            )
            return try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM favorites_mark
                    WHERE account = ? AND mark = ? AND kind = ? AND id = ?)
                    """,
                arguments: [account, mark.rawValue, kind, id]
            ) ?? false
        }
    }

    /// Takes a mark away; nothing happens where there is none.
    package func remove(
        _ mark: MarkableKind.Mark,
        kind: String,
        id: String,
        for account: Int64
    ) async throws {
        try await store.writeInGroup { db in
            try db.execute(
                sql: """
                    DELETE FROM favorites_mark
                    WHERE account = ? AND mark = ? AND kind = ? AND id = ?
                    """,
                arguments: [account, mark.rawValue, kind, id]
            )
        }
    }

    /// The marks of an account, those that were made first, first; ties by kind and id.
    ///
    /// - Parameter kind: Of these records alone; nil for all.
    package func entries(
        _ mark: MarkableKind.Mark,
        kind: String? = nil,
        of account: Int64
    ) async throws -> [Entry] {
        try await store.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT kind, id, title, added_at FROM favorites_mark
                    WHERE account = ? AND mark = ? AND (? IS NULL OR kind = ?)
                    ORDER BY added_at, kind, id
                    """,
                arguments: [account, mark.rawValue, kind, kind]
            ).map { row in
                Entry(
                    kind: row[0],
                    id: row[1],
                    title: row[2],
                    addedAt: Timestamp(millisecondsSince1970: row[3])
                )
            }
        }
    }

    /// The accounts that have marked a record, in the order of their numbers.
    package func accounts(
        that mark: MarkableKind.Mark,
        kind: String,
        id: String
    ) async throws -> [Int64] {
        try await store.read { db in
            try Int64.fetchAll(
                db,
                sql: """
                    SELECT account FROM favorites_mark
                    WHERE mark = ? AND kind = ? AND id = ? ORDER BY account
                    """,
                arguments: [mark.rawValue, kind, id]
            )
        }
    }

    /// Erases all marks of an account; when this returns, that is on disk.
    package func erase(account: Int64) async throws {
        try await store.write { db in
            try db.execute(
                sql: "DELETE FROM favorites_mark WHERE account = ?",
                arguments: [account]
            )
        }
    }
}
