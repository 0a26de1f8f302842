internal import Accounts
internal import AccountsModule
internal import Cryptography
internal import Expo
internal import Foundation
internal import GRDB
internal import SpatiaLiteStore
internal import Timekeeping

/// Draws: what was told before, and what came out.
struct DrawStore: Sendable {
    let store: SpatiaLiteStore

    /// A draw as it is told of.
    struct Entry: Sendable, Hashable {
        let id: Int64
        let fair: String
        let prize: String
        let winners: Int
        let reserves: Int
        let leastVisits: Int
        let commitment: String
        let committedAt: Timestamp
        /// nil before it is drawn.
        let result: Result?
        /// Makes entrants' tickets; never told.
        let tickets: TicketMaker

        /// What came out.
        struct Result: Sendable, Hashable {
            let drawnAt: Timestamp
            let seed: String
            let outcome: Draw.Outcome
        }

        static func == (left: Entry, right: Entry) -> Bool { left.id == right.id }
        func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    /// What a draw is for.
    struct Plan: Sendable, Hashable {
        let fair: String
        let prize: String
        let winners: Int
        let reserves: Int
        /// How many exhibitors an entrant must have rated.
        let leastVisits: Int
    }

    /// Why a draw is not made.
    enum Fault: Error, Sendable, Hashable {
        case unknown
        case drawnBefore
        /// Fewer may take part than there are prizes.
        case tooFewEntrants(count: Int, winners: Int)
    }

    /// Fixes what will decide a draw; when this returns, it is on disk.
    func commit(_ plan: Plan, at moment: Timestamp) async throws -> Entry {
        let draw = Draw()
        let id = try await store.write { db in
            try db.execute(
                sql: """
                    INSERT INTO expo_draw (fair, prize, winners, reserves, least_visits, seed,
                        commitment, ticket_key, committed_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    plan.fair, plan.prize, plan.winners, plan.reserves, plan.leastVisits,
                    draw.seed, draw.commitment, Data(Bytes.secureRandom(count: 32)),
                    moment.millisecondsSince1970,
                ]
            )
            return db.lastInsertedRowID
        }
        guard let entry = try await entry(id) else { throw Fault.unknown }
        return entry
    }

    /// Draws among those who want prizes, may have them and can be reached; when this returns, it is on disk.
    ///
    /// - Parameter people: Knows who can be reached.
    /// - Throws: ``Fault``; what the store throws.
    func run(_ id: Int64, among people: AccountStore, at moment: Timestamp) async throws -> Entry {
        let asking = try await store.read { db in
            try Self.entries(db, where: "id = ?", [id]).first.map { try Self.asking(in: $0, db) }
        }
        // Addresses are sealed, so that no transaction can look at them: whoever asks from now on is too late.
        let reachable = try await people.reachable(
            among: (asking ?? []).map { AccountID(rawValue: $0) }
        )
        return try await store.write { db in
            guard let entry = try Self.entries(db, where: "id = ?", [id]).first else {
                throw Fault.unknown
            }
            guard entry.result == nil else { throw Fault.drawnBefore }
            let accounts = try Self.entrants(in: entry, among: reachable, db)
            guard accounts.count >= entry.winners else {
                throw Fault.tooFewEntrants(count: accounts.count, winners: entry.winners)
            }
            let seed: String =
                try String.fetchOne(
                    db,
                    sql: "SELECT seed FROM expo_draw WHERE id = ?",
                    arguments: [id]
                ) ?? ""
            let outcome = Draw(seed: seed).outcome(
                of: accounts.map { entry.tickets.ticket(of: $0) },
                winners: entry.winners,
                reserves: entry.reserves
            )
            try db.execute(
                sql: """
                    UPDATE expo_draw SET drawn_at = ?, entrants = ?, winning = ?, waiting = ?
                    WHERE id = ?
                    """,
                arguments: [
                    moment.millisecondsSince1970, try Self.json(outcome.entrants),
                    try Self.json(outcome.winners), try Self.json(outcome.reserves), id,
                ]
            )
            guard let drawn = try Self.entries(db, where: "id = ?", [id]).first else {
                throw Fault.unknown
            }
            return drawn
        }
    }

    /// A draw by its number; nil for none.
    func entry(_ id: Int64) async throws -> Entry? {
        try await store.read { db in try Self.entries(db, where: "id = ?", [id]).first }
    }

    /// All draws of a fair, the last first.
    func entries(of fair: String) async throws -> [Entry] {
        try await store.read { db in
            try Self.entries(db, where: "fair = ? ORDER BY id DESC", [fair])
        }
    }

    /// Whose tickets some are, for whoever tells the winners.
    func holders(of tickets: [String], in entry: Entry) async throws -> [String: AccountID] {
        let wanted = Set(tickets)
        return try await store.read { db in
            var found: [String: AccountID] = [:]
            let accounts = try Int64.fetchCursor(
                db,
                sql: "SELECT account FROM expo_attendee WHERE fair = ?",
                arguments: [entry.fair]
            )
            while let account = try accounts.next() {
                let ticket = entry.tickets.ticket(of: account)
                if wanted.contains(ticket) { found[ticket] = AccountID(rawValue: account) }
            }
            return found
        }
    }

    /// Those who ask for prizes and have rated enough.
    private static func asking(in entry: Entry, _ db: Database) throws -> [Int64] {
        try Int64.fetchAll(
            db,
            sql: """
                SELECT account FROM expo_attendee a WHERE fair = ?1 AND eligible AND ?2 <=
                    (SELECT count(*) FROM expo_rating r WHERE r.account = a.account AND r.fair = ?1)
                """,
            arguments: [entry.fair, entry.leastVisits]
        )
    }

    /// Those who take part: who has taken consent back meanwhile does not.
    private static func entrants(
        in entry: Entry,
        among reachable: Set<AccountID>,
        _ db: Database
    ) throws -> [Int64] {
        try asking(in: entry, db).filter { account in
            let id = AccountID(rawValue: account)
            return try reachable.contains(id)
                && AccountStore.hasConsent(id, .contactForPrizes, in: db)
        }
    }

    private static func json(_ tickets: [String]) throws -> String {
        String(decoding: try JSONEncoder().encode(tickets), as: UTF8.self)
    }

    private static func entries(
        _ db: Database,
        where condition: String,
        _ arguments: StatementArguments
    ) throws -> [Entry] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT id, fair, prize, winners, reserves, least_visits, seed, commitment, ticket_key,
                    committed_at, drawn_at, entrants, winning, waiting
                FROM expo_draw WHERE \(condition)
                """,
            arguments: arguments
        ).map { row in
            let stored = try StoredRow(row, of: "expo_draw")
            let key: Data = try stored.value(8)
            let drawnAt: Int64? = try stored.optional(10)
            let entrants: [String] = try stored.json(11, orElse: [])
            return Entry(
                id: stored.rowID,
                fair: try stored.value(1),
                prize: try stored.value(2),
                winners: try stored.value(3),
                reserves: try stored.value(4),
                leastVisits: try stored.value(5),
                commitment: try stored.value(7),
                committedAt: Timestamp(millisecondsSince1970: try stored.value(9)),
                result: try drawnAt.map { drawnAt in
                    Entry.Result(
                        drawnAt: Timestamp(millisecondsSince1970: drawnAt),
                        seed: try stored.value(6),
                        outcome: Draw.Outcome(
                            entrants: entrants,
                            winners: try stored.json(12, orElse: []),
                            reserves: try stored.json(13, orElse: [])
                        )
                    )
                },
                tickets: try stored.require(8) { key.isEmpty ? nil : TicketMaker(key: Array(key)) }
            )
        }
    }
}
