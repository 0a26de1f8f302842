public import Geodesy

/// Which districts an area lies in.
public struct AreaCoverage: Sendable {
    /// A place within the area.
    public let interior: Coordinate
    /// The districts that have a part of the area, by type, then by id. What two boundaries differ
    /// by that were meant to be one does not count.
    public let districts: [District]
    /// Of these, the ones that have all of it.
    public let holders: [District]
}

extension DistrictMap {
    /// Boundaries that were meant to be one may be so far apart, in metres: slivers narrower than
    /// this are nobody's home.
    private static let sliverMeters = 5.0
    /// How far apart the places are that are looked at along a boundary, in metres.
    private static let stepMeters = 20.0

    /// Which districts an area lies in, by places along its boundary and along theirs.
    ///
    /// A district has a part of the area when it holds a place that lies deeper in it than a sliver
    /// is wide, or when a place of its boundary lies as deep within the area; so a part is found that
    /// is more than 20 m long and 5 m deep.
    ///
    /// - Returns: nil for an area without an inside.
    /// - Complexity: O(n m) worst for n corners here and m there; some 10 ms for a postcode.
    public func coverage(of area: MultiPolygon) -> AreaCoverage? {
        guard let interior = area.interiorPlace, let box = area.boundingBox else { return nil }
        let outline = DistrictOutline(area)
        let samples = area.boundarySamples(every: Self.stepMeters) + [interior]
        var parts: [Int] = []
        for slot in slots(touching: box) {
            let other = outlines[slot]
            let isIn =
                other.holds(interior)
                || samples.contains { isDeep($0, in: other) }
                || districts[slot].area.boundarySamples(every: Self.stepMeters).contains {
                    isDeep($0, in: outline)
                }
            if isIn { parts.append(slot) }
        }
        let byType = Dictionary(grouping: parts) {
            DistrictKey.canonicalType(districts[$0].reference.type)
        }
        let holders = byType.values.compactMap { slots -> Int? in
            guard slots.count == 1, let slot = slots.first else { return nil }
            let other = outlines[slot]
            // Nothing of the area may lie outside: in a gap, or beyond the last district.
            let isWhole = samples.allSatisfy { place in
                other.holds(place)
                    || other.boundaryDistance(from: place).meters <= Self.sliverMeters
            }
            return isWhole ? slot : nil
        }
        return AreaCoverage(
            interior: interior,
            districts: parts.sorted().map { districts[$0] },
            holders: holders.sorted().map { districts[$0] }
        )
    }

    private func isDeep(_ place: Coordinate, in outline: DistrictOutline) -> Bool {
        outline.holds(place) && outline.boundaryDistance(from: place).meters > Self.sliverMeters
    }
}

extension MultiPolygon {
    /// A place within the area's largest part that has an inside, in the middle of the widest stretch
    /// of a parallel through it; nil for an area without an inside.
    package var interiorPlace: Coordinate? {
        polygons
            .sorted { Self.extent($0) > Self.extent($1) }
            .lazy.compactMap(Self.interiorPlace).first
    }

    private static func extent(_ polygon: Polygon) -> Double {
        let box = polygon.boundingBox
        return (box.east - box.west) * (box.north - box.south)
    }

    private static func interiorPlace(of polygon: Polygon) -> Coordinate? {
        let box = polygon.boundingBox
        // Parallels at odd parts of the height, so that a corner on one of them is chance.
        for part in [0.5003, 0.3701, 0.6299, 0.2207, 0.7793, 0.1103, 0.8897] {
            let latitude = box.south + (box.north - box.south) * part
            var crossings: [Double] = []
            for ring in [polygon.exterior] + polygon.holes {
                for (start, end) in zip(ring, ring.dropFirst())
                where (start.latitude > latitude) != (end.latitude > latitude) {
                    let along = (latitude - start.latitude) / (end.latitude - start.latitude)
                    crossings.append(
                        start.longitude + along * (end.longitude - start.longitude)
                    )
                }
            }
            crossings.sort()
            var best: (width: Double, place: Coordinate)?
            for index in stride(from: 0, to: crossings.count - 1, by: 2) {
                let width = crossings[index + 1] - crossings[index]
                let middle = (crossings[index] + crossings[index + 1]) / 2
                if width > best?.width ?? 0,
                    let place = try? Coordinate(latitude: latitude, longitude: middle)
                {
                    best = (width, place)
                }
            }
            if let best { return best.place }
        }
        return nil
    }

    /// The corners, and places between them no farther apart than so many metres, up to a thousand
    /// for one edge.
    func boundarySamples(every meters: Double) -> [Coordinate] {
        var samples: [Coordinate] = []
        for ring in polygons.flatMap({ [$0.exterior] + $0.holes }) {
            guard let first = ring.first else { continue }
            let plane = TangentPlane(at: first)
            for (start, end) in zip(ring, ring.dropFirst()) {
                let (from, to) = (plane.position(start), plane.position(end))
                let length =
                    ((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y))
                    .squareRoot()
                let count = min(1000, max(1, Int(min(length / meters, 1e6).rounded(.up))))
                for step in 0..<count {
                    let along = Double(step) / Double(count)
                    samples.append(
                        Coordinate(
                            uncheckedLatitude: start.latitude
                                + along * (end.latitude - start.latitude),
                            longitude: start.longitude + along * (end.longitude - start.longitude)
                        )
                    )
                }
            }
        }
        return samples
    }

    /// How far the farthest corner is from a place.
    func radius(from place: Coordinate) -> Distance {
        let origin = GeodesicOrigin(place)
        return polygons.flatMap(\.exterior).map { origin.distance(to: $0) }.max() ?? .zero
    }
}
