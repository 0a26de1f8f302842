internal import Accounts
internal import Expo
internal import GRDB
internal import SpatiaLiteStore
internal import Standings
internal import Timekeeping

/// What visitors took part in.
extension RatingStore {
    /// Taking part as it is to be kept.
    struct Participation: Sendable {
        let account: Int64
        /// Of the account, for statistics.
        let ageBand: String
        /// The id of the place.
        let place: String
        let fair: String
        /// When it was.
        let at: Timestamp
        /// When it arrived.
        let receivedAt: Timestamp
        /// What deeds earn at the fair.
        let rule: PointRule
    }

    /// What a visitor took part in.
    struct Activity: Sendable, Hashable {
        /// The id of the place.
        let place: String
        /// When it was, the first time.
        let at: Timestamp
    }

    /// Keeps that a visitor took part, and notes what that earns, in one transaction; when this returns, it is on
    /// disk. The same place earns once, however often somebody comes.
    ///
    /// - Returns: What this earned, and all that the visitor has earned at the fair.
    func takePart(_ act: Participation) async throws -> (earned: Int64, total: Int64) {
        try await store.writeInGroup { db in
            try Self.keepAttendee(
                act.account,
                at: act.fair,
                ageBand: act.ageBand,
                since: act.receivedAt,
                in: db
            )
            try db.cachedStatement(
                sql: """
                    INSERT INTO expo_activity (account, place, fair, at, received_at)
                    VALUES (?, ?, ?, ?, ?) ON CONFLICT (account, place) DO NOTHING
                    """
            ).execute(
                arguments: [
                    act.account, act.place, act.fair, act.at.millisecondsSince1970,
                    act.receivedAt.millisecondsSince1970,
                ]
            )
            let deed = PointRule.Deed.activity
            guard act.rule[deed] > 0 else {
                return (0, try Self.total(of: act.account, at: act.fair, in: db))
            }
            let earned = try Standings.earn(
                Standings.Earning(
                    account: AccountID(rawValue: act.account),
                    scope: Self.scope(of: act.fair),
                    rule: "expo.\(deed.rawValue)",
                    subject: act.place,
                    points: Int64(act.rule[deed])
                ),
                most: act.rule.most[deed].map(Int64.init),
                at: act.at,
                in: db
            )
            return (earned.points, earned.total)
        }
    }

    /// What a visitor took part in, what was last first.
    ///
    /// - Parameter fair: At which; nil for all.
    func activities(of account: Int64, at fair: String? = nil) async throws -> [Activity] {
        try await store.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT place, at FROM expo_activity
                    WHERE account = ?1 AND (?2 IS NULL OR fair = ?2) ORDER BY at DESC, place
                    """,
                arguments: [account, fair]
            ).map { row in
                Activity(place: row[0], at: Timestamp(millisecondsSince1970: row[1]))
            }
        }
    }
}
