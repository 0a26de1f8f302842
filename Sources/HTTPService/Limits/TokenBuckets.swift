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
        state.withLock { state in
            let full = max(state.young[key] ?? state.old[key] ?? moment, moment)
            guard full - moment <= tolerance else { return full - moment - tolerance }
            if state.young.count >= capacity, state.young[key] == nil {
                state.old = state.young
                state.young = [:]
            }
            state.young[key] = full + nanosecondsPerToken
            return nil
        }
    }
}
