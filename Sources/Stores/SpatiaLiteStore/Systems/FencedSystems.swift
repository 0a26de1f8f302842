internal import FencedWorkers
internal import Synchronization

/// Has descriptions of coordinate reference systems tried in a process of their own, ``SystemWorker``.
public final class FencedSystems: Sendable {
    private let executable: String
    /// What became of those that were tried.
    private let tried = Mutex<[String: Bool]>([:])

    /// How many outcomes are kept: a file has one description, a table may have one a row.
    private static let mostKept = 1_000

    /// - Parameter executable: A program that runs ``SystemWorker/serve()`` for its only argument,
    ///   ``SystemWorker/command``: by default the one that runs.
    public init(executable: String = "/proc/self/exe") { self.executable = executable }

    /// Whether PROJ comes to an end with a description, within its bounds; of the same one always the
    /// same is said.
    public func isHarmless(_ description: String) -> Bool {
        if let known = tried.withLock({ $0[description] }) { return known }
        let outcome = attempt(description)
        tried.withLock { tried in
            if tried.count >= Self.mostKept { tried.removeAll() }
            tried[description] = outcome
        }
        return outcome
    }

    private func attempt(_ description: String) -> Bool {
        do throws(WorkerProcess.Failure) {
            let process = try WorkerProcess(
                executable: executable,
                arguments: [SystemWorker.command]
            )
            let answer = try process.answer(
                to: Array(description.utf8),
                within: Double(SystemWorker.seconds),
                unless: { false }
            )
            return answer == SystemWorker.done
        } catch { return false }
    }
}
