internal import Accounts
internal import Cryptography
internal import Expo
internal import Foundation
internal import GRDB
internal import SpatiaLiteStore
internal import Standings
internal import Timekeeping

/// What visitors gave, and what they earned by it.
struct RatingStore: Sendable {
    let store: SpatiaLiteStore

    /// A rating as it is to be kept.
    struct Act: Sendable {
        let account: Int64
        /// Of the account, for statistics.
        let ageBand: String
        let exhibitor: String
        let dataset: String
        /// What the exhibitor is known by in whatever dataset.
        let marks: Exhibitor.Marks
        let fair: String
        let stars: Stars
        /// When it was given.
        let ratedAt: Timestamp
        /// When it arrived.
        let receivedAt: Timestamp
        let proof: Proof
        /// What deeds earn at the fair.
        let rule: PointRule
        /// What makes the request the same as another, and what it says; nil where it has no key.
        let key: IdempotencyKey?
    }

    /// The key of a request, and what stands for all that the request says.
    struct IdempotencyKey: Sendable, Hashable {
        let key: [UInt8]
        let digest: [UInt8]

        init(_ text: String, of content: String) {
            key = SHA256.hash(text)
            digest = SHA256.hash(content)
        }
    }

    /// What a rating was answered.
    struct Outcome: Sendable, Hashable, Codable {
        /// The stars that count now.
        let stars: Int
        /// What this request earned: nothing where the exhibitor had been rated before.
        let pointsEarned: Int64
        /// All that the visitor has earned at the fair.
        let total: Int64
    }

    /// Why a rating is not kept.
    enum Fault: Error, Sendable, Hashable {
        /// The key was used for another request.
        case keyTaken
    }

    /// Keeps a rating and notes what it earns, in one transaction together with others that wait; when this
    /// returns, it is on disk. The same key again gets the same answer. Of two ratings that come in the wrong
    /// order the one that was given later counts. One exhibitor earns once, under how many datasets it may come.
    ///
    /// - Throws: ``Fault``; what the store throws.
    func rate(_ act: Act) async throws -> (outcome: Outcome, entry: TallyBoard.Entry?) {
        try await store.writeInGroup { db in
            if let key = act.key, let known = try Self.answer(act.account, key, in: db) {
                return (known, try Self.entry(of: act.exhibitor, in: db))
            }
            let stars = try Self.keep(act, in: db)
            let twins = try Self.twins(of: act, in: db)
            let account = AccountID(rawValue: act.account)
            var earned: Int64 = 0
            for deed in act.deeds where act.rule[deed] > 0 {
                let rule = "expo.\(deed.rawValue)"
                let isEarned = try twins.contains {
                    try Standings.hasEarned(account, by: rule, with: $0, in: db)
                }
                guard !isEarned else { continue }
                let earning = Standings.Earning(
                    account: account,
                    scope: Self.scope(of: act.fair),
                    rule: rule,
                    subject: act.exhibitor,
                    points: Int64(act.rule[deed])
                )
                let most = act.rule.most[deed].map(Int64.init)
                earned += try Standings.earn(earning, most: most, at: act.ratedAt, in: db).points
            }
            let outcome = Outcome(
                stars: stars,
                pointsEarned: earned,
                total: try Self.total(of: act.account, at: act.fair, in: db)
            )
            if let key = act.key { try Self.note(outcome, act, key, in: db) }
            return (outcome, try Self.entry(of: act.exhibitor, in: db))
        }
    }

    /// What the points of a fair are counted under.
    static func scope(of fair: String) -> String { "expo:\(fair)" }

    /// All that a visitor has earned at a fair.
    static func total(of account: Int64, at fair: String, in db: Database) throws -> Int64 {
        try Standings.total(of: AccountID(rawValue: account), scope(of: fair), in: db)
    }

    /// Notes that somebody is at a fair, unless that is known.
    static func keepAttendee(
        _ account: Int64,
        at fair: String,
        ageBand: String,
        since moment: Timestamp,
        in db: Database
    ) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO expo_attendee
                    (account, fair, role, age_band, eligible, adult_approval_at, joined_at)
                VALUES (?, ?, NULL, ?, 0, NULL, ?)
                ON CONFLICT (account, fair) DO NOTHING
                """
        ).execute(arguments: [account, fair, ageBand, moment.millisecondsSince1970])
    }

    /// - Returns: The stars that count now.
    private static func keep(_ act: Act, in db: Database) throws -> Int {
        try keepAttendee(
            act.account,
            at: act.fair,
            ageBand: act.ageBand,
            since: act.receivedAt,
            in: db
        )
        // A proof that was once given stays.
        try db.cachedStatement(
            sql: """
                INSERT INTO expo_rating
                    (account, exhibitor, fair, stars, rated_at, received_at, proof)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                ON CONFLICT (account, exhibitor) DO UPDATE SET
                    stars = ?4, rated_at = ?5, received_at = ?6,
                    proof = CASE WHEN ?7 = 'none' THEN proof ELSE ?7 END
                WHERE ?5 >= rated_at
                """
        ).execute(
            arguments: [
                act.account, act.exhibitor, act.fair, act.stars.number,
                act.ratedAt.millisecondsSince1970, act.receivedAt.millisecondsSince1970,
                act.proof.rawValue,
            ]
        )
        return try Int.fetchOne(
            db.cachedStatement(
                sql: "SELECT stars FROM expo_rating WHERE account = ? AND exhibitor = ?"
            ),
            arguments: [act.account, act.exhibitor]
        ) ?? act.stars.number
    }

    /// Notes what an exhibitor is known by, so that it is known again under another dataset or key, be this one
    /// withdrawn by then.
    ///
    /// - Returns: The ids of exhibitors that are the same: of the fair, with the same booth or the same name in
    ///   another dataset, with both in the same one, where two may share a booth.
    private static func twins(of act: Act, in db: Database) throws -> [String] {
        let arguments: StatementArguments = [
            act.exhibitor, act.fair, act.dataset, act.marks.booth, act.marks.name,
        ]
        try db.cachedStatement(
            sql: """
                INSERT INTO expo_known (exhibitor, fair, dataset, booth, name)
                VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT (exhibitor) DO UPDATE SET fair = ?2, booth = ?4, name = ?5
                WHERE fair != ?2 OR booth IS NOT ?4 OR name != ?5
                """
        ).execute(arguments: arguments)
        return try String.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT exhibitor FROM expo_known
                    WHERE fair = ?2 AND name = ?5 AND exhibitor != ?1
                        AND (dataset != ?3 OR booth IS ?4)
                    UNION
                    SELECT exhibitor FROM expo_known
                    WHERE fair = ?2 AND booth = ?4 AND exhibitor != ?1 AND dataset != ?3
                    """
            ),
            arguments: arguments
        )
    }

    // MARK: Keys of requests

    /// How long a key is remembered, in milliseconds: as long as phones may be without a network.
    static let keyLifeMilliseconds: Int64 = 24 * 3_600_000

    private static func answer(
        _ account: Int64,
        _ key: IdempotencyKey,
        in db: Database
    ) throws -> Outcome? {
        guard
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: "SELECT 0, digest, answer FROM expo_answer WHERE account = ? AND key = ?"
                ),
                arguments: [account, Data(key.key)]
            )
        else { return nil }
        let stored = try StoredRow(row, of: "expo_answer")
        let digest: Data = try stored.value(1)
        guard Array(digest) == key.digest else { throw Fault.keyTaken }
        let json: String = try stored.value(2)
        return try stored.require(2) {
            try JSONDecoder().decode(Outcome.self, from: Data(json.utf8))
        }
    }

    private static func note(
        _ outcome: Outcome,
        _ act: Act,
        _ key: IdempotencyKey,
        in db: Database
    ) throws {
        // Asked again, it earns nothing more, and is answered as it was.
        let json = String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self)
        try db.cachedStatement(
            sql: """
                INSERT INTO expo_answer (account, key, digest, answer, at) VALUES (?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                act.account, Data(key.key), Data(key.digest), json,
                act.receivedAt.millisecondsSince1970,
            ]
        )
    }

    /// Forgets keys that are too old.
    ///
    /// - Returns: How many there were.
    func sweep(limit: Int, at moment: Timestamp) async throws -> Int {
        let (oldest, overflow) = moment.millisecondsSince1970
            .subtractingReportingOverflow(Self.keyLifeMilliseconds)
        guard !overflow else { return 0 }
        let isAny = try await store.read { db in
            try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM expo_answer WHERE at < ?)",
                arguments: [oldest]
            ) ?? false
        }
        guard isAny else { return 0 }
        return try await store.write { db in
            try db.execute(
                sql: """
                    DELETE FROM expo_answer WHERE (account, key) IN
                        (SELECT account, key FROM expo_answer WHERE at < ? LIMIT ?)
                    """,
                arguments: [oldest, limit]
            )
            return db.changesCount
        }
    }

    // MARK: Tallies

    /// How all exhibitors were rated.
    func tallies() async throws -> [String: TallyBoard.Entry] {
        try await store.read { db in
            var all: [String: TallyBoard.Entry] = [:]
            let rows = try Row.fetchCursor(db, sql: "\(Self.tallyColumns)")
            while let row = try rows.next() {
                let stored = try StoredRow(row, of: "expo_tally")
                all[try stored.value(1)] = try Self.entry(stored)
            }
            return all
        }
    }

    private static let tallyColumns =
        "SELECT 0, exhibitor, one, two, three, four, five, revision FROM expo_tally"

    static func entry(of exhibitor: String, in db: Database) throws -> TallyBoard.Entry? {
        let statement = try db.cachedStatement(sql: "\(tallyColumns) WHERE exhibitor = ?")
        return try Row.fetchOne(statement, arguments: [exhibitor]).map {
            try entry(StoredRow($0, of: "expo_tally"))
        }
    }

    private static func entry(_ stored: StoredRow) throws -> TallyBoard.Entry {
        let counts: [Int] = try (2...6).map { try stored.value($0) }
        return TallyBoard.Entry(
            tally: try stored.require(2) { RatingTally(counts: counts) },
            revision: try stored.value(7)
        )
    }
}

extension RatingStore.Act {
    /// What the visitor did.
    fileprivate var deeds: [PointRule.Deed] { proof == .code ? [.rating, .code] : [.rating] }
}
