internal import Geodesy

extension TreeReader {
    /// The k nearest, best first.
    func nearest(
        to center: Coordinate,
        count k: Int,
        within maxDistance: Double,
        where include: ((UInt32) -> Bool)?
    ) -> [Neighbor] {
        guard k > 0 else { return [] }
        var search = NearestSearch(
            circle: Circle(center: center, radius: maxDistance),
            count: k,
            leastReach: leastReach
        )
        search.visit(root, include)
        return search.best.sorted()
    }
}

/// A search for the k nearest: nearest lane first, within the distance of the k-th best so far.
private struct NearestSearch {
    var circle: Circle
    var best: BestCandidates
    let leastReach: Float

    init(circle: Circle, count: Int, leastReach: Float) {
        self.circle = circle
        self.leastReach = leastReach
        best = BestCandidates(count: count)
    }

    mutating func visit(_ node: Node, _ include: ((UInt32) -> Bool)?) {
        var (mask, squaredAngles) = circle.order(node)
        while mask != 0 {
            var lane = mask.trailingZeroBitCount
            var others = mask & (mask &- 1)
            while others != 0 {
                let other = others.trailingZeroBitCount
                others &= others &- 1
                if squaredAngles[other] < squaredAngles[lane] { lane = other }
            }
            guard squaredAngles[lane] <= circle.orderLimit else { return }
            mask &= ~(1 << UInt32(lane))
            let child = node.child[lane]
            if let below = child.node {
                visit(below, include)
            } else if let leaf = child.leaf {
                scan(leaf, include)
            }
        }
    }

    private mutating func scan(_ leaf: Leaf, _ include: ((UInt32) -> Bool)?) {
        let count = leaf.count
        let usesReach = Double(leastReach) < circle.radius
        var start = 0
        while start < count {
            defer { start += 8 }
            var mask = circle.candidates(leaf, from: start, count: count, usesReach: usesReach)
            guard mask != 0 else { continue }
            let distances = circle.exactDistances(leaf, from: start, mask)
            mask &= circle.within(distances, leaf, from: start, usingReach: usesReach)
            while mask != 0 {
                let lane = mask.trailingZeroBitCount
                mask &= mask &- 1
                let id = leaf.id[start + lane]
                if include?(id) ?? true { best.insert(id, distances[lane]) }
            }
            if best.isFull {
                best.cut()
                circle.narrow(to: best.farthest)
            }
        }
    }
}
