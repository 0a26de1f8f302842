internal import Accounts
internal import Synchronization

/// What happens on somebody's trips, for those who listen with their token.
struct TravelEvent: Sendable, Hashable {
    /// What happened, such as `started`.
    let name: String
    /// The details, as JSON.
    let json: [UInt8]
}

/// Hands events to whoever listens to them, by account.
final class TravelHub: Sendable {
    /// One who listens.
    struct Listener: Sendable {
        let events: AsyncStream<TravelEvent>
        fileprivate let number: UInt64
        fileprivate let account: AccountID
    }

    private struct State {
        var next: UInt64 = 0
        var listeners: [AccountID: [UInt64: AsyncStream<TravelEvent>.Continuation]] = [:]
        var isOver = false
    }

    private let state = Mutex(State())

    /// So many events wait for one who listens slowly; then the oldest go.
    private static let waitingLimit = 100
    /// So many may listen to one account at once.
    static let listenerLimit = 10

    /// Begins to listen.
    ///
    /// - Returns: nil where as many listen as may.
    func listen(to account: AccountID) -> Listener? {
        let (events, continuation) = AsyncStream<TravelEvent>.makeStream(
            bufferingPolicy: .bufferingNewest(Self.waitingLimit)
        )
        return state.withLock { state in
            guard state.listeners[account, default: [:]].count < Self.listenerLimit else {
                return nil
            }
            state.next += 1
            if state.isOver {
                continuation.finish()
            } else {
                state.listeners[account, default: [:]][state.next] = continuation
            }
            return Listener(events: events, number: state.next, account: account)
        }
    }

    /// Listens no more.
    func leave(_ listener: Listener) {
        state.withLock { state in
            state.listeners[listener.account]?.removeValue(forKey: listener.number)?.finish()
            if state.listeners[listener.account]?.isEmpty == true {
                state.listeners[listener.account] = nil
            }
        }
    }

    /// Whether anybody listens to an account.
    func isHeard(_ account: AccountID) -> Bool {
        state.withLock { $0.listeners[account] != nil }
    }

    /// Hands out an event.
    func tell(_ event: TravelEvent, to account: AccountID) {
        let all = state.withLock { Array($0.listeners[account, default: [:]].values) }
        for continuation in all { continuation.yield(event) }
    }

    /// How many listen.
    var listenerCount: Int { state.withLock { $0.listeners.values.reduce(0) { $0 + $1.count } } }

    /// Ends all streams, and those that would begin.
    func end() {
        let all = state.withLock { state in
            state.isOver = true
            defer { state.listeners = [:] }
            return state.listeners.values.flatMap(\.values)
        }
        for continuation in all { continuation.finish() }
    }
}
