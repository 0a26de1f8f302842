internal import CIndexKernels

extension TreeReader {
    /// Every leaf that a sweep over lanes finds below a node.
    ///
    /// - Parameters:
    ///   - sweep: The lanes of a node to look into, as bits; in bits 16 to 31 those of them all of
    ///     which lies within what is searched.
    ///   - body: Called with each leaf, and whether all of it is known to lie within.
    @inline(__always)
    func forEachLeaf(
        below top: Node,
        sweep: (Node) -> UInt32,
        _ body: (_ leaf: Leaf, _ isWithin: Bool) -> Void
    ) {
        // A level each: sixteen at most.
        withUnsafeTemporaryAllocation(of: (node: Node, left: UInt32).self, capacity: 16) { levels in
            LeafQueue.withQueue { leaves in
                let first = sweep(top)
                top.prefetch(first)
                levels[0] = (top, first)
                var level = 0
                while level >= 0 {
                    let (node, left) = levels[level]
                    guard left & 0xFFFF != 0 else {
                        level &-= 1
                        continue
                    }
                    let lane = left.trailingZeroBitCount
                    levels[level].left = left & (left &- 1)
                    let child = node.child(lane)
                    if let below = child.node {
                        let lanes = sweep(below)
                        below.prefetch(lanes)
                        level &+= 1
                        levels[level] = (below, lanes)
                    } else if let leaf = child.leaf {
                        let isWithin = left >> UInt32(lane &+ 16) & 1 == 1
                        if let item = leaves.add(leaf, isWithin: isWithin) {
                            body(item.leaf, item.isWithin)
                        }
                    }
                }
                while let item = leaves.next() { body(item.leaf, item.isWithin) }
            }
        }
    }
}

extension Node {
    /// Asks for the memory of the children in some lanes, before the first of them is needed.
    ///
    /// - Parameter lanes: As bits; in bits 16 to 31 those of which a leaf's ids alone will be read.
    @inline(__always)
    func prefetch(_ lanes: UInt32) {
        var within = lanes >> 16
        var others = lanes & 0xFFFF & ~within
        while others != 0 {
            child(others.trailingZeroBitCount).prefetch()
            others &= others &- 1
        }
        while within != 0 {
            child(within.trailingZeroBitCount).prefetchIDs()
            within &= within &- 1
        }
    }
}

/// Leaves on their way from memory: each is looked at some leaves after it was met, when its columns
/// have arrived.
///
/// The search that meets them goes on meanwhile, and what it meets is on its way as well.
private struct LeafQueue {
    typealias Item = (leaf: Leaf, isWithin: Bool)

    /// How many leaves may wait.
    private static let capacity = 32
    /// So many leaves after one was met, its header says where its last columns are.
    private static let headerDelay = 24

    private let ring: UnsafeMutableBufferPointer<Item>
    private var met = 0
    private var taken = 0

    /// Lends an empty queue, which lies on the stack.
    @inline(__always)
    static func withQueue(_ body: (inout LeafQueue) -> Void) {
        withUnsafeTemporaryAllocation(of: Item.self, capacity: capacity) { ring in
            var queue = LeafQueue(ring: ring)
            body(&queue)
        }
    }

    private init(ring: UnsafeMutableBufferPointer<Item>) { self.ring = ring }

    @inline(__always)
    private func place(_ number: Int) -> Int { number & (Self.capacity &- 1) }

    /// Takes a leaf in whose first columns have been asked for.
    ///
    /// - Returns: The leaf that it takes the place of, to be looked at now.
    @inline(__always)
    mutating func add(_ leaf: Leaf, isWithin: Bool) -> Item? {
        let oldest = met &- taken == Self.capacity ? next() : nil
        ring[place(met)] = (leaf, isWithin)
        met &+= 1
        if met &- taken > Self.headerDelay {
            ring[place(met &- 1 &- Self.headerDelay)].leaf.prefetchFound()
        }
        return oldest
    }

    /// The next leaf to be looked at; nil when there is none.
    @inline(__always)
    mutating func next() -> Item? {
        guard taken < met else { return nil }
        defer { taken &+= 1 }
        return ring[place(taken)]
    }
}
