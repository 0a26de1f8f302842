internal import CSpatiaLite
internal import Datasets
internal import Dispatch
internal import Foundation
internal import GRDB
internal import Synchronization
internal import Timekeeping

/// The connections to one file: one writer, several readers, and one that watches for changes.
///
/// Readers find and decode what they need without SpatiaLite, whose start-up costs 20 ms; only the
/// writer loads it, for the triggers and the metadata.
final class Connections: Sendable {
    let path: String
    let access: SpatiaLiteStore.Access
    let groupCommit: GroupCommit
    let pool: DatabasePool
    /// Nil where nothing is written, or the file has no name.
    let watch: FileWatch?
    let hook: CommitHook
    /// Nil where nothing is written, or no such file could be made.
    let lock: DatabaseLock?
    /// Nil for a file that follows no rows that nodes have in common.
    let sharing: Sharing?
    let settings = WriterSettings()
    let options: SpatiaLiteStore.Options
    let log: Mutex<LogState>
    /// When a writing of many steps last gave way to others.
    private let lastPause = Mutex(ContinuousClock.now)
    /// Opened when it is first asked.
    private let watcher = Mutex<DatabaseQueue?>(nil)

    /// - Parameter hadLog: Whether there was a log before the file was opened, of which nobody knows what
    ///   was erased since.
    init(
        path: String,
        access: SpatiaLiteStore.Access,
        pool: DatabasePool,
        watch: FileWatch?,
        hook: CommitHook,
        lock: DatabaseLock?,
        sharing: Sharing?,
        hadLog: Bool,
        options: SpatiaLiteStore.Options
    ) {
        log = Mutex(LogState(hasErased: hadLog))
        self.path = path
        self.access = access
        self.pool = pool
        self.watch = watch
        self.hook = hook
        self.lock = lock
        self.sharing = sharing
        self.options = options
        groupCommit = GroupCommit(
            writer: pool,
            settings: settings,
            hook: hook,
            sharing: sharing
        )
    }

    static func open(
        _ path: String,
        access: SpatiaLiteStore.Access,
        options: SpatiaLiteStore.Options,
        at moment: Timestamp
    ) async throws -> Connections {
        try await offPool {
            try openBlocking(path, access: access, options: options, at: moment)
        }
    }

    /// Does something that waits where nobody else is held up by it.
    static func offPool<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
        }
    }

    /// Reads one consistent snapshot.
    func read<Value: Sendable>(
        _ body: @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await translatingErrors { try await pool.read(body) }
    }

    /// Writes in one transaction, which is on disk when this returns.
    func write<Value: Sendable>(
        _ body: @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await onWriter { [sharing] db in
            guard let sharing else { return try Self.inTransaction(db, body) }
            var value: Value?
            try sharing.transaction(db) {
                value = try body(db)
                return .commit
            }
            guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
            return value
        }
    }

    /// Writes one step of a version that nobody sees yet, in one transaction that reaches the disk
    /// with the next that ``write(_:)`` makes.
    ///
    /// The log keeps its order: should the machine lose power, what remains is every step up to some
    /// moment, and no later change without them. So the version is durable when its publication is.
    func writeStep<Value: Sendable>(
        _ body: @Sendable (Database) throws -> Value
    ) async throws -> Value {
        await giveWay()
        return try await onWriter { [settings] db in
            // What the columns' checks forbid, the records' types don't allow either.
            try settings.with([.unsynced, .unchecked], in: db) {
                try Self.inTransaction(db, body)
            }
        }
    }

    /// For so long at most steps follow each other without a pause.
    private static let longestTurn = Duration.milliseconds(250)
    /// So long that whoever looks once in a millisecond finds that nobody writes.
    private static let pauseBetweenTurns = Duration.milliseconds(4)

    /// Lets other processes write, now and then: between two steps that follow each other at once they
    /// would wait in vain. In this process everybody has a place in one queue.
    func giveWay() async {
        let now = ContinuousClock.now
        let isDue = lastPause.withLock { lastPause in
            guard now - lastPause > Self.longestTurn else { return false }
            lastPause = now
            return true
        }
        // Who is cancelled finds out where the work is done.
        if isDue { try? await Task.sleep(for: Self.pauseBetweenTurns) }
    }

    /// Writes in one transaction that reaches the disk with the next that ``write(_:)`` makes: for
    /// what can be made again from what is there, and would cost others their turn at the disk.
    func writeWithoutWaiting<Value: Sendable>(
        _ body: @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await onWriter { [settings] db in
            try settings.with([.unsynced], in: db) { try Self.inTransaction(db, body) }
        }
    }

    /// Does something with the connection that writes, outside of a transaction.
    func onWriter<Value: Sendable>(
        _ body: @Sendable (Database) throws -> Value
    ) async throws -> Value {
        guard access == .readWrite else {
            throw SpatiaLiteStoreError.openedForReading(path: path)
        }
        return try await translatingErrors {
            try hook.requireFiles()
            return try await pool.writeWithoutTransaction { [hook, settings] db in
                try settings.restore(in: db)
                let outcome = Result { try body(db) }.mapError { hook.explain($0, in: db) }
                let value = try outcome.get()
                try hook.requireFiles(in: db)
                return value
            }
        }
    }

    private static func inTransaction<Value>(
        _ db: Database,
        _ body: (Database) throws -> Value
    ) throws -> Value {
        var value: Value?
        try db.inTransaction(.immediate) {
            value = try body(db)
            return .commit
        }
        guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        return value
    }

    /// Writes together with the other calls that wait at the same time, in one transaction, which
    /// is on disk when this returns. For small changes that come often.
    func writeInGroup<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        guard access == .readWrite else {
            throw SpatiaLiteStoreError.openedForReading(path: path)
        }
        return try await translatingErrors { try await groupCommit.perform(body) }
    }

    /// As ``writeInGroup(_:)``, for callers that are called back, on the writer's queue, instead of
    /// waiting in a task: a task for each of thousands of writes a second would cost more than the
    /// writes.
    func writeInGroup<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value,
        then answer: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        guard access == .readWrite else {
            return answer(.failure(SpatiaLiteStoreError.openedForReading(path: path)))
        }
        groupCommit.perform(body) { [path] outcome in
            answer(
                outcome.mapError {
                    SpatiaLiteStoreError.translating($0, path: path, isOpen: true)
                }
            )
        }
    }

    /// SQLite's count of the commits that other connections made, as the watching one sees it.
    func dataVersion() async throws -> Int64 {
        try await translatingErrors {
            let watcher = try watcher.withLock { watcher in
                if let watcher { return watcher }
                let opened = try DatabaseQueue(
                    path: path,
                    configuration: Self.configuration(
                        path: path,
                        access: .readOnly,
                        options: .standard
                    )
                )
                watcher = opened
                return opened
            }
            return try await watcher.unsafeRead { db in
                try Int64.fetchOne(db, sql: "PRAGMA data_version") ?? 0
            }
        }
    }

    func close() async throws {
        let pool = pool
        let watcher = watcher.withLock { $0.take() }
        // SQLite would remove the log by its name, which may be another file's by now.
        let isLost = watch.map { $0.look() != .sound } ?? false
        let lock = lock
        let log = LogFile.path(of: path)
        try await translatingErrors {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                DispatchQueue.global().async {
                    continuation.resume(
                        with: Result {
                            defer { lock?.release(removing: !LogFile.hasContent(log)) }
                            // Readers first: the writer, as the last connection to a file, writes
                            // the log back and removes it, which a reader cannot.
                            try watcher?.close()
                            pool.invalidateReadOnlyConnections()
                            if isLost {
                                pool.writeWithoutTransaction { db in
                                    ambit_keep_log_on_close(db.sqliteConnection)
                                }
                            }
                            try pool.close()
                        }
                    )
                }
            }
        }
    }

    private func translatingErrors<Value>(
        _ body: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await body()
        } catch {
            throw SpatiaLiteStoreError.translating(error, path: path, isOpen: true)
        }
    }

    /// What keeps the files from being written, as far as that shows without writing.
    func storageFault() async -> StorageFault? {
        guard let watch else { return nil }
        if case .doubtful = watch.look() {
            // Decided where nobody writes at the same moment.
            _ = try? await pool.writeWithoutTransaction { [hook] db in _ = hook.loss(in: db) }
        }
        return watch.loss.map(StorageFault.lost)
    }
}

extension Connections {
    /// Does long work, such as a backup, on a connection of its own that reads only, so that it
    /// holds up neither readers nor the writer.
    ///
    /// - Parameters:
    ///   - file: The file that errors name.
    ///   - spatial: Whether SpatiaLite's functions are needed.
    func onOwnConnection<Value: Sendable>(
        naming file: String,
        spatial: Bool,
        _ body: @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            var configuration = Self.configuration(
                path: path,
                access: .readOnly,
                options: .standard
            )
            // `check` and `backup` begin their transactions themselves.
            configuration.allowsUnsafeTransactions = true
            if spatial {
                let spatiaLite = SpatiaLiteExtension()
                configuration.prepareDatabase { db in try spatiaLite.load(into: db) }
            }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            return try await queue.writeWithoutTransaction(body)
        } catch {
            throw SpatiaLiteStoreError.translating(error, path: file)
        }
    }

    /// Reads a file whatever it is, on a connection of its own, with SpatiaLite as far as the file lets
    /// it load.
    static func onRawConnection<Value: Sendable>(
        to path: String,
        _ body: @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.allowsUnsafeTransactions = true
            let spatiaLite = SpatiaLiteExtension()
            configuration.prepareDatabase { db in try? spatiaLite.load(into: db) }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            return try await queue.writeWithoutTransaction(body)
        } catch {
            throw SpatiaLiteStoreError.translating(error, path: path)
        }
    }
}
