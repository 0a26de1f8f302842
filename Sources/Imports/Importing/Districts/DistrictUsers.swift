internal import Datasets
internal import Polling
internal import Synchronization

/// The published lists that name districts by their codes, and which they name.
struct DistrictUsers: Sendable {
    /// What one dataset names.
    struct List: Sendable {
        /// What it is called in a sentence: `the stations of "leeds"`.
        let words: Finding
        /// Whether it is what is voted on.
        let isBallot: Bool
        var named: Set<DistrictReference> = []
    }

    private struct Key: Hashable {
        let kind: String
        let dataset: DatasetName
    }

    private static let contests = "contests"
    private static let measures = "measures"

    private var named: [Key: Set<DistrictReference>] = [:]

    /// By kind and dataset.
    var lists: [List] {
        named.sorted { ($0.key.kind, $0.key.dataset.text) < ($1.key.kind, $1.key.dataset.text) }
            .map { key, named in
                List(
                    words: Finding(
                        .publishedRecords,
                        ["kind": .text(key.kind), "dataset": .text(key.dataset.text)]
                    ),
                    isBallot: [Self.contests, Self.measures].contains(key.kind),
                    named: named
                )
            }
    }

    /// Reads what stations, addresses, contests, measures and lists of precincts name.
    ///
    /// - Parameter types: Districts of these types alone, as ``DistrictKey/canonicalType(_:)`` writes
    ///   them.
    static func read(
        _ store: any StationStore & AddressStore & ElectionStore,
        types: Set<String>
    ) async throws -> DistrictUsers {
        let read = Mutex(DistrictUsers())
        @Sendable func add(_ kind: String, _ dataset: DatasetName, _ some: [DistrictReference]) {
            let meant = some.filter { types.contains(DistrictKey.canonicalType($0.type)) }
            guard !meant.isEmpty else { return }
            read.withLock {
                $0.named[Key(kind: kind, dataset: dataset), default: []].formUnion(meant)
            }
        }
        try await store.forEachStation { for s in $0 { add("stations", s.dataset, s.districts) } }
        try await store.forEachAddress { for a in $0 { add("addresses", a.dataset, a.districts) } }
        try await store.forEachContest {
            for c in $0 { add(contests, c.dataset, c.area.references) }
        }
        try await store.forEachMeasure {
            for m in $0 { add(measures, m.dataset, m.area.references) }
        }
        try await store.forEachPrecinct { for p in $0 { add("precincts", p.dataset, p.districts) } }
        return read.withLock { $0 }
    }
}
