internal import Accounts
internal import AccountsModule
internal import Cryptography
internal import DomainModules
internal import Foundation
internal import GRDB
internal import SpatiaLiteStore
internal import Timekeeping
internal import Vault

/// Browsers that want to be told by push. Each is sealed, and goes with the consent to `push`.
struct PushStore: Sendable {
    let store: SpatiaLiteStore
    let vault: Vault

    static let column = SealedColumn(table: "notices_push", box: "box", context: "notices.push")
    /// How many browsers an account has.
    static let most = 10

    static let schema = SchemaStep { db in
        try db.execute(
            sql: """
                -- browsers, and what of an account's notices each was told last
                CREATE TABLE notices_push (
                    id INTEGER PRIMARY KEY,
                    account INTEGER NOT NULL,
                    purpose TEXT NOT NULL DEFAULT 'push' CHECK (purpose = 'push'),
                    -- which browser, to who has its address
                    mark BLOB NOT NULL UNIQUE CHECK (length(mark) = 32),
                    box BLOB NOT NULL,
                    last_notice INTEGER NOT NULL,
                    tries INTEGER NOT NULL,
                    next_at INTEGER NOT NULL,
                    FOREIGN KEY (account, purpose)
                        REFERENCES accounts_live_consent (account, purpose) ON DELETE CASCADE
                ) STRICT;
                CREATE INDEX notices_push_account ON notices_push (account, purpose);

                -- what the service proves to push services that it is the same
                CREATE TABLE notices_push_key (
                    private BLOB NOT NULL CHECK (length(private) = 32),
                    public BLOB NOT NULL CHECK (length(public) = 65)
                ) STRICT;
                """
        )
        let pair = PushKeyPair()
        try db.execute(
            sql: "INSERT INTO notices_push_key VALUES (?, ?)",
            arguments: [Data(pair.privateKey), Data(pair.publicKey)]
        )
    }

    /// Nodes that have them in common tell rows by their keys.
    static let keySchema = SchemaStep(
        """
        ALTER TABLE notices_push_key RENAME TO notices_old_push_key;
        CREATE TABLE notices_push_key (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            private BLOB NOT NULL CHECK (length(private) = 32),
            public BLOB NOT NULL CHECK (length(public) = 65)
        ) STRICT;
        INSERT INTO notices_push_key SELECT 1, private, public FROM notices_old_push_key;
        DROP TABLE notices_old_push_key;
        """
    )

    /// The service's own keys.
    func keys() async throws -> PushKeyPair {
        let found = try await store.read { db in
            try Row.fetchOne(db, sql: "SELECT private, public FROM notices_push_key").flatMap {
                row in
                PushKeyPair(privateKey: Array(row[0] as Data), publicKey: Array(row[1] as Data))
            }
        }
        guard let found else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        return found
    }

    /// Why a browser was not noted.
    enum Refusal: Error { case noConsent, tooMany }

    /// Notes a browser, which is told what comes from now on; one that is there already is another's no more.
    func add(_ browser: PushSubscription, of account: AccountID, at now: Timestamp) async throws {
        guard let sealer = try await vault.sealer(of: account) else { throw VaultError.noKey }
        let bytes = Array(try JSONEncoder().encode(browser))
        let box = Data(sealer.seal(bytes, in: Self.column.context))
        let mark = try await mark(of: browser.endpoint)
        try await store.writeInGroup { db in
            guard try AccountStore.hasConsent(account, .push, in: db) else {
                throw Refusal.noConsent
            }
            try db.execute(sql: "DELETE FROM notices_push WHERE mark = ?", arguments: [mark])
            let count = try Int.fetchOne(
                db,
                sql: "SELECT count(*) FROM notices_push WHERE account = ?",
                arguments: [account.rawValue]
            )
            guard (count ?? 0) < Self.most else { throw Refusal.tooMany }
            try db.execute(
                sql: """
                    INSERT INTO notices_push (account, mark, box, last_notice, tries, next_at)
                    VALUES (?, ?, ?, (SELECT coalesce(max(id), 0) FROM notices_notice), 0, ?)
                    """,
                arguments: [account.rawValue, mark, box, now.millisecondsSince1970]
            )
        }
    }

    /// Forgets a browser of an account.
    func remove(_ endpoint: String, of account: AccountID) async throws {
        let mark = try await mark(of: endpoint)
        try await store.writeInGroup { db in
            try db.execute(
                sql: "DELETE FROM notices_push WHERE mark = ? AND account = ?",
                arguments: [mark, account.rawValue]
            )
        }
    }

    /// A keyed hash of an address: the address itself is sealed.
    private func mark(of endpoint: String) async throws -> Data {
        let keys = try await keys()
        return Data(AuthenticationKey(bytes: keys.privateKey).code(for: Array(endpoint.utf8)))
    }

    /// A browser whose turn has come.
    struct Due: Sendable {
        let id: Int64
        let account: AccountID
        let browser: PushSubscription
        let last: Int64
        let tries: Int
    }

    /// Browsers whose turn has come, some at a time.
    ///
    /// - Parameter id: The id behind which they begin.
    func due(at now: Timestamp, after id: Int64, limit: Int) async throws -> [Due] {
        let rows = try await store.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT id, account, box, last_notice, tries FROM notices_push
                    WHERE id > ? AND next_at <= ? ORDER BY id LIMIT ?
                    """,
                arguments: [id, now.millisecondsSince1970, limit]
            ).map { row in
                (
                    id: row[0] as Int64, account: AccountID(rawValue: row[1]),
                    box: Array(row[2] as Data), last: row[3] as Int64, tries: row[4] as Int
                )
            }
        }
        let sealers = try await vault.sealers(of: rows.map(\.account))
        return rows.compactMap { row in
            guard let bytes = sealers[row.account]?.open(row.box, in: Self.column.context),
                let browser = try? JSONDecoder().decode(PushSubscription.self, from: Data(bytes))
            else { return nil }
            return Due(
                id: row.id,
                account: row.account,
                browser: browser,
                last: row.last,
                tries: row.tries
            )
        }
    }

    /// Notes what came of telling a browser.
    ///
    /// - Parameters:
    ///   - last: The notice that it was told last.
    ///   - nextAt: When it is tried again.
    func note(_ id: Int64, last: Int64, tries: Int, nextAt: Timestamp) async throws {
        try await store.writeInGroup { db in
            try db.execute(
                sql: "UPDATE notices_push SET last_notice = ?, tries = ?, next_at = ? WHERE id = ?",
                arguments: [last, tries, nextAt.millisecondsSince1970, id]
            )
        }
    }

    /// Forgets a browser that its push service does not know any more.
    func forget(_ id: Int64) async throws {
        try await store.writeInGroup { db in
            try db.execute(sql: "DELETE FROM notices_push WHERE id = ?", arguments: [id])
        }
    }

    /// How many browsers an account has.
    func count(of account: AccountID) async throws -> Int {
        try await store.read { db in
            try Int.fetchOne(
                db,
                sql: "SELECT count(*) FROM notices_push WHERE account = ?",
                arguments: [account.rawValue]
            ) ?? 0
        }
    }
}
