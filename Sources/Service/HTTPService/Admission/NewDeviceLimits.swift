/// How many new devices one household may have, and what those beyond the first few cost.
///
/// The first few are free: the people of a house never notice. Those after them cost a proof of work,
/// which a browser finds in a moment and a machine that wants thousands pays for each time. The proof
/// is harder, by one bit each time, the more devices the household was given lately, up to a cap that
/// an old telephone still manages. How many there are with proofs is bounded as well, so that nobody
/// fills the disk with devices, however fast their machine is.
public struct NewDeviceLimits: Sendable {
    /// Devices without a proof; nil when each needs one.
    ///
    /// Five at once are the telephones and computers of a family; an hour later there is room for five
    /// more.
    public var free: RateLimits.Rate? = .init(burst: 5, perSecond: 5.0 / 3600)
    /// Devices with a proof: room for four classes of a school that open the map in the same minute.
    public var proven = RateLimits.Rate(burst: 120, perSecond: 240.0 / 3600)
    /// How many leading zero bits a proof has, at first and at most.
    ///
    /// 16 bits are some 65,000 hashes, a fifth of a second in a browser; 20 are a million, a few
    /// seconds there.
    public var proofBits = 16...20

    /// What ``proofBits`` may be: with 28 a browser would compute for many minutes.
    public static let possibleProofBits = 1...28

    /// After how many devices of a household the next proof is harder; after three times as many it
    /// is again, and so on.
    static let devicesPerStep = 8

    /// The standard limits.
    public init() {}

    /// How many bits the next proof has.
    ///
    /// - Parameter taken: How many devices the household was given for proofs lately.
    func bits(after taken: Int) -> Int {
        let steps = Int.bitWidth - 1 - (taken / Self.devicesPerStep + 1).leadingZeroBitCount
        return min(proofBits.upperBound, proofBits.lowerBound + steps)
    }
}
