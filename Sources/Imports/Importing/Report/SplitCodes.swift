internal import Datasets
internal import Polling
internal import Synchronization

/// Districts that contests or measures name and that boundaries have in another way: `3` where these have
/// `3A` and `3B`, `3A` where they have `3`, or `3-A` where they have `3A`.
///
/// Nothing but the codes says so, and the voters there are told that the contests may be theirs.
struct SplitCodes {
    /// A district that is named, and the codes of those that it may share ground with.
    private let found: [(code: String, others: [String])]
    private let named: Int

    private static let shownLimit = 10
    private static let shownOthers = 5

    /// - Parameters:
    ///   - named: The districts that the records name.
    ///   - published: Those that have boundaries, by their datasets. Of a district that has a boundary of its
    ///     own those of the same dataset alone are looked at.
    /// - Returns: nil where there are none.
    /// - Complexity: O(n + m) for n districts that are named and m that have boundaries.
    init?(_ named: Set<DistrictReference>, _ published: [DatasetName: Set<DistrictReference>]) {
        let keys = Dictionary(
            named.map { (DistrictKey($0), $0.code) },
            uniquingKeysWith: { min($0, $1) }
        )
        let types = Set(keys.keys.map(\.type))
        var others: [DistrictKey: Set<String>] = [:]
        let bounded = published.mapValues { references in
            Dictionary(
                references.map { (DistrictKey($0), $0.code) }.filter { types.contains($0.0.type) },
                uniquingKeysWith: { min($0, $1) }
            )
        }
        let all = Set(bounded.values.flatMap(\.keys))
        for codes in bounded.values {
            let kin = DistrictKin(codes.keys)
            for key in keys.keys where codes[key] != nil || !all.contains(key) {
                let near = kin.kin(of: key).filter { other, kinship in
                    // Side by side they are two, but that nobody names the part.
                    codes[key] == nil || kinship == .whole && keys[other] == nil
                }
                guard !near.isEmpty else { continue }
                others[key, default: []].formUnion(near.compactMap { codes[$0.key] })
            }
        }
        guard !others.isEmpty else { return nil }
        self.named = keys.count
        found = others.map { (code: keys[$0.key] ?? $0.key.code, others: $0.value.sorted()) }
            .sorted { PrecinctCodes.comesBefore($0.code, $1.code) }
    }

    /// What to say of them.
    ///
    /// - Parameter list: What the records are called, such as ``AreaWording/theseContests``.
    func note(of list: Finding) -> ImportNote {
        let examples = found.prefix(Self.shownLimit).map { code, others in
            let more = others.count > Self.shownOthers ? ["..."] : []
            return "\(code) (\((others.prefix(Self.shownOthers) + more).joined(separator: ", ")))"
        }
        return ImportNote(
            .warning,
            Finding(
                .districtsInParts,
                [
                    "count": .count(found.count), "named": .count(named), "list": .finding(list),
                    "examples": Finding.list(examples, more: found.count - examples.count),
                ]
            )
        )
    }

    /// What is to be said of some lists beside the districts that are published.
    ///
    /// - Parameters:
    ///   - lists: What they are called, and the districts that they name.
    ///   - replaced: Datasets that the public does not have beside the file's.
    ///   - own: The districts of a file that is imported.
    static func notes(
        of lists: [(words: Finding, named: Set<DistrictReference>)],
        among store: any DistrictStore,
        except replaced: Set<DatasetName> = [],
        adding own: [District] = []
    ) async throws -> [ImportNote] {
        let types = Set(
            lists.flatMap { $0.named.map { DistrictKey.canonicalType($0.type) } }
        )
        guard !types.isEmpty else { return [] }
        let read = Mutex<[DatasetName: Set<DistrictReference>]>([:])
        @Sendable func add(_ districts: [District]) {
            read.withLock { read in
                for district in districts
                where types.contains(DistrictKey.canonicalType(district.reference.type)) {
                    read[district.dataset, default: []].insert(district.reference)
                }
            }
        }
        add(own)
        try await store.forEachDistrict { batch in
            add(batch.filter { !replaced.contains($0.dataset) })
        }
        let published = read.withLock { $0 }
        return lists.compactMap { SplitCodes($0.named, published)?.note(of: $0.words) }
    }
}
