internal import Datasets
internal import Polling

/// A sort of link between a feed's elements.
struct FeedLink: Sendable, Hashable {
    /// The elements that have it, such as `precinct`.
    let from: String
    /// The member that names another element, such as `polling_location_id`.
    let member: String
    /// What it may name.
    let targets: [String]
    /// The kinds of records that are made with it.
    let kinds: [DatasetKind]

    init(_ from: String, _ member: String, _ targets: [String], _ kinds: DatasetKind...) {
        self.from = from
        self.member = member
        self.targets = targets
        self.kinds = kinds
    }
}

/// Links of one sort that name elements which the feed does not have.
public struct DanglingLinks: Sendable, Hashable, Encodable {
    /// The elements that have the links, such as `precinct`.
    public let from: String
    /// The member that names another element, such as `polling_location_id`.
    public let member: String
    /// What it should name, such as `polling_location`.
    public let to: String
    /// How many there are.
    public var count: Int
    /// The first of the ids that name nothing; at most five.
    public var examples: [String]

    static let exampleLimit = 5

    /// `12 links of precinct by polling_location_id to a polling_location that the feed lacks, such as "99"`.
    var text: String { finding.text }

    /// The same as a value.
    var finding: Finding {
        Finding(
            .linksLacking,
            [
                "links": .count(count), "from": .text(from), "member": .text(member),
                "to": .text(to), "examples": .texts(examples.map { "\"\($0)\"" }),
            ]
        )
    }
}

/// Counts links that name nothing, by their sort.
struct DanglingLinkCounter {
    private var found: [FeedLink: DanglingLinks] = [:]
    private var order: [FeedLink] = []

    mutating func add(_ link: FeedLink, _ id: String, times: Int = 1) {
        var links =
            found[link]
            ?? DanglingLinks(
                from: link.from,
                member: link.member,
                to: link.targets.joined(separator: " or "),
                count: 0,
                examples: []
            )
        if links.count == 0 { order.append(link) }
        links.count += times
        if links.examples.count < DanglingLinks.exampleLimit, !links.examples.contains(id) {
            links.examples.append(id)
        }
        found[link] = links
    }

    /// Counts those of some elements.
    ///
    /// - Parameters:
    ///   - elements: By their names.
    ///   - isKnown: Whether an element with an id has one of some names.
    mutating func count(
        _ links: [FeedLink],
        in elements: [String: [FeedElement]],
        isKnown: (_ id: String, _ names: [String]) -> Bool
    ) {
        for link in links {
            for element in elements[link.from] ?? [] {
                for id in element.ids(link.member) where !isKnown(id, link.targets) {
                    add(link, id)
                }
            }
        }
    }

    /// All of them, in the order in which they were found.
    var all: [DanglingLinks] { order.compactMap { found[$0] } }

    /// What there is to say of them to those who import one kind of record.
    func notes(of kind: DatasetKind) -> [ImportNote] {
        order.filter { $0.kinds.contains(kind) }.compactMap { found[$0] }.map {
            ImportNote(.warning, $0.finding)
        }
    }
}

extension FeedLink {
    /// The links of versions 5 and 6 that records are made with, but for those of street segments.
    static let ofVersion5: [FeedLink] = [
        FeedLink("Precinct", "PollingLocationIds", ["PollingLocation"], .stations, .precincts),
        FeedLink("Precinct", "ElectoralDistrictIds", districts, .precincts),
        FeedLink("Precinct", "LocalityId", ["Locality"], .precincts),
        FeedLink("Locality", "PollingLocationIds", ["PollingLocation"], .stations),
        FeedLink("Locality", "StateId", ["State"], .precincts),
        FeedLink("PollingLocation", "HoursOpenId", ["HoursOpen"], .stations),
        FeedLink("Election", "HoursOpenId", ["HoursOpen"], .elections),
        FeedLink("CandidateContest", "ElectionId", ["Election"], .contests),
        FeedLink("CandidateContest", "ElectoralDistrictId", districts, .contests),
        FeedLink("CandidateContest", "OfficeIds", ["Office"], .contests),
        FeedLink("CandidateContest", "BallotSelectionIds", selections, .contests),
        FeedLink("PartyContest", "ElectionId", ["Election"], .contests),
        FeedLink("PartyContest", "ElectoralDistrictId", districts, .contests),
        FeedLink("PartyContest", "BallotSelectionIds", selections, .contests),
        FeedLink("RetentionContest", "ElectionId", ["Election"], .contests),
        FeedLink("RetentionContest", "ElectoralDistrictId", districts, .contests),
        FeedLink("RetentionContest", "CandidateId", ["Candidate"], .contests),
        FeedLink("BallotMeasureContest", "ElectionId", ["Election"], .measures),
        FeedLink("BallotMeasureContest", "ElectoralDistrictId", districts, .measures),
        FeedLink(
            "BallotMeasureContest",
            "BallotSelectionIds",
            ["BallotMeasureSelection"],
            .measures
        ),
        FeedLink("CandidateSelection", "CandidateIds", ["Candidate"], .contests),
        FeedLink("CandidateSelection", "EndorsementPartyIds", ["Party"], .contests),
        FeedLink("PartySelection", "PartyIds", ["Party"], .contests),
        FeedLink("Candidate", "PersonId", ["Person"], .contests),
        FeedLink("Candidate", "PartyId", ["Party"], .contests),
        FeedLink("Person", "PartyId", ["Party"], .contests),
    ]
    private static let districts = ["ElectoralDistrict", "Locality", "State"]
    private static let selections = ["CandidateSelection", "PartySelection"]

    /// The links of version 3, likewise.
    static let ofVersion3: [FeedLink] = [
        FeedLink("state", "early_vote_site_id", ["early_vote_site"], .stations),
        FeedLink("locality", "state_id", ["state"], .precincts),
        FeedLink("locality", "early_vote_site_id", ["early_vote_site"], .stations),
        FeedLink("precinct", "locality_id", ["locality"], .precincts),
        FeedLink("precinct", "polling_location_id", ["polling_location"], .stations, .precincts),
        FeedLink("precinct", "early_vote_site_id", ["early_vote_site"], .stations, .precincts),
        FeedLink("precinct", "electoral_district_id", ["electoral_district"], .precincts),
        FeedLink("precinct_split", "precinct_id", ["precinct"], .stations, .precincts),
        FeedLink(
            "precinct_split",
            "polling_location_id",
            ["polling_location"],
            .stations,
            .precincts
        ),
        FeedLink("precinct_split", "electoral_district_id", ["electoral_district"], .precincts),
        FeedLink("contest", "election_id", ["election"], .contests, .measures),
        FeedLink("contest", "electoral_district_id", ["electoral_district"], .contests, .measures),
        FeedLink("contest", "ballot_id", ["ballot"], .contests, .measures),
        FeedLink("ballot", "candidate_id", ["candidate"], .contests),
        FeedLink("ballot", "referendum_id", ["referendum"], .measures),
        FeedLink("ballot", "custom_ballot_id", ["custom_ballot"], .measures),
        FeedLink("referendum", "ballot_response_id", ["ballot_response"], .measures),
        FeedLink("custom_ballot", "ballot_response_id", ["ballot_response"], .measures),
    ]
}
