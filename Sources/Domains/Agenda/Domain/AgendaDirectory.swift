internal import Synchronization

/// The published events and sessions in memory, replaced as a whole.
package final class AgendaDirectory: Sendable {
    private struct State {
        var snapshot: AgendaSnapshot?
        var listeners: [UInt64: AsyncStream<[AgendaChange]>.Continuation] = [:]
        var lastListener: UInt64 = 0
    }

    private let state = Mutex(State())

    /// How many publications may wait for a listener that does not ask for them.
    private static let waitingLimit = 8

    /// A directory in which nothing is loaded.
    package init() {}

    /// What is published; nil until it is loaded.
    package var snapshot: AgendaSnapshot? { state.withLock { $0.snapshot } }

    /// Shows what is published now, and tells those who listen what is new.
    ///
    /// - Complexity: O(1), and O(n) for n records where anybody listens.
    package func replace(with snapshot: AgendaSnapshot) {
        let (earlier, listeners) = state.withLock { state in
            defer { state.snapshot = snapshot }
            return (state.snapshot, state.listeners)
        }
        guard let earlier, !listeners.isEmpty else { return }
        let changes = snapshot.changes(since: earlier)
        guard !changes.isEmpty else { return }
        for (id, listener) in listeners {
            // Who has missed one cannot know the whole any more.
            switch listener.yield(changes) {
            case .dropped, .terminated: end(id)
            default: break
            }
        }
    }

    /// What changes from now on, a list for each publication, until ``end(_:)``, and an empty one for each
    /// ``sign(to:)``; it ends by itself where nobody asks for them.
    package func listen() -> (changes: AsyncStream<[AgendaChange]>, id: UInt64) {
        let (stream, continuation) = AsyncStream<[AgendaChange]>.makeStream(
            bufferingPolicy: .bufferingOldest(Self.waitingLimit)
        )
        let id = state.withLock { state in
            state.lastListener += 1
            state.listeners[state.lastListener] = continuation
            return state.lastListener
        }
        return (stream, id)
    }

    /// Lets a listener see that it is still heard.
    package func sign(to id: UInt64) {
        guard let listener = state.withLock({ $0.listeners[id] }) else { return }
        if case .dropped = listener.yield([]) { end(id) }
    }

    /// Ends what a listener is told.
    package func end(_ id: UInt64) {
        state.withLock { $0.listeners.removeValue(forKey: id) }?.finish()
    }

    /// Ends what all are told: the service is shutting down.
    package func endAll() {
        let all = state.withLock { state in
            defer { state.listeners = [:] }
            return state.listeners
        }
        for continuation in all.values { continuation.finish() }
    }

    /// How many listen.
    package var listenerCount: Int { state.withLock { $0.listeners.count } }
}
