internal import Accounts
internal import Mobility
internal import Synchronization
internal import Timekeeping

/// What happens on somebody's trips, for those who listen with their token.
struct TravelEvent: Sendable, Hashable {
    /// What happened, such as `started`.
    let name: String
    /// The details, as JSON.
    let json: [UInt8]

    /// Nothing but a sign that the stream is there.
    static let sign = TravelEvent(name: "", json: [])

    var isSign: Bool { name.isEmpty }
}

/// Hands events to whoever listens to them, by account.
///
/// What was told of an account stands beside those who listen to it: whoever changes something, here or at another
/// node, it is told once, and what is older than that is not told any more.
final class TravelHub: Sendable {
    /// One who listens.
    struct Listener: Sendable {
        let events: AsyncStream<TravelEvent>
        fileprivate let number: UInt64
        fileprivate let account: AccountID
    }

    /// Up to which fixes the length of a trip that goes on was told.
    private struct ToldLength: Hashable {
        let trip: String
        let begin: Timestamp
        let row: Int64
    }

    /// An account that somebody listens to.
    private struct Heard {
        var listeners: [UInt64: AsyncStream<TravelEvent>.Continuation] = [:]
        /// What its listeners know.
        var log: TravelLog
        var revision: Int64
        /// The last passage of each fence that was told.
        var passedAt: [String: Timestamp]
        var length: ToldLength?

        init(knowing traveller: Traveller) {
            (log, revision) = (traveller.log, traveller.revision)
            passedAt = traveller.fences.compactMapValues(\.state.passedAt)
        }

        func tell(_ event: TravelEvent) {
            for continuation in listeners.values { continuation.yield(event) }
        }
    }

    private struct State {
        var next: UInt64 = 0
        var heard: [AccountID: Heard] = [:]
        var isOver = false
    }

    private let state = Mutex(State())

    /// So many events wait for one who listens slowly; then the oldest go.
    private static let waitingLimit = 100
    /// So many may listen to one account at once.
    static let listenerLimit = 10

    /// Begins to listen.
    ///
    /// - Parameter traveller: What is kept of the account, which is not told: what changes from then on is.
    /// - Returns: nil where as many listen as may.
    func listen(to account: AccountID, knowing traveller: Traveller) -> Listener? {
        let (events, continuation) = AsyncStream<TravelEvent>.makeStream(
            bufferingPolicy: .bufferingNewest(Self.waitingLimit)
        )
        return state.withLock { state in
            var heard = state.heard[account] ?? Heard(knowing: traveller)
            guard heard.listeners.count < Self.listenerLimit else { return nil }
            state.next += 1
            if state.isOver {
                continuation.finish()
            } else {
                heard.listeners[state.next] = continuation
                state.heard[account] = heard
            }
            return Listener(events: events, number: state.next, account: account)
        }
    }

    /// Listens no more.
    func leave(_ listener: Listener) {
        state.withLock { state in
            state.heard[listener.account]?.listeners.removeValue(forKey: listener.number)?.finish()
            if state.heard[listener.account]?.listeners.isEmpty == true {
                state.heard[listener.account] = nil
            }
        }
    }

    /// Lets one who listens see that it is still heard, and look whether it may listen on.
    func sign(to listener: Listener) {
        state.withLock { state in
            _ = state.heard[listener.account]?.listeners[listener.number]?.yield(.sign)
        }
    }

    /// Ends the streams of an account, such as one that is erased.
    func end(_ account: AccountID) {
        let all = state.withLock { $0.heard.removeValue(forKey: account)?.listeners }
        for continuation in (all ?? [:]).values { continuation.finish() }
    }

    /// The accounts that somebody listens to.
    var heard: [AccountID] { state.withLock { Array($0.heard.keys) } }

    /// Those of which the store has something that was not told.
    ///
    /// - Parameter marks: What the store has of accounts.
    func accounts(withNewsIn marks: [AccountID: TravelMark]) -> [AccountID] {
        state.withLock { state in
            marks.filter { account, mark in
                guard let heard = state.heard[account] else { return false }
                if mark.revision > heard.revision { return true }
                return heard.log.ongoing.map {
                    Self.isNews($0, upTo: mark.lastRow, to: heard)
                } ?? false
            }.map(\.key)
        }
    }

    /// Whether anybody listens to an account.
    func isHeard(_ account: AccountID) -> Bool { state.withLock { $0.heard[account] != nil } }

    // MARK: Telling

    /// Tells what of an account's trips is other than was told last.
    ///
    /// - Parameter withFences: Whether passages of fences are told too, of each fence the last one; whoever has
    ///   found them tells all of them by ``tell(_:of:)``.
    /// - Complexity: O(n log n) for n trips where anything was changed and somebody listens, else O(1).
    func tell(_ traveller: Traveller, of account: AccountID, withFences: Bool) {
        change(account) { heard in
            if traveller.revision > heard.revision {
                for event in TravelEvent.changes(from: heard.log, to: traveller.log) {
                    heard.tell(event)
                }
                (heard.log, heard.revision) = (traveller.log, traveller.revision)
            }
            guard withFences, traveller.revision >= heard.revision else { return }
            let last = traveller.fences.values.compactMap { watched in
                watched.state.lastPassage.map { (watched.fence, $0.passage, $0.at) }
            }
            Self.tell(last, to: &heard)
        }
    }

    /// Tells that fences were entered and left.
    func tell(
        _ passages: [(Geofence, FenceState.Passage, Timestamp)],
        of account: AccountID
    ) {
        change(account) { Self.tell(passages, to: &$0) }
    }

    private static func tell(
        _ passages: [(Geofence, FenceState.Passage, Timestamp)],
        to heard: inout Heard
    ) {
        for (fence, passage, at) in passages.sorted(by: { ($0.2, $0.0.id) < ($1.2, $1.0.id) })
        where heard.passedAt[fence.id].map({ $0 < at }) ?? true {
            heard.passedAt[fence.id] = at
            heard.tell(.fence(fence, passage, at))
        }
    }

    /// Whether fixes up to a row would tell a length that was not told.
    func isNews(_ trip: Trip, upTo row: Int64, of account: AccountID) -> Bool {
        state.withLock { state in
            state.heard[account].map { Self.isNews(trip, upTo: row, to: $0) } ?? false
        }
    }

    private static func isNews(_ trip: Trip, upTo row: Int64, to heard: Heard) -> Bool {
        guard let told = heard.length else { return true }
        return told.trip != trip.id || told.begin != trip.startedAt || told.row < row
    }

    /// Tells how long a trip is that goes on, unless the same fixes have told it.
    ///
    /// - Parameter row: The last row of fixes that the length is made of.
    func tell(_ trip: Trip, meters: Double, upTo row: Int64, of account: AccountID) {
        change(account) { heard in
            // Not of a trip that was told to be over, nor of one that was not told yet.
            guard heard.log.trips[trip.id]?.state == .ongoing,
                Self.isNews(trip, upTo: row, to: heard)
            else { return }
            heard.length = ToldLength(trip: trip.id, begin: trip.startedAt, row: row)
            heard.tell(.distance(trip, meters: meters))
        }
    }

    private func change(_ account: AccountID, _ body: (inout Heard) -> Void) {
        // Within the lock, so that events come in the order of what they tell.
        state.withLock { state in
            guard var heard = state.heard.removeValue(forKey: account) else { return }
            body(&heard)
            state.heard[account] = heard
        }
    }

    /// How many listen.
    var listenerCount: Int {
        state.withLock { $0.heard.values.reduce(0) { $0 + $1.listeners.count } }
    }

    /// Ends all streams, and those that would begin.
    func end() {
        let all = state.withLock { state in
            state.isOver = true
            defer { state.heard = [:] }
            return state.heard.values.flatMap(\.listeners.values)
        }
        for continuation in all { continuation.finish() }
    }
}
