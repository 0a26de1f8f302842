/// An area on a tile's grid, put together of rings that may touch, cross and lie on each other, as they do
/// when their points have been moved to the grid.
///
/// What the area is, is said by how often the rings go round a place: outer rings to the left, holes to the
/// right; what is gone round more than no time to the left belongs to it. That stays clear however rings are
/// moved. ``polygons()`` tells the same area by rings that are valid.
struct TileArea {
    /// A straight line between two points of the grid.
    struct Edge {
        /// Before ``right`` in the order of a sweep from west to east.
        let left: GridPoint
        let right: GridPoint
        /// How often it is gone along from left to right, less those from right to left.
        var count: Int32
    }

    private(set) var edges: [Edge] = []

    /// Adds a ring, whichever way it runs.
    ///
    /// - Parameter ring: Closed; its first point is not repeated.
    mutating func add(ring: [GridPoint], isHole: Bool) {
        guard ring.count > 2 else { return }
        let area = ring.doubledArea
        guard area != 0 else { return }
        let runsLeft = area > 0
        let sign: Int32 = runsLeft == isHole ? -1 : 1
        var last = ring[ring.count - 1]
        for point in ring {
            add(from: last, to: point, count: sign)
            last = point
        }
    }

    private mutating func add(from start: GridPoint, to end: GridPoint, count: Int32) {
        guard start != end else { return }
        edges.append(
            start.isBefore(end)
                ? Edge(left: start, right: end, count: count)
                : Edge(left: end, right: start, count: -count)
        )
    }

    /// The same area by polygons that are valid (OGC Simple Features, 6.1.11.1): rings without a point in
    /// common with themselves, holes within their polygon, and polygons that share points at most.
    ///
    /// - Returns: Of each polygon its outer ring, then its holes. Outer rings have a positive area by the
    ///   surveyor's formula, as vector tiles want them, holes a negative one; no first point is repeated.
    ///   Empty where nothing is left of the area. Where edges cross each other too often to be followed, the
    ///   area is drawn by ``GridCells``.
    /// - Complexity: Near O(n log n) for n edges of maps; never more than ``TileWork`` allows and O(n).
    consuming func polygons() -> [[[GridPoint]]] {
        merge()
        let whole = edges
        var work = TileWork(edges: edges.count)
        if cutAtMeetings(&work), let bounds = GridSweep.bounds(of: edges, &work),
            let polygons = GridRings.polygons(of: bounds, &work)
        {
            return polygons
        }
        var boundless = TileWork.unlimited
        return GridRings.polygons(of: GridCells(whole).bounds, &boundless) ?? []
    }

    // MARK: Edges that meet at their ends alone

    /// Puts edges together that lie on each other, and drops those that are gone along to and fro.
    private mutating func merge() {
        edges.sort { one, other in
            one.left != other.left
                ? one.left.isBefore(other.left) : one.right.isBefore(other.right)
        }
        var merged: [Edge] = []
        merged.reserveCapacity(edges.count)
        for edge in edges {
            if let last = merged.last, last.left == edge.left, last.right == edge.right {
                merged[merged.count - 1].count += edge.count
            } else {
                if merged.last?.count == 0 { merged.removeLast() }
                merged.append(edge)
            }
        }
        if merged.last?.count == 0 { merged.removeLast() }
        edges = merged
    }

    /// Cuts edges where they meet others, at the nearest point of the grid, until they have nothing but ends
    /// in common.
    ///
    /// That ends: each part of an edge lies within the edge's box and is shorter than it.
    ///
    /// - Returns: Whether there was work enough left; else the edges are those of a moment before.
    private mutating func cutAtMeetings(_ work: inout TileWork) -> Bool {
        while true {
            var cuts: [(edge: Int, point: GridPoint)] = []
            var open: [Int] = []
            for index in edges.indices {
                let edge = edges[index]
                open.removeAll { edges[$0].right.x < edge.left.x }
                let known = cuts.count
                for other in open { Self.meet(edges, other, index, &cuts) }
                guard work.spend(open.count + (cuts.count - known) * Self.stepsPerCut) else {
                    return false
                }
                open.append(index)
            }
            if cuts.isEmpty { return true }
            cut(at: cuts)
            merge()
        }
    }

    /// What it costs to cut an edge and to sort its parts.
    private static let stepsPerCut = 50

    private mutating func cut(at cuts: [(edge: Int, point: GridPoint)]) {
        let byEdge = Dictionary(grouping: cuts, by: \.edge)
        let old = edges
        edges = []
        edges.reserveCapacity(old.count + cuts.count)
        for (index, edge) in old.enumerated() {
            guard let points = byEdge[index]?.map(\.point) else {
                edges.append(edge)
                continue
            }
            let along = edge.right.wide &- edge.left.wide
            func share(_ point: GridPoint) -> Int64 {
                let offset = point.wide &- edge.left.wide
                return offset.x * along.x + offset.y * along.y
            }
            var last = edge.left
            for point in points.sorted(by: { share($0) < share($1) }) + [edge.right] {
                add(from: last, to: point, count: edge.count)
                last = point
            }
        }
    }

    /// Notes where two edges meet elsewhere than at ends of both.
    private static func meet(
        _ edges: [Edge],
        _ one: Int,
        _ other: Int,
        _ cuts: inout [(edge: Int, point: GridPoint)]
    ) {
        let (a, b) = (edges[one].left, edges[one].right)
        let (c, d) = (edges[other].left, edges[other].right)
        guard max(a.y, b.y) >= min(c.y, d.y), min(a.y, b.y) <= max(c.y, d.y) else { return }
        let (ofC, ofD) = (GridPoint.side(a, b, of: c), GridPoint.side(a, b, of: d))
        if ofC > 0 && ofD > 0 || ofC < 0 && ofD < 0 { return }
        let (ofA, ofB) = (GridPoint.side(c, d, of: a), GridPoint.side(c, d, of: b))
        if ofA > 0 && ofB > 0 || ofA < 0 && ofB < 0 { return }
        func isInside(_ point: GridPoint, _ start: GridPoint, _ end: GridPoint) -> Bool {
            start.isBefore(point) && point.isBefore(end)
        }
        if ofC == 0, isInside(c, a, b) { cuts.append((one, c)) }
        if ofD == 0, isInside(d, a, b) { cuts.append((one, d)) }
        if ofA == 0, isInside(a, c, d) { cuts.append((other, a)) }
        if ofB == 0, isInside(b, c, d) { cuts.append((other, b)) }
        guard ofA != 0, ofB != 0, ofC != 0, ofD != 0 else { return }
        let point = crossing(a, b, sides: ofA, ofB)
        if point != a, point != b { cuts.append((one, point)) }
        if point != c, point != d { cuts.append((other, point)) }
    }

    /// The point of the grid nearest to where the line between two points crosses another, of which they lie
    /// on different sides.
    private static func crossing(
        _ a: GridPoint,
        _ b: GridPoint,
        sides ofA: Int64,
        _ ofB: Int64
    ) -> GridPoint {
        let share = Double(ofA) / Double(ofA - ofB)
        func between(_ start: Int32, _ end: Int32) -> Int32 {
            start + Int32((share * Double(end - start)).rounded())
        }
        return GridPoint(between(a.x, b.x), between(a.y, b.y))
    }
}

extension SIMD2<Int32> {
    /// The same with room for products.
    var wide: SIMD2<Int64> { SIMD2<Int64>(truncatingIfNeeded: self) }

    /// Twice the area of the triangle of two points and a third: positive where that lies to the left of the
    /// line from the one to the other, 0 where it lies on it. Left is as with y upward.
    static func side(_ start: GridPoint, _ end: GridPoint, of point: GridPoint) -> Int64 {
        let (along, offset) = (end.wide &- start.wide, point.wide &- start.wide)
        return along.x * offset.y - along.y * offset.x
    }
}

extension [GridPoint] {
    /// Twice the area of a closed ring by the surveyor's formula: positive where it runs to the left, with y
    /// taken for upward.
    var doubledArea: Int64 {
        guard var last = last?.wide else { return 0 }
        return reduce(0) { sum, point in
            let next = point.wide
            defer { last = next }
            return sum + last.x * next.y - next.x * last.y
        }
    }
}
