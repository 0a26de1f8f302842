/// How the districts that a list of stations names meet the districts that there are.
///
/// Codes are compared as ``DistrictKey`` writes them, so that `Precinct 120` meets `120` and `01-10`
/// meets `1-10`. A code that is written the same on both sides is met before any other; one that
/// meets several districts only without what makes them differ is refused, for either might be
/// meant.
public struct DistrictJoin: Sendable, Hashable {
    /// A code that may be one of several districts.
    public struct Ambiguity: Sendable, Hashable {
        /// What a station names.
        public let named: DistrictReference
        /// The codes of the districts that it might be, in the order of their bytes.
        public let choices: [String]
    }

    /// The districts that were met, by what stations call them.
    public let matched: [DistrictReference: DistrictReference]
    /// What stations name and no district is, in the order of type and code.
    public let unknown: [DistrictReference]
    /// What could be several districts, in the order of type and code.
    public let ambiguous: [Ambiguity]
    /// Districts of the types that stations name which none of them names, in that order.
    public let unnamed: [DistrictReference]

    /// How many different districts stations name.
    public var namedCount: Int { matched.count + unknown.count + ambiguous.count }

    /// Joins what stations name with the districts that there are.
    ///
    /// - Complexity: O(n + m).
    public init(
        named: some Sequence<DistrictReference>,
        districts: some Sequence<DistrictReference>
    ) {
        let all = Set(districts)
        let byKey = Dictionary(grouping: all) { DistrictKey($0) }
        var matched: [DistrictReference: DistrictReference] = [:]
        var unknown: [DistrictReference] = []
        var ambiguous: [Ambiguity] = []
        var types: Set<String> = []
        for reference in Set(named) {
            let key = DistrictKey(reference)
            types.insert(key.type)
            let choices = byKey[key, default: []]
            let same = choices.filter { $0.code == reference.code }
            if let only = choices.count == 1 ? choices.first : same.count == 1 ? same.first : nil {
                matched[reference] = only
            } else if choices.isEmpty {
                unknown.append(reference)
            } else {
                ambiguous.append(
                    Ambiguity(named: reference, choices: choices.map(\.code).sorted())
                )
            }
        }
        self.matched = matched
        self.unknown = unknown.sorted(by: Self.precedes)
        self.ambiguous = ambiguous.sorted { Self.precedes($0.named, $1.named) }
        let met = Set(matched.values)
        unnamed = all.filter { types.contains(DistrictKey($0).type) && !met.contains($0) }
            .sorted(by: Self.precedes)
    }

    private static func precedes(_ left: DistrictReference, _ right: DistrictReference) -> Bool {
        (left.type, left.code) < (right.type, right.code)
    }
}
