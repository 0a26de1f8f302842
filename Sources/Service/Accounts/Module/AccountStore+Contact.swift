package import Accounts
internal import Foundation
internal import GRDB
internal import SpatiaLiteStore
package import Timekeeping
internal import Vault

/// How people are reached who have agreed to be, and the end of it.
extension AccountStore {
    /// Of accounts, those that can be reached: they have agreed to be, and have told an address or a number.
    package func reachable(among accounts: [AccountID]) async throws -> Set<AccountID> {
        guard !accounts.isEmpty else { return [] }
        let (called, others) = try await store.read { db in
            let agreeing = try accounts.filter {
                try Self.hasConsent($0, .contactForPrizes, in: db)
            }
            let called = Set(try agreeing.filter { try Self.hasPhone($0, in: db) })
            return (called, agreeing.filter { !called.contains($0) })
        }
        let mailed = try await profiles(of: others).filter { $0.value.email != nil }
        return called.union(mailed.keys)
    }

    private static func hasPhone(_ account: AccountID, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM accounts_contact WHERE account = ?"),
            arguments: [account.rawValue]
        ) != nil
    }

    /// How long after it is given a consent to be reached holds where what it was given for was over by then, in
    /// milliseconds: 60 days.
    private static let contactMilliseconds: Int64 = 60 * 86_400_000

    /// Ends consents to be reached of which the time is over, and erases the telephone numbers that hang on them;
    /// when this returns, neither is on disk any more. An address stays with its account, since its owner
    /// recovers the account by it; nobody else is told it.
    ///
    /// A consent that was given after its end was given anew, and holds 60 days.
    ///
    /// - Parameters:
    ///   - ends: Until when accounts may be reached; others stay as they are.
    ///   - limit: The most that are ended.
    /// - Returns: How many consents were ended.
    package func endContacts(
        _ ends: [AccountID: Timestamp],
        limit: Int
    ) async throws -> Int {
        let now = clock.now
        let latest = now.millisecondsSince1970
        let over = ends.filter { $0.value <= now }
        let ending = try await store.read { db in
            var ending: [(account: AccountID, act: ConsentAct)] = []
            for (account, end) in over.sorted(by: { $0.key < $1.key }) where ending.count < limit {
                guard let (act, givenAt) = try Self.endOfContact(account, in: db) else { continue }
                let isAnew = givenAt > end.millisecondsSince1970
                guard !isAnew || givenAt <= latest - Self.contactMilliseconds else { continue }
                ending.append((account, act))
            }
            return ending
        }
        guard !ending.isEmpty else { return 0 }
        let acts = ending
        try await store.write { db in
            for (account, act) in acts { try Self.note(act, of: account, at: now, in: db) }
        }
        return acts.count
    }

    /// The act that ends a live consent to be reached, and when that was given, in milliseconds since 1970; nil
    /// where there is none.
    private static func endOfContact(
        _ account: AccountID,
        in db: Database
    ) throws -> (act: ConsentAct, givenAt: Int64)? {
        let purpose = ConsentPurpose.contactForPrizes
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT c.text_version, c.giver, c.at FROM accounts_live_consent l
                    JOIN accounts_consent c ON c.id = l.consent
                    WHERE l.account = ? AND l.purpose = ?
                    """
            ),
            arguments: [account.rawValue, purpose.rawValue]
        )
        guard let row, let giver = Consent.Giver(rawValue: row[1]) else { return nil }
        let act = ConsentAct(
            purpose: purpose,
            isGiven: false,
            textVersion: row[0],
            giver: giver,
            method: "expired"
        )
        return (act, row[2])
    }

    // MARK: Approval

    /// When an adult agreed that an account's owner of 13 to 17 years tells how they are reached; nil where none
    /// has.
    package func adultApproval(of account: AccountID) async throws -> Timestamp? {
        try await store.read { db in
            try Int64.fetchOne(
                db,
                sql: "SELECT approved_at FROM accounts_adult_approval WHERE account = ?",
                arguments: [account.rawValue]
            ).map { Timestamp(millisecondsSince1970: $0) }
        }
    }

    /// Notes that an adult agrees; the first time stays. When this returns, it is on disk.
    func approve(_ account: AccountID) async throws {
        let now = clock.now
        try await store.writeInGroup { db in try Self.approve(account, at: now, in: db) }
    }

    /// The same within a transaction.
    static func approve(_ account: AccountID, at moment: Timestamp, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO accounts_adult_approval (account, approved_at) VALUES (?, ?)
                ON CONFLICT DO NOTHING
                """,
            arguments: [account.rawValue, moment.millisecondsSince1970]
        )
    }
}
