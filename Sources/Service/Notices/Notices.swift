package import Accounts
internal import AccountsModule
package import DomainModules
package import GRDB
internal import SpatiaLiteStore
internal import Synchronization
package import Timekeeping

/// What people are told, and who has read it. Writes are on disk when they return.
package final class Notices: Sendable {
    let store: SpatiaLiteStore
    let accounts: AccountStore
    let clock: any WallClock
    private let sources = Mutex<[any AudienceSource]>([])
    private let listeners = Mutex<[UInt64: AsyncStream<Void>.Continuation]>([:])
    private let lastListener = Mutex<UInt64>(0)
    /// Messages that push services have taken.
    let pushesTaken = Atomic(0)
    /// Messages that they have not taken.
    let pushesFailed = Atomic(0)

    private init(on site: ModuleSite) {
        store = site.store
        accounts = AccountStore(on: site)
        clock = site.clock
    }

    /// The notices of the modules that stand on a site.
    package static func on(_ site: ModuleSite) -> Notices {
        site.shared.object { Notices(on: site) }
    }

    /// Lets notices find those whom a module knows; called when it is made.
    package func add(_ source: any AudienceSource) { sources.withLock { $0.append(source) } }

    // MARK: Posting

    /// Tells something.
    ///
    /// - Returns: The id; nil where a notice with this key is there already, or where it is for a child's account,
    ///   which is told nothing.
    @discardableResult
    package func post(_ draft: Notice.Draft) async throws -> Int64? {
        if case .account(let id) = draft.audience {
            guard let account = try await accounts.account(id), !account.isChild else { return nil }
        }
        let now = clock.now
        let id = try await store.writeInGroup { db in try Self.insert(draft, at: now, in: db) }
        wake()
        return id
    }

    /// The same within a transaction of the caller's; ``wake()`` tells it to those who listen.
    package static func insert(
        _ draft: Notice.Draft,
        at moment: Timestamp,
        in db: Database
    ) throws -> Int64? {
        let account: Int64? =
            if case .account(let id) = draft.audience { id.rawValue } else { nil }
        try db.cachedStatement(
            sql: """
                INSERT INTO notices_notice
                    (account, audience, topic, title, body, link, starts_at, ends_at, dedupe_key,
                     created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """
        ).execute(arguments: [
            account, draft.audience.text, draft.topic, draft.title, draft.body, draft.link,
            draft.from.millisecondsSince1970, draft.until.millisecondsSince1970, draft.dedupeKey,
            moment.millisecondsSince1970,
        ])
        return db.changesCount == 1 ? db.lastInsertedRowID : nil
    }

    // MARK: Reading

    /// What an account is told now, in the order of the ids; nothing for a child.
    ///
    /// - Parameter last: The id behind which they begin.
    package func notices(
        for account: Account,
        after last: Int64 = 0,
        limit: Int = 1000
    ) async throws -> [Notice] {
        guard !account.isChild else { return [] }
        var audiences = [Notice.Audience.account(account.id).text]
        for source in sources.withLock({ $0 }) {
            audiences += try await source.audiences(of: account.id).map(\.text)
        }
        let now = clock.now.millisecondsSince1970
        let asked = Array(Set(audiences)).sorted()
        return try await store.read { db in
            var found: [Notice] = []
            // Each is a short stretch of the index.
            let statement = try db.cachedStatement(
                sql: """
                    SELECT n.id, n.audience, n.topic, n.title, n.body, n.link, n.starts_at, n.ends_at,
                        n.dedupe_key, r.at
                    FROM notices_notice n
                    LEFT JOIN notices_read r ON r.notice = n.id AND r.account = ?
                    WHERE n.audience = ? AND n.id > ? AND n.starts_at <= ? AND n.ends_at > ?
                    ORDER BY n.id LIMIT ?
                    """
            )
            for audience in asked {
                found += try Row.fetchAll(
                    statement,
                    arguments: [account.id.rawValue, audience, last, now, now, limit]
                ).compactMap(Notice.init(row:))
            }
            return Array(found.sorted { $0.id < $1.id }.prefix(limit))
        }
    }

    /// Notes that a notice was read; once is enough.
    ///
    /// - Returns: Whether the account is told such a notice.
    package func noteRead(_ id: Int64, by account: Account) async throws -> Bool {
        let all = try await notices(for: account, after: id - 1, limit: 1)
        guard all.first?.id == id else { return false }
        let now = clock.now.millisecondsSince1970
        try await store.writeInGroup { db in
            try db.execute(
                sql: """
                    INSERT INTO notices_read (account, notice, at) VALUES (?, ?, ?)
                    ON CONFLICT DO NOTHING
                    """,
                arguments: [account.id.rawValue, id, now]
            )
        }
        return true
    }

    // MARK: Settings

    /// When and how often an account is told something unasked.
    package func settings(of account: AccountID) async throws -> NoticeSettings {
        try await store.read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT quiet_from, quiet_to, time_zone, most_per_day FROM notices_setting
                    WHERE account = ?
                    """,
                arguments: [account.rawValue]
            ).map { row in
                NoticeSettings(
                    quietFrom: row[0],
                    quietTo: row[1],
                    timeZone: row[2],
                    mostPerDay: row[3]
                )
            } ?? .standard
        }
    }

    /// Sets them.
    package func set(_ settings: NoticeSettings, of account: AccountID) async throws {
        try await store.writeInGroup { db in
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO notices_setting
                        (account, quiet_from, quiet_to, time_zone, most_per_day)
                    VALUES (?, ?, ?, ?, ?)
                    """,
                arguments: [
                    account.rawValue, settings.quietFrom, settings.quietTo, settings.timeZone,
                    settings.mostPerDay,
                ]
            )
        }
        wake()
    }

    // MARK: Listening

    /// A sign each time that there may be something new, and one at once.
    func signs() -> (signs: AsyncStream<Void>, id: UInt64) {
        let id = lastListener.withLock { last in
            last += 1
            return last
        }
        let (stream, continuation) = AsyncStream<Void>.makeStream(
            bufferingPolicy: .bufferingNewest(1)
        )
        continuation.yield()
        listeners.withLock { $0[id] = continuation }
        return (stream, id)
    }

    /// Lets one who listens look whether there is something new.
    func wake(_ id: UInt64) { _ = listeners.withLock { $0[id] }?.yield() }

    /// Ends a listener's signs.
    func end(_ id: UInt64) { listeners.withLock { $0.removeValue(forKey: id) }?.finish() }

    /// Ends all signs: the service is shutting down.
    func endAll() {
        let all = listeners.withLock { listeners in
            defer { listeners = [:] }
            return listeners
        }
        for continuation in all.values { continuation.finish() }
    }

    /// How many listen.
    var listenerCount: Int { listeners.withLock { $0.count } }

    /// Lets those who listen look whether there is something new.
    package func wake() {
        for continuation in listeners.withLock({ Array($0.values) }) { continuation.yield() }
    }

    /// Removes notices that have been over for a day.
    func sweep(limit: Int) async throws -> Int {
        let dayAgo = clock.now.millisecondsSince1970 - 86_400_000
        let count = try await store.write { db in
            try db.execute(
                sql: """
                    DELETE FROM notices_notice WHERE id IN (
                        SELECT id FROM notices_notice WHERE ends_at <= ? LIMIT ?)
                    """,
                arguments: [dayAgo, limit]
            )
            return db.changesCount
        }
        // Some may have begun meanwhile, or a time of quiet may have ended.
        wake()
        return count
    }
}

extension Notice {
    init?(row: Row) {
        guard let audience = Audience(text: row[1]) else { return nil }
        id = row[0]
        draft = Draft(
            to: audience,
            topic: row[2],
            title: row[3],
            body: row[4],
            link: row[5],
            from: Timestamp(millisecondsSince1970: row[6]),
            until: Timestamp(millisecondsSince1970: row[7]),
            dedupeKey: row[8]
        )
        readAt = (row[9] as Int64?).map { Timestamp(millisecondsSince1970: $0) }
    }
}
