internal import Datasets
internal import Geodesy

/// What is voted on beyond a boundary that is near.
extension VoterGuide {
    /// How near a boundary is warned of.
    static func margin(of location: VoterLocation) -> Distance {
        Distance(
            uncheckedMeters: max(boundaryWarningMeters, location.accuracy?.meters ?? 0)
        )
    }

    /// Warns where something else is voted on beyond a boundary that is near, such as a ward's in the
    /// middle of a precinct; unless a boundary has been warned of already.
    ///
    /// - Parameter holders: The districts that hold the place.
    /// - Complexity: O(log n) typical where no boundary of a type that is voted in is near.
    func warnOfBallotBoundary(
        _ ballot: Ballot,
        _ election: String?,
        at place: Coordinate,
        within margin: Distance,
        _ holders: [District],
        _ finding: inout Finding
    ) {
        guard !finding.warnings.contains(where: { $0.code == .nearBoundary }) else { return }
        let near = finding.map.boundaries(
            ofTypes: ballotGaps.votedTypes,
            near: place,
            within: margin
        )
        guard !near.isEmpty else { return }
        func canonical(_ district: District) -> String {
            DistrictKey.canonicalType(district.reference.type)
        }
        let holding = Set(holders.map(\.id))
        let counties = Self.countyNames(holders)
        var types: [String] = []
        var seen: Set<String> = []
        var nearest: Distance?
        for (district, distance) in near where seen.insert(canonical(district)).inserted {
            let own = Set(
                holders.filter { canonical($0) == canonical(district) }.map {
                    DistrictKey($0.reference)
                }
            )
            let mine = Self.votes(ballot) { !own.isDisjoint(with: $0) }
            let others = near.map { $0.district }.filter {
                canonical($0) == canonical(district) && !holding.contains($0.id)
            }
            let differs =
                others.isEmpty
                ? !mine.isEmpty
                : others.contains { votes(in: $0, of: counties, ballot, election) != mine }
                    || election == nil && others.contains { votesSooner(in: $0, counties, ballot) }
            guard differs else { continue }
            types.append(canonical(district))
            nearest = min(nearest ?? distance, distance)
        }
        guard let nearest else { return }
        finding.warnings.append(
            .nearBoundary(nearest, ofBallotBy: types)
        )
    }

    /// What is voted on in a district, in the elections of a ballot.
    ///
    /// - Parameter counties: What the voter's county may be called, where the district is no county.
    private func votes(
        in district: District,
        of counties: [String],
        _ ballot: Ballot,
        _ election: String?
    ) -> Set<String> {
        let elections: [String?] = ballot.elections.map { $0.key }
        return (elections.isEmpty ? [election] : elections).reduce(into: []) { votes, key in
            let isCounty = DistrictKey(district.reference).type == "county"
            let other = self.ballot(
                in: [district.reference],
                [district],
                counties: isCounty ? [] : counties,
                election: key,
                isSettled: { _ in true }
            )
            votes.formUnion(Self.votes(other.ballot) { _ in true })
        }
    }

    /// Whether something is voted on in a district in an election to come that is held before those of a
    /// ballot: who lives there is shown that one.
    private func votesSooner(
        in district: District,
        _ counties: [String],
        _ ballot: Ballot
    ) -> Bool {
        let isCounty = DistrictKey(district.reference).type == "county"
        let other = self.ballot(
            in: [district.reference],
            [district],
            counties: isCounty ? [] : counties,
            election: nil,
            isSettled: { _ in true }
        ).ballot
        let shown = ballot.elections.compactMap(\.date).filter { $0 >= today }.min()
        return other.elections.contains { election in
            guard let date = election.date, date >= today else { return false }
            return shown.map { date < $0 } ?? true
        } && !Self.votes(other) { _ in true }.isEmpty
    }

    /// The ids of what a ballot has for some districts.
    private static func votes(_ ballot: Ballot, where condition: ([DistrictKey]) -> Bool)
        -> Set<String>
    {
        func isMeant(_ area: BallotArea) -> Bool {
            condition(area.references.map(DistrictKey.init))
        }
        return Set(
            ballot.contests.filter { isMeant($0.area) }.map(\.id.rawValue)
                + ballot.measures.filter { isMeant($0.area) }.map(\.id.rawValue)
        )
    }
}
