internal import Datasets

/// Contests of districts that were split, or are parts of others, where boundaries and lists have the
/// district in another way than the contests: `3` where these have `3A` and `3B`, or the other way round.
///
/// Codes alone do not tell whether `3A` is a part of `3`. So such a contest is on nobody's ballot by it,
/// and the voters whose it may be are told.
struct SplitDistricts: Sendable {
    /// What one dataset has in one election for one code.
    private struct Entry: Sendable {
        let reference: DistrictReference
        let key: DistrictKey
        /// What its district is to the one that is loaded.
        var kinship: DistrictKey.Kinship
        let election: Election.ID
        let dataset: DatasetName
        /// That of the precinct, where the dataset has precincts by county.
        let county: CountyKey?
        var contests: Set<Contest.ID> = []
        var measures: Set<BallotMeasure.ID> = []
    }

    /// What may be on a voter's ballot, for what its districts are to the voter's.
    struct Finding: Sendable {
        let own: DistrictReference
        let kinship: DistrictKey.Kinship
        var others: [DistrictReference] = []
        var contests: Set<Contest.ID> = []
        var measures: Set<BallotMeasure.ID> = []
    }

    /// A code as one dataset has it in one election.
    private struct Name: Hashable {
        let key: DistrictKey
        let election: Election.ID
        let dataset: DatasetName
        let county: CountyKey?
    }

    /// By the district that is loaded.
    private var entries: [DistrictKey: [Entry]] = [:]
    /// The datasets that have the districts of the entries, and those whose they are.
    private var holders: [DistrictKey: Set<DatasetName>] = [:]
    /// The districts that each dataset of contests and measures is for.
    private let named: [DatasetName: Set<DistrictKey>]

    /// - Parameter keys: The districts that boundaries and lists have, by their datasets.
    /// - Complexity: O(n + m) for n districts of the types that are voted on, and m that contests name.
    init(_ book: BallotBook, keys: [DatasetName: Set<DistrictKey>]) {
        named = book.districtsByDataset
        let types = Set(named.values.joined().map(\.type))
        let known = DistrictKin(Set(keys.values.joined().filter { types.contains($0.type) }))
        var kin: [DistrictKey: [(key: DistrictKey, other: DistrictKey.Kinship)]] = [:]
        var records: [Name: Entry] = [:]
        func add(
            _ area: BallotArea,
            _ election: Election.ID,
            _ dataset: DatasetName,
            _ count: (inout Entry) -> Void
        ) {
            for (reference, county) in Self.references(of: area) {
                let key = DistrictKey(reference)
                if kin[key] == nil { kin[key] = known.kin(of: key) }
                guard kin[key]?.isEmpty == false else { continue }
                let name = Name(key: key, election: election, dataset: dataset, county: county)
                let entry = Entry(
                    reference: reference,
                    key: key,
                    kinship: .spelling,
                    election: election,
                    dataset: dataset,
                    county: county
                )
                count(&records[name, default: entry])
            }
        }
        for entry in book.entries {
            for contest in entry.contests {
                add(contest.area, entry.election.id, contest.dataset) {
                    $0.contests.insert(contest.id)
                }
            }
            for measure in entry.measures {
                add(measure.area, entry.election.id, measure.dataset) {
                    $0.measures.insert(measure.id)
                }
            }
        }
        let sorted = records.values.sorted {
            ($0.key.code, $0.dataset.text, $0.election.rawValue, $0.county?.text ?? "")
                < ($1.key.code, $1.dataset.text, $1.election.rawValue, $1.county?.text ?? "")
        }
        for var record in sorted {
            for (own, kinship) in kin[record.key] ?? [] {
                record.kinship = kinship
                entries[own, default: []].append(record)
                for key in [own, record.key] { holders[key] = [] }
            }
        }
        for key in Array(holders.keys) {
            holders[key] = Set(keys.filter { $0.value.contains(key) }.keys)
        }
    }

    /// The districts of which one must cover a voter's place, as ``BallotArea/references`` has them, each
    /// with its county.
    private static func references(
        of area: BallotArea
    ) -> [(reference: DistrictReference, county: CountyKey?)] {
        if let district = area.district { return [(district, nil)] }
        return area.precincts.map { (DistrictReference(type: "precinct", code: $0), nil) }
            + area.counties.flatMap { county in
                let key = CountyKey(county.name)
                return county.precincts.map {
                    (DistrictReference(type: "precinct", code: $0), key)
                }
            }
    }

    /// What may be on the ballot of a voter besides what is.
    ///
    /// Nothing is told of what the boundaries or the list by which the voter's district is known keep
    /// apart: where they have `3A` beside `3`, contests for `3A` are none of the voters' in `3`. Those for
    /// `3` may still be of the whole that was split, unless their file has others for `3A`.
    ///
    /// - Parameters:
    ///   - voting: The districts that the voter belongs to.
    ///   - datasets: Of the boundaries and the list that say so.
    ///   - elections: Those that are told of.
    ///   - ballot: What is on the ballot already.
    ///   - county: What a dataset calls the voter's county; nil where nothing tells.
    ///   - isElsewhere: Whether the contests of a dataset are another place's.
    /// - Returns: For each of the voter's districts at most one of each kinship, in their order.
    /// - Complexity: O(k) for the k entries of the voter's districts.
    func findings(
        of voting: [DistrictReference],
        _ datasets: Set<DatasetName>,
        in elections: Set<Election.ID>,
        _ ballot: Ballot,
        county: (DatasetName) -> CountyKey?,
        isElsewhere: (DatasetName) -> Bool
    ) -> [Finding] {
        let own = Set(voting.map(DistrictKey.init))
        let contests = Set(ballot.contests.map(\.id))
        let measures = Set(ballot.measures.map(\.id))
        /// Whether what tells the voter's district has another beside it.
        func isApart(_ other: DistrictKey) -> Bool {
            own.contains { $0.type == other.type && areApart($0, other, in: datasets) }
        }
        var findings: [Finding] = []
        var seen: Set<DistrictKey> = []
        for reference in voting where seen.insert(DistrictKey(reference)).inserted {
            let key = DistrictKey(reference)
            for entry in entries[key] ?? [] where elections.contains(entry.election) {
                guard !own.contains(entry.key), !isElsewhere(entry.dataset) else { continue }
                if let its = entry.county, let known = county(entry.dataset), its != known {
                    continue
                }
                let isTold =
                    entry.kinship != .whole || named[entry.dataset]?.contains(key) ?? false
                guard !(isTold && isApart(entry.key)) else { continue }
                let more = (
                    contests: entry.contests.subtracting(contests),
                    measures: entry.measures.subtracting(measures)
                )
                guard !more.contests.isEmpty || !more.measures.isEmpty else { continue }
                let slot =
                    findings.firstIndex { $0.own == reference && $0.kinship == entry.kinship }
                    ?? findings.endIndex
                if slot == findings.endIndex {
                    findings.append(Finding(own: reference, kinship: entry.kinship))
                }
                findings[slot].contests.formUnion(more.contests)
                findings[slot].measures.formUnion(more.measures)
                if !findings[slot].others.contains(entry.reference) {
                    findings[slot].others.append(entry.reference)
                }
            }
        }
        return findings
    }

    /// Whether one of some datasets, or another of its feed, has two districts side by side.
    private func areApart(
        _ one: DistrictKey,
        _ other: DistrictKey,
        in datasets: Set<DatasetName>
    ) -> Bool {
        (holders[one] ?? []).intersection(holders[other] ?? []).contains { holder in
            datasets.contains { DatasetLinks.isOneFeed(holder, $0) }
        }
    }
}
