internal import Accounts
internal import Cryptography
package import Datasets
package import DomainModules
internal import Foundation
internal import GRDB
package import HTTPService
package import SpatiaLiteStore

/// The vault's own table: which key file is the database's.
package struct VaultModule: DomainModule {
    package static let name: ModuleName = "vault"
    package static let isCommonGround = true

    private let vault: Vault

    package init(on site: ModuleSite) { vault = .on(site) }

    package static var schema: [SchemaStep] {
        [
            SchemaStep { db in
                try db.execute(
                    sql: """
                        CREATE TABLE vault_setting (
                            vault TEXT NOT NULL,
                            tag_key BLOB NOT NULL CHECK (length(tag_key) = 32),
                            is_made INTEGER NOT NULL
                        ) STRICT;
                        """
                )
                try db.execute(
                    sql: "INSERT INTO vault_setting VALUES (?, ?, 0)",
                    arguments: [
                        Bytes.secureRandom(count: 16).hexadecimal,
                        Data(Bytes.secureRandom(count: 32)),
                    ]
                )
            },
            // Nodes that have it in common tell rows by their keys.
            SchemaStep(
                """
                ALTER TABLE vault_setting RENAME TO vault_old_setting;
                CREATE TABLE vault_setting (
                    one INTEGER PRIMARY KEY CHECK (one = 1),
                    vault TEXT NOT NULL,
                    tag_key BLOB NOT NULL CHECK (length(tag_key) = 32),
                    is_made INTEGER NOT NULL
                ) STRICT;
                INSERT INTO vault_setting SELECT 1, vault, tag_key, is_made FROM vault_old_setting;
                DROP TABLE vault_old_setting;
                """
            ),
        ]
    }

    package var part: ServicePart {
        var part = ServicePart(Self.name)
        part.life.follow = { [vault] in try await vault.refresh() }
        return part
    }
}

/// Which key file is a database's.
struct VaultSetting: Sendable {
    let vault: String
    let tagKey: [UInt8]
    /// Whether the file was made: then it is missed where it is not there.
    let isMade: Bool

    static func fetch(_ db: Database) throws -> VaultSetting {
        guard
            let row = try Row.fetchOne(db, sql: "SELECT vault, tag_key, is_made FROM vault_setting")
        else { throw VaultError.noKey }
        return VaultSetting(
            vault: row[0],
            tagKey: Array(row[1] as Data),
            isMade: (row[2] as Int) != 0
        )
    }

    static func noteMade(_ db: Database) throws {
        try db.execute(sql: "UPDATE vault_setting SET is_made = 1")
    }
}

extension Vault {
    /// Proves that what is sealed opens: every box of columns, each under its account's key.
    ///
    /// - Returns: One check a column.
    /// - Complexity: Reads and opens every box.
    package func check(_ columns: [SealedColumn]) async throws -> [IntegrityCheck] {
        var checks: [IntegrityCheck] = []
        for column in columns {
            checks.append(
                IntegrityCheck(
                    name: "sealed \(column.box) of \(column.table)",
                    findings: try await faults(in: column),
                    remedy:
                        "put back the key file that the database was served with; ambit backup keeps a copy "
                        + "of it beside each backup"
                )
            )
        }
        return checks
    }

    private func faults(in column: SealedColumn) async throws -> [String] {
        let boxes = try await boxes(of: column)
        guard !boxes.isEmpty else { return [] }
        let sealers: [AccountID: Sealer]
        do {
            sealers = try await self.sealers(of: boxes.map(\.account))
        } catch let error as VaultError {
            return ["\(error)"]
        }
        return boxes.compactMap { account, row, box in
            guard let sealer = sealers[account] else {
                return "row \(row) is sealed under a key that is not in the key file"
            }
            return sealer.open(box, in: column.context) == nil
                ? "row \(row) does not open under its account's key" : nil
        }
    }

    private func boxes(
        of column: SealedColumn
    ) async throws -> [(account: AccountID, row: Int64, box: [UInt8])] {
        try await store.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(column.account), rowid, \(column.box) FROM \(column.table)
                    WHERE \(column.box) IS NOT NULL
                    """
            ).map { row in
                (AccountID(rawValue: row[0]), row[1], Array(row[2] as Data))
            }
        }
    }
}
