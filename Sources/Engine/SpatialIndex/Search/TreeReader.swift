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
    ///
    /// - Parameter path: Gets the nodes on the way there, the root first.
    /// - Returns: How many nodes there are, and the leaf if there is one.
    @inline(__always)
    func prefetchLeaf(at center: Coordinate, _ path: Path) -> (depth: Int, leaf: Leaf?) {
        let place = GridPlace(center)
        var child = Child(root)
        var depth = 0
        while let node = child.node {
            path[depth] = node
            let shift = TreeStorage.rootShift &- 2 &* UInt32(truncatingIfNeeded: depth)
            child = node.child(x: place.x, y: place.y, shift: shift)
            child.node?.prefetch()
            depth &+= 1
        }
        let leaf = child.leaf
        leaf?.prefetchCells()
        return (depth, leaf)
    }

    /// Room for the nodes from the root to a leaf, a level each: sixteen at most.
    typealias Path = UnsafeMutableBufferPointer<Node>

    @inline(__always)
    func withPath<Result>(_ body: (Path) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: Node.self, capacity: 16) { body($0) }
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
        into found: inout [Neighbor<UInt32>]
    ) {
        guard mayReach(center) else { return }
        var gathered: [Neighbor<UInt32>] = []
        swap(&gathered, &found)
        Staged.withColumns { staged in
            withUnsafeTemporaryAllocation(of: Neighbor<UInt32>.self, capacity: 64) { hits in
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

    /// What is done with points that are staged and measured: how many there are, within how many metres
    /// they count, and whether their reaches are to be looked at.
    private typealias Taking =
        (_ staged: Staged, _ count: Int, _ bound: Double, _ usesReach: Bool) -> Void

    /// Stages every point that may lie within a radius, and hands over those staged with their
    /// distances whenever there is no room for more, and at the end.
    @inline(__always)
    private func search(
        within radius: Double,
        of center: Coordinate,
        _ staged: Staged,
        _ body: Taking
    ) {
        let radius = reachable(radius)
        let usesReach = Double(leastReach) < radius
        withPath { path in
            let home = prefetchLeaf(at: center, path)
            let circle = Circle(center: center, radius: radius)
            var count = 0
            withUnsafeTemporaryAllocation(of: Float.self, capacity: 64) { squares in
                withUnsafePointer(to: circle.points) { points in
                    forEachLeaf(circle, path, home) { leaf in
                        stage(leaf, circle, points, usesReach, squares, staged, &count, body)
                    }
                }
            }
            guard count > 0 else { return }
            circle.distances(of: staged, count: count)
            body(staged, count, radius, usesReach)
        }
    }

    /// Stages the points of a leaf that may lie within a circle; where most of them may, they are
    /// measured where they are.
    @inline(__always)
    private func stage(
        _ leaf: Leaf,
        _ circle: Circle,
        _ points: UnsafePointer<ambit_circle>,
        _ usesReach: Bool,
        _ squares: UnsafeMutableBufferPointer<Float>,
        _ staged: Staged,
        _ count: inout Int,
        _ body: Taking
    ) {
        let sweepsReach = usesReach && circle.isSweepable
        forEachCandidates(leaf, points, usingReach: sweepsReach, squares) { start, mask in
            var mask = mask
            // Four are measured at a time.
            let whole = leaf.count & ~3
            if mask.nonzeroBitCount &* 3 > whole &* 2, whole <= TreeStorage.leafCapacity {
                let own = Staged(leaf, distances: staged)
                circle.distances(of: own, count: whole)
                body(own, whole, circle.radius, usesReach)
                mask = (mask >> whole) << whole
            }
            while mask != 0 {
                let position = start &+ mask.trailingZeroBitCount
                mask &= mask &- 1
                if count == Staged.capacity {
                    circle.distances(of: staged, count: count)
                    body(staged, count, circle.radius, usesReach)
                    count = 0
                }
                staged.set(count, leaf, position)
                if usesReach { staged.reach[count] = leaf.reach[position] }
                count &+= 1
            }
        }
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
                squares.baseAddress.unsafelyUnwrapped,
                &unsure
            )
            body(start, mask)
            start &+= 64
        }
    }

    /// Every leaf that may hold something within a circle.
    ///
    /// - Parameters:
    ///   - path: The nodes on the way to the circle's centre.
    ///   - home: How many they are, and the leaf at their end.
    @inline(__always)
    private func forEachLeaf(
        _ circle: Circle,
        _ path: Path,
        _ home: (depth: Int, leaf: Leaf?),
        _ body: (Leaf) -> Void
    ) {
        // As long as the circle lies in the centre's own cell, nothing else need be looked at.
        let bits = UInt64.bitWidth &- circle.spread.leadingZeroBitCount
        let root = Int(TreeStorage.rootShift)
        let depth = bits > root ? 0 : (root &- bits) / 2 &+ 1
        guard depth < home.depth else {
            if let leaf = home.leaf { body(leaf) }
            return
        }
        let top = path[depth]
        top.prefetch()
        withUnsafePointer(to: circle.lanes) { lanes in
            forEachLeaf(below: top) {
                ambit_sweep_lanes($0.columns, lanes, nil)
            } _: { leaf, _ in
                body(leaf)
            }
        }
    }
}
