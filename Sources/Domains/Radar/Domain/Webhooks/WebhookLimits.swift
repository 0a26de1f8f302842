/// How many webhooks there may be, and how patiently they are served.
public struct WebhookLimits: Sendable {
    /// How many a device or a moderator may have.
    public var perOwner = 5
    /// How many there may be in all.
    public var inAll = 1000
    /// How many events may wait for one; more than that become one gap.
    public var waiting = 500
    /// How many deliveries may be under way at once.
    public var concurrent = 64
    /// How many of them to addresses that were slow or failed the last time.
    public var concurrentSlow = 32
    /// How many of them to one host.
    public var concurrentPerHost = 4
    /// An answer that takes longer is slow, in milliseconds.
    public var slowMilliseconds = 1000
    /// How often an event is tried before it is given up.
    public var tries = 12
    /// How often the challenge is tried before the address is left alone.
    public var challengeTries = 5
    /// How long to wait after the first failure, in milliseconds; doubled after each further one.
    public var firstDelayMilliseconds: Int64 = 5000
    /// How long to wait at most, in milliseconds.
    public var longestDelayMilliseconds: Int64 = 3_600_000
    /// How long a secret signs on after it was replaced, in milliseconds.
    public var overlapMilliseconds: Int64 = 86_400_000
    /// How long a webhook may last, in seconds.
    public var lifetimeSeconds: ClosedRange<Int64> = 60...2_592_000
    /// How long one waits for its address's proof, in milliseconds.
    public var proofMilliseconds: Int64 = 3_600_000
    /// How long what was delivered is remembered, in milliseconds.
    public var rememberedMilliseconds: Int64 = 600_000
    /// How long dead letters are kept, in milliseconds.
    public var deadLetterMilliseconds: Int64 = 604_800_000

    /// How long a webhook lasts where nothing is said, in seconds: a week.
    public static let standardLifetimeSeconds: Int64 = 604_800

    /// The usual values.
    public init() {}

    /// How long to wait after so many failures: twice as long each time, of which half is left to chance, so
    /// that those who failed together do not come back together.
    ///
    /// - Parameter chance: From 0 to 1.
    func delayMilliseconds(after failures: Int, chance: Double) -> Int64 {
        let doublings = min(max(failures - 1, 0), 40)
        let whole = min(
            Double(longestDelayMilliseconds),
            Double(firstDelayMilliseconds)
                * Double(sign: .plus, exponent: doublings, significand: 1)
        )
        return Int64(whole * (0.5 + 0.5 * chance))
    }
}
