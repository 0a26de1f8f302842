internal import FencedWorkers
public import Geodesy
internal import Glibc
public import Polling
internal import Synchronization

/// Judges, mends and overlays areas of one file: sound ones by a sweep of our own, all others in a
/// process apart, ``AreaWorker``, whose time and memory are bounded.
///
/// Whatever the areas are, the process that asks goes on: where the other one crashes or takes more
/// than it may, that is told as an ``AreaWorkFailure``. An area that was judged is not judged again,
/// so that every reading of a file comes to the same end.
public final class FencedMender: AreaMender, AreaOverlay {
    /// How long may be computed.
    public struct Limits: Sendable {
        /// For one question, in seconds of a core.
        public var questionSeconds: Double = 4
        /// For all areas that are mended, before their size counts.
        public var mendingSeconds: Double = 4.5
        /// For all areas that are laid over each other, before their size counts.
        public var overlaySeconds: Double = 8
        /// What each corner adds to both.
        public var secondsPerCorner: Double = 15e-6

        /// As much as a file of an election office needs.
        public init() {}
    }

    private struct State {
        var process: WorkerProcess?
        /// What became of areas that were asked about, by two digests of them.
        var judged: [Digest: Result<MendedArea, AreaWorkFailure>] = [:]
        var mending: Budget
        var overlay: Budget
    }

    private struct Digest: Hashable {
        let first: Int
        let second: Int
    }

    /// How long was computed, and how long may be.
    private struct Budget {
        var spent = 0.0
        var allowed: Double
    }

    private let executable: String
    private let limits: Limits
    private let isCancelled: @Sendable () -> Bool
    private let state: Mutex<State>

    /// - Parameters:
    ///   - executable: A program that runs ``AreaWorker/serve()`` for its only argument,
    ///     ``AreaWorker/command``: by default the one that runs.
    ///   - limits: How long may be computed.
    ///   - isCancelled: Whether nobody wants the answers any more; asked often.
    public init(
        executable: String = "/proc/self/exe",
        limits: Limits = Limits(),
        isCancelled: @escaping @Sendable () -> Bool
    ) {
        self.executable = executable
        self.limits = limits
        self.isCancelled = isCancelled
        state = Mutex(
            State(
                mending: Budget(allowed: limits.mendingSeconds),
                overlay: Budget(allowed: limits.overlaySeconds)
            )
        )
    }

    /// Mends an area, if it needs that.
    ///
    /// - Throws: ``AreaWorkFailure``.
    public func mend(_ area: MultiPolygon) throws -> MendedArea {
        if area.isSurelySound { return .sound }
        return try state.withLock { state in
            let digest = Self.digest(of: area)
            if let outcome = state.judged[digest] { return try outcome.get() }
            state.mending.allowed += limits.secondsPerCorner * Double(area.cornerCount)
            let outcome = Result { () throws(AreaWorkFailure) in
                try judge(area, &state.process, &state.mending)
            }
            // What was cancelled was not judged.
            if case .failure(.cancelled) = outcome { return try outcome.get() }
            state.judged[digest] = outcome
            return try outcome.get()
        }
    }

    private func judge(
        _ area: MultiPolygon,
        _ process: inout WorkerProcess?,
        _ budget: inout Budget
    ) throws(AreaWorkFailure) -> MendedArea {
        switch try ask(.mend(area), &process, &budget) {
        case .sound: return .sound
        case .mended(let better, let fault): return .mended(better, fault: fault)
        case .hopeless(let fault): return .hopeless(fault: fault)
        case .failed(let reason): throw Self.failure(reason)
        case .area: throw .ended(megabytes: AreaWorker.memoryBytes >> 20)
        }
    }

    private static func digest(of area: MultiPolygon) -> Digest {
        func digest(_ salt: Int) -> Int {
            var hasher = Hasher()
            hasher.combine(salt)
            hasher.combine(area)
            return hasher.finalize()
        }
        return Digest(first: digest(1), second: digest(2))
    }

    /// What two areas both cover.
    ///
    /// - Throws: ``AreaWorkFailure``.
    public func common(_ first: MultiPolygon, _ second: MultiPolygon) throws -> MultiPolygon? {
        try overlaid(.common(first, second), corners: first.cornerCount + second.cornerCount)
    }

    /// What areas cover together.
    ///
    /// - Throws: ``AreaWorkFailure``.
    public func united(_ areas: [MultiPolygon]) throws -> MultiPolygon {
        guard !areas.isEmpty else { return MultiPolygon([]) }
        let corners = areas.reduce(0) { $0 + $1.cornerCount }
        return try overlaid(.united(areas), corners: corners) ?? MultiPolygon([])
    }

    private func overlaid(_ question: AreaQuestion, corners: Int) throws -> MultiPolygon? {
        try state.withLock { state in
            state.overlay.allowed += limits.secondsPerCorner * Double(corners)
            switch try ask(question, &state.process, &state.overlay) {
            case .area(let area): return area
            case .failed(let reason): throw Self.failure(reason)
            default: throw AreaWorkFailure.ended(megabytes: AreaWorker.memoryBytes >> 20)
            }
        }
    }

    /// Why there is no answer: libraries tell in words of their own that there is no more memory.
    private static func failure(_ reason: String) -> AreaWorkFailure {
        let isMemory = ["bad_alloc", "out of memory"].contains(where: reason.contains)
        return isMemory
            ? .ended(megabytes: AreaWorker.memoryBytes >> 20) : .unanswered(reason)
    }

    // MARK: Asking

    private func ask(
        _ question: AreaQuestion,
        _ process: inout WorkerProcess?,
        _ budget: inout Budget
    ) throws(AreaWorkFailure) -> AreaAnswer {
        let bytes = question.bytes
        while true {
            let left = budget.allowed - budget.spent
            guard left > 0 else { throw .fileTooLong(seconds: budget.allowed) }
            let seconds = min(left, limits.questionSeconds)
            do throws(WorkerProcess.Failure) {
                let worker: WorkerProcess
                if let process {
                    worker = process
                } else {
                    worker = try WorkerProcess(
                        executable: executable,
                        arguments: [AreaWorker.command]
                    )
                    process = worker
                }
                let before = worker.computed
                defer { budget.spent += Self.leastSeconds + worker.computed - before }
                let isFirst = worker.answerCount == 0
                do throws(WorkerProcess.Failure) {
                    let answer = try worker.answer(
                        to: bytes,
                        // A new one has to load its libraries first.
                        within: isFirst ? seconds + Self.startSeconds : seconds,
                        unless: isCancelled
                    )
                    guard let answer = AreaAnswer(answer) else { throw .ended }
                    return answer
                } catch {
                    process = nil
                    budget.spent += Self.restartSeconds
                    // One that has worked for long may have come to the end of its time.
                    if case .ended = error, !isFirst { continue }
                    throw error
                }
            } catch {
                switch error {
                case .cancelled: throw .cancelled
                case .outOfTime: throw .tooLong(seconds: seconds)
                case .ended: throw .ended(megabytes: AreaWorker.memoryBytes >> 20)
                case .notStarted(let code):
                    throw .unanswered(
                        "the process that mends polygons cannot be started, "
                            + String(cString: strerror(code))
                    )
                }
            }
        }
    }

    /// What a question costs at least, in seconds: where processes end at once, that must not go on.
    private static let leastSeconds = 1e-5
    /// What another start costs besides, in seconds.
    private static let restartSeconds = 0.1
    /// What starting may take, in seconds of a core.
    private static let startSeconds = 2.0
}
