/// Finds out whether rings touch neither themselves nor each other, and which lies within which.
///
/// A line sweeps from west to east over the rings' corners. Two edges that meet anywhere are neighbours
/// on the line before they do, so only neighbours are looked at. What merely touches ends the sweep as
/// well: then something else must judge.
///
/// Source: M. I. Shamos, D. Hoey, "Geometric intersection problems", 17th Annual Symposium on
/// Foundations of Computer Science (1976).
package struct RingSweep {
    private var points: [PlanePoint] = []
    private var previous: [Int32] = []
    private var next: [Int32] = []
    private var ringOfCorner: [Int32] = []
    private var order: EdgeOrder
    /// Of each ring, the ring right around it, and whether it winds to the left.
    private var parents: [Int?]
    private var windsLeft: [Bool]
    private var isBegun: [Bool]

    /// Which ring lies right within which.
    ///
    /// - Parameter rings: Closed rings.
    /// - Returns: For each ring the number of the one right around it, nil where there is none; nil when
    ///   any two edges have a place in common besides that between an edge and the next.
    /// - Complexity: O(n log n) expected for n corners.
    package static func parents(of rings: [[Coordinate]]) -> [Int?]? {
        guard var sweep = RingSweep(rings), sweep.run() else { return nil }
        return sweep.parents
    }

    private init?(_ rings: [[Coordinate]]) {
        for (ring, places) in rings.enumerated() {
            let start = points.count
            for place in places.dropLast() {
                let point = PlanePoint(x: place.longitude, y: place.latitude)
                // Places that are repeated make no edge.
                if points.count > start, points[points.count - 1] == point { continue }
                points.append(point)
            }
            while points.count > start + 1, points[start] == points[points.count - 1] {
                points.removeLast()
            }
            guard points.count >= start + 3, points.count < Int(Int32.max) else { return nil }
            for corner in start..<points.count {
                previous.append(Int32(corner == start ? points.count - 1 : corner - 1))
                next.append(Int32(corner == points.count - 1 ? start : corner + 1))
                ringOfCorner.append(Int32(ring))
            }
        }
        order = EdgeOrder(count: points.count)
        parents = Array(repeating: nil, count: rings.count)
        windsLeft = Array(repeating: false, count: rings.count)
        isBegun = windsLeft
    }

    // MARK: Edges, each with the number of the corner that it leaves

    private func leftCorner(_ edge: Int) -> Int {
        let end = Int(next[edge])
        return points[edge] < points[end] ? edge : end
    }

    private func ends(_ edge: Int) -> (left: PlanePoint, right: PlanePoint) {
        let (one, other) = (points[edge], points[Int(next[edge])])
        return one < other ? (one, other) : (other, one)
    }

    /// Whether an edge lies above another at its left end; nil where they touch.
    private func isAbove(_ edge: Int, _ other: Int) -> Bool? {
        let (left, right) = ends(other)
        let begin = leftCorner(edge)
        var side = PlanePoint.side(left, right, of: points[begin])
        if side == 0, begin == leftCorner(other) {
            side = PlanePoint.side(left, right, of: ends(edge).right)
        }
        return side == 0 ? nil : side > 0
    }

    /// Whether two edges have a place in common, besides that between an edge and the next.
    private func touch(_ one: Int, _ other: Int) -> Bool {
        let (endOfOne, endOfOther) = (Int(next[one]), Int(next[other]))
        if endOfOne == other { return foldsBack(one, other, endOfOther) }
        if endOfOther == one { return foldsBack(other, one, endOfOne) }
        let (a, b) = ends(one)
        let (c, d) = ends(other)
        // The sweep's order is that of x.
        guard a.x <= d.x, c.x <= b.x, min(a.y, b.y) <= max(c.y, d.y),
            min(c.y, d.y) <= max(a.y, b.y)
        else { return false }
        let (sideOfC, sideOfD) = (PlanePoint.side(a, b, of: c), PlanePoint.side(a, b, of: d))
        if sideOfC * sideOfD > 0 { return false }
        let (sideOfA, sideOfB) = (PlanePoint.side(c, d, of: a), PlanePoint.side(c, d, of: b))
        if sideOfA * sideOfB > 0 { return false }
        // On one line they touch when neither ends before the other begins.
        if sideOfC == 0, sideOfD == 0 { return !(b < c) && !(d < a) }
        return true
    }

    /// Whether the edge from a middle corner to an end runs back over the one that led there.
    private func foldsBack(_ start: Int, _ middle: Int, _ end: Int) -> Bool {
        let (a, b, c) = (points[start], points[middle], points[end])
        return PlanePoint.side(a, b, of: c) == 0 && (a < b) == (c < b)
    }

    private func touchesNeighbors(_ edge: Int) -> Bool {
        if let below = order.below(edge), touch(below, edge) { return true }
        if let above = order.above(edge), touch(above, edge) { return true }
        return false
    }

    // MARK: The sweep

    private mutating func run() -> Bool {
        let corners = points.indices.sorted { points[$0] < points[$1] }
        var last: Int?
        for corner in corners {
            if let last, points[last] == points[corner] { return false }
            last = corner
            guard pass(corner) else { return false }
        }
        return true
    }

    /// Goes on past a corner.
    ///
    /// - Returns: Whether nothing was found to touch there.
    private mutating func pass(_ corner: Int) -> Bool {
        let (arriving, leaving) = (Int(previous[corner]), corner)
        let arrivingBegins = leftCorner(arriving) == corner
        let leavingBegins = leftCorner(leaving) == corner
        switch (arrivingBegins, leavingBegins) {
        case (true, true): return begin(arriving, leaving, at: corner)
        case (false, false):
            return end(arriving) && end(leaving)
        case (false, true):
            order.replace(arriving, with: leaving)
            return !touchesNeighbors(leaving)
        case (true, false):
            order.replace(leaving, with: arriving)
            return !touchesNeighbors(arriving)
        }
    }

    /// - Returns: Whether the edges that become neighbours don't touch.
    private mutating func end(_ edge: Int) -> Bool {
        let (below, above) = (order.below(edge), order.above(edge))
        order.remove(edge)
        guard let below, let above else { return true }
        return !touch(below, above)
    }

    private mutating func begin(_ arriving: Int, _ leaving: Int, at corner: Int) -> Bool {
        for edge in [arriving, leaving] {
            // The order is asked while it changes, so it is taken out.
            var order = order
            self.order = EdgeOrder(count: 0)
            let isFree = order.insert(edge) { isAbove(edge, $0) }
            self.order = order
            guard isFree, !touchesNeighbors(edge) else { return false }
        }
        let ring = Int(ringOfCorner[corner])
        guard !isBegun[ring] else { return true }
        isBegun[ring] = true
        // At its westernmost corner, a ring that winds to the left comes from above and leaves below.
        windsLeft[ring] = order.above(leaving) == arriving
        let lowest = windsLeft[ring] ? leaving : arriving
        guard let below = order.below(lowest) else { return true }
        let other = Int(ringOfCorner[below])
        let runsEast = leftCorner(below) == below
        parents[ring] = runsEast == windsLeft[other] ? other : parents[other]
        return true
    }
}
