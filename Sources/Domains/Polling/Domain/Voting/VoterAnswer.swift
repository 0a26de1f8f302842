public import Datasets
public import Geodesy

/// Where a voter is, and how that is known.
public struct VoterLocation: Sendable, Hashable {
    /// What the place was found by.
    public enum Source: String, Sendable, Hashable, CaseIterable {
        /// The caller gave it.
        case point
        /// It is the middle of a postcode.
        case postcode
        /// It is that of an address.
        case address
    }

    /// The place.
    public let coordinate: Coordinate
    /// What it was found by.
    public let source: Source
    /// How far the voter may be from the place; nil where nobody has said.
    public let accuracy: Distance?

    /// A place with its source.
    public init(coordinate: Coordinate, source: Source, accuracy: Distance? = nil) {
        self.coordinate = coordinate
        self.source = source
        self.accuracy = accuracy
    }
}

/// A station that serves the voter besides the one of the voter's district, such as one for anybody of
/// a county.
public struct VoteCenter: Sendable, Hashable {
    /// The station.
    public let station: Station
    /// How far it is from the voter; nil where its list gives no place.
    public let distance: Distance?
}

/// Stations of one sort that serve the voter.
public struct SiteList: Sendable, Hashable {
    /// The nearest first where the place is known, else by name; at most
    /// ``VoterScope/voteCenterLimit``.
    public let stations: [VoteCenter]
    /// How many there are, those that are not listed included.
    public let count: Int

    /// No stations.
    static let none = SiteList(stations: [], count: 0)
}

/// What a voter is told.
public struct VoterAnswer: Sendable {
    /// Where the voter is; nil where an address is known without its place.
    public let location: VoterLocation?
    /// The addresses of lists that the voter's was taken for, as ``AssignmentChoice/addresses``; none
    /// where no address was asked for, and where the choices name them.
    public let matchedAddresses: [String]
    /// The districts that hold the place, by type, then by id; of a postcode or an address, those
    /// that hold all of it.
    public let districts: [District]
    /// Where the voter votes, if that is known.
    public let assignment: Assignment?
    /// The answers to choose from, where what is known allows more than one.
    public let choices: [AssignmentChoice]
    /// That the choices are of more addresses than are listed, and what to ask for instead; nil where
    /// all are listed.
    public let narrowing: Narrowing?
    /// Stations near the place, nearest first: **not** where the voter votes.
    public let nearby: NearbyStations
    /// Stations that serve anybody of the county, nearest first where the place is known, else by
    /// name; at most ``VoterScope/voteCenterLimit``.
    public let voteCenters: [VoteCenter]
    /// How many stations serve anybody of the county, those that are not listed included.
    public let voteCenterCount: Int
    /// Where the voter may vote before the day: stations that serve the voter's district or county.
    public let earlyVoting: SiteList
    /// Where the voter may hand in a ballot that was filled in elsewhere.
    public let dropOff: SiteList
    /// Stations that serve the voter's district or county, but not in the election that is shown: their
    /// voting has ended, or they are open on days of other elections. In the order of ``earlyVoting``.
    public let otherElections: SiteList
    /// The elections that are shown, which tell what each station has to do with them.
    public let shown: ShownElections
    /// What is voted on at the place.
    public let ballot: Ballot
    /// What the voter should know before trusting the answer.
    public let warnings: [VoterWarning]
    /// The datasets that the answer was made from, the assigned station's first; those of stations that
    /// are merely near are none of them.
    public let sources: [DatasetVersion]
}
