internal import HTTPTypes

/// What an answer tells of a limit: its policy, and what is left of it.
///
/// Source: draft-ietf-httpapi-ratelimit-headers-10.
struct QuotaFields: Sendable, Hashable {
    /// Such as `"queries_per_address";q=2000;w=10`: how many at once, and in how many seconds as many
    /// come back.
    let policy: String
    /// Such as `"queries_per_address";r=1999;t=1`: how many are left, and in how many seconds there are
    /// as many as can be.
    let state: String
}

/// A limit by the name under which it is set, and what counts against it.
struct Quota: Sendable {
    let buckets: TokenBuckets
    private let name: String
    private let policy: String

    init(_ setting: RateLimits.Setting, _ rate: RateLimits.Rate) {
        buckets = TokenBuckets(rate)
        name = "\"\(setting.rawValue)\""
        let window = max(1, Int((Double(rate.burst) / rate.perSecond).rounded(.up)))
        policy = "\(name);q=\(rate.burst);w=\(window)"
    }

    /// What a client is told after a token was taken, or was not there.
    func fields(_ taking: TokenBuckets.Taking) -> QuotaFields {
        let seconds = (taking.fullIn + 999_999_999) / 1_000_000_000
        return QuotaFields(policy: policy, state: "\(name);r=\(taking.left);t=\(seconds)")
    }
}

extension HTTPField.Name {
    /// Source: draft-ietf-httpapi-ratelimit-headers-10, section 4.
    static let rateLimit = Self("RateLimit") ?? .retryAfter
    /// Source: draft-ietf-httpapi-ratelimit-headers-10, section 3.
    static let rateLimitPolicy = Self("RateLimit-Policy") ?? .retryAfter
}
