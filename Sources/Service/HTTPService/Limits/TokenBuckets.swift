internal import Synchronization

/// A bucket of tokens for each of many keys, in bounded memory.
///
/// A bucket is one number: the moment at which it is full again. A bucket that is full need not be
/// kept, and when too many are kept, those that were not touched lately are forgotten: they are full
/// then, which errs in favour of the client.
///
/// Source: ITU-T I.371, the generic cell rate algorithm.
final class TokenBuckets: Sendable {
    private struct State {
        /// Key and moment, nanoseconds since the limiter's start.
        var young: [UInt64: Int64] = [:]
        var old: [UInt64: Int64] = [:]
    }

    private let nanosecondsPerToken: Int64
    private let tolerance: Int64
    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: How many buckets are kept for sure; at most twice as many are.
    init(_ rate: RateLimits.Rate, capacity: Int = 50_000) {
        nanosecondsPerToken = Int64(1e9 / rate.perSecond)
        tolerance = nanosecondsPerToken * Int64(rate.burst - 1)
        self.capacity = capacity
    }

    /// How many buckets are kept.
    var count: Int { state.withLock { $0.young.count + $0.old.count } }

    /// Takes a token.
    ///
    /// - Parameter moment: Nanoseconds since the limiter's start.
    /// - Returns: nil when there was one; else in how many nanoseconds there will be.
    func take(_ key: UInt64, at moment: Int64) -> Int64? {
        taking(key, at: moment).wait
    }

    /// As ``take(_:at:)``, with what is left.
    func taking(_ key: UInt64, at moment: Int64) -> Taking {
        state.withLock { state in
            let full = max(state.young[key] ?? state.old[key] ?? moment, moment)
            guard full - moment <= tolerance else {
                return Taking(wait: full - moment - tolerance, left: 0, fullIn: full - moment)
            }
            if state.young.count >= capacity, state.young[key] == nil {
                state.old = state.young
                state.young = [:]
            }
            state.young[key] = full + nanosecondsPerToken
            return Taking(
                wait: nil,
                left: Int((tolerance + moment - full) / nanosecondsPerToken),
                fullIn: full + nanosecondsPerToken - moment
            )
        }
    }

    /// Takes further tokens, whether they are there or not: what is owed comes back first.
    func charge(_ key: UInt64, _ tokens: Int, at moment: Int64) -> Taking {
        state.withLock { state in
            let full = max(state.young[key] ?? state.old[key] ?? moment, moment)
            let owed = full + nanosecondsPerToken * Int64(tokens)
            state.young[key] = owed
            let left = (tolerance + nanosecondsPerToken + moment - owed) / nanosecondsPerToken
            return Taking(wait: nil, left: max(0, Int(left)), fullIn: owed - moment)
        }
    }

    /// What came of taking a token.
    struct Taking: Sendable, Hashable {
        /// nil when there was one; else in how many nanoseconds there will be.
        let wait: Int64?
        /// How many there still are.
        let left: Int
        /// In how many nanoseconds the bucket is full again.
        let fullIn: Int64
    }

    /// In how long there will be a token; 0 when there is one.
    func wait(_ key: UInt64, at moment: Int64) -> Int64 {
        max(0, backlog(key, at: moment) - tolerance)
    }

    /// How many tokens were taken and have not come back.
    func taken(_ key: UInt64, at moment: Int64) -> Int {
        Int((backlog(key, at: moment) + nanosecondsPerToken - 1) / nanosecondsPerToken)
    }

    /// Gives a token back that was taken.
    func giveBack(_ key: UInt64) {
        state.withLock { state in
            guard let full = state.young[key] ?? state.old[key] else { return }
            state.young[key] = full - nanosecondsPerToken
        }
    }

    /// In how long the bucket is full.
    private func backlog(_ key: UInt64, at moment: Int64) -> Int64 {
        state.withLock { max(($0.young[key] ?? $0.old[key] ?? moment) - moment, 0) }
    }
}
