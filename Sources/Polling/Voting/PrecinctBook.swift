/// What lists say of precincts, by their codes; never changes.
struct PrecinctBook: Sendable {
    private let precincts: [DistrictKey: [Precinct]]

    /// - Complexity: O(n).
    init(_ precincts: [Precinct]) {
        self.precincts = Dictionary(grouping: precincts) {
            DistrictKey(type: "precinct", code: $0.code)
        }
    }

    /// The districts to which the voters of some precincts belong: of a precinct that is split, those
    /// alone that every part belongs to, for nothing tells in which part a voter lives.
    ///
    /// - Parameter references: Districts of any type; those that are no precinct of a list are left out.
    /// - Returns: Each once, in the lists' order.
    func districts(of references: [DistrictReference]) -> [DistrictReference] {
        var districts: [DistrictReference] = []
        for key in Set(references.map(DistrictKey.init)) {
            guard let parts = precincts[key], let first = parts.first else { continue }
            let common = first.districts.filter { district in
                parts.dropFirst().allSatisfy { $0.districts.contains(district) }
            }
            for district in common where !districts.contains(district) {
                districts.append(district)
            }
        }
        return districts
    }

    /// Whether a list says that the voters of a precinct vote by mail alone.
    func isMailOnly(_ reference: DistrictReference) -> Bool {
        let parts = precincts[DistrictKey(reference)] ?? []
        return !parts.isEmpty && parts.allSatisfy { $0.isMailOnly == true }
    }
}
