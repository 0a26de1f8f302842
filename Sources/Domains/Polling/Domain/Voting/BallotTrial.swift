internal import Datasets
internal import Geodesy
package import Timekeeping

/// Which contests and measures are on anybody's ballot, as far as boundaries tell.
///
/// For each district that they name, the ballot of a voter in its middle is made as that of a voter who
/// asks: what is counted here is what voters are answered.
package struct BallotTrial: Sendable {
    private let guide: VoterGuide
    private let contests: [Contest]
    private let measures: [BallotMeasure]

    /// - Parameters:
    ///   - districts: The published ones of the types that are named, and the counties.
    ///   - contests: Those in question; their candidates don't matter.
    ///   - measures: Likewise.
    ///   - clock: Tells which boundaries are in force for what has no day.
    package init(
        _ districts: [District],
        contests: [Contest],
        measures: [BallotMeasure],
        clock: any WallClock
    ) async throws {
        self.contests = contests
        self.measures = measures
        let store = TrialStore(districts: districts, contests: contests, measures: measures)
        let voting = VotingDirectory(
            stations: StationDirectory(store: store),
            store: store,
            clock: clock
        )
        try await voting.load()
        guide = voting.guide
    }

    /// What is on the ballot of a voter somewhere.
    ///
    /// - Complexity: O(d log d + d k) for d districts that are named and k contests in each; a district is
    ///   passed over where all that it could tell is known.
    package func reached() -> (contests: Set<Contest.ID>, measures: Set<BallotMeasure.ID>) {
        var contestIDs: Set<Contest.ID> = []
        var measureIDs: Set<BallotMeasure.ID> = []
        let entries = Dictionary(
            grouping: contests.map { ($0.election, $0.area, $0.id.rawValue) }
                + measures.map { ($0.election, $0.area, $0.id.rawValue) }
        ) { $0.0.key }
        for (election, records) in entries {
            let day = records.lazy.compactMap { $0.0.date }.first ?? guide.today
            let map = guide.districts.map(on: day)
            var waiting = Waiting(records.map { ($0.2, $0.1) })
            for district in map.districts where waiting.mayBeTold(by: district.reference) {
                guard let place = district.area.interiorPlace else { continue }
                let holders = map.districts(holding: place)
                let ballot = guide.ballot(
                    in: holders.map(\.reference),
                    holders,
                    election: election,
                    isSettled: { map.hasDistricts(ofType: $0) }
                ).ballot
                contestIDs.formUnion(ballot.contests.map(\.id))
                measureIDs.formUnion(ballot.measures.map(\.id))
                waiting.remove(ballot.contests.map(\.id.rawValue))
                waiting.remove(ballot.measures.map(\.id.rawValue))
            }
        }
        return (contestIDs, measureIDs)
    }

    /// What no ballot that was made has, by the districts whose voters may have it.
    private struct Waiting {
        private var records: [DistrictKey: Set<String>] = [:]
        private var keys: [String: [DistrictKey]] = [:]
        /// What is for whole counties, which files call by other names than boundaries do.
        private var ofCounties: Set<String> = []

        init(_ areas: [(id: String, area: BallotArea)]) {
            for (id, area) in areas {
                let own = ([area.district].compactMap { $0 } + area.places).map(DistrictKey.init)
                keys[id] = own
                for key in own { records[key, default: []].insert(id) }
                if area.counties.contains(where: \.precincts.isEmpty) { ofCounties.insert(id) }
            }
        }

        func mayBeTold(by reference: DistrictReference) -> Bool {
            let key = DistrictKey(reference)
            if let left = records[key], !left.isEmpty { return true }
            return key.type == BallotPlaces.Voter.county && !ofCounties.isEmpty
        }

        mutating func remove(_ ids: [String]) {
            for id in ids {
                for key in keys.removeValue(forKey: id) ?? [] { records[key]?.remove(id) }
                ofCounties.remove(id)
            }
        }
    }
}

/// The districts and what is voted on in them, and nothing else.
private struct TrialStore: DistrictStore, ElectionStore, AddressStore, PostcodeStore, DatasetLedger,
    StationStore
{
    let districts: [District]
    let contests: [Contest]
    let measures: [BallotMeasure]

    func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) throws {
        try visit(districts)
    }
    func forEachContest(_ visit: @Sendable ([Contest]) throws -> Void) throws {
        try visit(contests)
    }
    func forEachMeasure(_ visit: @Sendable ([BallotMeasure]) throws -> Void) throws {
        try visit(measures)
    }
    func forEachElection(_ visit: @Sendable ([Election]) throws -> Void) {}
    func forEachPrecinct(_ visit: @Sendable ([Precinct]) throws -> Void) {}
    func forEachAddress(_ visit: @Sendable ([AddressEntry]) throws -> Void) {}
    func forEachPostcode(_ visit: @Sendable ([PostcodePlace]) throws -> Void) {}
    func forEachStation(_ visit: @Sendable ([Station]) throws -> Void) {}
    func publishedVersions() -> [DatasetVersion] { [] }
    func versions(of name: DatasetName) throws -> [DatasetVersion] {
        throw DatasetError.unknownDataset(name)
    }
    func publish(_ name: DatasetName, version number: Int) throws -> DatasetVersion {
        throw DatasetError.unknownDataset(name)
    }
    func withdraw(
        _ name: DatasetName,
        by who: String?,
        at moment: Timestamp
    ) throws -> DatasetVersion {
        throw DatasetError.unknownDataset(name)
    }
}
