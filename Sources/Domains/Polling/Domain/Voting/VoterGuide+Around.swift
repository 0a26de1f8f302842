internal import Geodesy

/// What lies around a voter.
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
            finding.nearby.nearestDistance.map {
                VoterWarning(
                    .noStationNearby,
                    "No station that is loaded lies within \(limit) of the place; the nearest is "
                        + "\($0.words) away.",
                    ["distance_m": .distance($0), "limit_m": .distance(finding.nearby.limit)]
                )
            }
                ?? (stations.all.isEmpty
                    ? VoterWarning(
                        .noStationsLoaded,
                        "No stations are loaded: whoever runs this imports them, with ambit import "
                            + "stations FILE --dataset NAME."
                    )
                    : VoterWarning(
                        .noStationPlaced,
                        "No station that is loaded has a known place."
                    ))
        )
    }
}
