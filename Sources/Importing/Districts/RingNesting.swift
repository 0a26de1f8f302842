internal import Geodesy

/// Polygons made of rings by what lies within what, whichever way the rings wind: a ring within an odd
/// number of others is a hole.
enum RingNesting {
    /// The same rings as polygons with holes; nil where that makes none.
    ///
    /// - Complexity: O(r² + c r) worst for r rings with c corners.
    static func area(of area: MultiPolygon) -> MultiPolygon? {
        let rings = area.polygons.flatMap { [$0.exterior] + $0.holes }
        var discs: [Polygon] = []
        for ring in rings {
            guard let disc = try? Polygon(exterior: ring) else { return nil }
            discs.append(disc)
        }
        let holders = discs.indices.map { ring in
            discs.indices.filter { $0 != ring && isRing(discs[ring], within: discs[$0]) }
        }
        var holes: [Int: [[Coordinate]]] = [:]
        for ring in discs.indices where holders[ring].count % 2 == 1 {
            // The innermost of the rings around it, which lies within all the others.
            let owner = holders[ring].max { holders[$0].count < holders[$1].count }
            if let owner { holes[owner, default: []].append(discs[ring].exterior) }
        }
        let polygons = discs.indices.filter { holders[$0].count % 2 == 0 }.compactMap { ring in
            try? Polygon(exterior: discs[ring].exterior, holes: holes[ring] ?? [])
        }
        return polygons.isEmpty ? nil : MultiPolygon(polygons)
    }

    /// Whether a ring lies within another: rings that don't cross do so when all their corners do.
    private static func isRing(_ inner: Polygon, within outer: Polygon) -> Bool {
        let (small, large) = (inner.boundingBox, outer.boundingBox)
        guard small != large, small.west >= large.west, small.east <= large.east,
            small.south >= large.south, small.north <= large.north
        else { return false }
        return inner.exterior.allSatisfy(outer.contains)
    }
}
