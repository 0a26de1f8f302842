/// How often one device and one client address may do what.
///
/// Each is a bucket of tokens: what is done takes one, and they come back one by one. The standard
/// leaves room for the people of a house or of a school behind one address, and not for a machine.
/// For what leaves something behind (posts, reports, devices) an address is that of a household: of an
/// IPv6 address the first 56 bits. Questions count by 64 bits.
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

    /// Posts of one device: more than anybody has to say who still looks at the map.
    public var postsPerDevice = Rate(burst: 10, perSecond: 0.2)
    /// Reports of one device.
    public var reportsPerDevice = Rate(burst: 10, perSecond: 0.02)
    /// Posts from one household, over all its devices.
    ///
    /// Thirty at once are a class that is told to try it; one a second is a school of a hundred who
    /// each post every other minute. In no minute are there more than 90.
    public var postsPerAddress = Rate(burst: 30, perSecond: 1)
    /// Reports from one household. Only one of a message counts, so that few are ever needed.
    public var reportsPerAddress = Rate(burst: 30, perSecond: 0.1)
    /// New devices of one household.
    public var newDevices = NewDeviceLimits()
    /// Everything else that is asked under `/v1` and `/ogc` from one address.
    public var queriesPerAddress = Rate(burst: 2000, perSecond: 200)
    /// Connections that are open from one address at the same time.
    public var connectionsPerAddress = 512

    /// The standard limits.
    public init() {}
}
