internal import Accounts
internal import Foundation
internal import GRDB
internal import Mobility
internal import SpatiaLiteStore
internal import Timekeeping
internal import Vault

/// Who sees whose score.
struct FriendStore: Sendable {
    let store: SpatiaLiteStore
    let vault: Vault

    /// Asks somebody; where they have asked before, and are asked by their username, both agree now.
    ///
    /// What an address finds shows in nothing that the asker sees until the one who is asked agrees: else whoever has
    /// a friend could try addresses until one turns out to be theirs.
    ///
    /// - Parameters:
    ///   - asked: nil where nobody has the name: whoever asks is not told.
    ///   - label: What was written of them.
    ///   - folded: Makes one of all ways to write a name or an address.
    ///   - isAddress: Whether they are asked by an address.
    /// - Returns: The friendship; nil where the asker has too many.
    func ask(
        _ account: AccountID,
        for asked: AccountID?,
        label: String,
        folded: @escaping @Sendable (String) -> String,
        isAddress: Bool,
        id: String,
        at moment: Timestamp
    ) async throws -> Friendship? {
        guard let sealer = try await vault.sealer(of: account) else {
            throw TravelStoreError.erased
        }
        let written = Array(label.utf8)
        let box = Data(sealer.seal(written, in: TravelTables.friend.context))
        let wanted = folded(label)
        return try await store.writeInGroup { db in
            let known = try Self.all(of: account, in: db)
            // Whoever shows themselves to the asker anyway: a friend, or somebody who has asked them.
            let visible = known.first { friendship in
                !isAddress && asked != nil
                    && friendship.other(than: account.rawValue) == asked?.rawValue
                    && friendship.standing(for: account.rawValue) != .asked
            }
            if var old = visible {
                try db.execute(
                    sql: "UPDATE mobility_friend SET is_agreed = 1 WHERE id = ?",
                    arguments: [old.id]
                )
                old.isAgreed = true
                return old
            }
            let words = try Self.words(of: account, sealer, in: db)
            // The same words once more are the same question, whether or not anybody has the name.
            if let same = known.first(where: { words[$0.id].map(folded) == wanted }) { return same }
            // Only what they have asked themselves counts: nobody fills somebody else's list.
            guard known.count(where: { $0.asker == account.rawValue }) < Friendship.limit else {
                return nil
            }
            let reached = try asked.flatMap { asked in
                try Self.questions(to: asked, in: db) < Friendship.limit ? asked : nil
            }
            try db.execute(
                sql: """
                    INSERT INTO mobility_friend (id, account, asked, is_agreed, since, label)
                    VALUES (?, ?, ?, 0, ?, ?)
                    """,
                arguments: [
                    id, account.rawValue, reached?.rawValue, moment.millisecondsSince1970, box,
                ]
            )
            return Friendship(
                id: id,
                asker: account.rawValue,
                asked: reached?.rawValue,
                isAgreed: false,
                since: moment
            )
        }
    }

    /// What somebody wrote of those whom they asked, by friendship.
    private static func words(
        of account: AccountID,
        _ sealer: Sealer,
        in db: Database
    ) throws -> [String: String] {
        let rows = try Row.fetchAll(
            db,
            sql: "SELECT id, label FROM mobility_friend WHERE account = ?",
            arguments: [account.rawValue]
        )
        var words: [String: String] = [:]
        for row in rows {
            let (id, label): (String, Data) = (row[0], row[1])
            guard let bytes = sealer.open(Array(label), in: TravelTables.friend.context) else {
                continue
            }
            words[id] = String(decoding: bytes, as: UTF8.self)
        }
        return words
    }

    /// Agrees to what somebody asked.
    ///
    /// - Returns: nil where nobody has asked so.
    func agree(_ id: String, _ account: AccountID) async throws -> Friendship? {
        try await store.writeInGroup { db in
            guard var friendship = try Self.all(of: account, in: db).first(where: { $0.id == id })
            else { return nil }
            guard friendship.standing(for: account.rawValue) != .asked else { return nil }
            friendship.isAgreed = true
            try db.execute(
                sql: "UPDATE mobility_friend SET is_agreed = 1 WHERE id = ?",
                arguments: [id]
            )
            return friendship
        }
    }

    /// Ends a friendship or a question, by either side.
    ///
    /// - Returns: Whether there was one.
    func end(_ id: String, _ account: AccountID) async throws -> Bool {
        try await store.writeInGroup { db in
            try db.execute(
                sql: "DELETE FROM mobility_friend WHERE id = ? AND (account = ? OR asked = ?)",
                arguments: [id, account.rawValue, account.rawValue]
            )
            return db.changesCount > 0
        }
    }

    /// The friends and questions of somebody, the earliest first.
    func all(of account: AccountID) async throws -> [Friendship] {
        try await store.read { db in try Self.all(of: account, in: db) }
    }

    /// What somebody wrote who asked, by the ids of friendships.
    func labels(of account: AccountID) async throws -> [String: String] {
        let rows = try await store.read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT id, label FROM mobility_friend WHERE account = ?",
                arguments: [account.rawValue]
            ).map { ($0[0] as String, $0[1] as Data) }
        }
        guard !rows.isEmpty else { return [:] }
        guard let sealer = try await vault.sealer(of: account) else {
            throw TravelStoreError.erased
        }
        return rows.reduce(into: [:]) { labels, row in
            labels[row.0] = sealer.open(Array(row.1), in: TravelTables.friend.context)
                .map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// How many questions somebody has not answered.
    private static func questions(to account: AccountID, in db: Database) throws -> Int {
        try Int.fetchOne(
            db,
            sql: "SELECT count(*) FROM mobility_friend WHERE asked = ? AND is_agreed = 0",
            arguments: [account.rawValue]
        ) ?? 0
    }

    private static func all(of account: AccountID, in db: Database) throws -> [Friendship] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT id, account, asked, is_agreed, since FROM mobility_friend
                WHERE account = ?1 OR asked = ?1 ORDER BY since, id
                """,
            arguments: [account.rawValue]
        ).map {
            Friendship(
                id: $0[0],
                asker: $0[1],
                asked: $0[2],
                isAgreed: $0[3],
                since: Timestamp(millisecondsSince1970: $0[4])
            )
        }
    }
}
