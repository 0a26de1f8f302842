internal import Datasets

extension VoterGuide {
    /// What is voted on, and what is to be said of it.
    struct Voted {
        var ballot = Ballot.empty
        /// That some of it, or an election that is not shown, may be another place's.
        var doubts: [VoterWarning] = []
    }

    /// What is voted on, with a warning of what may be another place's.
    ///
    /// - Parameters:
    ///   - voting: The districts that the voter belongs to.
    ///   - holders: Those of them that are known by their boundaries.
    ///   - list: The list of addresses that names the others, if any.
    ///   - counties: What the voter's county may be called, besides the names of ``holders``.
    ///   - election: The id or the key of an election; nil for the next one, even where nothing that is
    ///     loaded is on the voter's ballot in it, or the last where none is to come.
    ///   - isSettled: Whether it is known in which district of a type the voter lives, or that the
    ///     voter lives in none.
    func ballot(
        in voting: [DistrictReference],
        _ holders: [District],
        list: DatasetName? = nil,
        counties: [String] = [],
        election: String?,
        isSettled: (String) -> Bool = { _ in false }
    ) -> Voted {
        let names = counties + Self.countyNames(holders)
        let linking = VoterLinks(of: self, holders, list: list, counties: names)
        let book = ballots
        func ballot(from day: CalendarDate) -> Ballot {
            book.ballot(
                in: voting,
                counties: names,
                election: election,
                today: day,
                isSettled: isSettled
            ) {
                linking.link($0, $1) != .elsewhere
            }
        }
        var ballot = ballot(from: today)
        var doubts: [VoterWarning] = []
        if election == nil {
            let stations = votingStations(voting, holders, list)
            if let coming = coming(after: ballot, voting, linking.datasets, stations, isSettled) {
                return Voted(ballot: Ballot(elections: coming, contests: [], measures: []))
            }
            if let own = electionOfStations(
                insteadOf: ballot,
                stations,
                linking.datasets,
                ballot(from:)
            ) {
                doubts = ballot.elections.compactMap { sooner in
                    sooner.date.map { Self.doubtful(sooner, on: $0, voting.first) }
                }
                ballot = own
            }
        }
        ballot = Self.withoutRepeats(ballot, &doubts)
        if let doubt = linking.doubt(of: ballot, in: voting) { doubts.append(doubt) }
        let bare = bareElections(election, ballot, voting.isEmpty ? [] : linking.datasets)
        return Voted(
            ballot: Ballot(
                elections: ballot.elections + bare,
                contests: ballot.contests,
                measures: ballot.measures,
                reach: ballot.reach
            ),
            doubts: doubts
        )
    }

    /// A ballot with each contest once, and a doubt where two lists have one with other candidates.
    private static func withoutRepeats(_ ballot: Ballot, _ doubts: inout [VoterWarning]) -> Ballot {
        let dates = Dictionary(
            ballot.elections.map { ($0.key, $0.date) },
            uniquingKeysWith: { first, _ in first }
        )
        let single = ballot.withoutRepeats { $0.election.date ?? dates[$0.election.key] ?? nil }
        if let title = single.differing.first { doubts.append(twice(title)) }
        return single.ballot
    }

    private static func twice(_ contest: String) -> VoterWarning {
        VoterWarning(
            .contestTwice,
            "Two lists have \"\(contest)\" with other candidates. Compare it with your sample ballot.",
            ["contest": .text(contest)]
        )
    }

    /// What the counties are called that hold a voter's place.
    static func countyNames(_ holders: [District]) -> [String] {
        holders.filter { DistrictKey($0.reference).type == "county" }
            .flatMap { [$0.reference.code, $0.name] }
    }
}

/// How contests and measures belong to a voter, by all that says where the voter belongs.
private struct VoterLinks {
    private let links: BallotLinks
    private let book: BallotBook
    private let countyBook: CountyBook
    private let holders: [District]
    private let list: DatasetName?
    private let counties: Set<CountyKey>
    private let datasetsByKey: [DistrictKey: DatasetName]
    /// The datasets that say where the voter belongs.
    let datasets: Set<DatasetName>

    /// - Parameters:
    ///   - holders: The districts that are known by their boundaries.
    ///   - list: The list of addresses that names the others, if any.
    ///   - counties: What the voter's county may be called.
    init(
        of guide: VoterGuide,
        _ holders: [District],
        list: DatasetName?,
        counties: [String]
    ) {
        links = guide.ballotLinks
        book = guide.ballots
        countyBook = guide.countyBook
        self.holders = holders
        self.list = list
        self.counties = Set(counties.map(CountyKey.init))
        datasetsByKey = Dictionary(
            holders.map { (DistrictKey($0.reference), $0.dataset) },
            uniquingKeysWith: { first, _ in first }
        )
        datasets = Set(holders.map(\.dataset) + [list].compactMap { $0 })
    }

    /// How the contests of a dataset that are for a district belong to the voter.
    func link(_ contests: DatasetName, _ key: DistrictKey) -> BallotLinks.Link {
        if key.type == BallotPlaces.Voter.precinct, isToldByCounty(contests) { return .own }
        return (datasetsByKey[key] ?? list).map {
            links.link(of: contests, for: key, in: $0, among: datasets)
        } ?? .own
    }

    /// Whether the voter's county tells which precinct of a name a file means.
    private func isToldByCounty(_ contests: DatasetName) -> Bool {
        guard let county = book.county(called: counties, in: contests) else { return false }
        return !countyBook.isAlsoElsewhere(county, than: holders)
    }

    /// That some of what is voted on may be another place's; nil where all of it is the voter's.
    func doubt(of ballot: Ballot, in voting: [DistrictReference]) -> VoterWarning? {
        let own = Set(voting.map(DistrictKey.init))
        let doubtful =
            (ballot.contests.map { ($0.area, $0.dataset) }
            + ballot.measures.map { ($0.area, $0.dataset) })
            .compactMap { area, dataset in
                let named = area.references.filter { own.contains(DistrictKey($0)) }
                let references =
                    named.isEmpty ? area.places.filter { own.contains(DistrictKey($0)) } : named
                let isDoubtful =
                    !references.isEmpty
                    && references.allSatisfy { link(dataset, DistrictKey($0)) == .unknown }
                return isDoubtful ? references.first : nil
            }
        guard let first = doubtful.first else { return nil }
        let what =
            doubtful.count == 1
            ? "1 contest or measure" : "\(doubtful.count) contests and measures"
        return VoterWarning(
            .doubtfulBallot,
            "\(what) may be another place's: it has a \(VoterGuide.words(first.type)) \(first.code) as "
                + "well, and nothing tells which of the two is meant. Compare this with your "
                + "sample ballot.",
            ["count": .count(doubtful.count), "district": .district(first)]
        )
    }
}
