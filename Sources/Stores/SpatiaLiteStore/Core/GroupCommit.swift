internal import Dispatch
internal import GRDB
internal import Synchronization
internal import Timekeeping

/// Commits many callers' changes with one write to the disk.
///
/// While one group is being committed, the next one gathers: the slower the disk, the larger the
/// groups. Callers that were answered mostly come again at once. So that they need not sit out a
/// commit that has just begun without them, a commit waits for them a little, for less than it takes
/// itself or, when they are many, for 3 ms at most, while the changes of those who are there already
/// are made. One caller alone never waits. (PostgreSQL's `commit_delay` is the same idea.)
///
/// A change that fails leaves the others be: the group is undone and made again, each change in a
/// savepoint of its own. That is rare, and savepoints cost a tenth of a small change.
///
/// A caller is answered when its group has been committed, and not before.
final class GroupCommit: Sendable {
    /// Makes a change, and returns what tells its caller the outcome once the commit's is known; nil
    /// when it failed and is not to be undone by itself, so that the whole group must be.
    private typealias Change = @Sendable (Database, _ isUndoneAlone: Bool) -> Acknowledgement?
    private typealias Acknowledgement = (_ commitFailure: (any Error)?) -> Void

    private struct State {
        var waiting: [Change] = []
        var isScheduled = false
        /// How many must wait for the commit that is under way to go on; nil when it doesn't wait.
        var wanted: Int?
        /// How many callers there seem to be: those in the last group and those who came meanwhile.
        var callers = 1
        /// How long the last commit took, from the last change to being on disk.
        var lastCommit = Duration.zero
        var statistics = WriteStatistics()
    }

    /// So many changes at most in one transaction, so that other writers get their turn.
    private static let largestGroup = 1000

    /// A commit waits for callers no longer than that, and no longer than half of what it takes,
    /// unless it has a crowd of callers.
    private static let longestWait = Duration.milliseconds(3)

    /// From so many callers on, what commits cost the processor counts for more than a moment's
    /// waiting: on a fast disk they would be many and small.
    private static let crowd = 8

    private let writer: DatabasePool
    private let settings: WriterSettings
    private let state = Mutex(State())
    /// Told when as many wait as the commit under way wants.
    private let enough = DispatchSemaphore(value: 0)

    private let hook: CommitHook
    private let sharing: Sharing?

    init(
        writer: DatabasePool,
        settings: WriterSettings,
        hook: CommitHook,
        sharing: Sharing? = nil
    ) {
        self.writer = writer
        self.settings = settings
        self.hook = hook
        self.sharing = sharing
    }

    /// How many changes wait for the next group.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// How the commits have gone so far.
    var statistics: WriteStatistics { state.withLock { $0.statistics } }

    /// - Parameters:
    ///   - body: Called on the writer's queue inside a transaction; a second time after the first was
    ///     undone, when another change of its group failed.
    ///   - answer: Called on the writer's queue with what `body` returned, once it is on disk, or
    ///     with what it threw (its changes are undone), or with why the commit failed. It must not
    ///     wait for anything: the next group begins after it.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value,
        then answer: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        enqueue { db, isUndoneAlone in
            let outcome = Result {
                isUndoneAlone ? try Self.inSavepoint(db, body) : try body(db)
            }
            if !isUndoneAlone, case .failure = outcome { return nil }
            return { commitFailure in answer(commitFailure.map { .failure($0) } ?? outcome) }
        }
    }

    /// As ``perform(_:then:)``, for callers that wait in a task.
    ///
    /// - Returns: What `body` returned, once it is on disk.
    /// - Throws: What `body` threw (its changes are undone), or why the commit failed.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            perform(body) { continuation.resume(with: $0) }
        }
    }

    private func enqueue(_ change: @escaping Change) {
        let (mustSchedule, isEnough) = state.withLock { state in
            state.waiting.append(change)
            defer { state.isScheduled = true }
            let isEnough = state.wanted.map { state.waiting.count >= $0 } ?? false
            if isEnough { state.wanted = nil }
            return (!state.isScheduled, isEnough)
        }
        if isEnough { enough.signal() }
        if mustSchedule { schedule() }
    }

    private func schedule() {
        writer.asyncWriteWithoutTransaction { db in
            self.commitGroup(in: db)
            let isMoreWaiting = self.state.withLock { state in
                state.isScheduled = !state.waiting.isEmpty
                return state.isScheduled
            }
            if isMoreWaiting { self.schedule() }
        }
    }

    /// - Parameter most: How many at most.
    private func takeWaiting(_ most: Int) -> [Change] {
        state.withLock { state in
            let taken = Array(state.waiting.prefix(most))
            state.waiting.removeFirst(taken.count)
            return taken
        }
    }

    /// Those who have come since, or come within a short while; none when the group is to be
    /// committed as it is.
    private func takeMore(than count: Int, until deadline: ContinuousClock.Instant) -> [Change] {
        guard count < Self.largestGroup else { return [] }
        let left = ContinuousClock.now.duration(to: deadline)
        let mustWait = state.withLock { state in
            let missing = state.callers - count
            guard state.waiting.isEmpty, missing > 0, left > .zero else { return false }
            state.wanted = missing
            return true
        }
        if mustWait {
            let outcome = enough.wait(timeout: .now() + left.seconds)
            let isLateSign = state.withLock { state in
                defer { state.wanted = nil }
                return outcome == .timedOut && state.wanted == nil
            }
            // The sign was given after all, just now: it must not be taken for the next one.
            if isLateSign { enough.wait() }
        }
        return takeWaiting(Self.largestGroup - count)
    }

    private func commitGroup(in db: Database) {
        var group: [Change] = []
        var acknowledgements: [Acknowledgement] = []
        var failure: (any Error)?
        let start = ContinuousClock.now
        let wait = state.withLock {
            $0.callers >= Self.crowd
                ? Self.longestWait : min(Self.longestWait, $0.lastCommit / 2)
        }
        var committing = start
        do {
            try hook.requireFiles()
            try settings.restore(in: db)
            var isMade = true
            try inTransaction(db) {
                // Made again, where other nodes were first.
                acknowledgements.removeAll(keepingCapacity: true)
                var taken = group + takeWaiting(Self.largestGroup - group.count)
                group.removeAll(keepingCapacity: true)
                isMade = true
                while !taken.isEmpty {
                    group += taken
                    for change in taken {
                        guard let acknowledgement = change(db, false) else {
                            isMade = false
                            return .rollback
                        }
                        acknowledgements.append(acknowledgement)
                    }
                    taken = takeMore(than: group.count, until: start + wait)
                }
                committing = .now
                return .commit
            }
            if !isMade { try remake(group, in: db, &acknowledgements) }
            // Before anybody is answered: a commit into a file that is gone is none.
            try hook.requireFiles(in: db)
        } catch {
            failure = hook.explain(error, in: db)
            // The transaction could not begin: no change was tried, and each must be answered.
            if group.isEmpty { group = takeWaiting(Self.largestGroup) }
            for change in group.dropFirst(acknowledgements.count) {
                if let answer = change(db, true) { acknowledgements.append(answer) }
            }
        }
        note(group.count, from: start, committing: committing, isCommitted: failure == nil)
        for acknowledge in acknowledgements { acknowledge(failure) }
    }

    /// Makes the changes of a group that was undone, each so that it can be undone by itself.
    private func remake(
        _ group: [Change],
        in db: Database,
        _ acknowledgements: inout [Acknowledgement]
    ) throws {
        try inTransaction(db) {
            acknowledgements.removeAll(keepingCapacity: true)
            for change in group {
                if let answer = change(db, true) { acknowledgements.append(answer) }
            }
            return .commit
        }
    }

    private func inTransaction(
        _ db: Database,
        _ body: () throws -> Database.TransactionCompletion
    ) throws {
        guard let sharing else { return try db.inTransaction(.immediate, body) }
        try sharing.transaction(db, body)
    }

    private func note(
        _ count: Int,
        from start: ContinuousClock.Instant,
        committing: ContinuousClock.Instant,
        isCommitted: Bool
    ) {
        let end = ContinuousClock.now
        state.withLock { state in
            state.callers = count + state.waiting.count
            state.lastCommit = committing.duration(to: end)
            guard isCommitted, count > 0 else { return }
            state.statistics.record(changes: count, seconds: start.duration(to: end).seconds)
        }
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
