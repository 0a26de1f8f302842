internal import GRDB
internal import Timekeeping

/// What was erased again when a copy took a database's place.
struct Replay: Sendable, Hashable {
    var devices = 0
    var messages = 0
    var staffTokens = 0
}

/// Makes an older copy the database: under a new identity, without what was erased since, and so that
/// no number is given a second time.
enum Adoption {
    /// What the file knows that the copy replaces.
    struct Predecessor: Sendable {
        var lineage: String?
        /// The last number that each table gave, by its name.
        var sequences: [String: Int64] = [:]
        /// What was erased and is not in the list yet.
        var erasures: [Erasure] = []
    }

    /// Adopts a file that is marked as a copy: one that was put into its place by hand.
    ///
    /// - Throws: What the file system and SQLite report; the file is then as it was.
    static func adoptIfCopy(
        _ path: String,
        options: SpatiaLiteStore.Options,
        at moment: Timestamp
    ) throws {
        guard FileIdentity.ofFile(path)?.isCopy == true else { return }
        _ = try adopt(
            path,
            after: Predecessor(),
            listed: ErasureList(beside: path),
            options: options,
            at: moment
        )
    }

    /// Adopts a file that nobody has open and that has no log.
    ///
    /// - Parameters:
    ///   - predecessor: What is known of the file that it replaces; nothing where that can't be read.
    ///   - list: What was erased.
    static func adopt(
        _ path: String,
        after predecessor: Predecessor,
        listed list: ErasureList,
        options: SpatiaLiteStore.Options,
        at moment: Timestamp
    ) throws -> Replay {
        let queue = try DatabaseQueue(
            path: path,
            configuration: Connections.configuration(
                path: path,
                access: .readWrite,
                options: options
            )
        )
        let outcome = Result {
            try queue.writeWithoutTransaction { db in
                // One file, which is whole at any moment: what is lost with the power is played back.
                try db.execute(
                    sql: """
                        PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL;
                        PRAGMA secure_delete = ON
                        """
                )
                try Schema.migrate(db, path: path)
                var replay = Replay()
                try db.inTransaction(.immediate) {
                    let lineage = try FileIdentity.lineage(of: db)
                    let isSame = predecessor.lineage == nil || predecessor.lineage == lineage
                    let erasures =
                        try list.erasures(of: lineage)
                        + (isSame ? predecessor.erasures : [])
                    replay = try perform(erasures, in: db)
                    try giveNoNumberTwice(
                        after: isSame ? predecessor.sequences : [:],
                        in: db,
                        at: moment
                    )
                    try FileIdentity.renew(isCopy: false, in: db)
                    return .commit
                }
                return replay
            }
        }
        try queue.close()
        return try outcome.get()
    }

    private static func perform(_ erasures: [Erasure], in db: Database) throws -> Replay {
        var replay = Replay()
        for erasure in erasures where try erasure.perform(in: db) {
            switch erasure {
            case .device: replay.devices += 1
            case .message: replay.messages += 1
            case .staffToken: replay.staffTokens += 1
            }
        }
        return replay
    }

    /// Lets every table go on behind the last number that it gave before it was replaced.
    ///
    /// Where that is not known, tables that count what people do go on at the seconds since 1970 times
    /// 2^20. No number that was given before that moment is as high, as long as fewer than a million
    /// are given in a second: a table that went on there at some second has counted up by fewer than the
    /// moment has since. Until the year 2242 such numbers are exact in JSON. The other tables count what
    /// staff does, some a day: a million is left out.
    private static func giveNoNumberTwice(
        after sequences: [String: Int64],
        in db: Database,
        at moment: Timestamp
    ) throws {
        let tables = try String.fetchAll(
            db,
            sql:
                "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'"
        )
        for table in tables {
            let own = try Int64.fetchOne(
                db,
                sql: "SELECT seq FROM sqlite_sequence WHERE name = ?",
                arguments: [table]
            )
            let last: Int64
            if let known = sequences[table] {
                last = max(own ?? 0, known)
            } else if busyTables.contains(table), sequences.isEmpty {
                last = max(own ?? 0, moment.millisecondsSince1970 / 1000 << 20)
            } else {
                last = (own ?? 0) + (sequences.isEmpty ? 1_000_000 : 0)
            }
            guard last > own ?? 0 else { continue }
            try db.execute(
                sql: own == nil
                    ? "INSERT INTO sqlite_sequence (seq, name) VALUES (?, ?)"
                    : "UPDATE sqlite_sequence SET seq = ? WHERE name = ?",
                arguments: [last, table]
            )
        }
    }

    private static let spatiaLiteTables: Set = [
        "spatialite_history", "data_licenses", "sql_statements_log",
    ]
    private static let busyTables: Set = ["message", "device", "message_journal", "erasure"]

    /// What a database knows that is about to be replaced, with its log where that is its own; nothing
    /// where it can't be read.
    static func predecessor(_ path: String) -> Predecessor {
        let note = DatabaseLock.look(at: path)?.note
        guard DatabaseFile.exists(path),
            (try? LogOwnership.require(of: path, note: note, isHeld: false)) != nil
        else { return Predecessor() }
        var configuration = Configuration()
        configuration.readonly = true
        guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else {
            return Predecessor()
        }
        defer { try? queue.close() }
        return (try? queue.inDatabase(read)) ?? Predecessor()
    }

    private static func read(_ db: Database) throws -> Predecessor {
        var predecessor = Predecessor(lineage: try FileIdentity.lineage(of: db))
        for row in try Row.fetchAll(db, sql: "SELECT name, seq FROM sqlite_sequence") {
            predecessor.sequences[row[0]] = row[1]
        }
        if try db.tableExists("erasure") {
            predecessor.erasures = try ErasureTable.waiting(in: db).erasures
        }
        return predecessor
    }
}
