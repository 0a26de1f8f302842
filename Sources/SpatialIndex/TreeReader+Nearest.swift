internal import CIndexKernels
internal import Geodesy

extension TreeReader {
    /// Adds the k nearest to the end of a list, best first.
    func collectNearest(
        to center: Coordinate,
        count k: Int,
        within maxDistance: Double,
        where include: ((UInt32) -> Bool)?,
        into found: inout [Neighbor]
    ) {
        guard k > 0 else { return }
        let circle = Circle(center: center, radius: reachable(maxDistance))
        if !circle.canRank
            || !ranked(circle, count: k, where: include, into: &found)
        {
            thorough(circle, count: k, where: include, into: &found)
        }
    }

    /// The nearest by the sweep's chords first: fast, where they lie within
    /// ``Circle/rankedMeters``.
    ///
    /// - Returns: False, with nothing added, when they do not.
    private func ranked(
        _ circle: Circle,
        count k: Int,
        where include: ((UInt32) -> Bool)?,
        into found: inout [Neighbor]
    ) -> Bool {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 128) { keys in
            withUnsafeTemporaryAllocation(of: BestCandidates.Group.self, capacity: 32) { groups in
                withUnsafeTemporaryAllocation(of: Float.self, capacity: 64) { squares in
                    var search = RankedSearch(
                        circle: circle,
                        best: BestCandidates(count: k, keys: keys, groups: groups),
                        squares: squares.baseAddress.unsafelyUnwrapped,
                        leastReach: leastReach,
                        include: include
                    )
                    defer { search.best.free() }
                    search.visitHome(root, TreeStorage.rootShift)
                    guard !search.isOutOfRange else { return false }
                    search.finish(count: k, into: &found)
                    return true
                }
            }
        }
    }

    /// The nearest by exact distances alone: for any place and any distance.
    @inline(never)
    private func thorough(
        _ circle: Circle,
        count k: Int,
        where include: ((UInt32) -> Bool)?,
        into found: inout [Neighbor]
    ) {
        Staged.withColumns { staged in
            var search = ThoroughSearch(
                circle: circle,
                count: k,
                leastReach: leastReach,
                staged: staged,
                include: include
            )
            search.visit(root)
            search.cut()
            found.append(contentsOf: search.best)
        }
    }
}

/// The lanes of a node in order: the nearest first.
private struct LanesInOrder {
    private var mask: UInt32
    private let angles: SIMD16<Float>

    @inline(__always)
    init(_ node: Node, _ circle: Circle, except lane: Int? = nil) {
        var angles = SIMD16<Float>()
        var mask = withUnsafePointer(to: circle.orderedLanes) { lanes in
            withUnsafeMutableBytes(of: &angles) {
                ambit_sweep_lanes(
                    node.base,
                    lanes,
                    $0.baseAddress?.assumingMemoryBound(to: Float.self)
                )
            }
        }
        if let lane { mask &= ~(1 << UInt32(lane)) }
        node.prefetch(mask)
        (self.mask, self.angles) = (mask, angles)
    }

    /// Takes the nearest lane left, unless it lies beyond the circle as it is now.
    @inline(__always)
    mutating func next(within circle: Circle) -> Int? {
        guard mask != 0 else { return nil }
        var lane = mask.trailingZeroBitCount
        var others = mask & (mask &- 1)
        while others != 0 {
            let other = others.trailingZeroBitCount
            others &= others &- 1
            lane = angles[other] < angles[lane] ? other : lane
        }
        mask &= ~(1 << UInt32(lane))
        return angles[lane] <= circle.orderedLanes.limit ? lane : nil
    }
}

/// A search for the k nearest from the leaf that holds the centre outwards, until everything within
/// the distance of the k-th best lies in what was looked at.
private struct RankedSearch {
    var circle: Circle
    var best: BestCandidates
    /// Room for 64.
    let squares: UnsafeMutablePointer<Float>
    let leastReach: Float
    let include: ((UInt32) -> Bool)?
    /// Whether the k-th best lies too far for ranking by chords.
    var isOutOfRange = false

    /// Looks into the centre's own lane first, then into the others that may hold something.
    mutating func visitHome(_ node: Node, _ shift: UInt32) {
        let place = circle.origin.place
        let lane = node.lane(x: place.x, y: place.y, shift: shift)
        let child = node.child[lane]
        if let below = child.node {
            below.prefetchChildren()
            visitHome(below, shift - 2)
        } else if let leaf = child.leaf {
            scan(leaf)
        }
        if circle.isWithinOwnCell(cutAt: node.isSplit(lane) ? shift : shift + 1) || isOutOfRange {
            return
        }
        var lanes = LanesInOrder(node, circle, except: lane)
        while let lane = lanes.next(within: circle), !isOutOfRange { visit(node.child[lane]) }
    }

    private mutating func visit(_ child: Child) {
        if let leaf = child.leaf { return scan(leaf) }
        guard let node = child.node else { return }
        var lanes = LanesInOrder(node, circle)
        while let lane = lanes.next(within: circle), !isOutOfRange { visit(node.child[lane]) }
    }

    private mutating func scan(_ leaf: Leaf) {
        let total = leaf.count
        var start = 0
        while start < total {
            let usesReach = Double(leastReach) < circle.radius
            var unsure: UInt64 = 0
            var mask = withUnsafePointer(to: circle.points) {
                ambit_sweep_points(
                    leaf.x + start,
                    leaf.y + start,
                    usesReach ? leaf.reach + start : nil,
                    UInt32(truncatingIfNeeded: min(64, total - start)),
                    $0,
                    squares,
                    &unsure
                )
            }
            if usesReach {
                mask = reaching(leaf, start, circle.isSweepable ? (mask, unsure) : nil)
            }
            if let include { mask = admitted(leaf, start, mask, include) }
            best.insert(BestCandidates.Group(leaf: leaf, start: start), mask, squares)
            start &+= 64
        }
        if best.isFull { narrow() }
    }

    /// The points of a group that reach the centre, by an exact look at those that are unsure;
    /// without a sweep, at all.
    @inline(never)
    private func reaching(
        _ leaf: Leaf,
        _ start: Int,
        _ swept: (mask: UInt64, unsure: UInt64)?
    ) -> UInt64 {
        let count = min(64, leaf.count - start)
        let all = count == 64 ? UInt64.max : 1 << UInt64(count) &- 1
        var (mask, unsure) = swept ?? (all, all)
        while unsure != 0 {
            let lane = unsure.trailingZeroBitCount
            unsure &= unsure &- 1
            let reach = leaf.reach[start + lane]
            if reach < .infinity,
                circle.origin.meters(to: leaf.place(start + lane)) > Double(reach)
            {
                mask &= ~(1 << UInt64(lane))
            }
        }
        return mask
    }

    @inline(never)
    private func admitted(
        _ leaf: Leaf,
        _ start: Int,
        _ mask: UInt64,
        _ include: (UInt32) -> Bool
    ) -> UInt64 {
        var (left, admitted) = (mask, mask)
        while left != 0 {
            let lane = left.trailingZeroBitCount
            left &= left &- 1
            if !include(leaf.id[start + lane]) { admitted &= ~(1 << UInt64(lane)) }
        }
        return admitted
    }

    /// Draws the circle in to what the k-th best allows.
    private mutating func narrow() {
        let square = best.kthSquare()
        guard square <= Float(Circle.rankedMeters * Circle.rankedMeters) else {
            isOutOfRange = true
            return
        }
        let meters = circle.longestMeters(ofSquaredChord: square)
        if meters < circle.radius { circle.narrow(to: meters) }
        best.cut(beyond: circle.points.limit)
    }

    /// Measures what is left and adds the best to the list.
    mutating func finish(count k: Int, into found: inout [Neighbor]) {
        if best.keptCount > k { narrow() }
        // Too far to be ranked only when all are wanted, and then there was no cut.
        let before = found.count
        let total = best.keptCount
        let radius = circle.radius
        let best = best
        let circle = circle
        found.reserveCapacity(before + total)
        Staged.withColumns { staged in
            var done = 0
            while done < total {
                let count = min(Staged.capacity, total - done)
                for index in 0..<count {
                    let (leaf, position) = best.point(done + index)
                    staged.set(index, leaf, position)
                }
                circle.distances(of: staged, count: count)
                for index in 0..<count where staged.meters[index] <= radius {
                    found.append(
                        Neighbor(
                            id: staged.id[index],
                            distance: Distance(laneMeters: staged.meters[index])
                        )
                    )
                }
                done += count
            }
        }
        found.withUnsafeMutableBufferPointer {
            Neighbor.sort(UnsafeMutableBufferPointer(rebasing: $0[before...]))
        }
        if found.count - before > k { found.removeLast(found.count - before - k) }
    }
}

/// A search for the k nearest that measures whatever it meets: nearest lane first, within the
/// distance of the k-th best so far.
private struct ThoroughSearch {
    private(set) var circle: Circle
    private let count: Int
    private let leastReach: Float
    private let staged: Staged
    private let include: ((UInt32) -> Bool)?
    private(set) var best: [Neighbor] = []

    init(
        circle: Circle,
        count: Int,
        leastReach: Float,
        staged: Staged,
        include: ((UInt32) -> Bool)?
    ) {
        self.circle = circle
        self.count = count
        self.leastReach = leastReach
        self.staged = staged
        self.include = include
    }

    mutating func visit(_ node: Node) {
        var lanes = LanesInOrder(node, circle)
        while let lane = lanes.next(within: circle) {
            let child = node.child[lane]
            if let below = child.node {
                visit(below)
            } else if let leaf = child.leaf {
                scan(leaf)
            }
        }
    }

    private mutating func scan(_ leaf: Leaf) {
        var start = 0
        while start < leaf.count {
            let group = min(Staged.capacity, leaf.count - start)
            for index in 0..<group { staged.set(index, leaf, start + index) }
            circle.distances(of: staged, count: group)
            for index in 0..<group {
                let meters = staged.meters[index]
                let id = staged.id[index]
                if meters <= circle.radius, meters <= Double(leaf.reach[start + index]),
                    include?(id) ?? true
                {
                    best.append(Neighbor(id: id, distance: Distance(laneMeters: meters)))
                }
            }
            start += group
        }
        if best.count >= count, best.count >= 2 * min(count, 4096) || circle.radius == .infinity {
            cut()
        }
    }

    /// Keeps the best, in order, and searches no farther than the last of them.
    mutating func cut() {
        best.withUnsafeMutableBufferPointer { Neighbor.sort($0) }
        guard best.count >= count else { return }
        best.removeLast(best.count - count)
        circle.narrow(to: best[count - 1].distance.meters)
    }
}
