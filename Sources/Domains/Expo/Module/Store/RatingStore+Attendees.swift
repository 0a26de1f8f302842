internal import Expo
internal import GRDB
internal import SpatiaLiteStore
internal import Timekeeping

/// Who is at a fair, and what they have done there.
extension RatingStore {
    /// A visitor of a fair.
    struct Attendee: Sendable, Hashable {
        let account: Int64
        let fair: String
        /// Why they are there; nil for who has not said so.
        var role: AttendeeRole?
        let ageBand: String
        /// Whether they want prizes and may have them.
        var isEligible: Bool
        /// When an adult agreed; nil where none has, or none has to.
        var adultApprovalAt: Timestamp?
        let joinedAt: Timestamp
    }

    /// What a visitor has given an exhibitor.
    struct Rating: Sendable, Hashable {
        let exhibitor: String
        let stars: Int
        let ratedAt: Timestamp
        let receivedAt: Timestamp
        let proof: Proof
    }

    /// A visitor with their ratings and points.
    struct Passport: Sendable, Hashable {
        let attendee: Attendee?
        let ratings: [Rating]
        let total: Int64
    }

    /// What a visitor says of being at a fair; nil for what stays as it is.
    struct Attendance: Sendable, Hashable {
        let account: Int64
        let fair: String
        let ageBand: String
        let role: AttendeeRole?
        let wantsPrizes: Bool?
        /// When an adult agreed; nil where none has, or none has to.
        let adultApprovalAt: Timestamp?
        let at: Timestamp
    }

    /// Notes what a visitor says of being at a fair, so that of two such at once neither is lost; when this returns,
    /// it is on disk.
    ///
    /// - Returns: Why they are there, and whether they want prizes, as it stands now.
    func note(_ said: Attendance) async throws -> (role: AttendeeRole?, wantsPrizes: Bool) {
        try await store.writeInGroup { db in
            try db.execute(
                sql: """
                    INSERT INTO expo_attendee
                        (account, fair, role, age_band, eligible, adult_approval_at, joined_at)
                    VALUES (?1, ?2, ?3, ?4, coalesce(?5, 0), CASE WHEN ?5 THEN ?6 END, ?7)
                    ON CONFLICT (account, fair) DO UPDATE SET
                        role = coalesce(?3, role), age_band = ?4, eligible = coalesce(?5, eligible),
                        adult_approval_at = CASE WHEN coalesce(?5, eligible)
                            THEN coalesce(adult_approval_at, ?6) END
                    """,
                arguments: [
                    said.account, said.fair, said.role?.rawValue, said.ageBand, said.wantsPrizes,
                    said.adultApprovalAt?.millisecondsSince1970, said.at.millisecondsSince1970,
                ]
            )
            let attendee = try Self.attendees(
                db,
                where: "account = ? AND fair = ?",
                [said.account, said.fair]
            ).first
            return (attendee?.role, attendee?.isEligible ?? false)
        }
    }

    /// What a visitor has done at a fair; the exhibitors that were rated last, first.
    func passport(of account: Int64, at fair: String) async throws -> Passport {
        try await store.read { db in
            Passport(
                attendee: try Self.attendees(
                    db,
                    where: "account = ? AND fair = ?",
                    [account, fair]
                ).first,
                ratings: try Self.ratings(
                    db,
                    where: "account = ? AND fair = ? ORDER BY rated_at DESC, exhibitor",
                    [account, fair]
                ),
                total: try Self.total(of: account, at: fair, in: db)
            )
        }
    }

    /// What a visitor has given exhibitors, by these.
    func ratings(of account: Int64) async throws -> [String: Rating] {
        try await store.read { db in
            Dictionary(
                try Self.ratings(db, where: "account = ?", [account]).map { ($0.exhibitor, $0) },
                uniquingKeysWith: { first, _ in first }
            )
        }
    }

    /// All visitors of a fair, with what they have done, in the order in which they came.
    func attendees(of fair: String) async throws -> [(
        attendee: Attendee, visits: Int, total: Int64
    )] {
        try await store.read { db in
            var visits: [Int64: Int] = [:]
            let rows = try Row.fetchCursor(
                db,
                sql: "SELECT account, count(*) FROM expo_rating WHERE fair = ? GROUP BY account",
                arguments: [fair]
            )
            while let row = try rows.next() { visits[row[0]] = row[1] }
            return try Self.attendees(db, where: "fair = ? ORDER BY joined_at, account", [fair])
                .map { attendee in
                    let total = try Self.total(of: attendee.account, at: fair, in: db)
                    return (attendee, visits[attendee.account] ?? 0, total)
                }
        }
    }

    /// How many ratings were given in each hour, and by how many visitors, by the hour's beginning.
    func visitsByHour(
        of fair: String
    ) async throws -> [(hour: Timestamp, ratings: Int, visitors: Int)] {
        try await store.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT rated_at / 3600000, count(*), count(DISTINCT account)
                    FROM expo_rating WHERE fair = ? GROUP BY 1 ORDER BY 1
                    """,
                arguments: [fair]
            ).map { row in
                let hour = Timestamp(millisecondsSince1970: (row[0] as Int64) * 3_600_000)
                return (hour, row[1], row[2])
            }
        }
    }

    /// All that is kept of a visitor.
    func everything(of account: Int64) async throws -> (attended: [Attendee], given: [Rating]) {
        try await store.read { db in
            (
                try Self.attendees(db, where: "account = ? ORDER BY joined_at, fair", [account]),
                try Self.ratings(db, where: "account = ? ORDER BY rated_at, exhibitor", [account])
            )
        }
    }

    /// Erases all that is kept of a visitor; when this returns, that is on disk.
    ///
    /// - Returns: How the exhibitors are rated then that they had rated.
    func erase(_ account: Int64) async throws -> [String: TallyBoard.Entry] {
        try await store.write { db in
            let rated = try String.fetchAll(
                db,
                sql: "SELECT exhibitor FROM expo_rating WHERE account = ?",
                arguments: [account]
            )
            for table in ["expo_rating", "expo_attendee", "expo_answer", "expo_activity"] {
                try db.execute(
                    sql: "DELETE FROM \(table) WHERE account = ?",
                    arguments: [account]
                )
            }
            var entries: [String: TallyBoard.Entry] = [:]
            for exhibitor in rated { entries[exhibitor] = try Self.entry(of: exhibitor, in: db) }
            return entries
        }
    }

    /// The fairs that somebody has rated something at, or was an attendee of.
    func fairs() async throws -> [String] {
        try await store.read { db in
            try String.fetchAll(
                db,
                sql: "SELECT fair FROM expo_attendee UNION SELECT fair FROM expo_fair ORDER BY 1"
            )
        }
    }

    private static func attendees(
        _ db: Database,
        where condition: String,
        _ arguments: StatementArguments
    ) throws -> [Attendee] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT account, fair, role, age_band, eligible, adult_approval_at, joined_at
                FROM expo_attendee WHERE \(condition)
                """,
            arguments: arguments
        ).map { row in
            let stored = try StoredRow(row, of: "expo_attendee")
            let role: String? = try stored.optional(2)
            let approval: Int64? = try stored.optional(5)
            return Attendee(
                account: stored.rowID,
                fair: try stored.value(1),
                role: role.flatMap(AttendeeRole.init),
                ageBand: try stored.value(3),
                isEligible: try stored.value(4),
                adultApprovalAt: approval.map { Timestamp(millisecondsSince1970: $0) },
                joinedAt: Timestamp(millisecondsSince1970: try stored.value(6))
            )
        }
    }

    private static func ratings(
        _ db: Database,
        where condition: String,
        _ arguments: StatementArguments
    ) throws -> [Rating] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT 0, exhibitor, stars, rated_at, received_at, proof FROM expo_rating
                WHERE \(condition)
                """,
            arguments: arguments
        ).map { row in
            let stored = try StoredRow(row, of: "expo_rating")
            let proof: String = try stored.value(5)
            return Rating(
                exhibitor: try stored.value(1),
                stars: try stored.value(2),
                ratedAt: Timestamp(millisecondsSince1970: try stored.value(3)),
                receivedAt: Timestamp(millisecondsSince1970: try stored.value(4)),
                proof: try stored.require(5) { Proof(rawValue: proof) }
            )
        }
    }
}
