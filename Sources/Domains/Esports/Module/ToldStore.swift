internal import Accounts
internal import GRDB
internal import Notices
internal import SpatiaLiteStore
internal import Timekeeping

/// Of what something was told.
struct ToldKey: Sendable, Hashable {
    /// What it is.
    enum Kind: String, Sendable, Hashable {
        case event
        case match
    }

    let kind: Kind
    /// Its id among all of its kind.
    let id: String
}

/// Something that is not as it was told.
struct ToldChange: Sendable {
    let subject: ToldSubject
    /// What was told last; nil for what is new.
    let old: ToldState?
    /// What is told of it; nil for nothing.
    var draft: Notice.Draft?
    /// Who is told.
    var accounts: [Int64] = []

    init(subject: ToldSubject, old: ToldState?) { (self.subject, self.old) = (subject, old) }
}

/// What people were told last of tournaments and matches, in a table of the module.
struct ToldStore: Sendable {
    let store: SpatiaLiteStore

    /// How long it is kept what was told of something that is over: it may still be given a new date.
    private static let keptMilliseconds: Int64 = 366 * 86_400_000

    static let schema = SchemaStep(
        """
        CREATE TABLE esports_told (
            kind TEXT NOT NULL CHECK (kind IN ('event', 'match')),
            id TEXT NOT NULL,
            starts_at INTEGER NOT NULL,
            ends_at INTEGER NOT NULL,
            standing TEXT NOT NULL
                CHECK (standing IN ('planned', 'postponed', 'cancelled', 'begun')),
            time_words TEXT NOT NULL,
            place TEXT,
            place_written TEXT,
            PRIMARY KEY (kind, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX esports_told_ends_at ON esports_told (ends_at);
        """
    )

    /// Whether the modules of notices and of marks are part of the program: they bring their tables.
    func isTellable() async throws -> Bool {
        try await store.read { db in
            try db.tableExists("notices_notice") && db.tableExists("favorites_mark")
        }
    }

    /// All that was told last.
    func told() async throws -> [ToldKey: ToldState] {
        try await store.read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT kind, id, starts_at, ends_at, standing, time_words, place, place_written
                    FROM esports_told
                    """
            )
            return Dictionary(rows.compactMap(Self.entry), uniquingKeysWith: { first, _ in first })
        }
    }

    /// Posts what is told of changes and keeps that it was told, all or none.
    ///
    /// - Returns: How many notices were posted.
    func keep(_ changes: [ToldChange], at moment: Timestamp) async throws -> Int {
        guard !changes.isEmpty else { return 0 }
        return try await store.write { db in
            var count = 0
            for change in changes where try Self.isAsTold(change, in: db) {
                try Self.write(change, in: db)
                guard var draft = change.draft else { continue }
                for account in change.accounts {
                    draft.audience = .account(AccountID(rawValue: account))
                    if try Notices.insert(draft, at: moment, in: db) != nil { count += 1 }
                }
            }
            try db.execute(
                sql: "DELETE FROM esports_told WHERE ends_at < ?",
                arguments: [moment.millisecondsSince1970 - Self.keptMilliseconds]
            )
            return count
        }
    }

    /// Whether nobody else has told of it meanwhile.
    private static func isAsTold(_ change: ToldChange, in db: Database) throws -> Bool {
        let row = try Row.fetchOne(
            try db.cachedStatement(
                sql: """
                    SELECT kind, id, starts_at, ends_at, standing, time_words, place, place_written
                    FROM esports_told WHERE kind = ? AND id = ?
                    """
            ),
            arguments: [change.subject.key.kind.rawValue, change.subject.key.id]
        )
        return row.flatMap(entry)?.1 == change.old
    }

    private static func write(_ change: ToldChange, in db: Database) throws {
        let (key, state) = (change.subject.key, change.subject.state)
        try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO esports_told VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        ).execute(arguments: [
            key.kind.rawValue, key.id, state.startsAt.millisecondsSince1970,
            state.endsAt.millisecondsSince1970, state.standing.rawValue, state.when, state.place,
            state.placeAsWritten,
        ])
    }

    private static func entry(_ row: Row) -> (ToldKey, ToldState)? {
        guard let kind = ToldKey.Kind(rawValue: row[0]),
            let standing = ToldState.Standing(rawValue: row[4])
        else { return nil }
        return (
            ToldKey(kind: kind, id: row[1]),
            ToldState(
                startsAt: Timestamp(millisecondsSince1970: row[2]),
                endsAt: Timestamp(millisecondsSince1970: row[3]),
                standing: standing,
                when: row[5],
                place: row[6],
                placeAsWritten: row[7]
            )
        )
    }
}
