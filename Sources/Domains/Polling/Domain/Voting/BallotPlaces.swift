internal import Datasets

/// Where contests or measures are on the ballot, and which of them are on a voter's.
struct BallotPlaces: Sendable {
    /// What is asked of a contest or a measure.
    struct Entry: Sendable {
        let dataset: DatasetName
        let election: String
        let title: String
        let area: BallotArea

        init(_ contest: Contest) {
            dataset = contest.dataset
            election = contest.election.key
            title = contest.title.text()
            area = contest.area
        }

        init(_ measure: BallotMeasure) {
            dataset = measure.dataset
            election = measure.election.key
            title = measure.title.text()
            area = measure.area
        }
    }

    /// What is known of where a voter lives.
    struct Voter {
        let districts: Set<DistrictKey>
        let types: Set<String>
        let precincts: Set<DistrictKey>
        let counties: Set<CountyKey>

        /// - Parameter counties: What the county may be called besides its code.
        init(_ references: [DistrictReference], counties: [String]) {
            districts = Set(references.map(DistrictKey.init))
            types = Set(districts.map(\.type))
            precincts = districts.filter { $0.type == Self.precinct }
            self.counties = Set(
                (references.filter { DistrictKey.canonicalType($0.type) == Self.county }.map(\.code)
                    + counties).map(CountyKey.init)
            )
        }

        static let precinct = "precinct"
        static let county = "county"
    }

    /// What a dataset of several counties has of them.
    private struct Counties {
        var names: Set<CountyKey> = []
        /// In which of them a precinct's code stands.
        var ofPrecinct: [DistrictKey: Set<CountyKey>] = [:]
    }

    /// A contest that the same file has for the same district, or for none, in several counties.
    private struct Office: Hashable {
        let dataset: DatasetName
        let election: String
        let title: String
        let district: DistrictKey?
    }

    private let entries: [Entry]
    private let byDistrict: [DistrictKey: [Int]]
    private let byCounty: [CountyKey: [Int]]
    private let counties: [DatasetName: Counties]
    /// Those that lie in a district of which each county has one.
    private let ofOneCounty: Set<Int>

    /// - Complexity: O(n) for n precincts of all areas.
    init(_ entries: [Entry]) {
        self.entries = entries
        var byDistrict: [DistrictKey: [Int]] = [:]
        var byCounty: [CountyKey: [Int]] = [:]
        var counties: [DatasetName: Counties] = [:]
        var offices: [Office: [Int]] = [:]
        for (slot, entry) in entries.enumerated() {
            let area = entry.area
            let own = area.district.map(DistrictKey.init)
            var keys = Set(area.places.map(DistrictKey.init))
            if let own { keys.insert(own) }
            for key in keys { byDistrict[key, default: []].append(slot) }
            for county in area.counties {
                let name = CountyKey(county.name)
                counties[entry.dataset, default: Counties()].names.insert(name)
                for code in county.precincts {
                    let key = DistrictKey(type: Voter.precinct, code: code)
                    counties[entry.dataset]?.ofPrecinct[key, default: []].insert(name)
                }
                if county.precincts.isEmpty { byCounty[name, default: []].append(slot) }
            }
            let office = Office(
                dataset: entry.dataset,
                election: entry.election,
                title: entry.title,
                district: own
            )
            if own != nil, !area.counties.isEmpty { offices[office, default: []].append(slot) }
        }
        self.byDistrict = byDistrict
        self.byCounty = byCounty
        self.counties = counties
        ofOneCounty = Set(offices.values.filter { $0.count > 1 }.joined())
    }

    /// What is on a voter's ballot, in the order of the files.
    ///
    /// - Parameter reach: Told of what may be on it besides.
    func slots(
        reaching voter: Voter,
        _ isSettled: (String) -> Bool,
        _ isMeant: (DatasetName, DistrictKey) -> Bool,
        _ reach: inout BallotReach
    ) -> [Int] {
        var candidates: Set<Int> = []
        for key in voter.districts { candidates.formUnion(byDistrict[key] ?? []) }
        for county in voter.counties { candidates.formUnion(byCounty[county] ?? []) }
        var found: [Int] = []
        /// What its precinct alone tells, by the sort of district that decides.
        var byPrecinct: [Office: [Int]] = [:]
        for slot in candidates.sorted() {
            let entry = entries[slot]
            let own = entry.area.district.map(DistrictKey.init)
            if let own, voter.districts.contains(own) {
                guard isMeant(entry.dataset, own) else { continue }
                guard ofOneCounty.contains(slot) else {
                    found.append(slot)
                    continue
                }
                switch isInCounty(entry, voter) {
                case true?: found.append(slot)
                case false?: continue
                case nil: reach.add(entry, of: Voter.county)
                }
                continue
            }
            if let own, voter.types.contains(own.type) || isSettled(own.type) { continue }
            guard isMeantByPlace(entry, voter, isMeant) else { continue }
            switch isThere(entry, voter) {
            case nil: reach.add(entry, of: Voter.county)
            case false?: continue
            case true?:
                reach.listed.insert(entry.dataset)
                guard let own else {
                    found.append(slot)
                    continue
                }
                byPrecinct[sort(entry, own), default: []].append(slot)
            }
        }
        for slots in byPrecinct.values {
            let districts = Set(slots.map { entries[$0].area.district.map(DistrictKey.init) })
            if districts.count == 1 {
                found += slots
            } else {
                // The precinct is split, and nothing tells in which part the voter lives.
                for slot in slots {
                    reach.add(entries[slot], of: entries[slot].area.district?.type ?? "district")
                }
            }
        }
        return found.sorted()
    }

    /// Contests of which a voter has one: those for districts of one type; of a type that says nothing,
    /// those of one title.
    private func sort(_ entry: Entry, _ district: DistrictKey) -> Office {
        Office(
            dataset: entry.dataset,
            election: entry.election,
            title: district.type == "district" ? entry.title : "",
            district: DistrictKey(type: district.type, code: "")
        )
    }

    /// Whether a contest is in the voter's county; nil where nothing tells which county that is.
    private func isInCounty(_ entry: Entry, _ voter: Voter) -> Bool? {
        guard let own = county(of: voter, in: entry.dataset) else { return nil }
        return entry.area.counties.contains { CountyKey($0.name) == own }
    }

    /// Whether a contest has rows where the voter lives; nil where nothing tells in which of the
    /// counties that have a precinct of this name.
    private func isThere(_ entry: Entry, _ voter: Voter) -> Bool? {
        func holds(_ codes: [String]) -> Bool {
            codes.contains { voter.precincts.contains(DistrictKey(type: Voter.precinct, code: $0)) }
        }
        if holds(entry.area.precincts) { return true }
        guard !entry.area.counties.isEmpty else { return false }
        guard let own = county(of: voter, in: entry.dataset) else {
            return entry.area.counties.contains { holds($0.precincts) } ? nil : false
        }
        return entry.area.counties.contains { county in
            CountyKey(county.name) == own && (county.precincts.isEmpty || holds(county.precincts))
        }
    }

    /// The one of a dataset's counties that a voter's county is called; nil where none is, or several.
    func county(called names: Set<CountyKey>, in dataset: DatasetName) -> CountyKey? {
        let named = names.intersection(counties[dataset]?.names ?? [])
        return named.count == 1 ? named.first : nil
    }

    /// The datasets that have contests or measures of several counties.
    var ofSeveralCounties: Set<DatasetName> {
        Set(counties.filter { $0.value.names.count > 1 }.keys)
    }

    /// The voter's county as a dataset calls it; nil where nothing tells.
    private func county(of voter: Voter, in dataset: DatasetName) -> CountyKey? {
        guard let counties = counties[dataset] else { return nil }
        if let named = county(called: voter.counties, in: dataset) { return named }
        guard voter.counties.isDisjoint(with: counties.names) else { return nil }
        // A precinct's name that no other county has tells the county.
        let having = Set(voter.precincts.flatMap { counties.ofPrecinct[$0] ?? [] })
        return having.count == 1 ? having.first : nil
    }

    private func isMeantByPlace(
        _ entry: Entry,
        _ voter: Voter,
        _ isMeant: (DatasetName, DistrictKey) -> Bool
    ) -> Bool {
        let keys = voter.precincts.union(voter.districts.filter { $0.type == Voter.county })
        return keys.contains { isMeant(entry.dataset, $0) }
    }
}

/// What may be on a voter's ballot besides what is, and which files tell it by precinct.
struct BallotReach: Sendable {
    /// The datasets that have the voter's precinct, so that what they have elsewhere alone is not on the
    /// ballot.
    var listed: Set<DatasetName> = []
    /// What is not on the ballot, for nothing tells whether it should be: by election, dataset and the
    /// type of district that is not known.
    private(set) var unsettled: [Unsettled: Int] = [:]

    /// Of what something is not settled.
    struct Unsettled: Hashable {
        let election: String
        let dataset: DatasetName
        let type: String
    }

    fileprivate mutating func add(_ entry: BallotPlaces.Entry, of type: String) {
        let key = Unsettled(
            election: entry.election,
            dataset: entry.dataset,
            type: DistrictKey.canonicalType(type)
        )
        unsettled[key, default: 0] += 1
    }
}
