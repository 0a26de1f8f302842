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
    /// How often it was to be emptied after something was erased, and others were in the way.
    var failureCount = 0
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
    /// After so many times at which others were in the way they are waited for.
    private static let failuresBeforeWaiting = 3
    /// So long they are waited for, in milliseconds: those who read now, for those who come meanwhile read
    /// the file and not the log. Who wants to write waits as well.
    private static let waitingMilliseconds: Int32 = 500

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
        if sharing?.takeErased() == true { log.withLock { $0.hasErased = true } }
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
        let mustWait = log.withLock { log in
            defer { log.hasErased = false }
            return log.hasErased && log.failureCount >= Self.failuresBeforeWaiting
        }
        let isEmpty: Bool
        do {
            isEmpty = try await onWriter { [hook, options] db in
                sqlite3_busy_timeout(db.sqliteConnection, mustWait ? Self.waitingMilliseconds : 0)
                defer { WriteTurn(timeoutSeconds: options.busyTimeoutSeconds).restore(in: db) }
                return try hook.emptyLog(in: db)
            }
        } catch {
            log.withLock { $0.hasErased = true }
            throw error
        }
        log.withLock { log in
            if isEmpty {
                (log.roundCount, log.failureCount) = (0, 0)
            } else {
                log.hasErased = true
                log.failureCount += 1
            }
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
