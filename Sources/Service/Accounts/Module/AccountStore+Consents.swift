package import Accounts
internal import Foundation
package import GRDB
internal import SpatiaLiteStore
internal import Timekeeping
internal import Vault

/// Consents, and what hangs on them.
extension AccountStore {
    /// A wish to give a consent, or to take it back.
    struct ConsentAct: Sendable, Hashable {
        let purpose: ConsentPurpose
        let isGiven: Bool
        let textVersion: String
        let giver: Consent.Giver
        let method: String
    }

    /// Notes acts of consent, all or none. One that changes nothing is not noted again.
    func note(_ acts: [ConsentAct], of account: AccountID) async throws {
        let now = clock.now
        try await store.writeInGroup { db in
            for act in acts { try Self.note(act, of: account, at: now, in: db) }
        }
    }

    static func note(
        _ act: ConsentAct,
        of account: AccountID,
        at now: Timestamp,
        in db: Database
    ) throws {
        let live = try String.fetchOne(
            db,
            sql: """
                SELECT c.text_version FROM accounts_live_consent l
                JOIN accounts_consent c ON c.id = l.consent
                WHERE l.account = ? AND l.purpose = ?
                """,
            arguments: [account.rawValue, act.purpose.rawValue]
        )
        guard act.isGiven ? live != act.textVersion : live != nil else { return }
        try db.execute(
            sql: """
                INSERT INTO accounts_consent
                    (account, purpose, text_version, giver, method, act, at)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                account.rawValue, act.purpose.rawValue, act.textVersion, act.giver.rawValue,
                act.method, act.isGiven ? "given" : "withdrawn", now.millisecondsSince1970,
            ]
        )
        if act.isGiven {
            // Updated in place: what hangs on the consent that was there stays.
            try db.execute(
                sql: """
                    INSERT INTO accounts_live_consent (account, purpose, consent) VALUES (?1, ?2, ?3)
                    ON CONFLICT (account, purpose) DO UPDATE SET consent = ?3
                    """,
                arguments: [account.rawValue, act.purpose.rawValue, db.lastInsertedRowID]
            )
        } else {
            try db.execute(
                sql: "DELETE FROM accounts_live_consent WHERE account = ? AND purpose = ?",
                arguments: [account.rawValue, act.purpose.rawValue]
            )
        }
    }

    /// Whether an account has agreed to something, and has not taken it back.
    package func hasConsent(
        _ account: AccountID,
        _ purpose: ConsentPurpose
    ) async throws -> Bool {
        try await store.read { db in try Self.hasConsent(account, purpose, in: db) }
    }

    /// The same within a transaction.
    package static func hasConsent(
        _ account: AccountID,
        _ purpose: ConsentPurpose,
        in db: Database
    ) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: "SELECT 1 FROM accounts_live_consent WHERE account = ? AND purpose = ?"
            ),
            arguments: [account.rawValue, purpose.rawValue]
        ) != nil
    }

    /// Of accounts, those that have agreed to something.
    package func agreeing(
        to purpose: ConsentPurpose,
        among accounts: [AccountID]
    ) async throws -> Set<AccountID> {
        try await store.read { db in
            Set(try accounts.filter { try Self.hasConsent($0, purpose, in: db) })
        }
    }

    /// All consents of an account, in the order in which they were given; each with its end.
    package func consents(of account: AccountID) async throws -> [Consent] {
        let rows = try await store.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT purpose, text_version, giver, method, act, at FROM accounts_consent
                    WHERE account = ? ORDER BY id
                    """,
                arguments: [account.rawValue]
            ).map { row in
                (
                    purpose: ConsentPurpose(rawValue: row[0]), text: row[1] as String,
                    giver: Consent.Giver(rawValue: row[2]), method: row[3] as String,
                    isGiven: (row[4] as String) == "given",
                    at: Timestamp(millisecondsSince1970: row[5])
                )
            }
        }
        return rows.indices.compactMap { index in
            let row = rows[index]
            guard row.isGiven, let purpose = row.purpose, let giver = row.giver else { return nil }
            return Consent(
                purpose: purpose,
                textVersion: row.text,
                givenAt: row.at,
                // The next act of this purpose ends it, be it a newer text's.
                withdrawnAt: rows[(index + 1)...].first { $0.purpose == purpose }?.at,
                giver: giver,
                method: row.method
            )
        }
    }

    // MARK: Contact

    /// An account's telephone number; nil for none.
    func phone(of account: AccountID) async throws -> String? {
        let box = try await store.read { db in
            try Data.fetchOne(
                db,
                sql: "SELECT box FROM accounts_contact WHERE account = ?",
                arguments: [account.rawValue]
            )
        }
        guard let box else { return nil }
        return try await vault.sealer(of: account)?.phone(box)
    }

    /// Sets or removes a telephone number.
    ///
    /// - Returns: Whether there is a consent to being reached; without one nothing is kept.
    func setPhone(_ phone: String?, of account: AccountID) async throws -> Bool {
        guard let sealer = try await vault.sealer(of: account) else { throw VaultError.noKey }
        let box = phone.map { sealer.seal(phone: $0) }
        return try await store.writeInGroup { db in
            guard let box else {
                try db.execute(
                    sql: "DELETE FROM accounts_contact WHERE account = ?",
                    arguments: [account.rawValue]
                )
                return true
            }
            guard try Self.hasConsent(account, .contactForPrizes, in: db) else { return false }
            try db.execute(
                sql: """
                    INSERT INTO accounts_contact (account, box) VALUES (?1, ?2)
                    ON CONFLICT (account) DO UPDATE SET box = ?2
                    """,
                arguments: [account.rawValue, box]
            )
            return true
        }
    }

    /// How accounts are reached that have agreed to be; others are left out. Each look is noted.
    ///
    /// - Parameter staff: The id of the token of whoever looks.
    package func contacts(
        of accounts: [AccountID],
        lookedAtBy staff: Int64
    ) async throws -> [AccountID: Contact] {
        let agreeing = try await agreeing(to: .contactForPrizes, among: accounts).sorted()
        let profiles = try await profiles(of: agreeing)
        var contacts: [AccountID: Contact] = [:]
        for account in agreeing {
            contacts[account] = Contact(
                email: profiles[account]?.email,
                phone: try await phone(of: account)
            )
        }
        let looked = agreeing
        let now = clock.now.millisecondsSince1970
        try await store.write { db in
            let statement = try db.cachedStatement(
                sql: "INSERT INTO accounts_look (account, staff, at) VALUES (?, ?, ?)"
            )
            for account in looked {
                try statement.execute(arguments: [account.rawValue, staff, now])
            }
        }
        return contacts
    }
}
