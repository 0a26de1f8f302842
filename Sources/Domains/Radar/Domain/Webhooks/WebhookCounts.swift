internal import Synchronization

/// What webhooks have done so far, for metrics.
public final class WebhookCounts: Sendable {
    /// Upper bounds of ``durations``, in seconds.
    public static let durationBounds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private struct Durations {
        var counts = [Int](repeating: 0, count: durationBounds.count + 1)
        var seconds = 0.0
    }

    let webhooks = Atomic(0)
    let waiting = Atomic(0)
    let delivered = Atomic(0)
    let failed = Atomic(0)
    let dead = Atomic(0)
    let left = Atomic(0)
    let unreadable = Atomic(0)
    private let recorded = Mutex(Durations())

    init() {}

    /// Webhooks whose address is proven.
    public var webhookCount: Int { webhooks.load(ordering: .relaxed) }
    /// Events that wait.
    public var waitingCount: Int { waiting.load(ordering: .relaxed) }
    /// Events that were delivered.
    public var deliveredCount: Int { delivered.load(ordering: .relaxed) }
    /// Tries that failed.
    public var failedCount: Int { failed.load(ordering: .relaxed) }
    /// Events that were given up.
    public var deadCount: Int { dead.load(ordering: .relaxed) }
    /// Events for which a gap stands, because too many waited.
    public var leftCount: Int { left.load(ordering: .relaxed) }
    /// Webhooks that the key does not open.
    public var unreadableCount: Int { unreadable.load(ordering: .relaxed) }

    /// How many tries took how long, and all of them in seconds.
    public var durations: (counts: [Int], seconds: Double) {
        recorded.withLock { ($0.counts, $0.seconds) }
    }

    func record(milliseconds: Double) {
        let seconds = milliseconds / 1000
        let place = Self.durationBounds.firstIndex { seconds <= $0 } ?? Self.durationBounds.count
        recorded.withLock { recorded in
            recorded.counts[place] += 1
            recorded.seconds += seconds
        }
    }
}
