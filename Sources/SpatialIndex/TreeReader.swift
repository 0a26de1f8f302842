internal import Geodesy

/// The queries, over a root that stays as it is while they run.
struct TreeReader {
    let root: Node
    let leastReach: Float

    init(_ storage: TreeStorage) {
        self.init(root: storage.root, leastReach: storage.leastReach)
    }

    init(root: Node, leastReach: Float) {
        self.root = root
        self.leastReach = leastReach
    }
}

// MARK: Radius

extension TreeReader {
    /// Gathers hits a few at a time: an array is asked for room once for many.
    private struct Gathering {
        static let capacity = 64

        let buffer: UnsafeMutableBufferPointer<Neighbor>
        var count = 0
        var found: [Neighbor]

        @inline(__always)
        mutating func makeRoom(for more: Int) {
            if count + more > Self.capacity { flush() }
        }

        mutating func flush() {
            found.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<count]))
            count = 0
        }
    }

    func collect(
        within radius: Double,
        of center: Coordinate,
        into found: inout [Neighbor]
    ) {
        let circle = Circle(center: center, radius: radius)
        withUnsafeTemporaryAllocation(of: Neighbor.self, capacity: Gathering.capacity) { buffer in
            var gathering = Gathering(buffer: buffer, found: [])
            swap(&gathering.found, &found)
            let usesReach = Double(leastReach) < radius
            visit(root, circle) { leaf in
                scan(leaf, circle, usesReach: usesReach) { start, mask, distances in
                    gathering.makeRoom(for: 8)
                    let ids = leaf.id + start
                    for lane in 0..<8 {
                        gathering.buffer[gathering.count] = Neighbor(
                            id: ids[lane],
                            distance: Distance(laneMeters: distances[lane])
                        )
                        gathering.count += Int(mask >> UInt32(lane) & 1)
                    }
                }
            }
            gathering.flush()
            swap(&gathering.found, &found)
        }
    }

    func forEach(within radius: Double, of center: Coordinate, _ body: (UInt32, Double) -> Void) {
        let circle = Circle(center: center, radius: radius)
        let usesReach = Double(leastReach) < radius
        visit(root, circle) { leaf in
            scan(leaf, circle, usesReach: usesReach) { start, mask, distances in
                var mask = mask
                while mask != 0 {
                    let lane = mask.trailingZeroBitCount
                    mask &= mask &- 1
                    body(leaf.id[start + lane], distances[lane])
                }
            }
        }
    }

    /// Every leaf that may hold something.
    @inline(__always)
    private func visit(_ node: Node, _ circle: Circle, _ body: (Leaf) -> Void) {
        // Fifteen lanes at most wait at each of at most sixteen levels.
        withUnsafeTemporaryAllocation(of: Node.self, capacity: 241) { pending in
            pending[0] = node
            var depth = 1
            while depth > 0 {
                depth -= 1
                let node = pending[depth]
                var mask = circle.sweep(node)
                while mask != 0 {
                    let lane = mask.trailingZeroBitCount
                    mask &= mask &- 1
                    let child = node.child[lane]
                    if let below = child.node {
                        pending[depth] = below
                        depth += 1
                    } else if let leaf = child.leaf {
                        body(leaf)
                    }
                }
            }
        }
    }

    /// Every group of eight points of a leaf in which some lie within the radius and reach: where
    /// it starts, which they are, and their distances.
    @inline(__always)
    private func scan(
        _ leaf: Leaf,
        _ circle: Circle,
        usesReach: Bool,
        _ body: (Int, UInt32, SIMD8<Double>) -> Void
    ) {
        let count = leaf.count
        var start = 0
        while start < count {
            defer { start += 8 }
            var mask = circle.candidates(leaf, from: start, count: count, usesReach: usesReach)
            guard mask != 0 else { continue }
            let distances = circle.exactDistances(leaf, from: start, mask)
            mask &= circle.within(distances, leaf, from: start, usingReach: usesReach)
            if mask != 0 { body(start, mask, distances) }
        }
    }
}
