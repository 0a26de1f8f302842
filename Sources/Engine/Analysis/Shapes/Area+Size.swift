internal import Geodesy

extension Area {
    /// The area's size on the ellipsoid, in square metres, as ``Polygon/squareMeters`` has it; what
    /// two of its polygons cover counts twice.
    ///
    /// - Complexity: O(edges and their length).
    public var squareMeters: Double {
        polygons.reduce(0) { $0 + Self.squareMeters(of: $1) }
    }

    /// The size of an outer ring less its holes.
    static func squareMeters(of rings: [[LongLatitude]]) -> Double {
        guard let outer = rings.first else { return 0 }
        return max(
            0,
            rings.dropFirst().reduce(squareMeters(of: outer)) { $0 - squareMeters(of: $1) }
        )
    }

    private static func squareMeters(of ring: [LongLatitude]) -> Double {
        guard let first = ring.first else { return 0 }
        var area = RingArea(from: first.latitude)
        for (from, to) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
            area.add(
                from: from.latitude,
                up: to.latitude - from.latitude,
                across: to.longitude - from.longitude
            )
        }
        return area.squareMeters
    }
}
