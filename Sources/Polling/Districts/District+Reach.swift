internal import Geodesy

extension District {
    /// How far from a district a station may lie that serves it, in metres: the largest rural districts
    /// have their stations well within it, and another county's do not lie there.
    private static let reachMeters = 100_000.0

    /// Whether a station may be the district's own, and not one that another place's district of the
    /// same code has; true where it has no place.
    ///
    /// - Complexity: O(1).
    func mayBeServed(by station: Station) -> Bool {
        guard let place = station.coordinate, let box = area.boundingBox else { return true }
        return box.unwrapped.contains { part in
            guard
                let nearest = try? Coordinate(
                    latitude: min(max(place.latitude, part.south), part.north),
                    longitude: min(max(place.longitude, part.west), part.east)
                )
            else { return true }
            return Geodesic.distance(from: place, to: nearest).meters <= Self.reachMeters
        }
    }
}
