/// How often one device and one client address may do what.
///
/// Each is a bucket of tokens: what is done takes one, and they come back one by one. The standard
/// leaves room for the people of a house behind one address, and not for a machine.
public struct RateLimits: Sendable {
    /// The size of a bucket, and how fast it fills again.
    public struct Rate: Sendable, Hashable {
        /// How many at once, 1 or more.
        public var burst: Int
        /// How many in the long run, more than 0.
        public var perSecond: Double

        /// A rate with both members.
        public init(burst: Int, perSecond: Double) {
            self.burst = burst
            self.perSecond = perSecond
        }
    }

    /// Posts of one device.
    public var postsPerDevice = Rate(burst: 10, perSecond: 0.2)
    /// Reports of one device.
    public var reportsPerDevice = Rate(burst: 10, perSecond: 0.02)
    /// Posts from one address.
    public var postsPerAddress = Rate(burst: 60, perSecond: 2)
    /// Reports from one address.
    public var reportsPerAddress = Rate(burst: 60, perSecond: 0.2)
    /// New devices from one address.
    public var devicesPerAddress = Rate(burst: 10, perSecond: 0.05)
    /// Everything else that is asked under `/v1` from one address.
    public var queriesPerAddress = Rate(burst: 2000, perSecond: 200)
    /// Connections that are open from one address at the same time.
    public var connectionsPerAddress = 512

    /// The standard limits.
    public init() {}
}
