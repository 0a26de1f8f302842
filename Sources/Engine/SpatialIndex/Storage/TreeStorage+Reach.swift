internal import Geodesy

/// The map of where points reach: when it is made, and how it follows changes.
extension TreeStorage {
    private static let sampleCount = 256

    /// Marks where a point that has come or moved reaches.
    ///
    /// Bits are only set, so after as many changes as there are points a new map is made: once in
    /// so many, each change costs its share.
    func mark(_ entry: Entry) {
        if let reachMap, !reachMap.mark(entry.place, reach: entry.reach) { replaceMap(with: nil) }
        changesToReview -= 1
        if changesToReview == 0 { reviewReach() }
    }

    /// Makes a new map of where points reach, or none where it would save little.
    ///
    /// - Complexity: O(n).
    func reviewReach() {
        changesToReview = max(count, ReachMap.fewestPoints)
        replaceMap(with: makeReachMap())
    }

    private func replaceMap(with map: ReachMap?) {
        if let reachMap {
            if reachMap.stamp == batch {
                reachMap.deallocate()
            } else {
                retiredMaps.append((batch, reachMap))
            }
        }
        reachMap = map
    }

    /// A map of where points reach; nil where places at which someone asks are rarely out of reach,
    /// or where a circle covers too much of the map, or where there is no memory for one: it only
    /// saves time.
    private func makeReachMap() -> ReachMap? {
        guard count >= ReachMap.fewestPoints, mostReach < .infinity, !isMostlyReached() else {
            return nil
        }
        let made = try? ReachMap(
            around: root.union,
            mostReach: mostReach,
            count: count,
            stamp: batch
        )
        guard let map = made else { return nil }
        var fits = true
        forEachLeaf(below: root) { leaf in
            for index in 0..<leaf.count where fits {
                fits = map.mark(leaf.place(index), reach: leaf.reach[index])
            }
            return fits
        }
        guard fits else {
            map.deallocate()
            return nil
        }
        return map
    }

    /// Whether at a sample of the points one other reaches there on the average: who asks where
    /// points are will nearly always find something then.
    private func isMostlyReached() -> Bool {
        var number = 0
        let every = max(1, count / Self.leafCapacity / Self.sampleCount)
        var sample: [GridPlace] = []
        forEachLeaf(below: root) { leaf in
            if number % every == 0 { sample.append(leaf.place(0)) }
            number += 1
            return true
        }
        let reader = TreeReader(
            root: root,
            reaches: (leastReach, mostReach),
            reachMap: nil
        )
        // Each finds itself.
        var found = -sample.count
        for place in sample {
            let center = Coordinate(uncheckedLatitude: place.latitude, longitude: place.longitude)
            reader.forEach(within: Double(mostReach), of: center) { _, _ in found += 1 }
            if found > sample.count { return true }
        }
        return found > sample.count
    }

    /// Calls with every leaf, in the order of their lanes, for as long as it returns true.
    @discardableResult
    private func forEachLeaf(below node: Node, _ body: (Leaf) -> Bool) -> Bool {
        for lane in 0..<16 where node.lane(of: lane) == lane {
            let child = node.child(lane)
            if let below = child.node {
                guard forEachLeaf(below: below, body) else { return false }
            } else if let leaf = child.leaf {
                guard body(leaf) else { return false }
            }
        }
        return true
    }
}
