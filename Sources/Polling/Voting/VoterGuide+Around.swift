internal import Geodesy

/// What lies around a voter: stations that are near, and vote centers.
extension VoterGuide {
    /// The stations near a place.
    ///
    /// - Parameter place: nil where the voter's place is not known: nothing is near it.
    func nearby(_ place: Coordinate?, _ scope: VoterScope) -> NearbyStations {
        let limit = scope.nearbyLimit
        guard let place else {
            return NearbyStations(stations: [], limit: limit, nearestDistance: nil)
        }
        let found = stations.nearest(to: place, count: Self.nearbyCount, within: limit)
        return NearbyStations(
            stations: found,
            limit: limit,
            nearestDistance: (found.first ?? stations.nearest(to: place, count: 1).first)?.distance
        )
    }

    /// Says how far the nearest station is where nothing is assigned and none is near.
    ///
    /// - Parameter centers: The vote centers that serve the voter, wherever they are.
    func warnOfDistance(_ finding: inout Finding, _ centers: [VoteCenter]) {
        guard finding.assignment == nil, finding.nearby.stations.isEmpty else { return }
        guard centers.isEmpty else {
            // They are the answer; only that nobody knows how far they are is worth a word.
            guard centers.allSatisfy({ $0.distance == nil }) else { return }
            finding.warnings.append(
                VoterWarning(
                    .unplacedCenters,
                    "How far the vote centers are is not known, for their list gives no places; "
                        + "they are in the order of their names."
                )
            )
            return
        }
        let limit = finding.nearby.limit.words
        finding.warnings.append(
            VoterWarning(
                .noStationNearby,
                finding.nearby.nearestDistance.map {
                    "No station that is loaded lies within \(limit) of the place; the nearest is "
                        + "\($0.words) away."
                } ?? "No station that is loaded has a known place."
            )
        )
    }

    // MARK: Vote centers

    /// Types of district within which anybody may use a vote center, the smallest first.
    private static let centerTypes = ["county", "city", "municipality", "state"]

    /// The vote centers that serve a place: those in a county (or city, or state) that holds it, and
    /// those whose list names one that the voter belongs to.
    ///
    /// - Parameter listed: Districts that lists name, which need no boundary.
    /// - Returns: The nearest first; then those without a place, by name.
    func voteCenters(
        near place: Coordinate?,
        _ holders: [District],
        _ listed: [NamedDistrict] = [],
        _ map: DistrictMap,
        _ links: DatasetLinks
    ) -> [VoteCenter] {
        let centers = stations.voteCenters
        guard !centers.isEmpty else { return [] }
        func isForCenters(_ reference: DistrictReference) -> Bool {
            Self.centerTypes.contains(DistrictKey(reference).type)
        }
        // A county of the same name elsewhere has centers, too.
        let serving = Set(
            holders.filter { isForCenters($0.reference) }
                .flatMap { links.stations(serving: $0).stations.map(\.id) }
        )
        let named = listed.filter { isForCenters($0.reference) }
            .map { (key: DistrictKey($0.reference), list: $0.list) }
        let type = Self.centerTypes.first { type in
            holders.contains { DistrictKey.canonicalType($0.reference.type) == type }
        }
        let areas = holders.filter { DistrictKey.canonicalType($0.reference.type) == type }
        return centers.compactMap { station -> VoteCenter? in
            let isNamed =
                serving.contains(station.id)
                || named.contains { name in
                    station.districts.contains { DistrictKey($0) == name.key }
                        && links.belongs(station, to: name.list)
                }
            let isWithin =
                station.coordinate.map { coordinate in
                    areas.contains { map.holds($0.id, coordinate) }
                } ?? false
            guard isNamed || isWithin else { return nil }
            let distance: Distance? = place.flatMap { place in
                station.coordinate.map { Geodesic.distance(from: place, to: $0) }
            }
            return VoteCenter(station: station, distance: distance)
        }.sorted { left, right in
            switch (left.distance, right.distance) {
            case (let first?, let second?) where first != second: first < second
            case (_?, nil): true
            case (nil, _?): false
            case (nil, nil):
                (left.station.name, left.station.id) < (right.station.name, right.station.id)
            default: left.station.id < right.station.id
            }
        }
    }
}
