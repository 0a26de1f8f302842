internal import Logging
internal import Synchronization

/// How often other machines answered what they were asked, and how often not; says each failure in the log.
final class SourceCounts: Sendable {
    private struct State {
        var taken = 0
        var failed = 0
        /// Where failures are told; nil until the service runs.
        var logger: Logger?
    }

    private let state = Mutex(State())

    /// Answers that were taken.
    var taken: Int { state.withLock { $0.taken } }
    /// Times that there was none, or none that can be read.
    var failed: Int { state.withLock { $0.failed } }

    /// Has failures told in a log.
    func log(to logger: Logger) { state.withLock { $0.logger = logger } }

    /// Counts an answer.
    ///
    /// - Parameters:
    ///   - fault: Why it was not taken; nil where it was.
    ///   - subject: What was asked for.
    func note(_ fault: String?, of subject: String) {
        let logger = state.withLock { state in
            if fault == nil { state.taken += 1 } else { state.failed += 1 }
            return state.logger
        }
        guard let fault else { return }
        logger?.warning(
            "A source was not read",
            metadata: ["source": "\(subject)", "reason": "\(fault)"]
        )
    }
}
