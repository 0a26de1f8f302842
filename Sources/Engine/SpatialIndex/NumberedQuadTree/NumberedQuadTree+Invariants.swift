internal import Geodesy

extension NumberedQuadTree {
    /// Checks everything that must hold between two calls; for tests, after every mutation.
    ///
    /// - Returns: What is broken, in words; empty when nothing is.
    /// - Complexity: O(n).
    package func _checkInvariants() -> [String] { storage.checkInvariants() }
}

extension TreeStorage {
    func checkInvariants() -> [String] {
        var broken: [String] = []
        let total = check(root, shift: Self.rootShift, above: [], &broken)
        if total != count { broken.append("count is \(count) but \(total) points are there") }
        return broken
    }

    /// Checks a node and everything below it.
    ///
    /// - Returns: How many points are there.
    private func check(
        _ node: Node,
        shift: UInt32,
        above: [Bounds],
        _ broken: inout [String]
    ) -> Int {
        var total = 0
        if node.isEmpty, !above.isEmpty { broken.append("a node below the root is empty") }
        if node.stamp > batch { broken.append("a node comes from batch \(node.stamp)") }
        for lane in 0..<16 {
            let child = node.child(lane)
            let bounds = node.bounds(lane)
            if node.lane(of: lane) != lane {
                if child != node.child(node.lane(of: lane)) || !bounds.isEmpty {
                    broken.append("lane \(lane) is not what its quarter is, which is not split")
                }
                continue
            }
            if child.isEmpty != (bounds.isEmpty) {
                broken.append("lane \(lane) disagrees with itself on being empty")
            }
            if let below = child.node {
                if shift < 2 {
                    broken.append("a node lies below the finest level")
                } else {
                    total += check(below, shift: shift - 2, above: above + [bounds], &broken)
                }
            } else if let leaf = child.leaf {
                check(leaf, lane, of: node, shift: shift, above: above + [bounds], &broken)
                total += leaf.count
            }
        }
        return total
    }

    private func check(
        _ leaf: Leaf,
        _ lane: Int,
        of node: Node,
        shift: UInt32,
        above: [Bounds],
        _ broken: inout [String]
    ) {
        if leaf.count == 0 || leaf.count > leaf.capacity {
            broken.append("a leaf holds \(leaf.count) of \(leaf.capacity)")
        }
        if leaf.count > Self.leafCapacity, shift >= 2 {
            broken.append("a leaf of \(leaf.count) points was not split")
        }
        for index in 0..<leaf.count {
            let entry = leaf[index]
            if node.lane(x: entry.place.x, y: entry.place.y, shift: shift) != lane {
                broken.append("point \(entry.id) lies in the wrong lane")
            }
            for bounds in above {
                if !bounds.holds(entry.place) {
                    broken.append("point \(entry.id) sticks out of a lane's box above it")
                }
                if Bounds.limit(reach: entry.reach) > bounds.limit {
                    broken.append("point \(entry.id) reaches farther than a lane above it says")
                }
            }
            if let reachMap, !reachMap.mayReach(entry.place) {
                broken.append("point \(entry.id) is not where the map says that something reaches")
            }
            if entry.reach < leastReach || entry.reach > mostReach {
                broken.append("point \(entry.id) reaches not as far as the tree says")
            }
        }
    }
}
