internal import HTTPTypes
internal import Hummingbird
internal import Radar

/// Says when a device or a client address does too much.
///
/// Addresses are kept as hashes under a key that is made at the start and kept nowhere, and only in
/// memory.
final class RateLimiter: Sendable {
    /// What an address may do so and so often.
    enum Deed: CaseIterable, Sendable {
        case post
        case report
        case register
        case query
    }

    private let now: @Sendable () -> Int64
    private let key = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
    private let byAddress: [Deed: TokenBuckets]
    private let postsByDevice: TokenBuckets
    private let reportsByDevice: TokenBuckets

    /// - Parameter now: Nanoseconds since some fixed moment; never less than before.
    init(_ limits: RateLimits, now: @escaping @Sendable () -> Int64) {
        self.now = now
        byAddress = [
            .post: TokenBuckets(limits.postsPerAddress),
            .report: TokenBuckets(limits.reportsPerAddress),
            .register: TokenBuckets(limits.devicesPerAddress),
            .query: TokenBuckets(limits.queriesPerAddress),
        ]
        postsByDevice = TokenBuckets(limits.postsPerDevice)
        reportsByDevice = TokenBuckets(limits.reportsPerDevice)
    }

    convenience init(_ limits: RateLimits) {
        let start = ContinuousClock.now
        self.init(limits) {
            let passed = start.duration(to: .now).components
            return passed.seconds * 1_000_000_000 + passed.attoseconds / 1_000_000_000
        }
    }

    /// - Throws: ``Problem`` of status 429.
    func checkPost(by device: Device.ID) throws(Problem) {
        try check(postsByDevice, UInt64(bitPattern: device.rawValue), "This device posts")
    }

    /// - Throws: ``Problem`` of status 429.
    func checkReport(by device: Device.ID) throws(Problem) {
        try check(reportsByDevice, UInt64(bitPattern: device.rawValue), "This device reports")
    }

    /// - Throws: ``Problem`` of status 429.
    func check(_ deed: Deed, from address: ClientAddress) throws(Problem) {
        guard let buckets = byAddress[deed] else { return }
        try check(buckets, hash(of: address), "This address asks")
    }

    private func check(
        _ buckets: TokenBuckets,
        _ key: UInt64,
        _ who: String
    ) throws(Problem) {
        guard let wait = buckets.take(key, at: now()) else { return }
        let seconds = (wait + 999_999_999) / 1_000_000_000
        throw Problem(
            status: .tooManyRequests,
            detail: "\(who) too often; try again in \(seconds) s",
            headers: [.retryAfter: String(seconds)]
        )
    }

    func hash(of address: ClientAddress) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(key.0)
        hasher.combine(key.1)
        hasher.combine(address)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
