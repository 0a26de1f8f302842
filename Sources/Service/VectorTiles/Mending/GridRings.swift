/// Puts rings together of edges that have an area on their left.
enum GridRings {
    /// The polygons whose edges these are; see ``TileArea/polygons()``.
    ///
    /// - Returns: nil where there was not work enough left.
    /// - Complexity: O(n log n + h m) for n edges, h holes and m points of outer rings whose boxes they lie in.
    static func polygons(
        of bounds: [GridSweep.Bound],
        _ work: inout TileWork
    ) -> [[[GridPoint]]]? {
        var outer: [[GridPoint]] = []
        var holes: [[GridPoint]] = []
        guard let rings = rings(of: bounds, &work) else { return nil }
        for ring in rings {
            if ring.doubledArea > 0 { outer.append(ring) } else { holes.append(ring) }
        }
        var polygons = outer.map { [$0] }
        let areas = outer.map(\.doubledArea)
        let boxes = outer.map(GridBox.init)
        for hole in holes {
            let around = outer.indices.filter { boxes[$0].contains(hole[0]) }
            let steps = around.reduce(outer.count) { $0 + outer[$1].count }
            guard work.spend(steps) else { return nil }
            let owner = around.filter { outer[$0].holds(edgeOf: hole) }
                .min { areas[$0] < areas[$1] }
            if let owner { polygons[owner].append(hole) }
        }
        return polygons.map { $0.map(\.withoutStraightPoints) }
    }

    /// Simple rings of all edges; nil where there was not work enough left.
    private static func rings(
        of bounds: [GridSweep.Bound],
        _ work: inout TileWork
    ) -> [[GridPoint]]? {
        let leaving = Dictionary(grouping: bounds.indices) { bounds[$0].start }
        var isUsed = Array(repeating: false, count: bounds.count)
        var rings: [[GridPoint]] = []
        for first in bounds.indices where !isUsed[first] {
            var path: [GridPoint] = []
            /// Where in the path a point stands.
            var places: [GridPoint: Int] = [:]
            var edge = first
            while !isUsed[edge] {
                isUsed[edge] = true
                let start = bounds[edge].start
                // A ring that comes back to a point is done there, and what led to it goes on.
                if let place = places[start] {
                    rings.append(Array(path[place...]))
                    for point in path[place...] { places[point] = nil }
                    path.removeSubrange(place...)
                }
                places[start] = path.count
                path.append(start)
                // Edges that are cut wherever they meet always go on; what would not is no ring.
                let going = leaving[bounds[edge].end] ?? []
                guard work.spend(going.count) else { return nil }
                guard let following = next(after: bounds[edge], among: going, bounds) else {
                    path = []
                    break
                }
                edge = following
            }
            if !path.isEmpty { rings.append(path) }
        }
        return rings
    }

    /// The edge that goes on with the bound of the same part of the area: the first one to the right of
    /// where an edge came from; nil where none leaves.
    private static func next(
        after edge: GridSweep.Bound,
        among leaving: [Int],
        _ bounds: [GridSweep.Bound]
    ) -> Int? {
        let back = edge.start.wide &- edge.end.wide
        func direction(_ index: Int) -> SIMD2<Int64> {
            bounds[index].end.wide &- bounds[index].start.wide
        }
        func cross(_ one: SIMD2<Int64>, _ other: SIMD2<Int64>) -> Int64 {
            one.x * other.y - one.y * other.x
        }
        /// 0 to the right of the way back, 1 straight on, 2 to its left.
        func half(_ way: SIMD2<Int64>) -> Int {
            let side = cross(back, way)
            return side < 0 ? 0 : side == 0 ? 1 : 2
        }
        return leaving.min { one, other in
            let (first, second) = (direction(one), direction(other))
            let (left, right) = (half(first), half(second))
            return left != right ? left < right : cross(first, second) < 0
        }
    }
}

/// The least box around a ring.
private struct GridBox {
    private let low: GridPoint
    private let high: GridPoint

    init(_ ring: [GridPoint]) {
        (low, high) = ring.dropFirst().reduce((ring[0], ring[0])) { box, point in
            (pointwiseMin(box.0, point), pointwiseMax(box.1, point))
        }
    }

    func contains(_ point: GridPoint) -> Bool {
        all(point .>= low) && all(point .<= high)
    }
}

extension [GridPoint] {
    /// Whether an edge of another ring lies within the ring; the two have points in common at most.
    fileprivate func holds(edgeOf other: [GridPoint]) -> Bool {
        // The middle of an edge lies on no other edge; everything twice, so that it is a whole number.
        let (x, y) = (Int64(other[0].x) + Int64(other[1].x), Int64(other[0].y) + Int64(other[1].y))
        var isInside = false
        var start = self[count - 1].wide &* 2
        for point in self {
            let end = point.wide &* 2
            if (start.y > y) != (end.y > y) {
                let side = (end.x - start.x) * (y - start.y) - (x - start.x) * (end.y - start.y)
                if (side > 0) == (end.y > start.y) { isInside.toggle() }
            }
            start = end
        }
        return isInside
    }

    /// The ring without points on the line between the one before and the one behind.
    fileprivate var withoutStraightPoints: [GridPoint] {
        indices.filter { index in
            let before = self[index == 0 ? count - 1 : index - 1]
            let behind = self[index == count - 1 ? 0 : index + 1]
            return GridPoint.side(before, self[index], of: behind) != 0
        }.map { self[$0] }
    }
}
