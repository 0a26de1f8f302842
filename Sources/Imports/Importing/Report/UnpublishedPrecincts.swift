internal import Polling

/// Precincts that contests or measures name beside others, and of which no boundary is published: these are
/// on the ballot of the others' voters, and of nobody's there.
struct UnpublishedPrecincts {
    private let missing: [String]
    private let named: Int
    /// The codes of boundaries that may be parts of some of them, as `3A` is of `3`.
    private let parts: [String]

    private static let shownLimit = 10

    /// - Parameters:
    ///   - areas: Those of all records.
    ///   - published: The precincts that have boundaries.
    /// - Returns: nil where all are published, or half of them are not: then the boundaries are those of
    ///   another place, or of a part of this one.
    /// - Complexity: O(n) for n codes that areas name, and O(m) more for each of ten that are missing, of m
    ///   boundaries.
    init?(_ areas: [BallotArea], _ published: Set<DistrictKey>) {
        let codes = Set(areas.filter { $0.district == nil }.flatMap(\.precincts))
        let missing = codes.filter { !published.contains(Self.key($0)) }
            .sorted(by: PrecinctCodes.comesBefore)
        guard !missing.isEmpty, missing.count * 2 < codes.count else { return nil }
        self.missing = missing
        named = codes.count
        parts = missing.prefix(Self.shownLimit).flatMap { code in
            let start = Self.key(code).code
            return published.map(\.code).filter {
                $0.hasPrefix(start) && $0.dropFirst(start.count).first?.isNumber == false
            }
        }.sorted()
    }

    private static func key(_ code: String) -> DistrictKey {
        DistrictKey(PrecinctCodes.reference(code))
    }

    /// What to say of them.
    ///
    /// - Parameter list: What the records are called, such as ``AreaWording/theseContests``.
    func note(of list: Finding) -> ImportNote {
        func listed(_ codes: [String]) -> Finding.Value {
            Finding.list(
                Array(codes.prefix(Self.shownLimit)),
                more: max(0, codes.count - Self.shownLimit)
            )
        }
        let values: KeyValuePairs<String, Finding.Value> = [
            "count": .count(missing.count), "named": .count(named), "list": .finding(list),
            "codes": listed(missing),
        ]
        guard !parts.isEmpty else {
            return ImportNote(.warning, Finding(.precinctsUnpublished, values))
        }
        return ImportNote(
            .warning,
            Finding(
                .precinctsInParts,
                [
                    "finding": .finding(Finding(.precinctsUnpublished, values)),
                    "parts": listed(parts),
                ]
            )
        )
    }
}
