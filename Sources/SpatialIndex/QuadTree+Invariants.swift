internal import Geodesy

extension QuadTree {
    /// Checks everything that must hold between two calls; for tests, after every mutation.
    ///
    /// - Returns: What is broken, in words; empty when nothing is.
    /// - Complexity: O(n).
    package func _checkInvariants() -> [String] {
        var broken: [String] = []
        var total = 0
        for (index, node) in nodes.enumerated() {
            total += node.points.count
            if node.firstChild != nil, !node.points.isEmpty {
                broken.append("node \(index) has both children and points")
            }
            if node.points.count > Self.leafCapacity, node.level < Self.deepestLevel {
                broken.append("leaf \(index) holds \(node.points.count) points")
            }
            for point in node.points {
                if !node.extent.contains(point.coordinate) {
                    broken.append("point \(point.id) lies outside its leaf's extent")
                }
                if point.reach.meters > node.greatestReach {
                    broken.append("point \(point.id) reaches farther than its leaf says")
                }
            }
            guard let first = node.firstChild else { continue }
            for child in nodes[first..<first + 4] where !child.extent.isEmpty {
                if child.greatestReach > node.greatestReach {
                    broken.append("a child of node \(index) reaches farther than it")
                }
                if child.extent.west < node.extent.west || child.extent.east > node.extent.east
                    || child.extent.south < node.extent.south
                    || child.extent.north > node.extent.north
                {
                    broken.append("a child of node \(index) sticks out of it")
                }
            }
        }
        if total != count { broken.append("count is \(count) but \(total) points are there") }
        return broken
    }
}
