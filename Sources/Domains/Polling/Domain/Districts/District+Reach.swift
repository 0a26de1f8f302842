internal import Geodesy

extension DistrictMap {
    /// Whether a place lies where boundaries of some types are loaded, or so near to them that they may
    /// be of its own county or state: of a place elsewhere they tell nothing.
    ///
    /// - Complexity: O(log n) typical; O(n) where none is near.
    func reaches(_ place: Coordinate, withBoundariesOf types: [String]) -> Bool {
        let radius = Distance(uncheckedMeters: District.reachMeters)
        return BoundingBox(around: place, radius: radius).unwrapped.contains { box in
            slots(touching: box).contains { slot in
                types.contains(DistrictKey.canonicalType(districts[slot].reference.type))
            }
        }
    }
}

extension District {
    /// How far from a district a station may lie that serves it, in metres: the largest rural districts
    /// have their stations well within it, and another county's do not lie there.
    fileprivate static let reachMeters = 100_000.0

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
