internal import HTTPTypes

/// A limit of a module's own: how often something may be done for each of many keys.
package struct Throttle: Sendable {
    private let buckets: TokenBuckets
    private let now: @Sendable () -> Int64

    /// - Parameter now: Nanoseconds since some fixed moment; never less than before.
    package init(_ rate: RateLimits.Rate, now: @escaping @Sendable () -> Int64) {
        buckets = TokenBuckets(rate)
        self.now = now
    }

    /// A limit by the time that passes.
    package init(_ rate: RateLimits.Rate) {
        let start = ContinuousClock.now
        self.init(rate) {
            let passed = start.duration(to: .now).components
            return passed.seconds * 1_000_000_000 + passed.attoseconds / 1_000_000_000
        }
    }

    /// Takes one of what a key may do.
    ///
    /// - Parameter who: What does it too often, as the beginning of a sentence.
    /// - Throws: ``Problem`` of status 429, which tells when to come again.
    package func take(_ key: UInt64, _ who: String) throws(Problem) {
        guard let wait = buckets.take(key, at: now()) else { return }
        let seconds = (wait + 999_999_999) / 1_000_000_000
        throw Problem(
            status: .tooManyRequests,
            detail: "\(who) too often; try again in \(seconds) s",
            headers: [.retryAfter: String(seconds)]
        )
    }

    /// Gives back what was taken: it does not count after all.
    package func giveBack(_ key: UInt64) { buckets.giveBack(key) }
}
