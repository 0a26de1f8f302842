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

    /// The next election of a voter whose own ballots are all of elections that are over: those of the
    /// voter's place in which more may be voted on than is known, or for which a station is open that
    /// serves the voter's district. Of elections of which nothing tells whether they are of the voter's
    /// place a station alone tells it.
    ///
    /// - Returns: Those of one day; nil where the ballot is of an election to come, and where none is.
    func coming(
        after ballot: Ballot,
        _ voting: [DistrictReference],
        _ datasets: Set<DatasetName>,
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
            return voting.contains { district in
                Self.assigningTypes.contains(DistrictKey(district).type)
                    && stations.stations(serving: district).contains {
                        shown.part(of: $0) == .onTheDay
                    }
            }
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
