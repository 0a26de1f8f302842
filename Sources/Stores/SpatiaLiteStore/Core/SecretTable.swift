internal import Foundation
internal import GRDB
internal import Radar

/// What the file knows and nobody outside of it.
enum SecretTable {
    /// Makes the file's secret. Once: it is made within the transaction that gives the file its table.
    static func create(in db: Database) throws {
        try db.execute(
            sql: """
                -- makes the ids that readers know out of those of messages
                CREATE TABLE service_secret (
                    bytes BLOB NOT NULL CHECK (length(bytes) = \(ServiceSecret.byteCount))
                ) STRICT
                """
        )
        try db.execute(
            sql: "INSERT INTO service_secret VALUES (?)",
            arguments: [ServiceSecret().bytes.blob]
        )
    }

    /// - Throws: ``SpatiaLiteStoreError/damaged(path:detail:)`` when the file has lost it.
    static func secret(in db: Database, path: String) throws -> ServiceSecret {
        let rows = try Data.fetchAll(db, sql: "SELECT bytes FROM service_secret")
        guard rows.count == 1, let secret = rows.first.flatMap({ ServiceSecret(bytes: Array($0)) })
        else {
            throw SpatiaLiteStoreError.damaged(
                path: path,
                detail: "the secret that makes the ids of messages is missing"
            )
        }
        return secret
    }
}
