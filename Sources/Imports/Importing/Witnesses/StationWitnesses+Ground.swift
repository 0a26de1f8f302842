internal import Geodesy
internal import Polling
internal import Synchronization

/// On whose ground stations are, by the boundaries that are published.
extension StationWitnesses {
    // MARK: Stations of one code

    /// Of codes that several stations name those of which two stand on the ground of one boundary, or of
    /// which that is not known: two counties may each have a precinct 101, and its voters a station of
    /// their own.
    ///
    /// - Complexity: O(n) for n published districts, and O(m) more for each of m stations that name one.
    func onOneGround(
        _ doubled: [DistrictKey: [Int]],
        _ stations: [Station]
    ) async throws -> [DistrictKey: [Int]] {
        guard let districts, !doubled.isEmpty else { return doubled }
        let placed = doubled.mapValues { indices in
            indices.compactMap { index in stations[index].coordinate.map { (index, $0) } }
        }
        let grounds = Mutex<[DistrictKey: [Set<Int>]]>([:])
        try await districts.forEachDistrict { batch in
            for district in batch {
                let key = DistrictKey(district.reference)
                guard let places = placed[key], !places.isEmpty else { continue }
                let outline = DistrictOutline(district.area)
                let near = places.filter { _, place in
                    outline.holds(place)
                        || outline.boundaryDistance(from: place).meters <= Self.nearMeters
                }
                grounds.withLock { $0[key, default: []].append(Set(near.map(\.0))) }
            }
        }
        let known = grounds.withLock { $0 }
        return doubled.filter { key, indices in
            let grounds = known[key] ?? []
            let isEachKnown = indices.allSatisfy { index in
                grounds.contains { $0.contains(index) }
            }
            return !isEachKnown || grounds.contains { $0.count > 1 }
        }
    }

    // MARK: Stations for everybody

    private static let shownSites = 3

    /// Vote centers that no boundary holds, and sites of early voting and boxes, where they name no district:
    /// nobody is told that they may use them.
    func judgeSites(_ stations: [Station], _ judgment: inout Judgment) async throws {
        let sites = stations.filter { station in
            station.districts.isEmpty && !station.kinds.isEmpty
                && !station.kinds.contains(.pollingPlace)
        }
        guard !sites.isEmpty else { return }
        let centers = sites.filter { $0.kinds.contains(.voteCenter) }
        let held = Mutex<Set<Station.ID>>([])
        if !centers.isEmpty {
            try await districts?.forEachDistrict { batch in
                for district in batch
                where DistrictKey.centerTypes.contains(DistrictKey(district.reference).type) {
                    let outline = DistrictOutline(district.area)
                    let inside = centers.filter { center in
                        center.coordinate.map(outline.holds) ?? false
                    }
                    held.withLock { $0.formUnion(inside.map(\.id)) }
                }
            }
        }
        let inside = held.withLock { $0 }
        tell(centers.filter { !inside.contains($0.id) }, .centersOfNobody, &judgment)
        tell(sites.filter { !$0.kinds.contains(.voteCenter) }, .sitesOfNobody, &judgment)
    }

    private func tell(
        _ sites: [Station],
        _ wording: WitnessWording,
        _ judgment: inout Judgment
    ) {
        guard !sites.isEmpty else { return }
        let shown = sites.prefix(Self.shownSites).map(\.name)
        judgment.notes.append(
            ImportNote(
                .warning,
                Finding(
                    wording,
                    [
                        "stations": .count(sites.count),
                        "examples": Finding.list(shown, more: sites.count - shown.count),
                    ]
                )
            )
        )
    }
}
