package import Accounts
internal import Cryptography
package import DomainModules
internal import Foundation
internal import GRDB
package import SpatiaLiteStore
package import Timekeeping
package import Vault

/// Accounts as the database has them. Writes are on disk when they return.
package struct AccountStore: Sendable {
    /// The database.
    package let store: SpatiaLiteStore
    /// What names and addresses are sealed by.
    package let vault: Vault
    /// Tells the moment.
    package let clock: any WallClock

    /// How long a token is good after it was used last.
    package static let tokenLifeMilliseconds: Int64 = 30 * 86_400_000
    /// A token that was used is noted as such once a day.
    private static let renewalMilliseconds: Int64 = 86_400_000
    /// How long a mailed code is good.
    package static let codeLifeMilliseconds: Int64 = 15 * 60_000

    /// The accounts of the database that a site has.
    package init(on site: ModuleSite) {
        store = site.store
        clock = site.clock
        vault = .on(site)
    }

    /// A token that was just made, and the end of it.
    package struct NewToken: Sendable, Hashable {
        /// Shown once.
        package let text: String
        /// Unless it is used before.
        package let expiresAt: Timestamp
    }

    // MARK: Making

    /// Keeps an account whose key is in the vault, with a token.
    func add(_ draft: Draft, sealer: Sealer) async throws -> NewToken {
        let token = newToken()
        let box = try sealer.seal(draft.profile)
        let account = draft.account
        try await store.writeInGroup { db in
            try db.cachedStatement(
                sql: """
                    INSERT INTO accounts_account (id, kind, age_band, created_at, password, profile)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                account.id.rawValue, account.kind.rawValue, account.ageBand.rawValue,
                account.createdAt.millisecondsSince1970, draft.password?.text, box,
            ])
            if draft.isApproved { try Self.approve(account.id, at: account.createdAt, in: db) }
            try Self.insert(token, of: account.id, in: db)
            for code in draft.codes {
                try Self.insertCode(code, of: account.id, expiresAt: nil, in: db)
            }
        }
        return token
    }

    // MARK: Tokens

    private func newToken() -> NewToken {
        NewToken(text: Secret.token(), expiresAt: after(Self.tokenLifeMilliseconds))
    }

    func after(_ milliseconds: Int64) -> Timestamp {
        clock.now.adding(milliseconds: milliseconds) ?? clock.now
    }

    private static func insert(
        _ token: NewToken,
        of account: AccountID,
        in db: Database
    ) throws {
        try db.cachedStatement(
            sql: "INSERT INTO accounts_token (account, hash, expires_at) VALUES (?, ?, ?)"
        ).execute(arguments: [
            account.rawValue, Data(Secret.hash(token.text)), token.expiresAt.millisecondsSince1970,
        ])
    }

    /// Lets somebody in: one more token of an account.
    ///
    /// - Returns: nil where the account is gone by now.
    func signIn(_ account: AccountID) async throws -> NewToken? {
        let token = newToken()
        return try await store.writeInGroup { db in
            guard try Self.exists(account, in: db) else { return nil }
            try Self.insert(token, of: account, in: db)
            return token
        }
    }

    /// Ends a token.
    func signOut(_ token: String) async throws {
        try await store.writeInGroup { db in
            try db.cachedStatement(sql: "DELETE FROM accounts_token WHERE hash = ?")
                .execute(arguments: [Data(Secret.hash(token))])
        }
    }

    /// The account that a token is of; nil where it is none, or has expired. A token that is used lives on.
    ///
    /// The store is asked each time, so that a token that was ended is no good at once.
    package func account(presenting token: String) async throws -> Account? {
        guard Secret.isToken(token) else { return nil }
        let hash = Data(Secret.hash(token))
        let now = clock.now
        let found = try await readingAgain { db in
            try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT a.id, a.kind, a.age_band, a.created_at, t.expires_at
                        FROM accounts_token t JOIN accounts_account a ON a.id = t.account
                        WHERE t.hash = ? AND t.expires_at > ?
                        """
                ),
                arguments: [hash, now.millisecondsSince1970]
            ).map { (try Account(row: $0), $0[4] as Int64) }
        }
        guard let (account, expiresAt) = found else { return nil }
        let renewed = after(Self.tokenLifeMilliseconds).millisecondsSince1970
        if renewed - expiresAt >= Self.renewalMilliseconds {
            try await store.writeInGroup { db in
                try db.execute(
                    sql: "UPDATE accounts_token SET expires_at = ? WHERE hash = ?",
                    arguments: [renewed, hash]
                )
            }
        }
        return account
    }

    // MARK: Reading

    /// Reads something that another node may have written a moment ago: where it is not there, once more after
    /// what others have changed was taken over, by this call or by one that was faster.
    private func readingAgain<Value: Sendable>(
        _ body: @Sendable (Database) throws -> Value?
    ) async throws -> Value? {
        if let found = try await store.read(body) { return found }
        guard store.commonPlace != nil else { return nil }
        try await store.catchUp()
        return try await store.read(body)
    }

    static func exists(_ account: AccountID, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM accounts_account WHERE id = ?"),
            arguments: [account.rawValue]
        ) != nil
    }

    /// An account by its id; nil for none.
    package func account(_ id: AccountID) async throws -> Account? {
        try await store.read { db in
            try Row.fetchOne(
                db,
                sql: "SELECT id, kind, age_band, created_at FROM accounts_account WHERE id = ?",
                arguments: [id.rawValue]
            ).map(Account.init)
        }
    }

    /// The profiles of accounts; those that are gone are left out.
    package func profiles(of accounts: [AccountID]) async throws -> [AccountID: Profile] {
        guard !accounts.isEmpty else { return [:] }
        let boxes = try await store.read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT profile FROM accounts_account WHERE id = ?"
            )
            return try accounts.reduce(into: [AccountID: Data]()) { boxes, account in
                boxes[account] = try Data.fetchOne(statement, arguments: [account.rawValue])
            }
        }
        let sealers = try await vault.sealers(of: Array(boxes.keys))
        return boxes.reduce(into: [:]) { profiles, entry in
            profiles[entry.key] = sealers[entry.key]?.profile(entry.value)
        }
    }

    /// What others may see of accounts, where they may see anything; those without a name are left out.
    package func shownNames(of accounts: [AccountID]) async throws -> [AccountID: String] {
        try await profiles(of: accounts).compactMapValues(\.shownName)
    }

    /// The account with a username or an address; nil for none.
    package func account(named name: Vault.Name) async throws -> AccountID? {
        guard let found = try await vault.account(named: name) else { return nil }
        // Its registration may not have come to its end.
        return try await readingAgain { db in try Self.exists(found, in: db) ? found : nil }
    }

    /// What is kept of an account's password; nil where it has none.
    func password(of account: AccountID) async throws -> PasswordHash? {
        try await store.read { db in
            try String.fetchOne(
                db,
                sql: "SELECT password FROM accounts_account WHERE id = ?",
                arguments: [account.rawValue]
            )
        }.flatMap(PasswordHash.init(text:))
    }

    // MARK: Changing

    /// Changes a profile, in one transaction with reading it, so that of changes at once none is lost.
    func change(
        _ account: AccountID,
        _ change: @escaping @Sendable (inout Profile) -> Void
    ) async throws {
        guard let sealer = try await vault.sealer(of: account) else { throw VaultError.noKey }
        try await store.writeInGroup { db in
            let box = try Data.fetchOne(
                db,
                sql: "SELECT profile FROM accounts_account WHERE id = ?",
                arguments: [account.rawValue]
            )
            guard var profile = box.flatMap(sealer.profile) else { return }
            change(&profile)
            try db.execute(
                sql: "UPDATE accounts_account SET profile = ? WHERE id = ?",
                arguments: [try sealer.seal(profile), account.rawValue]
            )
        }
    }

    /// Sets a new password: all codes but those that were printed, and all tokens but one, end.
    ///
    /// - Parameter kept: The token that stays.
    func set(
        _ password: PasswordHash,
        of account: AccountID,
        keeping kept: String?
    ) async throws {
        let hash = Data(kept.map(Secret.hash) ?? [])
        try await store.writeInGroup { db in
            try db.execute(
                sql:
                    "UPDATE accounts_account SET password = ? WHERE id = ? AND kind = 'registered'",
                arguments: [password.text, account.rawValue]
            )
            try Self.endOthers(of: account, keeping: hash, in: db)
        }
    }

    static func endOthers(
        of account: AccountID,
        keeping hash: Data,
        in db: Database
    ) throws {
        try db.execute(
            sql: "DELETE FROM accounts_token WHERE account = ? AND hash IS NOT ?",
            arguments: [account.rawValue, hash]
        )
        try db.execute(
            sql: "DELETE FROM accounts_code WHERE account = ? AND expires_at IS NOT NULL",
            arguments: [account.rawValue]
        )
    }

    /// Removes rows of an account that is erased; what refers to it goes with it.
    func remove(_ account: AccountID) async throws {
        try await store.write { db in
            try db.execute(
                sql: "DELETE FROM accounts_account WHERE id = ?",
                arguments: [account.rawValue]
            )
        }
    }

    /// Lets nobody in any more who has a token of an account.
    func endTokens(of account: AccountID) async throws {
        try await store.writeInGroup { db in
            try db.execute(
                sql: "DELETE FROM accounts_token WHERE account = ?",
                arguments: [account.rawValue]
            )
        }
    }

    /// Removes at most so many tokens and codes that have expired.
    ///
    /// - Returns: How many there were.
    func sweep(limit: Int) async throws -> Int {
        let now = clock.now.millisecondsSince1970
        return try await store.write { db in
            try db.execute(
                sql: """
                    DELETE FROM accounts_token WHERE id IN (
                        SELECT id FROM accounts_token WHERE expires_at <= ? LIMIT ?)
                    """,
                arguments: [now, limit]
            )
            let tokens = db.changesCount
            try db.execute(
                sql: """
                    DELETE FROM accounts_code WHERE hash IN (
                        SELECT hash FROM accounts_code WHERE expires_at <= ? LIMIT ?)
                    """,
                arguments: [now, max(0, limit - tokens)]
            )
            return tokens + db.changesCount
        }
    }
}

extension AccountStore {
    /// Of accounts, those that the database has.
    func existing(among accounts: Set<AccountID>) async throws -> [AccountID] {
        try await store.read { db in
            try accounts.filter { try Self.exists($0, in: db) }
        }
    }
}
