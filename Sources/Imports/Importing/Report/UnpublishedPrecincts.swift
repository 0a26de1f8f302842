internal import Polling

/// Precincts that contests or measures name beside others, and of which no boundary is published: these are
/// on the ballot of the others' voters, and of nobody's there.
struct UnpublishedPrecincts {
    private let missing: [String]
    private let named: Int

    private static let shownLimit = 10

    /// - Parameters:
    ///   - areas: Those of all records.
    ///   - published: The precincts that have boundaries.
    /// - Returns: nil where all are published, or half of them are not: then the boundaries are those of
    ///   another place, or of a part of this one.
    /// - Complexity: O(n) for n codes that areas name.
    init?(_ areas: [BallotArea], _ published: Set<DistrictKey>) {
        let codes = Set(areas.filter { $0.district == nil }.flatMap(\.precincts))
        let missing = codes.filter { !published.contains(Self.key($0)) }
            .sorted(by: PrecinctCodes.comesBefore)
        guard !missing.isEmpty, missing.count * 2 < codes.count else { return nil }
        self.missing = missing
        named = codes.count
    }

    private static func key(_ code: String) -> DistrictKey {
        DistrictKey(PrecinctCodes.reference(code))
    }

    /// What to say of them.
    ///
    /// - Parameter list: What the records are called, such as ``AreaWording/theseContests``.
    func note(of list: Finding) -> ImportNote {
        ImportNote(
            .warning,
            Finding(
                .precinctsUnpublished,
                [
                    "count": .count(missing.count), "named": .count(named), "list": .finding(list),
                    "codes": Finding.list(
                        Array(missing.prefix(Self.shownLimit)),
                        more: max(0, missing.count - Self.shownLimit)
                    ),
                ]
            )
        )
    }
}
