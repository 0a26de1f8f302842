internal import CSpatiaLite
internal import Dispatch
internal import Foundation
internal import GRDB
internal import Synchronization

/// The connections to one file: one writer, several readers, and one that watches for changes.
///
/// Readers find and decode what they need without SpatiaLite, whose start-up costs 20 ms; only the
/// writer loads it, for the triggers and the metadata.
final class Connections: Sendable {
    let path: String
    let access: SpatiaLiteStore.Access
    let groupCommit: GroupCommit
    private let pool: DatabasePool
    private let settings = WriterSettings()
    /// When a writing of many steps last gave way to others.
    private let lastPause = Mutex(ContinuousClock.now)
    /// Opened when it is first asked.
    private let watcher = Mutex<DatabaseQueue?>(nil)

    private init(path: String, access: SpatiaLiteStore.Access, pool: DatabasePool) {
        self.path = path
        self.access = access
        self.pool = pool
        groupCommit = GroupCommit(writer: pool, settings: settings)
    }

    static func open(
        _ path: String,
        access: SpatiaLiteStore.Access,
        options: SpatiaLiteStore.Options
    ) async throws -> Connections {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result { try openBlocking(path, access: access, options: options) }
                )
            }
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
        guard access == .readWrite else {
            throw SpatiaLiteStoreError.openedForReading(path: path)
        }
        return try await translatingErrors {
            try await pool.writeWithoutTransaction { [settings] db in
                try settings.restore(in: db)
                return try Self.inTransaction(db, body)
            }
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
        guard access == .readWrite else {
            throw SpatiaLiteStoreError.openedForReading(path: path)
        }
        await giveWay()
        return try await translatingErrors {
            try await pool.writeWithoutTransaction { [settings] db in
                // What the columns' checks forbid, the records' types don't allow either.
                try settings.with([.unsynced, .unchecked], in: db) {
                    try Self.inTransaction(db, body)
                }
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
        guard access == .readWrite else {
            throw SpatiaLiteStoreError.openedForReading(path: path)
        }
        return try await translatingErrors {
            try await pool.writeWithoutTransaction { [settings] db in
                try settings.with([.unsynced], in: db) { try Self.inTransaction(db, body) }
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
            answer(outcome.mapError { SpatiaLiteStoreError.translating($0, path: path) })
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
        try await translatingErrors {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                DispatchQueue.global().async {
                    continuation.resume(
                        with: Result {
                            // Readers first: the writer, as the last connection to a file, writes
                            // the log back and removes it, which a reader cannot.
                            try watcher?.close()
                            pool.invalidateReadOnlyConnections()
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
            throw SpatiaLiteStoreError.translating(error, path: path)
        }
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

    private static func openBlocking(
        _ path: String,
        access: SpatiaLiteStore.Access,
        options: SpatiaLiteStore.Options
    ) throws -> Connections {
        try DatabaseFile.requireUsable(path, access: access)
        do {
            // Beside a stray log the file begins empty, for then SQLite drops the log; and what SQLite
            // takes for more than a path is its own to open.
            if access == .readWrite, !DatabaseFile.exists(path), !DatabaseFile.isSpecial(path),
                DatabaseFile.strayLog(of: path) == nil
            {
                try create(path, options: options)
            }
            let pool = try retryingWhileBusy(seconds: options.busyTimeoutSeconds) {
                try DatabasePool(
                    path: path,
                    configuration: configuration(path: path, access: access, options: options)
                )
            }
            if access == .readWrite {
                try pool.writeWithoutTransaction { db in
                    // GRDB sets NORMAL, under which a commit may be lost with the power. FULL
                    // keeps the promise that an acknowledged write is on disk. Pages are copied from
                    // the log into the file 16 MB at a time: the same pages come again and again,
                    // and each copying waits for the disk.
                    try db.execute(
                        sql: """
                            PRAGMA synchronous = FULL;
                            PRAGMA cache_size = -32000;
                            PRAGMA wal_autocheckpoint = 4000
                            """
                    )
                    try Schema.migrate(db, path: path)
                }
            } else {
                try pool.unsafeRead { db in try Schema.requireCurrent(db, path: path) }
            }
            return Connections(path: path, access: access, pool: pool)
        } catch {
            throw SpatiaLiteStoreError.translating(error, path: path)
        }
    }

    static func configuration(
        path: String,
        access: SpatiaLiteStore.Access,
        options: SpatiaLiteStore.Options
    ) -> Configuration {
        var configuration = Configuration()
        configuration.label = "ambit"
        configuration.readonly = access == .readOnly
        configuration.maximumReaderCount = options.readerCount
        let turn = WriteTurn(timeoutSeconds: options.busyTimeoutSeconds)
        configuration.busyMode = turn.busyMode
        let spatiaLite = SpatiaLiteExtension()
        configuration.prepareDatabase { db in
            NearestFirst.register(in: db)
            if !db.configuration.readonly {
                // Before anything is written: a foreign file must stay as it is.
                try Schema.requireOwn(db, path: path)
                try spatiaLite.load(into: db)
                turn.restore(in: db)
            }
        }
        return configuration
    }

    /// Two processes that create one file at the same time can meet while each switches it to
    /// write-ahead logging, where SQLite gives up without waiting.
    private static func retryingWhileBusy<Value>(
        seconds: Double,
        _ body: () throws -> Value
    ) throws -> Value {
        let deadline = DispatchTime.now() + seconds
        while true {
            do {
                return try body()
            } catch let error as DatabaseError
                where error.resultCode == .SQLITE_BUSY && DispatchTime.now() < deadline
            {
                usleep(5000)
            }
        }
    }
}
