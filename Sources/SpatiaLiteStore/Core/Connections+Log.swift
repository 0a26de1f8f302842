internal import GRDB
internal import GRDBSQLite
internal import Synchronization

/// What is known of a log that is to be emptied.
struct LogState {
    /// Whether something was erased since it was emptied.
    var hasErased = false
    /// How many commits there were when it was asked last.
    var commitCount = -1
    /// How often it was asked since it was emptied.
    var roundCount = 0
}

/// When the log is emptied after something was erased.
enum LogPatience {
    /// At once, where nobody else reads or writes at this moment.
    case once
    /// In one of the next rounds.
    case leisure
}

extension Connections {
    /// While others write all the time, the log is emptied in every so many rounds: each emptying waits
    /// for the disk twice.
    private static let roundsUnderLoad = 5

    /// Notes that something was erased, which the log still has until it is emptied: SQLite writes over
    /// it some day, in its own time.
    func noteErasure(at patience: LogPatience) async {
        log.withLock { $0.hasErased = true }
        // Whatever is in the way now, the next rounds try again.
        if patience == .once { _ = try? await emptyLog() }
    }

    /// Empties the log where that is due: after something was erased, and when nobody has written since
    /// this was called last.
    func emptyLogInTime() async throws {
        let count = hook.commitCount
        let isDue = log.withLock { log in
            let isIdle = log.commitCount == count
            log.commitCount = count
            log.roundCount += 1
            return isIdle || (log.hasErased && log.roundCount >= Self.roundsUnderLoad)
        }
        guard isDue, LogFile.hasContent(LogFile.path(of: path)) else { return }
        _ = try await emptyLog()
    }

    /// Copies the log into the file and empties it, unless somebody else reads or writes at this moment.
    ///
    /// - Returns: Whether it is empty now.
    @discardableResult
    func emptyLog() async throws -> Bool {
        // What is erased while it is emptied may be in it still.
        log.withLock { $0.hasErased = false }
        let isEmpty: Bool
        do {
            isEmpty = try await onWriter { [hook, options] db in
                sqlite3_busy_handler(db.sqliteConnection, nil, nil)
                defer { WriteTurn(timeoutSeconds: options.busyTimeoutSeconds).restore(in: db) }
                return try hook.emptyLog(in: db)
            }
        } catch {
            log.withLock { $0.hasErased = true }
            throw error
        }
        log.withLock { log in
            if isEmpty { log.roundCount = 0 } else { log.hasErased = true }
        }
        return isEmpty
    }
}

extension SpatiaLiteStore {
    /// Empties the log beside the file where that is due: after something was erased, so that it does not
    /// stand in the log any longer, and when nobody has written since this was called last. Called once
    /// a second; costs next to nothing where there is nothing to do.
    ///
    /// - Throws: ``SpatiaLiteStoreError``.
    public func tidyLog() async throws { try await connections.emptyLogInTime() }
}
