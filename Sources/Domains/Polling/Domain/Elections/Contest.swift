public import Datasets

/// A contest for an office, or over keeping somebody in one.
public struct Contest: Sendable, Hashable, Identifiable {
    /// Names a contest: `curlew-contests.2026-general.sheriff`.
    public typealias ID = RecordID<Contest>

    /// What voters are asked.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// To choose among candidates.
        case candidates
        /// Whether the one candidate shall stay in office.
        case retention
    }

    /// The contest's own id.
    public let id: ID
    /// The dataset that it came with.
    public let dataset: DatasetName
    /// What is voted on that day besides.
    public var election: ElectionReference
    /// What the contest is called on the ballot, such as "County Sheriff".
    public var title: LocalizedText
    /// The office at stake, where the file names it besides.
    public var office: LocalizedText?
    /// Where it is on the ballot.
    public var area: BallotArea
    /// What voters are asked.
    public var kind: Kind
    /// How many candidates (or tickets) a voter may mark, 1 or more; nil where the file does not
    /// say.
    public var votesAllowed: Int?
    /// How many are elected, 1 or more; nil where the file does not say.
    public var seats: Int?
    /// Who stands, in the order of the ballot.
    public var candidates: [Candidate]

    /// A contest with all its members.
    ///
    /// - Parameter key: Unique within the dataset.
    public init(
        dataset: DatasetName,
        key: String,
        election: ElectionReference,
        title: LocalizedText,
        office: LocalizedText? = nil,
        area: BallotArea,
        kind: Kind = .candidates,
        votesAllowed: Int? = nil,
        seats: Int? = nil,
        candidates: [Candidate] = []
    ) {
        self.init(
            id: ID(dataset, key),
            dataset: dataset,
            election: election,
            title: title,
            office: office,
            area: area,
            kind: kind,
            votesAllowed: votesAllowed,
            seats: seats,
            candidates: candidates
        )
    }

    /// A contest that a store has kept, under its id.
    public init(
        id: ID,
        dataset: DatasetName,
        election: ElectionReference,
        title: LocalizedText,
        office: LocalizedText?,
        area: BallotArea,
        kind: Kind,
        votesAllowed: Int?,
        seats: Int?,
        candidates: [Candidate]
    ) {
        self.id = id
        self.dataset = dataset
        self.election = election
        self.title = title
        self.office = office
        self.area = area
        self.kind = kind
        self.votesAllowed = votesAllowed
        self.seats = seats
        self.candidates = candidates
    }
}

/// Somebody who stands in a contest.
public struct Candidate: Sendable, Hashable, Codable {
    /// The name on the ballot.
    public var name: LocalizedText
    /// The party, in the file's words.
    public var party: LocalizedText?
    /// Candidates of one contest with the same ticket, such as a president and a vice president,
    /// are marked together; 1 for the first ticket on the ballot.
    public var ticket: Int
    /// Whether the candidate holds the office; nil where the file does not say.
    public var isIncumbent: Bool?

    /// A candidate with all members.
    public init(
        name: LocalizedText,
        party: LocalizedText? = nil,
        ticket: Int,
        isIncumbent: Bool? = nil
    ) {
        self.name = name
        self.party = party
        self.ticket = ticket
        self.isIncumbent = isIncumbent
    }
}
