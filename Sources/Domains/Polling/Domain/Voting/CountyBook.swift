/// The counties of one reading, by what they are called; never changes.
struct CountyBook: Sendable {
    private let counties: [CountyKey: Set<District.ID>]

    /// - Complexity: O(n).
    init(_ districts: [District]) {
        var counties: [CountyKey: Set<District.ID>] = [:]
        for district in districts where DistrictKey(district.reference).type == "county" {
            for name in [district.reference.code, district.name] {
                counties[CountyKey(name), default: []].insert(district.id)
            }
        }
        self.counties = counties
    }

    /// Whether a county is called so that does not hold a voter's place.
    ///
    /// - Parameter holders: The districts that do.
    func isAlsoElsewhere(_ name: CountyKey, than holders: [District]) -> Bool {
        let own = Set(holders.map(\.id))
        return !(counties[name] ?? []).isSubset(of: own)
    }
}
