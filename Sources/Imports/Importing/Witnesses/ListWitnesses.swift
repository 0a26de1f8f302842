internal import Datasets
internal import Polling
internal import Synchronization

/// Published stations and addresses, which say where they are and which districts they are of: witnesses of
/// boundaries that are imported.
struct ListWitnesses: Sendable {
    private struct Key: Hashable {
        let kind: String
        let dataset: DatasetName
    }

    private var lists: [Key: [PlaceTestimony]] = [:]

    /// So many of a list are heard.
    private static let limit = 25_000
    /// How far outside its district an address may lie, in metres.
    static let addressMeters = 100.0
    private static let stationMeters = 1_000.0

    /// Reads the stations and addresses that have a place and name districts of some types.
    static func read(
        _ store: any StationStore & AddressStore,
        types: Set<String>
    ) async throws -> ListWitnesses {
        let read = Mutex(ListWitnesses())
        @Sendable func isMeant(_ districts: [DistrictReference]) -> Bool {
            districts.contains { types.contains(DistrictKey.canonicalType($0.type)) }
        }
        try await store.forEachStation { batch in
            read.withLock { read in
                for s in batch where isMeant(s.districts) {
                    guard let place = s.coordinate else { continue }
                    read.add("stations", s.dataset) {
                        PlaceTestimony(name: s.id.rawValue, place: place, named: s.districts)
                    }
                }
            }
        }
        try await store.forEachAddress { batch in
            read.withLock { read in
                for a in batch where isMeant(a.districts) {
                    guard let place = a.coordinate else { continue }
                    read.add("addresses", a.dataset) {
                        PlaceTestimony(name: a.line, place: place, named: a.districts)
                    }
                }
            }
        }
        return read.withLock { $0 }
    }

    private mutating func add(
        _ kind: String,
        _ dataset: DatasetName,
        _ testimony: () -> PlaceTestimony
    ) {
        let key = Key(kind: kind, dataset: dataset)
        guard lists[key, default: []].count < Self.limit else { return }
        lists[key, default: []].append(testimony())
    }

    /// What they say of districts that are to be published.
    ///
    /// - Parameters:
    ///   - before: What these take the place of.
    ///   - after: All that will be published.
    func judgment(
        before: [District],
        after: [District],
        types: Set<String>
    ) -> (notes: [ImportNote], consents: [GuardFinding]) {
        var all: (notes: [ImportNote], consents: [GuardFinding]) = ([], [])
        for (key, testimonies) in lists.sorted(by: {
            ($0.key.kind, $0.key.dataset.text) < ($1.key.kind, $1.key.dataset.text)
        }) {
            let isStations = key.kind == "stations"
            let limit = isStations ? Self.stationMeters : Self.addressMeters
            let words = Finding(
                .publishedRecords,
                ["kind": .text(key.kind), "dataset": .text(key.dataset.text)]
            )
            var old = DistrictDistances(testimonies, limit: limit, types: types)
            var new = old
            old.add(before)
            new.add(after)
            for type in types.sorted() {
                guard let lost = Self.lost(type, old, new, words) else { continue }
                if lost.count >= Self.fewLost, lost.count > lost.allowed {
                    all.consents.append(lost.consent)
                } else {
                    all.notes.append(ImportNote(.warning, lost.finding))
                }
            }
            // What stood outside before is no news.
            if old.displaced.map(\.outside.count) == new.displaced.map(\.outside.count),
                !new.displaced.isEmpty
            {
                continue
            }
            let said = new.judgment(of: words, percent: isStations ? 50 : 10)
            all.notes += said.notes
            all.consents += said.consents
        }
        return all
    }

    /// Records that name districts that are no more.
    private struct Lost {
        let finding: Finding
        let count: Int
        let judged: Int

        /// So many may, with a warning.
        var allowed: Int { judged / 5 }

        var consent: GuardFinding {
            GuardFinding(
                limit: .unmatched,
                count: count,
                allowed: allowed,
                published: judged,
                text: finding.text,
                values: finding.values
            )
        }
    }

    /// So many take consent, where they are a fifth.
    private static let fewLost = 3

    /// The records that name districts that are no more; nil where none does.
    private static func lost(
        _ type: String,
        _ old: DistrictDistances,
        _ new: DistrictDistances,
        _ words: Finding
    ) -> Lost? {
        let lost = old.testimonies.indices.filter {
            old.meters($0, type) != nil && new.meters($0, type) == nil
        }
        let judged = old.judged(type)
        guard let first = lost.first else { return nil }
        let codes = old.testimonies[first].named.filter { DistrictKey($0).type == type }
            .map { DistrictKey.bareCode($0.code, type: type) }
        let finding = Finding(
            .districtsGone,
            [
                "count": .count(lost.count), "judged": .count(judged), "list": .finding(words),
                "type": .text(type.replacing("_", with: " ")),
                "code": .text(codes.first ?? ""),
            ]
        )
        return Lost(finding: finding, count: lost.count, judged: judged)
    }
}
