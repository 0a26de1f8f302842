internal import Synchronization

/// Posts that are under way, and messages that are on disk and that nobody sees yet: whoever comes to
/// show one shows all of them.
final class Arrivals: Sendable {
    private let waiting = Mutex<[Message]>([])
    /// Held while messages are taken and shown.
    private let showing = Mutex(())
    private let posts = Mutex(Posts())

    private struct Posts {
        /// How many are under way that began in a period; none has no entry.
        var underWay: [UInt64: Int] = [:]
        /// A new one begins with each call of `waitForPosts`.
        var period: UInt64 = 0
        /// Who waits for all posts of earlier periods than that.
        var waiting: [(period: UInt64, continuation: CheckedContinuation<Void, Never>)] = []
    }

    /// A post begins.
    ///
    /// - Returns: What ends it.
    func beginPost() -> UInt64 {
        posts.withLock { posts in
            posts.underWay[posts.period, default: 0] += 1
            return posts.period
        }
    }

    /// A post was answered by the store, and what came of it was added.
    func endPost(_ period: UInt64) {
        let ready = posts.withLock { posts -> [CheckedContinuation<Void, Never>] in
            let left = (posts.underWay[period] ?? 1) - 1
            posts.underWay[period] = left > 0 ? left : nil
            guard left == 0, !posts.waiting.isEmpty else { return [] }
            let first = posts.underWay.keys.min() ?? .max
            defer { posts.waiting.removeAll { $0.period <= first } }
            return posts.waiting.filter { $0.period <= first }.map(\.continuation)
        }
        for continuation in ready { continuation.resume() }
    }

    /// Waits until every post that has begun is answered; not for those that begin meanwhile.
    func waitForPosts() async {
        await withCheckedContinuation { continuation in
            let isNone = posts.withLock { posts in
                guard !posts.underWay.isEmpty else { return true }
                posts.period += 1
                posts.waiting.append((posts.period, continuation))
                return false
            }
            if isNone { continuation.resume() }
        }
    }

    /// Adds a message; never waits for those who show some.
    func add(_ message: Message) { waiting.withLock { $0.append(message) } }

    /// Hands over what waits. When this returns, everything that was added before the call has been
    /// handed over, to this caller or to another one whose `show` has returned.
    ///
    /// - Parameter show: Called with one message or more, by one caller at a time; not called when
    ///   none waits.
    func takeAll(_ show: ([Message]) -> Void) {
        showing.withLock { _ in
            let taken = waiting.withLock { waiting in
                let taken = waiting
                waiting = []
                return taken
            }
            if !taken.isEmpty { show(taken) }
        }
    }
}
