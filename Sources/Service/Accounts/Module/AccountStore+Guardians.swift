internal import Accounts
internal import Foundation
internal import GRDB
internal import SpatiaLiteStore
internal import Timekeeping
internal import Vault

/// Parents of children, as far as they have told who they are.
extension AccountStore {
    /// How long a parent's address is kept that nobody confirms.
    private static let guardianLifeMilliseconds: Int64 = 7 * 86_400_000

    /// Notes a child's parent.
    ///
    /// - Returns: The code that is mailed: who has it, speaks for the child.
    func addGuardian(_ address: EmailAddress, of account: AccountID) async throws -> String {
        guard let sealer = try await vault.sealer(of: account) else { throw VaultError.noKey }
        let box = Data(sealer.seal(Array(address.text.utf8), in: AccountTables.guardian.context))
        let code = Secret.code()
        let expiresAt = clock.now.adding(milliseconds: Self.guardianLifeMilliseconds) ?? clock.now
        try await store.writeInGroup { db in
            try db.execute(
                sql:
                    "INSERT INTO accounts_guardian (account, hash, box, expires_at) VALUES (?, ?, ?, ?)",
                arguments: [
                    account.rawValue, Data(Secret.hash(code)), box,
                    expiresAt.millisecondsSince1970,
                ]
            )
        }
        return code
    }

    /// The child whose parent has a code; nil for none.
    func child(ofGuardianWith code: String) async throws -> AccountID? {
        let now = clock.now.millisecondsSince1970
        return try await store.read { db in
            try Int64.fetchOne(
                db,
                sql: """
                    SELECT account FROM accounts_guardian
                    WHERE hash = ? AND (expires_at IS NULL OR expires_at > ?)
                    """,
                arguments: [Data(Secret.hash(code)), now]
            ).map { AccountID(rawValue: $0) }
        }
    }

    /// Notes what a parent agrees to for a child, by which the parent is confirmed.
    func note(_ acts: [ConsentAct], byGuardianOf account: AccountID) async throws {
        let now = clock.now
        try await store.writeInGroup { db in
            try db.execute(
                sql: "UPDATE accounts_guardian SET expires_at = NULL WHERE account = ?",
                arguments: [account.rawValue]
            )
            for act in acts { try Self.note(act, of: account, at: now, in: db) }
        }
    }

    /// Removes at most so many parents who were not confirmed in time.
    ///
    /// - Returns: How many there were.
    func sweepGuardians(limit: Int) async throws -> Int {
        let now = clock.now.millisecondsSince1970
        return try await store.write { db in
            try db.execute(
                sql: """
                    DELETE FROM accounts_guardian WHERE account IN (
                        SELECT account FROM accounts_guardian WHERE expires_at <= ? LIMIT ?)
                    """,
                arguments: [now, limit]
            )
            return db.changesCount
        }
    }
}
