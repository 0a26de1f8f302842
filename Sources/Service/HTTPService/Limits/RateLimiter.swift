internal import HTTPTypes
internal import Hummingbird
internal import Radar
internal import Synchronization

/// Says when a device or a client address does too much.
///
/// Addresses are kept as hashes under a key that is made at the start and kept nowhere, and only in
/// memory.
final class RateLimiter: Sendable {
    /// What an address may do so and so often.
    enum Deed: CaseIterable, Sendable {
        case post
        case report
        case query
    }

    /// Lets households have new devices.
    let devices: DeviceGate

    private let now: @Sendable () -> Int64
    private let key = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
    private let byAddress: [Deed: Quota]
    private let postsByDevice: Quota
    private let reportsByDevice: Quota
    private let refusals = Mutex<[Deed: Int]>([:])

    /// - Parameter now: Nanoseconds since some fixed moment; never less than before.
    init(_ limits: RateLimits, now: @escaping @Sendable () -> Int64) {
        self.now = now
        byAddress = [
            .post: Quota(.postsPerAddress, limits.postsPerAddress),
            .report: Quota(.reportsPerAddress, limits.reportsPerAddress),
            .query: Quota(.queriesPerAddress, limits.queriesPerAddress),
        ]
        postsByDevice = Quota(.postsPerDevice, limits.postsPerDevice)
        reportsByDevice = Quota(.reportsPerDevice, limits.reportsPerDevice)
        devices = DeviceGate(limits.newDevices, now: now)
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
        _ = try check(
            postsByDevice,
            UInt64(bitPattern: device.rawValue),
            .post,
            "This device posts"
        )
    }

    /// - Throws: ``Problem`` of status 429.
    func checkReport(by device: Device.ID) throws(Problem) {
        _ = try check(
            reportsByDevice,
            UInt64(bitPattern: device.rawValue),
            .report,
            "This device reports"
        )
    }

    /// - Returns: What is left of the limit.
    /// - Throws: ``Problem`` of status 429.
    @discardableResult
    func check(_ deed: Deed, from address: ClientAddress) throws(Problem) -> QuotaFields? {
        guard let quota = byAddress[deed] else { return nil }
        let counted = deed == .query ? address : address.household
        return try check(quota, hash(of: counted), deed, "This address asks")
    }

    /// Counts what a question has cost beyond its first token, which ``check(_:from:)`` took.
    ///
    /// - Returns: What is left of the limit.
    func charge(_ deed: Deed, _ tokens: Int, from address: ClientAddress) -> QuotaFields? {
        guard let quota = byAddress[deed] else { return nil }
        let counted = deed == .query ? address : address.household
        return quota.fields(quota.buckets.charge(hash(of: counted), tokens, at: now()))
    }

    /// How many times it was too often.
    func refusedCount(of deed: Deed) -> Int { refusals.withLock { $0[deed, default: 0] } }

    private func check(
        _ quota: Quota,
        _ key: UInt64,
        _ deed: Deed,
        _ who: String
    ) throws(Problem) -> QuotaFields {
        let taking = quota.buckets.taking(key, at: now())
        let fields = quota.fields(taking)
        guard let wait = taking.wait else { return fields }
        refusals.withLock { $0[deed, default: 0] += 1 }
        let seconds = (wait + 999_999_999) / 1_000_000_000
        throw Problem(
            status: .tooManyRequests,
            detail: "\(who) too often; try again in \(seconds) s",
            headers: [
                .retryAfter: String(seconds), .rateLimitPolicy: fields.policy,
                .rateLimit: fields.state,
            ]
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
