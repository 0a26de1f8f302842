internal import Foundation
internal import GRDB
internal import Timekeeping

/// Something that is gone for good, and must be so again when an older copy takes the database's place.
///
/// It says nothing of what was erased but a number that was never shown to anybody, or the hash of a
/// random token.
enum Erasure: Sendable, Hashable {
    /// A device that wanted to be forgotten, by its id.
    case device(Int64)
    /// A message that its author removed, by its id.
    case message(Int64)
    /// A staff token that was revoked, by its SHA-256 hash, and when.
    case staffToken([UInt8], Timestamp)

    /// The erasure as it stands in the list.
    var text: String {
        switch self {
        case .device(let id): "device \(id)"
        case .message(let id): "message \(id)"
        case .staffToken(let hash, let moment):
            "token \(hash.map { String(format: "%02x", $0) }.joined()) "
                + "\(moment.millisecondsSince1970)"
        }
    }

    /// - Returns: Nil for anything else.
    init?(text: String) {
        let fields = text.split(separator: " ").map(String.init)
        switch (fields.first, fields.count) {
        case ("device", 2):
            guard let id = Int64(fields[1]) else { return nil }
            self = .device(id)
        case ("message", 2):
            guard let id = Int64(fields[1]) else { return nil }
            self = .message(id)
        case ("token", 3):
            let digits = Array(fields[1])
            let hash = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
                UInt8(String(digits[$0...$0 + 1]), radix: 16)
            }
            guard hash.count == 32, digits.count == 64, let moment = Int64(fields[2]) else {
                return nil
            }
            self = .staffToken(hash, Timestamp(millisecondsSince1970: moment))
        default: return nil
        }
    }

    /// Erases it, where it is still there.
    ///
    /// - Returns: Whether it was.
    func perform(in db: Database) throws -> Bool {
        switch self {
        case .device(let id):
            guard
                try Bool.fetchOne(db, sql: "SELECT 1 FROM device WHERE id = ?", arguments: [id])
                    != nil
            else { return false }
            try DeviceTable.forget(id, in: db)
        case .message(let id):
            guard
                try Bool.fetchOne(db, sql: "SELECT 1 FROM message WHERE id = ?", arguments: [id])
                    != nil
            else { return false }
            try StoredMessageTable.erase([id], in: db)
        case .staffToken(let hash, let moment):
            try db.execute(
                sql: """
                    UPDATE staff_token SET revoked_at = ?
                    WHERE token_hash = ? AND revoked_at IS NULL
                    """,
                arguments: [moment.millisecondsSince1970, hash.blob]
            )
            return db.changesCount > 0
        }
        return true
    }
}

/// What was erased and does not stand in the list outside of the database yet.
enum ErasureTable {
    static func create(in db: Database) throws {
        try db.execute(
            sql: """
                -- what was erased and is not yet in the list beside the database
                CREATE TABLE erasure (
                    entry INTEGER PRIMARY KEY AUTOINCREMENT,
                    what TEXT NOT NULL
                ) STRICT;
                """
        )
    }

    static func note(_ erasure: Erasure, in db: Database) throws {
        try db.cachedStatement(sql: "INSERT INTO erasure (what) VALUES (?)")
            .execute(arguments: [erasure.text])
    }

    /// What waits, and the last entry of it.
    static func waiting(in db: Database) throws -> (erasures: [Erasure], last: Int64) {
        let rows = try Row.fetchAll(db, sql: "SELECT entry, what FROM erasure ORDER BY entry")
        return (
            rows.compactMap { Erasure(text: $0[1] as String) },
            rows.last.map { $0[0] as Int64 } ?? 0
        )
    }

    static func remove(through last: Int64, in db: Database) throws {
        try db.execute(sql: "DELETE FROM erasure WHERE entry <= ?", arguments: [last])
    }
}
