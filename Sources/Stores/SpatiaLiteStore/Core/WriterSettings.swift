internal import GRDB
internal import GRDBSQLite
internal import Synchronization

/// What the connection that writes may leave out for a while, and that it leaves it out for no longer.
///
/// Should a setting not be put back, because nothing can be read from the disk at that moment, the
/// next write puts it back before it begins, or fails.
final class WriterSettings: Sendable {
    /// What may be left out.
    enum Leniency {
        /// A commit does not wait for the disk.
        case unsynced
        /// The columns' checks are not made.
        case unchecked
    }

    /// Whether something may be left out that nobody asks for any more.
    private let isDoubtful = Atomic(false)

    /// A cancelled task interrupts what runs at that moment, once; whatever else fails once may be
    /// there the next time.
    private static let attempts = 10

    private static let usual = """
        PRAGMA synchronous = FULL;
        PRAGMA ignore_check_constraints = OFF
        """

    /// Does something that may leave some things out, on the connection that writes and outside of a
    /// transaction; the usual settings hold again afterwards, also when the task is cancelled meanwhile.
    ///
    /// - Throws: What `body` throws, and what ``restore(in:)`` throws.
    func with<Value>(
        _ leniencies: Set<Leniency>,
        in db: Database,
        _ body: () throws -> Value
    ) throws -> Value {
        try restore(in: db)
        isDoubtful.store(true, ordering: .relaxed)
        defer { try? restore(in: db) }
        if leniencies.contains(.unsynced) { Self.execute("PRAGMA synchronous = NORMAL", in: db) }
        if leniencies.contains(.unchecked) {
            Self.execute("PRAGMA ignore_check_constraints = ON", in: db)
        }
        return try body()
    }

    /// Sees to it that the usual settings hold, at the beginning of every other write and outside of a
    /// transaction. Costs nothing when they do.
    ///
    /// - Throws: When they cannot be had.
    func restore(in db: Database) throws {
        guard isDoubtful.load(ordering: .relaxed) else { return }
        guard Self.execute(Self.usual, in: db) else {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: sqlite3_extended_errcode(db.sqliteConnection)),
                message: "the writer's settings could not be put back"
            )
        }
        isDoubtful.store(false, ordering: .relaxed)
    }

    /// Goes to SQLite itself: once its task is cancelled, GRDB refuses every statement but a rollback,
    /// also those that put settings back.
    @discardableResult
    private static func execute(_ sql: String, in db: Database) -> Bool {
        (0..<attempts).contains { _ in
            sqlite3_exec(db.sqliteConnection, sql, nil, nil, nil) == SQLITE_OK
        }
    }
}
