package import Accounts
package import DomainModules
package import GRDB
package import SpatiaLiteStore
package import Timekeeping

/// Points, each earned once for one thing, and the boards that they make.
package struct Standings: Sendable {
    private let store: SpatiaLiteStore

    /// The standings of a database.
    package init(store: SpatiaLiteStore) { self.store = store }

    /// The standings of a site's database.
    package init(on site: ModuleSite) { store = site.store }

    // MARK: Earning

    /// Something that is earned.
    package struct Earning: Sendable, Hashable {
        /// Who earns.
        package let account: AccountID
        /// What the points count for, such as an event's id: they are summed within it.
        package let scope: String
        /// What they are given for, such as `rating`.
        package let rule: String
        /// What it was done with. It is unique among all scopes: an account earns once by one rule with one.
        package let subject: String
        /// How many, 0 to 1,000,000.
        package let points: Int64

        /// - Precondition: `points` lies between 0 and 1,000,000.
        package init(
            account: AccountID,
            scope: String,
            rule: String,
            subject: String,
            points: Int64
        ) {
            precondition(0...1_000_000 ~= points, "points lie between 0 and 1,000,000")
            self.account = account
            self.scope = scope
            self.rule = rule
            self.subject = subject
            self.points = points
        }
    }

    /// What came of earning.
    package struct Earned: Sendable, Hashable {
        /// How many points it was worth; 0 where it was earned before.
        package let points: Int64
        /// How many the account has in the scope now.
        package let total: Int64

        /// An outcome with both members.
        package init(points: Int64, total: Int64) {
            self.points = points
            self.total = total
        }
    }

    /// Notes what was earned, within a transaction of the caller's: what it was earned for stands in the same, or
    /// neither does.
    ///
    /// - Parameter most: How many points the account may have in the scope by this rule; beyond it the entry is
    ///   worth what is left, at last 0. nil for any number.
    /// - Returns: 0 points where the account has earned by this rule with this subject before.
    /// - Complexity: O(log n); O(entries of the account by this rule) with `most`.
    package static func earn(
        _ earning: Earning,
        most: Int64? = nil,
        at moment: Timestamp,
        in db: Database
    ) throws -> Earned {
        var points = earning.points
        if let most {
            let before = try Int64.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT coalesce(sum(points), 0) FROM standings_entry
                        WHERE account = ? AND rule = ? AND scope = ?
                        """
                ),
                arguments: [earning.account.rawValue, earning.rule, earning.scope]
            )
            points = min(points, max(0, most - (before ?? 0)))
        }
        try db.cachedStatement(
            sql: """
                INSERT INTO standings_entry (account, rule, subject, scope, points, at)
                VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """
        ).execute(arguments: [
            earning.account.rawValue, earning.rule, earning.subject, earning.scope, points,
            moment.millisecondsSince1970,
        ])
        guard db.changesCount == 1 else {
            return Earned(points: 0, total: try total(of: earning.account, earning.scope, in: db))
        }
        let total = try Int64.fetchOne(
            db.cachedStatement(
                sql: """
                    INSERT INTO standings_total (scope, account, points, reached_at)
                    VALUES (?1, ?2, ?3, ?4)
                    ON CONFLICT (scope, account) DO UPDATE SET
                        points = points + ?3,
                        -- nothing earned moves nobody behind those who have as much
                        reached_at = CASE WHEN ?3 = 0 THEN reached_at ELSE max(reached_at, ?4) END
                    RETURNING points
                    """
            ),
            arguments: [
                earning.scope, earning.account.rawValue, points, moment.millisecondsSince1970,
            ]
        )
        return Earned(points: points, total: total ?? points)
    }

    /// Whether an account has earned by a rule with a subject, within a transaction of the caller's.
    ///
    /// - Complexity: O(log n).
    package static func hasEarned(
        _ account: AccountID,
        by rule: String,
        with subject: String,
        in db: Database
    ) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT 1 FROM standings_entry WHERE account = ? AND rule = ? AND subject = ?
                    """
            ),
            arguments: [account.rawValue, rule, subject]
        ) != nil
    }

    /// How many points an account has in a scope, within a transaction of the caller's.
    package static func total(
        of account: AccountID,
        _ scope: String,
        in db: Database
    ) throws -> Int64 {
        try Int64.fetchOne(
            db.cachedStatement(
                sql: "SELECT points FROM standings_total WHERE scope = ? AND account = ?"
            ),
            arguments: [scope, account.rawValue]
        ) ?? 0
    }

    /// The same by itself, on disk when this returns.
    package func earn(
        _ earning: Earning,
        most: Int64? = nil,
        at moment: Timestamp
    ) async throws -> Earned {
        try await store.writeInGroup { db in
            try Self.earn(earning, most: most, at: moment, in: db)
        }
    }

    /// How many points an account has in a scope.
    package func total(of account: AccountID, in scope: String) async throws -> Int64 {
        try await store.read { db in try Self.total(of: account, scope, in: db) }
    }

    // MARK: Boards

    /// Who may see a board.
    package enum Visibility: String, Sendable, Hashable, CaseIterable {
        case organizers
        case friends
        case `public`
    }

    /// Who looks at a board.
    package enum Viewer: Sendable, Hashable {
        /// Whoever runs what the points are for.
        case organizer
        /// Somebody with an account, who sees themselves and these others.
        case friend(of: Set<AccountID>)
        /// Anybody.
        case anybody
    }

    /// A place on a board.
    package struct Place: Sendable, Hashable {
        /// 1 for the first; who has as many points has the same, and the next is as much further.
        package let rank: Int
        /// Whose it is.
        package let account: AccountID
        /// How many points.
        package let points: Int64
        /// When there were as many.
        package let reachedAt: Timestamp
    }

    /// Somebody asks for a board that is not for them.
    package struct NotVisible: Error, Hashable {}

    /// Lets a board be seen, or no longer.
    package func set(_ visibility: Visibility, of scope: String) async throws {
        try await store.write { db in
            try db.execute(
                sql: """
                    INSERT INTO standings_board (scope, visibility) VALUES (?1, ?2)
                    ON CONFLICT (scope) DO UPDATE SET visibility = ?2
                    """,
                arguments: [scope, visibility.rawValue]
            )
        }
    }

    /// Those with most points in a scope, most first; ties by who had them first, then by id.
    ///
    /// - Parameter limit: How many at most, 1 or more.
    /// - Throws: ``NotVisible``; what the store throws.
    /// - Complexity: O(places that are told), and for friends as many as they are.
    package func board(
        of scope: String,
        for viewer: Viewer,
        limit: Int
    ) async throws -> [Place] {
        try await store.read { db in
            let visibility =
                try String.fetchOne(
                    db,
                    sql: "SELECT visibility FROM standings_board WHERE scope = ?",
                    arguments: [scope]
                ).flatMap(Visibility.init(rawValue:)) ?? .organizers
            switch (viewer, visibility) {
            case (.organizer, _), (.anybody, .public), (.friend, .public):
                return try Self.places(in: scope, limit: limit, db)
            case (.friend(let others), .friends):
                return try Self.places(of: others, in: scope, limit: limit, db)
            default: throw NotVisible()
            }
        }
    }

    private static func places(in scope: String, limit: Int, _ db: Database) throws -> [Place] {
        ranked(
            try Row.fetchAll(
                db,
                sql: """
                    SELECT account, points, reached_at FROM standings_total WHERE scope = ?
                    ORDER BY points DESC, reached_at, account LIMIT ?
                    """,
                arguments: [scope, limit]
            )
        )
    }

    private static func places(
        of accounts: Set<AccountID>,
        in scope: String,
        limit: Int,
        _ db: Database
    ) throws -> [Place] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT account, points, reached_at FROM standings_total
                WHERE scope = ? AND account = ?
                """
        )
        let rows = try accounts.compactMap {
            try Row.fetchOne(statement, arguments: [scope, $0.rawValue])
        }
        let sorted = rows.sorted { left, right in
            (-(left[1] as Int64), left[2] as Int64, left[0] as Int64)
                < (-(right[1] as Int64), right[2] as Int64, right[0] as Int64)
        }
        return Array(ranked(sorted).prefix(limit))
    }

    /// - Parameter rows: In their order.
    private static func ranked(_ rows: [Row]) -> [Place] {
        var places: [Place] = []
        places.reserveCapacity(rows.count)
        for row in rows {
            let points: Int64 = row[1]
            let isTied = places.last?.points == points
            places.append(
                Place(
                    rank: isTied ? places.last?.rank ?? 1 : places.count + 1,
                    account: AccountID(rawValue: row[0]),
                    points: points,
                    reachedAt: Timestamp(millisecondsSince1970: row[2])
                )
            )
        }
        return places
    }

    // MARK: Checking

    /// Holds the totals against what was earned.
    static func check(_ store: SpatiaLiteStore) async throws -> IntegrityCheck {
        let findings = try await store.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT 'account ' || coalesce(t.account, e.account) || ' has a total of '
                        || coalesce(t.points, 'none') || ' in ' || coalesce(t.scope, e.scope)
                        || ' and has earned ' || coalesce(e.points, 'nothing')
                    FROM (SELECT scope, account, sum(points) AS points FROM standings_entry
                          GROUP BY scope, account) e
                    FULL JOIN standings_total t ON t.scope = e.scope AND t.account = e.account
                    WHERE t.points IS NOT e.points
                    ORDER BY 1
                    """
            )
        }
        return IntegrityCheck(
            name: "totals of standings",
            findings: findings,
            remedy: "restore a backup (`ambit restore FILE`)"
        )
    }
}
