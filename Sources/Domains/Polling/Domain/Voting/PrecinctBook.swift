internal import Datasets

/// What lists say of precincts, by their codes; never changes.
struct PrecinctBook: Sendable {
    /// All precincts of the lists.
    let all: [Precinct]
    private let precincts: [DistrictKey: [Precinct]]

    /// - Complexity: O(n).
    init(_ precincts: [Precinct]) {
        all = precincts
        self.precincts = Dictionary(grouping: precincts) {
            DistrictKey(type: "precinct", code: $0.code)
        }
    }

    /// The districts to which the voters of a precinct belong: of one that is split, those alone that
    /// every part belongs to, for nothing tells in which part a voter lives.
    ///
    /// - Parameters:
    ///   - reference: A district of any type; one that is no precinct of a list belongs to none.
    ///   - isOwn: Whether a list speaks of this district, and not of one that has its code elsewhere.
    /// - Returns: Each once, in the lists' order.
    func districts(
        of reference: DistrictReference,
        where isOwn: (DatasetName) -> Bool
    ) -> [NamedDistrict] {
        let parts = (precincts[DistrictKey(reference)] ?? []).filter { isOwn($0.dataset) }
        guard let first = parts.first else { return [] }
        return first.districts.filter { district in
            parts.dropFirst().allSatisfy { $0.districts.contains(district) }
        }.map { NamedDistrict(reference: $0, list: first.dataset) }
    }

    /// Whether a list says that the voters of a precinct vote by mail alone.
    ///
    /// - Parameter isOwn: As in ``districts(of:where:)``.
    func isMailOnly(
        _ reference: DistrictReference,
        where isOwn: (DatasetName) -> Bool
    ) -> Bool {
        let parts = (precincts[DistrictKey(reference)] ?? []).filter { isOwn($0.dataset) }
        return !parts.isEmpty && parts.allSatisfy { $0.isMailOnly == true }
    }
}

/// A district that a list names.
struct NamedDistrict: Sendable, Hashable {
    let reference: DistrictReference
    /// The list's dataset.
    let list: DatasetName
}

extension [NamedDistrict] {
    /// Without those that were named before.
    var unique: [NamedDistrict] {
        var seen: Set<NamedDistrict> = []
        return filter { seen.insert($0).inserted }
    }
}
