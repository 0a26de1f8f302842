public import Access
internal import Foundation
internal import GRDB
public import Timekeeping

/// The table of staff tokens.
enum StaffTokenTable {
    static let name = "staff_token"

    static func create(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE staff_token (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    token_hash BLOB NOT NULL UNIQUE,
                    role TEXT NOT NULL,
                    label TEXT NOT NULL,
                    created_at INTEGER NOT NULL,
                    revoked_at INTEGER
                ) STRICT;
                """
        )
    }

    static func bindToEvents(in db: Database) throws {
        try db.execute(sql: "ALTER TABLE staff_token ADD COLUMN event TEXT")
    }

    /// The tokens that a condition holds for.
    ///
    /// - Parameter condition: An order may follow it.
    static func tokens(
        _ db: Database,
        where condition: String,
        _ arguments: StatementArguments = []
    ) throws -> [StaffToken] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT id, role, label, created_at, revoked_at, event FROM staff_token
                WHERE \(condition)
                """,
            arguments: arguments
        ).map { row in
            let stored = try StoredRow(row, of: name)
            let revoked: Int64? = try stored.optional(4)
            return StaffToken(
                id: stored.rowID,
                role: try stored.require(1) { StaffRole(rawValue: try stored.value(1)) },
                event: try stored.optional(5),
                label: try stored.value(2),
                createdAt: Timestamp(millisecondsSince1970: try stored.value(3)),
                revokedAt: revoked.map { Timestamp(millisecondsSince1970: $0) }
            )
        }
    }
}

extension SpatiaLiteStore: StaffTokenStore {
    /// Keeps a new token under its SHA-256 hash; when this returns, it is on disk.
    public func addStaffToken(
        hash: [UInt8],
        role: StaffRole,
        event: String?,
        label: String,
        at moment: Timestamp
    ) async throws -> StaffToken {
        try await connections.write { db in
            try db.execute(
                sql: """
                    INSERT INTO staff_token (token_hash, role, event, label, created_at)
                    VALUES (?, ?, ?, ?, ?)
                    """,
                arguments: [
                    hash.blob, role.rawValue, event, label, moment.millisecondsSince1970,
                ]
            )
            return StaffToken(
                id: db.lastInsertedRowID,
                role: role,
                event: event,
                label: label,
                createdAt: moment
            )
        }
    }

    /// The token with that hash, revoked or not; nil for none.
    public func staffToken(hash: [UInt8]) async throws -> StaffToken? {
        try await connections.read { db in
            try StaffTokenTable.tokens(db, where: "token_hash = ?", [hash.blob]).first
        }
    }

    /// Every token that was ever made, by id.
    public func staffTokens() async throws -> [StaffToken] {
        try await connections.read { db in
            try StaffTokenTable.tokens(db, where: "true ORDER BY id")
        }
    }

    /// Ends a token; when this returns, that is on disk. One that was revoked before stays so.
    public func revokeStaffToken(_ id: Int64, at moment: Timestamp) async throws -> StaffToken? {
        let token = try await connections.write { db in
            try db.execute(
                sql: "UPDATE staff_token SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL",
                arguments: [moment.millisecondsSince1970, id]
            )
            if db.changesCount > 0,
                let hash = try Data.fetchOne(
                    db,
                    sql: "SELECT token_hash FROM staff_token WHERE id = ?",
                    arguments: [id]
                )
            {
                try ErasureTable.note(.staffToken(Array(hash), moment), in: db)
            }
            return try StaffTokenTable.tokens(db, where: "id = ?", [id]).first
        }
        if token != nil { await list() }
        return token
    }
}
