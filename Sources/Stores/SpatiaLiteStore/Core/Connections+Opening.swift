internal import Dispatch
internal import Foundation
internal import GRDB
internal import Timekeeping

// How a file is opened: whose the log beside it is, what its schema lacks, and how it is written.
extension Connections {
    static func openBlocking(
        _ path: String,
        access: SpatiaLiteStore.Access,
        options: SpatiaLiteStore.Options,
        at moment: Timestamp
    ) throws -> Connections {
        try DatabaseFile.requireUsable(path, access: access)
        let lock = try takePlace(at: path, access: access, options: options)
        do {
            return try open(path, access: access, options: options, holding: lock, at: moment)
        } catch {
            lock?.release(removing: !LogFile.hasContent(LogFile.path(of: path)))
            throw SpatiaLiteStoreError.translating(error, path: path)
        }
    }

    /// Takes a place among those who write, and finds out whose the log is, before anything is opened.
    ///
    /// - Throws: As ``LogOwnership/require(of:note:isHeld:)``.
    private static func takePlace(
        at path: String,
        access: SpatiaLiteStore.Access,
        options: SpatiaLiteStore.Options
    ) throws -> DatabaseLock? {
        // What SQLite takes for more than a path is its own to open.
        guard !DatabaseFile.isSpecial(path) else { return nil }
        guard access == .readWrite else {
            let state = DatabaseLock.look(at: path)
            try LogOwnership.require(
                of: path,
                note: state?.note,
                isHeld: state?.isHeld ?? false
            )
            return nil
        }
        let lock = try DatabaseLock(database: path, waitingSeconds: options.busyTimeoutSeconds)
        do {
            try LogOwnership.require(of: path, note: lock?.found, isHeld: lock?.isAlone == false)
        } catch {
            lock?.release(removing: false)
            throw error
        }
        return lock
    }

    private static func open(
        _ path: String,
        access: SpatiaLiteStore.Access,
        options: SpatiaLiteStore.Options,
        holding lock: DatabaseLock?,
        at moment: Timestamp
    ) throws -> Connections {
        // Beside a stray log the file begins empty, for then SQLite drops the log; and what SQLite
        // takes for more than a path is its own to open.
        if access == .readWrite, !DatabaseFile.exists(path), !DatabaseFile.isSpecial(path),
            DatabaseFile.strayLog(of: path) == nil
        {
            try create(path, options: options)
        }
        // Where it is made in place.
        if access == .readWrite, !DatabaseFile.exists(path), !DatabaseFile.isSpecial(path) {
            DatabaseFile.makePrivate(path)
        }
        if lock?.isAlone == true {
            try Adoption.adoptIfCopy(path, options: options, at: moment)
        }
        let hadLog = LogFile.hasContent(LogFile.path(of: path))
        var hook = CommitHook()
        var watch: FileWatch?
        var sharing: Sharing?
        let pool = try retryingWhileBusy(seconds: options.busyTimeoutSeconds) {
            try DatabasePool(
                path: path,
                configuration: configuration(path: path, access: access, options: options)
            )
        }
        if access == .readWrite {
            watch = FileWatch(path: path)
            hook = CommitHook(watching: watch, noting: lock)
            sharing = try pool.writeWithoutTransaction { [hook] db in
                try beginWriting(db, path, hook, lock, options: options)
            }
        } else {
            try pool.unsafeRead { db in
                try Schema.requireCurrent(db, path: path, modules: options.modules)
            }
        }
        return Connections(
            path: path,
            access: access,
            pool: pool,
            watch: watch,
            hook: hook,
            lock: lock,
            sharing: sharing,
            hadLog: hadLog,
            options: options
        )
    }

    /// Makes a connection write durably, brings the schema up to date and tells others whose file it is.
    private static func beginWriting(
        _ db: Database,
        _ path: String,
        _ hook: CommitHook,
        _ lock: DatabaseLock?,
        options: SpatiaLiteStore.Options
    ) throws -> Sharing? {
        // GRDB sets NORMAL, under which a commit may be lost with the power. FULL
        // keeps the promise that an acknowledged write is on disk.
        try db.execute(
            sql: """
                PRAGMA synchronous = FULL;
                PRAGMA cache_size = -32000;
                PRAGMA secure_delete = ON
                """
        )
        try Schema.migrate(db, path: path, modules: options.modules)
        hook.install(in: db)
        if let lock, let mark = FileMark.of(path) {
            lock.note(try FileIdentity.fetch(db)?.number, mark)
            lock.share()
        }
        return try Sharing.begin(db, path: path, source: options.common)
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
            NearestFirstWalk.register(in: db)
            if !db.configuration.readonly {
                // Before anything is written: a foreign file must stay as it is.
                try Schema.requireOwn(db, path: path, modules: options.modules)
                try spatiaLite.load(into: db)
                turn.restore(in: db)
            } else if let moment = options.asOf, try !Schema.isEmpty(db) {
                try PastPublications.show(at: moment, in: db)
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
