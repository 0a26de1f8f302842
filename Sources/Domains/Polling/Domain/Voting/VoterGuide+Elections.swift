internal import Datasets

/// Which elections an answer shows where a voter's own ballot does not tell it.
extension VoterGuide {
    /// The elections that a ballot is of, by which stations are told apart.
    ///
    /// - Parameter name: The election that was asked for, if any: it counts where the ballot is empty.
    func shown(_ ballot: Ballot, _ name: String?) -> ShownElections {
        var elections = ballot.elections
        if elections.isEmpty, let name { elections = ballots.named(name).map(\.election) }
        return ShownElections(
            Set(elections.compactMap(\.date)),
            today: today,
            electionClocks
        )
    }

    /// The elections that were asked for by name and of which nothing that is loaded is on the voter's
    /// ballot: those of the voter's place, else those of which nothing tells that they are another's.
    ///
    /// - Parameter datasets: All that say where the voter belongs.
    func bareElections(
        _ name: String?,
        _ ballot: Ballot,
        _ datasets: Set<DatasetName>
    ) -> [Election] {
        guard let name, ballot.elections.isEmpty, !datasets.isEmpty else { return [] }
        let entries = ballots.named(name).map { ($0.election, relation(of: $0, to: datasets)) }
        let own = entries.filter { $0.1 == .together }
        return (own.isEmpty ? entries.filter { $0.1 == .unknown } : own).map(\.0)
    }

    /// The stations that serve the districts of a voter by which stations are assigned.
    ///
    /// - Parameters:
    ///   - holders: Those of the districts that are known by their boundaries.
    ///   - list: The list of addresses that names the others, if any.
    func votingStations(
        _ voting: [DistrictReference],
        _ holders: [District],
        _ list: DatasetName?
    ) -> [Station] {
        let bounded = holders.filter {
            DistrictKey.assigningTypes.contains(DistrictKey($0.reference).type)
        }
        let own = bounded.map { links.stations(serving: $0) }
        let keys = Set(bounded.map { DistrictKey($0.reference) })
        let listed = list.map { list in
            voting.filter { reference in
                DistrictKey.assigningTypes.contains(DistrictKey(reference).type)
                    && !keys.contains(DistrictKey(reference))
            }.map { links.stations(stations.stations(serving: $0), for: list) }
        }
        return (own + (listed ?? [])).flatMap { $0.stations.isEmpty ? $0.doubtful : $0.stations }
    }

    /// The election of a voter, where contests of another one, which is held sooner, may be another
    /// place's: none of the voter's stations is open in that one, and they are in this.
    ///
    /// Codes of districts are everywhere, and a file of contests does not say of which place they are.
    /// What is of one feed with the voter's districts or stations is of the voter's place; and of two
    /// elections of one dataset or feed the next one counts, whether a station is loaded for it or not.
    ///
    /// - Parameters:
    ///   - ballot: That of the next election.
    ///   - stations: Those of the voter.
    ///   - datasets: All that say where the voter belongs.
    ///   - ballotFrom: The voter's ballot of the next election from a day on.
    /// - Returns: nil where the next election stands.
    func electionOfStations(
        insteadOf ballot: Ballot,
        _ stations: [Station],
        _ datasets: Set<DatasetName>,
        _ ballotFrom: (CalendarDate) -> Ballot
    ) -> Ballot? {
        guard !stations.isEmpty, let next = ballot.elections.lazy.compactMap(\.date).first,
            next >= today
        else { return nil }
        let sooner = Set(
            ballot.elections.map(\.dataset) + ballot.contests.map(\.dataset)
                + ballot.measures.map(\.dataset)
        )
        func areOfOneFeed(_ some: some Sequence<DatasetName>) -> Bool {
            some.contains { one in sooner.contains { DatasetLinks.isOneFeed($0, one) } }
        }
        let own = datasets.union(stations.map(\.dataset))
        func parts(on day: CalendarDate) -> [ElectionPart] {
            let shown = ShownElections([day], today: today, electionClocks)
            return stations.map(shown.part)
        }
        guard !areOfOneFeed(own), parts(on: next).allSatisfy({ !$0.isShown }) else { return nil }
        // By date.
        for entry in ballots.entries {
            guard let date = entry.election.date, date > next,
                !areOfOneFeed(
                    [entry.election.dataset] + entry.contests.map(\.dataset)
                        + entry.measures.map(\.dataset)
                ),
                relation(of: entry, to: datasets) != .apart,
                parts(on: date).contains(.onTheDay)
            else { continue }
            let later = ballotFrom(date)
            if later.elections.contains(where: { $0.id == entry.election.id }) { return later }
            if entry.contests.isEmpty, entry.measures.isEmpty {
                return Ballot(elections: [entry.election], contests: [], measures: [])
            }
        }
        return nil
    }

    /// That an election is held sooner than the one that is shown, and may be the voter's.
    static func doubtful(
        _ election: Election,
        on date: CalendarDate,
        _ district: DistrictReference?
    ) -> VoterWarning {
        let name = district.map { "\(words($0.type)) \($0.code)" } ?? "district of yours"
        return VoterWarning(
            .doubtfulElection,
            "\"\(election.name.text())\" on \(date) has a \(name), too. None of your stations is open "
                + "in it, so it was taken for another place's: if it is yours, ask your election office "
                + "where you vote in it.",
            ["election": .text(election.name.text()), "date": .day(date)]
                .merging(district.map { ["district": .district($0)] } ?? [:]) { first, _ in first }
        )
    }

    /// The next election of a voter whose own ballots are all of elections that are over: those of the
    /// voter's place in which more may be voted on than is known, or for which a station is open that
    /// serves the voter's district. Of elections of which nothing tells whether they are of the voter's
    /// place a station alone tells it.
    ///
    /// - Parameter own: The voter's stations.
    /// - Returns: Those of one day; nil where the ballot is of an election to come, and where none is.
    func coming(
        after ballot: Ballot,
        _ voting: [DistrictReference],
        _ datasets: Set<DatasetName>,
        _ own: [Station],
        _ knowsType: (String) -> Bool
    ) -> [Election]? {
        let today = today
        guard !voting.isEmpty, !datasets.isEmpty,
            !ballot.elections.contains(where: { ($0.date ?? today) >= today })
        else { return nil }
        let types = Set(voting.map { DistrictKey($0).type })
        let (gaps, links) = (ballotGaps, ballotLinks)
        func isOpen(_ day: CalendarDate) -> Bool {
            let shown = ShownElections([day], today: today, electionClocks)
            return own.contains { shown.part(of: $0) == .onTheDay }
        }
        var coming: [Election] = []
        // By date.
        for entry in ballots.entries {
            guard let date = entry.election.date, date >= today else { continue }
            if let first = coming.first?.date, first < date { break }
            let relation = relation(of: entry, to: datasets)
            guard relation != .apart else { continue }
            let mayBeVoter =
                entry.contests.isEmpty && entry.measures.isEmpty
                || gaps.message(
                    of: [entry.election.id],
                    from: nil,
                    isElsewhere: { links.isElsewhere($0, for: datasets) },
                    isOwn: { links.isAbout($0, datasets) },
                    isSettled: { types.contains($0) || knowsType($0) }
                ) != nil
            if relation == .together && mayBeVoter || isOpen(date) { coming.append(entry.election) }
        }
        return coming.isEmpty ? nil : coming
    }

    /// How an election and what is voted on in it lie to the datasets that say where a voter belongs.
    private func relation(
        of entry: ElectionEntry,
        to datasets: Set<DatasetName>
    ) -> DatasetPlaces.Relation {
        let own = Set(
            [entry.election.dataset] + entry.contests.map(\.dataset)
                + entry.measures.map(\.dataset)
        )
        let places = places
        let relations = Set(own.flatMap { one in datasets.map { places.relation(one, $0) } })
        return relations.contains(.together)
            ? .together : relations.contains(.apart) ? .apart : .unknown
    }
}
