/// Finds which edges part an area from what does not belong to it.
///
/// A line sweeps from west to east over the edges' ends. It knows the edges that it meets from below to
/// above, and how often the rings go round what lies between each and the next.
enum GridSweep {
    /// An edge with the area on its left.
    struct Bound {
        let start: GridPoint
        let end: GridPoint
    }

    /// The edges with the area on one side alone.
    ///
    /// - Parameter edges: In the order of their left ends, and with nothing but ends in common.
    /// - Returns: nil where there was not work enough left.
    /// - Complexity: O(n log n + n k) for n edges of which the line meets k at once.
    static func bounds(of edges: [TileArea.Edge], _ work: inout TileWork) -> [Bound]? {
        var bounds: [Bound] = []
        bounds.reserveCapacity(edges.count)
        /// The edges that the line meets, from below to above, with how often is gone round above each.
        var met: [(edge: Int, above: Int32)] = []
        var next = 0
        for point in stops(of: edges) {
            guard work.spend(1 + met.count / edgesMovedAtOnce) else { return nil }
            let begin = next
            while next < edges.count, edges[next].left == point { next += 1 }
            let first = firstNotBelow(point, met, edges)
            var end = first
            while end < met.count, edges[met[end].edge].right == point { end += 1 }
            var above = first == 0 ? 0 : met[first - 1].above
            let begun = (begin..<next).sorted { one, other in
                GridPoint.side(point, edges[one].right, of: edges[other].right) > 0
            }.map { index in
                let below = above
                above += edges[index].count
                if (below > 0) != (above > 0) {
                    let edge = edges[index]
                    bounds.append(
                        above > 0
                            ? Bound(start: edge.left, end: edge.right)
                            : Bound(start: edge.right, end: edge.left)
                    )
                }
                return (edge: index, above: above)
            }
            met.replaceSubrange(first..<end, with: begun)
        }
        return bounds
    }

    /// So many edges are moved up among those that the line meets in the time of a step.
    private static let edgesMovedAtOnce = 16

    /// All ends, each once, in the order of the sweep.
    private static func stops(of edges: [TileArea.Edge]) -> [GridPoint] {
        let all = (edges.map(\.left) + edges.map(\.right)).sorted { $0.isBefore($1) }
        var stops: [GridPoint] = []
        stops.reserveCapacity(all.count / 2)
        for point in all where stops.last != point { stops.append(point) }
        return stops
    }

    /// The index of the first edge that does not pass below a point.
    private static func firstNotBelow(
        _ point: GridPoint,
        _ met: [(edge: Int, above: Int32)],
        _ edges: [TileArea.Edge]
    ) -> Int {
        var range = 0..<met.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let edge = edges[met[middle].edge]
            if GridPoint.side(edge.left, edge.right, of: point) > 0 {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }
}
