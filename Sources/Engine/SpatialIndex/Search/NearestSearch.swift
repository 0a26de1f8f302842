internal import CIndexKernels
internal import Geodesy

extension TreeReader {
    /// Adds the k nearest to the end of a list, best first.
    func collectNearest(
        to center: Coordinate,
        count k: Int,
        within maxDistance: Double,
        where include: ((UInt32) -> Bool)?,
        into found: inout [Neighbor<UInt32>]
    ) {
        guard k > 0, mayReach(center) else { return }
        withPath { _ = prefetchLeaf(at: center, $0) }
        let circle = Circle(center: center, radius: reachable(maxDistance))
        if !circle.canRankByChords
            || !collectNearest(circle, by: .chords, count: k, where: include, into: &found)
        {
            _ = collectNearest(circle, by: .angles, count: k, where: include, into: &found)
        }
    }

    /// - Returns: False, with nothing added, when they lie too far for that ranking.
    private func collectNearest(
        _ circle: Circle,
        by ranking: Circle.Ranking,
        count k: Int,
        where include: ((UInt32) -> Bool)?,
        into found: inout [Neighbor<UInt32>]
    ) -> Bool {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 128) { keys in
            withUnsafeTemporaryAllocation(of: BestCandidates.Group.self, capacity: 32) { groups in
                withUnsafeTemporaryAllocation(of: Float.self, capacity: 64) { squares in
                    var search = NearestSearch(
                        circle: circle,
                        ranking: ranking,
                        best: BestCandidates(count: k, keys: keys, groups: groups),
                        squares: squares.baseAddress.unsafelyUnwrapped,
                        leastReach: leastReach,
                        include: include
                    )
                    defer { search.best.free() }
                    if ranking == .angles { search.circle.limitAngles() }
                    search.visitHome(root, TreeStorage.rootShift)
                    if !search.isOutOfRange { search.finish(count: k, into: &found) }
                    return !search.isOutOfRange
                }
            }
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
                    node.columns,
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
private struct NearestSearch {
    var circle: Circle
    let ranking: Circle.Ranking
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
        let part = Node.part(x: place.x, y: place.y, shift: shift)
        let child = node.child(part)
        if let below = child.node {
            visitHome(below, shift - 2)
        } else if let leaf = child.leaf {
            scan(leaf)
        }
        let lane = node.lane(of: part)
        if circle.isWithinOwnCell(cutAt: node.isSplit(lane) ? shift : shift + 1) || isOutOfRange {
            return
        }
        var lanes = LanesInOrder(node, circle, except: lane)
        while let lane = lanes.next(within: circle), !isOutOfRange { visit(node.child(lane)) }
    }

    private mutating func visit(_ child: Child) {
        if let leaf = child.leaf { return scan(leaf) }
        guard let node = child.node else { return }
        var lanes = LanesInOrder(node, circle)
        while let lane = lanes.next(within: circle), !isOutOfRange { visit(node.child(lane)) }
    }

    private mutating func scan(_ leaf: Leaf) {
        let total = leaf.count
        var start = 0
        while start < total {
            let usesReach = Double(leastReach) < circle.radius
            let count = min(64, total - start)
            var (mask, unsure) = sweep(leaf, start, count, usesReach)
            if usesReach {
                // Where the sweep does not hold, it says nothing of reaches either.
                if ranking == .angles { unsure = mask }
                if ranking == .chords, !circle.isSweepable {
                    unsure = count == 64 ? .max : 1 << UInt64(count) &- 1
                    mask = unsure
                }
                mask = reaching(leaf, start, mask, unsure)
            }
            if let include { mask = admitted(leaf, start, mask, include) }
            best.insert(BestCandidates.Group(leaf: leaf, start: start), mask, squares)
            start &+= 64
        }
        if best.isFull { narrow() }
    }

    /// The points of a group that may be near enough, and those of them that perhaps don't reach
    /// the centre.
    @inline(__always)
    private func sweep(
        _ leaf: Leaf,
        _ start: Int,
        _ count: Int,
        _ usesReach: Bool
    ) -> (mask: UInt64, unsure: UInt64) {
        var unsure: UInt64 = 0
        let count = UInt32(truncatingIfNeeded: count)
        if ranking == .angles {
            let mask = withUnsafePointer(to: circle.cap) {
                ambit_sweep_angles(leaf.x + start, leaf.y + start, count, $0, squares)
            }
            return (mask, unsure)
        }
        let mask = withUnsafePointer(to: circle.points) {
            ambit_sweep_points(
                leaf.x + start,
                leaf.y + start,
                usesReach ? leaf.reach + start : nil,
                count,
                $0,
                squares,
                &unsure
            )
        }
        return (mask, unsure)
    }

    /// The points of a group that reach the centre, by an exact look at those that are unsure.
    @inline(never)
    private func reaching(
        _ leaf: Leaf,
        _ start: Int,
        _ possible: UInt64,
        _ unsure: UInt64
    ) -> UInt64 {
        var (mask, unsure) = (possible, unsure)
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
        let meters = circle.longestMeters(of: square, ranking)
        guard meters < .infinity || ranking == .angles else {
            isOutOfRange = true
            return
        }
        if meters < circle.radius {
            circle.narrow(to: meters)
            if ranking == .angles { circle.limitAngles() }
        }
        best.cut(beyond: circle.limit(ranking))
    }

    /// Measures what is left and adds the best to the list.
    mutating func finish(count k: Int, into found: inout [Neighbor<UInt32>]) {
        if best.keptCount > k { narrow() }
        // Too far to be ranked only when all are wanted, and then there was no cut.
        let before = found.count
        let total = best.keptCount
        let radius = circle.radius
        let best = best
        let circle = circle
        if found.capacity - before < total {
            // Exactly as much would copy a list of many queries' answers at each of them.
            found.reserveCapacity(max(before + total, 2 * found.capacity))
        }
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
