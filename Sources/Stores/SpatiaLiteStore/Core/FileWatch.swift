internal import Datasets
internal import Synchronization

/// Notices when a database's file, its log or the log's index is taken away from an open store: removed,
/// replaced or cut. SQLite goes on writing into a file that has no name any more, and says nothing; and a
/// process that opens the database when the index is gone makes another one, so that both write to the
/// same places of the log.
///
/// A look costs three calls of `stat`. It compares the files with those that the store was opened with;
/// what was lost stays lost until the store is opened anew, because nobody knows what it would miss.
/// That the database or its log got smaller is only doubtful, since another program may have emptied the log or
/// compacted the database in good order: ``judge(_:frames:pageCount:pageSize:)`` finds out.
final class FileWatch: Sendable {
    /// What a look shows.
    enum Finding: Sendable, Hashable {
        case sound
        /// A file is not what it was, for one of two reasons.
        case doubtful(StorageLoss.Part)
        case lost(StorageLoss)

        fileprivate var isLost: Bool { if case .lost = self { true } else { false } }
    }

    private struct State {
        var file: FileMark
        /// Nil until the first commit makes it.
        var log: FileMark?
        /// Nil until the first reading or writing makes it.
        var index: FileMark?
        var loss: StorageLoss?
        var doubt: StorageLoss.Part?
        /// False on a file system that stores a file in fewer bytes than it has, by compressing it.
        var storesAllBytes = true
    }

    let path: String
    let logPath: String
    private let indexPath: String
    private let state: Mutex<State>

    /// - Returns: Nil where there is no such file, for instance because it has no name.
    init?(path: String) {
        guard let file = FileMark.of(path) else { return nil }
        self.path = path
        logPath = LogFile.path(of: path)
        indexPath = LogFile.indexPath(of: path)
        state = Mutex(
            State(file: file, log: FileMark.of(logPath), index: FileMark.of(indexPath))
        )
    }

    /// What was found lost; nil for nothing so far.
    var loss: StorageLoss? { state.withLock { $0.loss } }

    /// What the last look left in doubt.
    var doubt: StorageLoss.Part? { state.withLock { $0.doubt } }

    /// Looks at the three files.
    @discardableResult
    func look() -> Finding {
        let file = FileMark.look(path)
        let log = FileMark.look(logPath)
        let index = FileMark.look(indexPath)
        return state.withLock { state in
            if let loss = state.loss { return .lost(loss) }
            let findings = [
                Self.finding(file: file, &state), Self.finding(log: log, &state),
                Self.finding(index: index, &state),
            ]
            // To decide a doubt something is written, which nothing may be once a file is lost.
            let finding =
                findings.first(where: \.isLost) ?? findings.first { $0 != .sound } ?? .sound
            switch finding {
            case .sound: break
            case .doubtful(let part): state.doubt = part
            case .lost(let loss): state.loss = loss
            }
            return finding
        }
    }

    private static func finding(file: FileMark.Lookup, _ state: inout State) -> Finding {
        switch file {
        case .missing: return .lost(StorageLoss(.database, .removed))
        case .unknown: return .sound
        case .found(let mark):
            guard mark.isSameFile(as: state.file) else {
                return .lost(StorageLoss(.database, .replaced))
            }
            guard mark.byteCount >= state.file.byteCount else { return .doubtful(.database) }
            state.file = mark
            return .sound
        }
    }

    /// There is no doubt about an index: SQLite makes it shorter, or removes it, only while nobody has the
    /// database open.
    private static func finding(index: FileMark.Lookup, _ state: inout State) -> Finding {
        switch index {
        case .missing: return state.index == nil ? .sound : .lost(StorageLoss(.index, .removed))
        case .unknown: return .sound
        case .found(let mark):
            guard let known = state.index else {
                state.index = mark
                return .sound
            }
            guard mark.isSameFile(as: known) else { return .lost(StorageLoss(.index, .replaced)) }
            guard mark.byteCount >= known.byteCount else {
                return .lost(StorageLoss(.index, .truncated))
            }
            state.index = mark
            return .sound
        }
    }

    private static func finding(log: FileMark.Lookup, _ state: inout State) -> Finding {
        switch log {
        case .missing: return state.log == nil ? .sound : .lost(StorageLoss(.log, .removed))
        case .unknown: return .sound
        case .found(let mark):
            guard let known = state.log else {
                state.log = mark
                return .sound
            }
            guard mark.isSameFile(as: known) else { return .lost(StorageLoss(.log, .replaced)) }
            let hasHole = state.storesAllBytes && mark.storedByteCount < mark.byteCount
            guard mark.byteCount >= known.byteCount, !hasHole else { return .doubtful(.log) }
            state.log = mark
            return .sound
        }
    }

    /// This process has just emptied the log.
    func noteEmptiedLog() {
        let mark = FileMark.of(logPath)
        state.withLock { state in
            if let mark, let known = state.log, mark.isSameFile(as: known) { state.log = mark }
        }
    }

    /// Decides whether a file that is in doubt was cut.
    ///
    /// - Parameters:
    ///   - part: What ``look()`` found doubtful.
    ///   - frames: How many frames SQLite says that the log holds after a commit that was made since
    ///     the doubt arose: had the log been emptied in good order, it begins anew; had it been cut,
    ///     SQLite goes on where it was and leaves a hole.
    ///   - pageCount: How many pages the database's file says that it has; nil where it says nothing.
    func judge(_ part: StorageLoss.Part, frames: Int, pageCount: Int?, pageSize: Int) {
        let file = FileMark.of(path)
        let log = FileMark.of(logPath)
        let isCut =
            switch part {
            case .database:
                // A file that was compacted is as long as it says; an empty one says that it has none.
                pageCount.map { $0 == 0 || Int64($0) * Int64(pageSize) > file?.byteCount ?? 0 }
                    ?? true
            case .log: LogFile.isCut(logPath, frames: frames, pageSize: pageSize)
            case .index: false
            }
        state.withLock { state in
            guard state.loss == nil else { return }
            state.doubt = nil
            guard !isCut else { return state.loss = StorageLoss(part, .truncated) }
            switch part {
            case .database: if let file, file.isSameFile(as: state.file) { state.file = file }
            case .log:
                guard let log, let known = state.log, log.isSameFile(as: known) else { return }
                if log.storedByteCount < log.byteCount { state.storesAllBytes = false }
                state.log = log
            case .index: break
            }
        }
    }
}
