internal import GRDB

extension Connections {
    /// Makes a new database under another name, and gives it its own when it is whole: so there is never
    /// half of one, neither where there was no room for all of it nor where the process died. What a
    /// dead one leaves is cleared away by whoever opens the database next.
    ///
    /// A file that another process has made meanwhile stays, and is the one that is opened.
    ///
    /// - Throws: What the file system and SQLite report; nothing is left then.
    static func create(_ path: String, options: SpatiaLiteStore.Options) throws {
        let lock = try BuildLock(database: path)
        defer { lock.release() }
        DatabaseFile.makePrivate(lock.unfinished)
        let queue = try DatabaseQueue(
            path: lock.unfinished,
            configuration: configuration(path: path, access: .readWrite, options: options)
        )
        do {
            try queue.writeWithoutTransaction { db in
                // One file, whatever happens: a journal beside it would have to be cleared away too, and
                // nothing is lost with what nobody has seen.
                try db.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
                try Schema.migrate(db, path: path, modules: options.modules)
            }
        } catch {
            try? queue.close()
            throw error
        }
        try queue.close()
        try DatabaseFile.sync(lock.unfinished)
        // Whoever has made one of that name meanwhile has it. Where it cannot be told, it is made in place.
        _ = try DatabaseFile.name(lock.unfinished, as: path)
    }
}
