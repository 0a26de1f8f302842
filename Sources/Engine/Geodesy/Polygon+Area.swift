extension Polygon {
    /// How much ground the polygon covers, in square metres on WGS84, its holes left out; edges are
    /// straight in longitude and latitude.
    ///
    /// Rings may wind either way. What a ring that crosses itself winds around the other way is taken
    /// off, and so is a hole that lies outside: mend such a polygon first.
    ///
    /// - Complexity: O(edges and their length).
    /// Accuracy: 1e-12 of the zone between the polygon's latitudes.
    public var squareMeters: Double {
        max(0, holes.reduce(Self.squareMeters(of: exterior)) { $0 - Self.squareMeters(of: $1) })
    }

    private static func squareMeters(of ring: [Coordinate]) -> Double {
        guard let first = ring.first else { return 0 }
        var area = RingArea(from: first.latitude)
        for (from, to) in zip(ring, ring.dropFirst()) {
            area.add(
                from: from.latitude,
                up: to.latitude - from.latitude,
                across: to.longitude - from.longitude
            )
        }
        return area.squareMeters
    }
}

extension MultiPolygon {
    /// How much ground the parts cover, in square metres on WGS84; what two of them cover counts
    /// twice.
    ///
    /// - Complexity: O(edges and their length).
    public var squareMeters: Double { polygons.reduce(0) { $0 + $1.squareMeters } }
}
