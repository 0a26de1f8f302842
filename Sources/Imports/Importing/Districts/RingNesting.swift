internal import Geodesy

/// Polygons made of rings by what lies within what, whichever way the rings wind: a ring within an odd
/// number of others is a hole.
enum RingNesting {
    /// The same rings as polygons with holes; nil where that makes none.
    ///
    /// - Complexity: O(n log n) for n corners of rings that don't touch. Where some do, O(r n) for r
    ///   rings, and nil when that is more than ``workLimit``.
    static func area(of area: MultiPolygon) -> MultiPolygon? {
        let rings = area.polygons.flatMap { [$0.exterior] + $0.holes }
        guard let owners = owners(of: rings) else { return nil }
        var holes: [Int: [[Coordinate]]] = [:]
        for (ring, owner) in owners.enumerated() {
            if let owner { holes[owner, default: []].append(rings[ring]) }
        }
        let polygons = rings.indices.filter { owners[$0] == nil }.compactMap { ring in
            try? Polygon(exterior: rings[ring], holes: holes[ring] ?? [])
        }
        return polygons.isEmpty ? nil : MultiPolygon(polygons)
    }

    /// For each ring that is a hole, the ring whose hole it is.
    private static func owners(of rings: [[Coordinate]]) -> [Int?]? {
        if let parents = RingSweep.parents(of: rings) {
            var depths = Array(repeating: -1, count: rings.count)
            return rings.indices.map {
                depth(of: $0, parents, &depths) % 2 == 1 ? parents[$0] : nil
            }
        }
        guard rings.reduce(0, { $0 + $1.count }) <= workLimit / rings.count else { return nil }
        var discs: [Polygon] = []
        for ring in rings {
            guard let disc = try? Polygon(exterior: ring) else { return nil }
            discs.append(disc)
        }
        let holders = discs.indices.map { ring in
            discs.indices.filter { $0 != ring && isRing(discs[ring], within: discs[$0]) }
        }
        return discs.indices.map { ring in
            guard holders[ring].count % 2 == 1 else { return nil }
            // The innermost of the rings around it, which lies within all the others.
            return holders[ring].max { holders[$0].count < holders[$1].count }
        }
    }

    /// How many corners are compared with rings, at most: some seconds of work.
    private static let workLimit = 50_000_000

    /// Within how many rings a ring lies; each is found out once.
    private static func depth(of ring: Int, _ parents: [Int?], _ depths: inout [Int]) -> Int {
        var path: [Int] = []
        var place: Int? = ring
        while let current = place, depths[current] < 0 {
            path.append(current)
            place = parents[current]
        }
        var depth = place.map { depths[$0] } ?? -1
        for current in path.reversed() {
            depth += 1
            depths[current] = depth
        }
        return depths[ring]
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
