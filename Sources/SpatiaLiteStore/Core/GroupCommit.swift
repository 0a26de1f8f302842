internal import GRDB
internal import Synchronization

/// Commits many callers' changes with one write to the disk.
///
/// While one group is being committed, the next one gathers: the slower the disk, the larger the
/// groups. Each change stands in a savepoint of its own, so that one that fails leaves the others
/// be. A caller resumes when its group has been committed, and not before.
final class GroupCommit: Sendable {
    /// Makes a change, and returns what tells its caller the outcome once the commit's is known.
    private typealias Change = @Sendable (Database) -> Acknowledgement
    private typealias Acknowledgement = (_ commitFailure: (any Error)?) -> Void

    private struct State {
        var waiting: [Change] = []
        var isScheduled = false
        var statistics = WriteStatistics()
    }

    /// So many changes at most in one transaction, so that other writers get their turn.
    private static let largestGroup = 1000

    private let writer: DatabasePool
    private let state = Mutex(State())

    init(writer: DatabasePool) { self.writer = writer }

    /// How many changes wait for the next group.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// How the commits have gone so far.
    var statistics: WriteStatistics { state.withLock { $0.statistics } }

    /// - Parameter body: Called once, on the writer's queue, inside a transaction.
    /// - Returns: What `body` returned, once it is on disk.
    /// - Throws: What `body` threw (its changes are undone), or why the commit failed.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            enqueue { db in
                let outcome = Result { try Self.inSavepoint(db, body) }
                return { commitFailure in
                    continuation.resume(with: commitFailure.map { .failure($0) } ?? outcome)
                }
            }
        }
    }

    private func enqueue(_ change: @escaping Change) {
        let mustSchedule = state.withLock { state in
            state.waiting.append(change)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { schedule() }
    }

    private func schedule() {
        writer.asyncWriteWithoutTransaction { db in
            self.commit(self.takeGroup(), in: db)
            let isMoreWaiting = self.state.withLock { state in
                state.isScheduled = !state.waiting.isEmpty
                return state.isScheduled
            }
            if isMoreWaiting { self.schedule() }
        }
    }

    private func takeGroup() -> [Change] {
        state.withLock { state in
            let group = Array(state.waiting.prefix(Self.largestGroup))
            state.waiting.removeFirst(group.count)
            return group
        }
    }

    private func commit(_ group: [Change], in db: Database) {
        let start = ContinuousClock.now
        var acknowledgements: [Acknowledgement] = []
        acknowledgements.reserveCapacity(group.count)
        var failure: (any Error)?
        do {
            try db.inTransaction(.immediate) {
                for change in group { acknowledgements.append(change(db)) }
                return .commit
            }
        } catch {
            failure = error
            // The transaction could not begin: no change was tried, and each must be answered.
            for change in group.dropFirst(acknowledgements.count) {
                acknowledgements.append(change(db))
            }
        }
        if failure == nil {
            let passed = start.duration(to: .now).components
            let seconds = Double(passed.seconds) + Double(passed.attoseconds) * 1e-18
            state.withLock { $0.statistics.record(changes: group.count, seconds: seconds) }
        }
        for acknowledge in acknowledgements { acknowledge(failure) }
    }

    /// - Throws: Also when no transaction is open, because an earlier change met a failure, such as
    ///   a full disk, upon which SQLite undoes the whole transaction.
    private static func inSavepoint<Value>(
        _ db: Database,
        _ body: (Database) throws -> Value
    ) throws -> Value {
        guard db.isInsideTransaction else {
            throw DatabaseError(
                resultCode: .SQLITE_ABORT,
                message: "the transaction was rolled back"
            )
        }
        var value: Value?
        try db.inSavepoint {
            value = try body(db)
            return .commit
        }
        guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        return value
    }
}
