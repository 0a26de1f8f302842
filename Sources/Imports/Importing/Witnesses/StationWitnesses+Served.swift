internal import Datasets
internal import Polling
internal import Synchronization

/// Districts whose voters published stations are assigned to.
struct ServedDistricts {
    /// Those of the dataset, as it is published before the file is.
    var before: Set<DistrictKey> = []
    /// Those of all other datasets.
    var elsewhere: Set<DistrictKey> = []

    fileprivate static func served(by stations: some Sequence<Station>) -> Set<DistrictKey> {
        stations.reduce(into: []) { served, station in
            guard station.kind == .pollingPlace else { return }
            served.formUnion(keys(station.districts))
        }
    }

    fileprivate static func keys(_ districts: some Sequence<DistrictReference>) -> Set<DistrictKey>
    {
        Set(
            districts.map(DistrictKey.init)
                .filter { DistrictKey.assigningTypes.contains($0.type) }
        )
    }
}

extension StationWitnesses {
    /// So many codes are shown.
    private static let shownCodes = 5

    /// The districts that published stations serve, as long as the file is not.
    ///
    /// - Throws: What the store throws.
    func servedDistricts() async throws -> ServedDistricts {
        let served = Mutex(ServedDistricts())
        try await published?.forEachStation { [dataset] batch in
            let own = ServedDistricts.served(by: batch.lazy.filter { $0.dataset == dataset })
            let others = ServedDistricts.served(by: batch.lazy.filter { $0.dataset != dataset })
            served.withLock { served in
                served.before.formUnion(own)
                served.elsewhere.formUnion(others)
            }
        }
        return served.withLock { $0 }
    }

    /// Tells of districts with a published boundary that lose their last station: voters there are assigned to
    /// none.
    ///
    /// - Parameter named: What the stations of the file name, and those that stay beside them.
    /// - Throws: What the stores throw.
    /// - Complexity: O(n + m) for n districts and m that stations name.
    func unserved(by named: Set<DistrictReference>) async throws -> [ImportNote] {
        guard let districts else { return [] }
        let served = try await judgment().served
        let after = ServedDistricts.keys(named).union(served.elsewhere)
        // A list that serves districts of another type than before is told as that.
        let types = Set(after.map(\.type))
        let lost = served.before.subtracting(after).filter { types.contains($0.type) }
        guard !lost.isEmpty else { return [] }
        let bounded = Mutex<Set<DistrictKey>>([])
        try await districts.forEachDistrict { [lost] batch in
            let keys = batch.map { DistrictKey($0.reference) }.filter(lost.contains)
            bounded.withLock { $0.formUnion(keys) }
        }
        let byType = Dictionary(grouping: bounded.withLock { $0 }, by: \.type)
        return byType.sorted { $0.key < $1.key }.map { type, keys in
            let codes = keys.map(\.code).sorted(by: PrecinctCodes.comesBefore)
            return ImportNote(
                .warning,
                Finding(
                    .districtsUnserved,
                    [
                        "count": .count(codes.count),
                        "type": .text(type.replacing("_", with: " ")),
                        "codes": Finding.list(
                            Array(codes.prefix(Self.shownCodes)),
                            more: codes.count - Self.shownCodes
                        ),
                    ]
                )
            )
        }
    }
}
