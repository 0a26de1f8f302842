public import Geodesy

/// How much of what lies around a voter is told.
public struct VoterScope: Sendable, Hashable {
    /// A station farther away than this is not shown as nearby.
    public var nearbyLimit: Distance
    /// How many vote centers are listed at most: a county may have hundreds.
    public var voteCenterLimit: Int

    /// How far away stations are shown where nobody says: 100 km, what people in the emptiest
    /// districts drive. What is farther is another part of the country.
    public static let standardNearbyLimit = Distance(uncheckedMeters: 100_000)
    /// How many vote centers are listed where nobody says.
    public static let standardVoteCenterLimit = 20
    /// As much as is told where nobody says.
    public static let standard = VoterScope()

    /// A scope; what is left out is as usual.
    ///
    /// - Parameters:
    ///   - nearbyLimit: Inclusive.
    ///   - voteCenterLimit: 0 lists none; they are counted all the same.
    public init(
        nearbyLimit: Distance = VoterScope.standardNearbyLimit,
        voteCenterLimit: Int = VoterScope.standardVoteCenterLimit
    ) {
        self.nearbyLimit = nearbyLimit
        self.voteCenterLimit = voteCenterLimit
    }
}

/// Stations near a voter, which are not where the voter votes.
public struct NearbyStations: Sendable, Hashable {
    /// At most ``VoterGuide/nearbyCount``, nearest first; ties by id. None where the voter's place is
    /// not known, and where no station is as near.
    public let stations: [FoundStation]
    /// How far away stations were looked for.
    public let limit: Distance
    /// How far the nearest station of all is, near or not; nil where the voter's place is not known
    /// and where no station has one.
    public let nearestDistance: Distance?
}

extension Distance {
    /// The distance in words, as exact as a person needs it: `12 m`, `9.4 km`, `1,968 km`.
    var words: String {
        guard meters >= 999.5 else { return "\(Int(meters.rounded())) m" }
        let hundreds = (meters / 100).rounded()
        if hundreds < 100 {
            let (kilometers, rest) = Int(hundreds).quotientAndRemainder(dividingBy: 10)
            return rest == 0 ? "\(kilometers) km" : "\(kilometers).\(rest) km"
        }
        // No two places are farther apart than 20,004 km.
        let (thousands, rest) = Int(min(meters, 1e8) / 1000 + 0.5).quotientAndRemainder(
            dividingBy: 1000
        )
        guard thousands > 0 else { return "\(rest) km" }
        return "\(thousands),\(String(rest + 1000).dropFirst()) km"
    }
}
