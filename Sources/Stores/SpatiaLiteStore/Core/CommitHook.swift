internal import Datasets
internal import GRDB
internal import GRDBSQLite
internal import Synchronization

/// Why a change is not told to be made: the store's files are not those that it was opened with.
struct FilesLost: Error {
    let loss: StorageLoss
}

/// What is done after each commit of the writer: its files are looked at, and when the log has grown
/// long enough, its pages are copied into the database's file.
///
/// Nothing is copied while the files are not known to be sound: a log with a hole would be copied as
/// zeros over what the file has.
final class CommitHook: Sendable {
    /// So many pages gather in the log, 16 MB: the same pages come again and again, and each copying
    /// waits for the disk.
    private static let pagesBetweenCopies = 4000

    private let watch: FileWatch?
    private let lock: DatabaseLock?
    /// How many frames the log held after the last commit.
    private let frames = Atomic(0)
    private let commits = Atomic(0)

    init(watching watch: FileWatch? = nil, noting lock: DatabaseLock? = nil) {
        self.watch = watch
        self.lock = lock
    }

    /// How many commits there were.
    var commitCount: Int { commits.load(ordering: .relaxed) }

    /// Lets a connection call this after each commit; this must live as long as the connection writes.
    func install(in db: Database) {
        sqlite3_wal_hook(
            db.sqliteConnection,
            { hook, connection, schema, frames in
                guard let hook else { return SQLITE_OK }
                Unmanaged<CommitHook>.fromOpaque(hook).takeUnretainedValue()
                    .committed(connection, schema, frames: Int(frames))
                // The commit stands, whatever became of the copying.
                return SQLITE_OK
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    private func committed(
        _ connection: OpaquePointer?,
        _ schema: UnsafePointer<CChar>?,
        frames count: Int
    ) {
        frames.store(count, ordering: .relaxed)
        commits.wrappingAdd(1, ordering: .relaxed)
        let finding = watch?.look() ?? .sound
        guard finding == .sound, count >= Self.pagesBetweenCopies else { return }
        sqlite3_wal_checkpoint_v2(connection, schema, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        noteCopied()
    }

    /// Pages were copied from the log into the database's file.
    private func noteCopied() {
        if let path = watch?.path, let mark = FileMark.of(path) { lock?.noteChange(of: mark) }
    }

    /// Copies the log into the database's file and empties it, unless somebody else reads or writes at
    /// this moment: nobody is made to wait.
    ///
    /// - Parameter db: The writer, outside of a transaction, without a busy handler.
    /// - Returns: Whether the log is empty now.
    /// - Throws: `DatabaseError`.
    func emptyLog(in db: Database) throws -> Bool {
        guard let watch, watch.look() == .sound else { return false }
        let code = sqlite3_wal_checkpoint_v2(
            db.sqliteConnection,
            nil,
            SQLITE_CHECKPOINT_TRUNCATE,
            nil,
            nil
        )
        if code == SQLITE_OK { LogFile.keepPlace(watch.logPath) }
        watch.noteEmptiedLog()
        noteCopied()
        guard ![SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xFF) else { return false }
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        return true
    }

    /// Looks at the files before something is written: another process may have made itself an index of
    /// the log, and have written where this one would write.
    ///
    /// - Throws: ``FilesLost`` when the store's files were found to be lost.
    func requireFiles() throws {
        watch?.look()
        if let loss = watch?.loss { throw FilesLost(loss: loss) }
    }

    /// The same with any doubt decided, after a commit and before it is told.
    func requireFiles(in db: Database) throws {
        if let loss = loss(in: db) { throw FilesLost(loss: loss) }
    }

    /// What to tell of a change that failed: that the files are gone, where that is why.
    func explain(_ error: any Error, in db: Database) -> any Error {
        watch?.look()
        return loss(in: db).map { FilesLost(loss: $0) } ?? error
    }

    /// Whether the store's files were taken away, with every doubt decided.
    ///
    /// - Parameter db: The writer, outside of a transaction.
    func loss(in db: Database) -> StorageLoss? {
        guard let watch else { return nil }
        // Each file may be in doubt, and be so again while others write.
        for _ in 0..<4 {
            guard watch.loss == nil, let part = watch.doubt else { break }
            if part == .log {
                // A commit that changes nothing shows where SQLite goes on in the log.
                guard let version = RawSQL.integer("PRAGMA user_version", in: db),
                    RawSQL.execute("PRAGMA user_version = \(version)", in: db)
                else { return StorageLoss(.log, .truncated) }
            }
            watch.judge(
                part,
                frames: frames.load(ordering: .relaxed),
                pageCount: part == .database ? MainFile.pageCount(of: watch.path) : nil,
                pageSize: Int(RawSQL.integer("PRAGMA page_size", in: db) ?? 4096)
            )
            watch.look()
        }
        return watch.loss
    }
}
