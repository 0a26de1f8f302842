public import Datasets

/// What is voted on at a place.
public struct Ballot: Sendable {
    /// The elections that the contests and measures belong to, by date.
    public let elections: [Election]
    /// The contests, in the order of their files.
    public let contests: [Contest]
    /// The measures, in the order of their files.
    public let measures: [BallotMeasure]
    /// What may be on it besides.
    var reach = BallotReach()

    /// An empty ballot.
    public static let empty = Ballot(elections: [], contests: [], measures: [])
}

/// An election and how much is voted on in it.
public struct ElectionEntry: Sendable {
    /// The election. One that no file of elections has is made from what contests say of it.
    public let election: Election
    /// Its contests, in the order of their files.
    public let contests: [Contest]
    /// Its measures, in the order of their files.
    public let measures: [BallotMeasure]
}

/// The published elections, contests and measures of one reading, which never change.
public final class BallotBook: Sendable {
    /// By date, those without one last; then by id.
    public let entries: [ElectionEntry]
    private let elections: [Election]
    private let contests: [Contest]
    private let measures: [BallotMeasure]
    /// The same, with what their elections are called and when they are held where that is known.
    private let fullContests: [Contest]
    private let fullMeasures: [BallotMeasure]
    private let contestPlaces: BallotPlaces
    private let measurePlaces: BallotPlaces
    /// The election of what a dataset says of a key.
    private let electionsByName: [Name: Election]

    /// What a dataset calls an election.
    private struct Name: Hashable {
        let key: String
        let dataset: DatasetName

        init(_ key: String, _ dataset: DatasetName) {
            self.key = key
            self.dataset = dataset
        }
    }

    /// A book of some records, as though all of them were of one place.
    public convenience init(elections: [Election], contests: [Contest], measures: [BallotMeasure]) {
        self.init(elections: elections, contests: contests, measures: measures) { first, second in
            DatasetLinks.isOneFeed(first, second) ? .together : .unknown
        }
    }

    /// A book of some records.
    ///
    /// Every published election is an entry. A contest belongs to the one of its key that is of its own
    /// feed, or else of its own place, or else to one of which nothing tells that it is another
    /// place's; else to one that is made of what the contests themselves say.
    ///
    /// - Parameter relation: How two datasets lie to each other.
    init(
        elections: [Election],
        contests: [Contest],
        measures: [BallotMeasure],
        relation: (DatasetName, DatasetName) -> DatasetPlaces.Relation
    ) {
        self.elections = elections
        self.contests = contests
        self.measures = measures
        contestPlaces = BallotPlaces(contests.map(BallotPlaces.Entry.init))
        measurePlaces = BallotPlaces(measures.map(BallotPlaces.Entry.init))
        var all = elections.sorted { $0.id < $1.id }
        let byName = Self.elections(
            of: contests.map { ($0.election, $0.dataset) }
                + measures.map { ($0.election, $0.dataset) },
            among: elections,
            &all,
            relation
        )
        electionsByName = byName
        let fullContests = contests.map { contest in
            var contest = contest
            contest.election = Self.completed(
                contest.election,
                byName[Name(contest.election.key, contest.dataset)]
            )
            return contest
        }
        let fullMeasures = measures.map { measure in
            var measure = measure
            measure.election = Self.completed(
                measure.election,
                byName[Name(measure.election.key, measure.dataset)]
            )
            return measure
        }
        self.fullContests = fullContests
        self.fullMeasures = fullMeasures
        let contestsByElection = Dictionary(grouping: fullContests) {
            byName[Name($0.election.key, $0.dataset)]?.id
        }
        let measuresByElection = Dictionary(grouping: fullMeasures) {
            byName[Name($0.election.key, $0.dataset)]?.id
        }
        entries = all.sorted(by: Self.precedes).map {
            ElectionEntry(
                election: $0,
                contests: contestsByElection[$0.id] ?? [],
                measures: measuresByElection[$0.id] ?? []
            )
        }
    }

    /// The election of what each dataset says of a key, or of a name.
    ///
    /// - Parameters:
    ///   - named: The elections as contests and measures name them, and their datasets.
    ///   - all: The published ones, to which those are added that are made of what the others say.
    private static func elections(
        of named: [(ElectionReference, DatasetName)],
        among elections: [Election],
        _ all: inout [Election],
        _ relation: (DatasetName, DatasetName) -> DatasetPlaces.Relation
    ) -> [Name: Election] {
        var byKey = Dictionary(grouping: all, by: \.key)
        var byName: [Name: Election] = [:]
        for (reference, dataset) in named {
            let name = Name(reference.key, dataset)
            guard byName[name] == nil else { continue }
            let known = byKey[reference.key] ?? reference.meant(among: elections)
            if let election = known.first(where: { DatasetLinks.isOneFeed($0.dataset, dataset) })
                ?? known.first(where: { relation(dataset, $0.dataset) == .together })
                ?? known.first(where: { relation(dataset, $0.dataset) == .unknown })
            {
                byName[name] = election
                byName[Name(election.key, dataset)] =
                    byName[Name(election.key, dataset)] ?? election
                continue
            }
            let election = Election(
                dataset: dataset,
                key: reference.key,
                name: LocalizedText(reference.name ?? reference.key),
                date: reference.date
            )
            all.append(election)
            byKey[reference.key, default: []].append(election)
            byName[name] = election
        }
        return byName
    }

    /// A reference with what its election is called and when it is held: a file of contests may name it by
    /// its key alone, and the file of elections says that then.
    private static func completed(
        _ reference: ElectionReference,
        _ election: Election?
    ) -> ElectionReference {
        guard let election,
            reference.name == nil || reference.date == nil || reference.key != election.key
        else { return reference }
        return ElectionReference(
            key: election.key,
            name: reference.name ?? election.name.text(),
            date: reference.date ?? election.date
        )
    }

    /// The same records, with the elections of places that lie apart told apart.
    func told(
        apart relation: (DatasetName, DatasetName) -> DatasetPlaces.Relation
    ) -> BallotBook {
        BallotBook(
            elections: elections,
            contests: contests,
            measures: measures,
            relation: relation
        )
    }

    /// The election with an id, or with a key such as `2026-general`, of several the first; nil when
    /// there is none.
    public func entry(_ name: String) -> ElectionEntry? { named(name).first }

    /// The election with an id, or those of all places with a key.
    func named(_ name: String) -> [ElectionEntry] {
        if let entry = entries.first(where: { $0.election.id.rawValue == name }) { return [entry] }
        return entries.filter { $0.election.key == name }
    }

    /// What is voted on in some districts: exactly the contests and measures tied to one of them.
    ///
    /// What is tied to a district of a type of which nothing tells where the voter lives is told by the
    /// precincts in which its file has it; where these lead to several districts of the type, none of
    /// them is on the ballot. So it is with precincts of one name in several counties, where nothing
    /// tells the voter's county.
    ///
    /// - Parameters:
    ///   - districts: Those that hold the voter's place.
    ///   - counties: What the voter's county may be called besides.
    ///   - election: The id or the key of an election; nil for the one that comes next, or for the
    ///     last one when none is to come. What has no date is always there.
    ///   - today: The day that "next" is counted from, itself included.
    ///   - isSettled: Whether it is known in which district of a type the voter lives, or that the
    ///     voter lives in none.
    ///   - isMeant: Whether a dataset means one of these districts by its code; all do where it is not
    ///     given.
    public func ballot(
        in districts: [DistrictReference],
        counties: [String] = [],
        election: String? = nil,
        today: CalendarDate,
        isSettled: (String) -> Bool = { _ in false },
        where isMeant: (DatasetName, DistrictKey) -> Bool = { _, _ in true }
    ) -> Ballot {
        let voter = BallotPlaces.Voter(districts, counties: counties)
        var reach = BallotReach()
        var found = contestPlaces.slots(
            reaching: voter,
            isSettled,
            isMeant,
            &reach
        ).map { fullContests[$0] }
        var measures = measurePlaces.slots(
            reaching: voter,
            isSettled,
            isMeant,
            &reach
        ).map { fullMeasures[$0] }
        func own(_ contest: Contest) -> Election? {
            electionsByName[Name(contest.election.key, contest.dataset)]
        }
        func own(_ measure: BallotMeasure) -> Election? {
            electionsByName[Name(measure.election.key, measure.dataset)]
        }
        func date(_ contest: Contest) -> CalendarDate? {
            own(contest)?.date ?? contest.election.date
        }
        func date(_ measure: BallotMeasure) -> CalendarDate? {
            own(measure)?.date ?? measure.election.date
        }
        if let election {
            let ids = Set(named(election).map(\.election.id))
            found.removeAll { contest in !(own(contest).map { ids.contains($0.id) } ?? false) }
            measures.removeAll { measure in !(own(measure).map { ids.contains($0.id) } ?? false) }
        } else {
            let dates = Set(found.map(date) + measures.map(date)).compactMap { $0 }
            let chosen = dates.filter { $0 >= today }.min() ?? dates.max()
            found.removeAll { date($0) != chosen && date($0) != nil }
            measures.removeAll { date($0) != chosen && date($0) != nil }
        }
        let elections = Set(found.compactMap(own) + measures.compactMap(own))
        return Ballot(
            elections: elections.sorted(by: Self.precedes),
            contests: found,
            measures: measures,
            reach: reach
        )
    }

    /// The datasets of all that it has.
    var datasets: Set<DatasetName> {
        Set(entries.map(\.election.dataset))
            .union(contests.map(\.dataset)).union(measures.map(\.dataset))
    }

    /// The datasets that have contests or measures of several counties, so that a precinct's code alone
    /// does not tell whose they are.
    var ofSeveralCounties: Set<DatasetName> {
        contestPlaces.ofSeveralCounties.union(measurePlaces.ofSeveralCounties)
    }

    /// The one of a dataset's counties that a voter's county is called; nil where none is, or several.
    func county(called names: Set<CountyKey>, in dataset: DatasetName) -> CountyKey? {
        contestPlaces.county(called: names, in: dataset)
            ?? measurePlaces.county(called: names, in: dataset)
    }

    /// The districts that each dataset's contests and measures are for.
    var districtsByDataset: [DatasetName: Set<DistrictKey>] {
        let areas =
            contests.map { ($0.dataset, $0.area) } + measures.map { ($0.dataset, $0.area) }
        return areas.reduce(into: [:]) { districts, entry in
            districts[entry.0, default: []].formUnion(entry.1.references.map(DistrictKey.init))
        }
    }

    private static func precedes(_ left: Election, _ right: Election) -> Bool {
        switch (left.date, right.date) {
        case (let first?, let second?) where first != second: first < second
        case (_?, nil): true
        case (nil, _?): false
        default: left.id < right.id
        }
    }
}
