public import Datasets

/// What is voted on at a place.
public struct Ballot: Sendable {
    /// The elections that the contests and measures belong to, by date.
    public let elections: [Election]
    /// The contests, in the order of their files.
    public let contests: [Contest]
    /// The measures, in the order of their files.
    public let measures: [BallotMeasure]

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
    private let contests: [Contest]
    private let measures: [BallotMeasure]
    private let contestsByDistrict: [DistrictKey: [Int]]
    private let measuresByDistrict: [DistrictKey: [Int]]
    private let electionsByKey: [String: Election]

    /// A book of some records.
    public init(elections: [Election], contests: [Contest], measures: [BallotMeasure]) {
        self.contests = contests
        self.measures = measures
        contestsByDistrict = Self.slots(of: contests.map(\.area))
        measuresByDistrict = Self.slots(of: measures.map(\.area))
        var byKey: [String: Election] = [:]
        for election in elections.sorted(by: { $0.id < $1.id }) where byKey[election.key] == nil {
            byKey[election.key] = election
        }
        let named =
            contests.map { ($0.election, $0.dataset) }
            + measures.map { ($0.election, $0.dataset) }
        for (reference, dataset) in named where byKey[reference.key] == nil {
            byKey[reference.key] = Election(
                dataset: dataset,
                key: reference.key,
                name: LocalizedText(reference.name ?? reference.key),
                date: reference.date
            )
        }
        electionsByKey = byKey
        let contestsByElection = Dictionary(grouping: contests, by: \.election.key)
        let measuresByElection = Dictionary(grouping: measures, by: \.election.key)
        entries = byKey.values.sorted(by: Self.precedes).map {
            ElectionEntry(
                election: $0,
                contests: contestsByElection[$0.key] ?? [],
                measures: measuresByElection[$0.key] ?? []
            )
        }
    }

    /// The election with an id, or with a key such as `2026-general`; nil when there is none.
    public func entry(_ name: String) -> ElectionEntry? {
        entries.first { $0.election.id.rawValue == name }
            ?? entries.first { $0.election.key == name }
    }

    /// What is voted on in some districts: exactly the contests and measures tied to one of them.
    ///
    /// - Parameters:
    ///   - districts: Those that hold the voter's place.
    ///   - election: The id or the key of an election; nil for the one that comes next, or for the
    ///     last one when none is to come. What has no date is always there.
    ///   - today: The day that "next" is counted from, itself included.
    ///   - isMeant: Whether a dataset means one of these districts by its code; all do where it is not
    ///     given.
    public func ballot(
        in districts: [DistrictReference],
        election: String? = nil,
        today: CalendarDate,
        where isMeant: (DatasetName, DistrictKey) -> Bool = { _, _ in true }
    ) -> Ballot {
        let keys = Set(districts.map(DistrictKey.init))
        var found = Self.records(contests, contestsByDistrict, keys) { isMeant($0.dataset, $1) }
        var measures = Self.records(self.measures, measuresByDistrict, keys) {
            isMeant($0.dataset, $1)
        }
        if let election {
            let key = entry(election)?.election.key ?? election
            found.removeAll { $0.election.key != key }
            measures.removeAll { $0.election.key != key }
        } else {
            let dates = Set((found.map(\.election) + measures.map(\.election)).map(date))
                .compactMap { $0 }
            let chosen = dates.filter { $0 >= today }.min() ?? dates.max()
            found.removeAll { date($0.election) != chosen && date($0.election) != nil }
            measures.removeAll { date($0.election) != chosen && date($0.election) != nil }
        }
        let keysOfElections = Set((found.map(\.election) + measures.map(\.election)).map(\.key))
        return Ballot(
            elections: keysOfElections.compactMap { electionsByKey[$0] }.sorted(by: Self.precedes),
            contests: found,
            measures: measures
        )
    }

    /// The datasets of all that it has.
    var datasets: Set<DatasetName> {
        Set(entries.map(\.election.dataset))
            .union(contests.map(\.dataset)).union(measures.map(\.dataset))
    }

    /// The districts that each dataset's contests and measures are for.
    var districtsByDataset: [DatasetName: Set<DistrictKey>] {
        let areas =
            contests.map { ($0.dataset, $0.area) } + measures.map { ($0.dataset, $0.area) }
        return areas.reduce(into: [:]) { districts, entry in
            districts[entry.0, default: []].formUnion(entry.1.references.map(DistrictKey.init))
        }
    }

    private func date(_ reference: ElectionReference) -> CalendarDate? {
        electionsByKey[reference.key]?.date ?? reference.date
    }

    private static func slots(of areas: [BallotArea]) -> [DistrictKey: [Int]] {
        var slots: [DistrictKey: [Int]] = [:]
        for (slot, area) in areas.enumerated() {
            for reference in area.references {
                slots[DistrictKey(reference), default: []].append(slot)
            }
        }
        return slots
    }

    private static func records<Record>(
        _ all: [Record],
        _ slots: [DistrictKey: [Int]],
        _ keys: Set<DistrictKey>,
        where isMeant: (Record, DistrictKey) -> Bool
    ) -> [Record] {
        var found: Set<Int> = []
        for key in keys {
            for slot in slots[key] ?? [] where isMeant(all[slot], key) { found.insert(slot) }
        }
        return found.sorted().map { all[$0] }
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
