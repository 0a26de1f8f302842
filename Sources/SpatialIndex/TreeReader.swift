internal import CIndexKernels
internal import Geodesy

/// The queries, over a root that stays as it is while they run.
struct TreeReader {
    let root: Node
    let leastReach: Float
    private let mostReach: Float
    private let reachMap: ReachMap?

    init(_ storage: TreeStorage) {
        self.init(
            root: storage.root,
            reaches: (storage.leastReach, storage.mostReach),
            reachMap: storage.reachMap
        )
    }

    init(root: Node, reaches: (least: Float, most: Float), reachMap: ReachMap?) {
        self.root = root
        (leastReach, mostReach) = reaches
        self.reachMap = reachMap
    }

    /// Whether some point perhaps reaches a place; where not, no search from there finds one.
    @inline(__always)
    func mayReach(_ center: Coordinate) -> Bool {
        guard let reachMap else { return true }
        return reachMap.mayReach(GridPlace(center))
    }

    /// Asks for the leaf at a place, so that it is on its way while the circle around the place is
    /// prepared.
    @inline(__always)
    func prefetchLeaf(at center: Coordinate) {
        let place = GridPlace(center)
        var child = Child(root)
        var shift = TreeStorage.rootShift
        while let node = child.node {
            child = node.child[node.lane(x: place.x, y: place.y, shift: shift)]
            shift &-= 2
        }
        child.leaf?.prefetchCells()
    }

    /// What a search within a radius can find lies within this: no point reaches farther than the
    /// one that reaches farthest.
    func reachable(_ radius: Double) -> Double { min(radius, Double(mostReach)) }
}

// MARK: Radius

extension TreeReader {
    func collect(
        within radius: Double,
        of center: Coordinate,
        into found: inout [Neighbor]
    ) {
        guard mayReach(center) else { return }
        var gathered: [Neighbor] = []
        swap(&gathered, &found)
        Staged.withColumns { staged in
            withUnsafeTemporaryAllocation(of: Neighbor.self, capacity: 64) { hits in
                search(within: radius, of: center, staged) { staged, count, bound, usesReach in
                    var kept = 0
                    for index in 0..<count {
                        let meters = staged.meters[index]
                        hits[kept] = Neighbor(
                            id: staged.id[index],
                            distance: Distance(laneMeters: meters)
                        )
                        let isHit =
                            meters <= bound
                            && (!usesReach || meters <= Double(staged.reach[index]))
                        kept += isHit ? 1 : 0
                    }
                    gathered.append(contentsOf: UnsafeBufferPointer(rebasing: hits[..<kept]))
                }
            }
        }
        swap(&gathered, &found)
    }

    func forEach(within radius: Double, of center: Coordinate, _ body: (UInt32, Double) -> Void) {
        guard mayReach(center) else { return }
        Staged.withColumns { staged in
            search(within: radius, of: center, staged) { staged, count, bound, usesReach in
                for index in 0..<count {
                    let meters = staged.meters[index]
                    if meters <= bound, !usesReach || meters <= Double(staged.reach[index]) {
                        body(staged.id[index], meters)
                    }
                }
            }
        }
    }

    /// Stages every point that may lie within a radius, and hands over those staged with their
    /// distances whenever there is no room for more, and at the end.
    ///
    /// Of a leaf most of which may lie within, the points are measured where they are.
    @inline(__always)
    private func search(
        within radius: Double,
        of center: Coordinate,
        _ staged: Staged,
        _ body: (_ staged: Staged, _ count: Int, _ bound: Double, _ usesReach: Bool) -> Void
    ) {
        prefetchLeaf(at: center)
        let radius = reachable(radius)
        let circle = Circle(center: center, radius: radius)
        let usesReach = Double(leastReach) < radius
        var count = 0
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 64) { squares in
            withUnsafePointer(to: circle.points) { points in
                forEachLeaf(circle) { leaf in
                    forEachCandidates(
                        leaf,
                        points,
                        usingReach: usesReach && circle.isSweepable,
                        squares
                    ) { start, mask in
                        var mask = mask
                        // Four are measured at a time.
                        let whole = leaf.count & ~3
                        if mask.nonzeroBitCount &* 3 > whole &* 2,
                            whole <= TreeStorage.leafCapacity
                        {
                            let own = Staged(leaf, distances: staged)
                            circle.distances(of: own, count: whole)
                            body(own, whole, radius, usesReach)
                            mask = (mask >> whole) << whole
                        }
                        while mask != 0 {
                            let position = start &+ mask.trailingZeroBitCount
                            mask &= mask &- 1
                            if count == Staged.capacity {
                                circle.distances(of: staged, count: count)
                                body(staged, count, radius, usesReach)
                                count = 0
                            }
                            staged.set(count, leaf, position)
                            if usesReach { staged.reach[count] = leaf.reach[position] }
                            count &+= 1
                        }
                    }
                }
            }
        }
        guard count > 0 else { return }
        circle.distances(of: staged, count: count)
        body(staged, count, radius, usesReach)
    }

    /// The points of a leaf that may lie within a circle and reach it, up to 64 at a time: after how
    /// many others, and which of them.
    @inline(__always)
    private func forEachCandidates(
        _ leaf: Leaf,
        _ circle: UnsafePointer<ambit_circle>,
        usingReach: Bool,
        _ squares: UnsafeMutableBufferPointer<Float>,
        _ body: (_ start: Int, _ mask: UInt64) -> Void
    ) {
        let total = leaf.count
        var start = 0
        while start < total {
            var unsure: UInt64 = 0
            let mask = ambit_sweep_points(
                leaf.x + start,
                leaf.y + start,
                usingReach ? leaf.reach + start : nil,
                UInt32(truncatingIfNeeded: min(64, total - start)),
                circle,
                squares.baseAddress,
                &unsure
            )
            body(start, mask)
            start &+= 64
        }
    }

    /// Every leaf that may hold something within a circle.
    @inline(__always)
    private func forEachLeaf(_ circle: Circle, _ body: (Leaf) -> Void) {
        var node = root
        var shift = TreeStorage.rootShift
        let spread = circle.spread
        // As long as the circle lies in the centre's own cell, nothing else need be looked at.
        while spread &>> UInt64(shift) == 0 {
            let child = node.child[node.lane(x: circle.lanes.x, y: circle.lanes.y, shift: shift)]
            if let leaf = child.leaf { return body(leaf) }
            guard let next = child.node else { return }
            shift &-= 2
            next.prefetch(isSwept: spread &>> UInt64(shift) != 0)
            node = next
        }
        withUnsafePointer(to: circle.lanes) { lanes in
            forEachLeaf(below: node) {
                ambit_sweep_lanes($0.base, lanes, nil)
            } _: { leaf, _ in
                body(leaf)
            }
        }
    }
}
