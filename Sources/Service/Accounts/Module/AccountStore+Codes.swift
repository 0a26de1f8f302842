internal import Accounts
internal import Cryptography
internal import Foundation
internal import GRDB
internal import SpatiaLiteStore
internal import Timekeeping

/// Codes by which accounts are recovered.
extension AccountStore {
    static func insertCode(
        _ code: String,
        of account: AccountID,
        expiresAt: Timestamp?,
        in db: Database
    ) throws {
        try db.cachedStatement(
            sql: "INSERT INTO accounts_code (hash, account, expires_at) VALUES (?, ?, ?)"
        ).execute(arguments: [
            Data(Secret.hash(code)), account.rawValue, expiresAt?.millisecondsSince1970,
        ])
    }

    /// Makes a code that is mailed; those that were mailed before are no good any more.
    func newCode(for account: AccountID) async throws -> String {
        let code = Secret.code()
        let expiresAt = after(Self.codeLifeMilliseconds)
        try await store.writeInGroup { db in
            try db.execute(
                sql: "DELETE FROM accounts_code WHERE account = ? AND expires_at IS NOT NULL",
                arguments: [account.rawValue]
            )
            try Self.insertCode(code, of: account, expiresAt: expiresAt, in: db)
        }
        return code
    }

    /// Ends the codes of an account that were mailed: they went to an address that it has no more.
    func endMailedCodes(of account: AccountID) async throws {
        try await store.writeInGroup { db in
            try db.execute(
                sql: "DELETE FROM accounts_code WHERE account = ? AND expires_at IS NOT NULL",
                arguments: [account.rawValue]
            )
        }
    }

    /// Whose a code is that is still good, and whether it was mailed; nil for none.
    func owner(ofCode code: String) async throws -> (account: AccountID, isMailed: Bool)? {
        let now = clock.now.millisecondsSince1970
        return try await store.read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT account, expires_at IS NOT NULL FROM accounts_code
                    WHERE hash = ? AND (expires_at IS NULL OR expires_at > ?)
                    """,
                arguments: [Data(Secret.hash(code)), now]
            ).map { (AccountID(rawValue: $0[0]), $0[1]) }
        }
    }

    /// Uses a code up, for a new password; all tokens of the account end.
    ///
    /// - Returns: Whether it was still there: of two who come with one code, one gets it.
    func redeem(_ code: String, for password: PasswordHash, of account: AccountID) async throws
        -> Bool
    {
        let hash = Data(Secret.hash(code))
        let now = clock.now.millisecondsSince1970
        return try await store.writeInGroup { db in
            try db.execute(
                sql: """
                    DELETE FROM accounts_code
                    WHERE hash = ? AND account = ? AND (expires_at IS NULL OR expires_at > ?)
                    """,
                arguments: [hash, account.rawValue, now]
            )
            guard db.changesCount == 1 else { return false }
            try db.execute(
                sql:
                    "UPDATE accounts_account SET password = ? WHERE id = ? AND kind = 'registered'",
                arguments: [password.text, account.rawValue]
            )
            guard db.changesCount == 1 else { return false }
            try Self.endOthers(of: account, keeping: Data(), in: db)
            return true
        }
    }
}
