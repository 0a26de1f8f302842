internal import Geodesy

/// A tree's blocks and what changes them.
///
/// Blocks that were made in the current batch of changes belong to the writer alone and are changed
/// in place; older ones may be under a reader's eyes, so they are copied first, along the whole way
/// from the root, and set aside until no reader can hold them. A tree without concurrent readers
/// stays in its first batch for ever and so never copies.
final class TreeStorage {
    /// The level of the root: its finer level cuts at this bit.
    static let rootShift: UInt32 = 30
    static let leafCapacity = 64

    private(set) var arena: Arena
    private(set) var root: Node
    private(set) var count = 0
    /// No point reaches less far than this, metres: with it, most radius queries need not look at
    /// reaches. It only falls.
    private(set) var leastReach = Float.infinity
    /// No point reaches farther than this, metres. It only rises.
    private(set) var mostReach: Float = 0

    /// The number of the batch of changes under way.
    private(set) var batch: UInt64 = 0
    /// Blocks of earlier batches that changes have replaced, with the batch that did.
    private var retired: [(batch: UInt64, block: Child)] = []
    /// Arenas that a tree that had outgrown them has left, with the batch in which it did.
    private var retiredArenas: [(batch: UInt64, arena: Arena)] = []

    /// Where points reach, where that is worth knowing: see ``reviewReach()``.
    var reachMap: ReachMap?
    /// Maps of earlier batches that changes have replaced, with the batch that did.
    var retiredMaps: [(batch: UInt64, map: ReachMap)] = []
    /// How many more points come or are moved until that is asked again.
    var changesToReview = ReachMap.fewestPoints

    /// An empty tree.
    ///
    /// - Parameter count: How many points it will hold at first.
    /// - Throws: ``SpatialIndexError/outOfMemory(bytes:)``.
    convenience init(expecting count: Int = 0) throws(SpatialIndexError) {
        try self.init(.expecting(count))
    }

    init(_ empty: Arena) throws(SpatialIndexError) {
        arena = empty
        try arena.prepare(nodes: 1, leafOf: 0)
        root = arena.makeNode(west: .min, south: .min, shift: Self.rootShift, stamp: 0)
    }

    deinit {
        reachMap?.deallocate()
        for (_, map) in retiredMaps { map.deallocate() }
    }

    /// Writes what readers need beside the root into it, unless nothing has changed in this batch.
    func publishReach() {
        guard root.stamp == batch else { return }
        root.reaches = (leastReach, mostReach)
        root.reachMap = reachMap
    }

    /// Ends the batch: whoever starts to read from now on reads ``root`` as it is.
    func endBatch() { batch += 1 }

    /// Gives back the blocks that were replaced before a batch.
    func reclaim(before oldest: UInt64) {
        let firstKept = retired.firstIndex { $0.batch >= oldest } ?? retired.count
        for (_, block) in retired[..<firstKept] {
            if let node = block.node { arena.release(node) }
            if let leaf = block.leaf { arena.release(leaf) }
        }
        retired.removeFirst(firstKept)
        while let (replaced, map) = retiredMaps.first, replaced < oldest {
            map.deallocate()
            retiredMaps.removeFirst()
        }
        retiredArenas.removeAll { $0.batch < oldest }
    }

    // MARK: Reaches

    /// Takes note of how far a point that comes or moves reaches.
    func include(_ reach: Float) {
        leastReach = min(leastReach, reach)
        mostReach = max(mostReach, reach)
    }

    // MARK: Inserting

    func insert(_ entry: Entry) {
        include(entry.reach)
        place(entry)
        mark(entry)
    }

    private func place(_ entry: Entry) {
        count += 1
        let limit = Bounds.limit(reach: entry.reach)
        root = writable(root)
        var node = root
        var shift = Self.rootShift
        while true {
            let part = Node.part(x: entry.place.x, y: entry.place.y, shift: shift)
            let child = node.child(part)
            let lane = node.lane(of: part)
            if let next = child.node {
                next.prefetch()
                node.widen(lane, around: entry.place, limit: limit)
                let own = writable(next)
                if own != next { node.setChild(lane, Child(own)) }
                node = own
                shift -= 2
            } else if let leaf = child.leaf {
                if leaf.count >= Self.leafCapacity, split(lane, of: node, leaf, shift: shift) {
                    continue
                }
                let own = withRoom(leaf)
                own.append(entry)
                if own != leaf { node.setChild(lane, Child(own)) }
                node.widen(lane, around: entry.place, limit: limit)
                return
            } else {
                let leaf = arena.makeLeaf(capacity: 8, stamp: batch)
                leaf.append(entry)
                node.setChild(lane, Child(leaf))
                node.widen(lane, around: entry.place, limit: limit)
                return
            }
        }
    }

    /// Cuts a full leaf finer: into its quarter's own lanes, or into a node below its lane.
    ///
    /// - Returns: False when its cell is the finest and cannot be cut.
    private func split(_ lane: Int, of node: Node, _ leaf: Leaf, shift: UInt32) -> Bool {
        if !node.isSplit(lane) {
            node.split(quarterOf: lane)
            distribute(leaf, into: node, shift: shift)
        } else if shift >= 2 {
            let below = makeNode(around: leaf.place(0), shift: shift - 2, in: arena)
            distribute(leaf, into: below, shift: shift - 2)
            node.setChild(lane, Child(below))
        } else {
            return false
        }
        retire(leaf)
        return true
    }

    private func distribute(_ leaf: Leaf, into node: Node, shift: UInt32) {
        for index in 0..<leaf.count {
            let entry = leaf[index]
            let lane = node.lane(x: entry.place.x, y: entry.place.y, shift: shift)
            let target = withRoom(
                node.child(lane).leaf ?? arena.makeLeaf(capacity: 8, stamp: batch)
            )
            target.append(entry)
            node.setChild(lane, Child(target))
            node.widen(
                lane,
                around: entry.place,
                limit: Bounds.limit(reach: entry.reach)
            )
        }
    }

    // MARK: Removing

    typealias Path = UnsafeMutableBufferPointer<Step>

    /// A node on a way down, and which of its sixteen parts the way goes on in.
    struct Step {
        var node: Node
        let part: Int

        @inline(__always) var lane: Int { node.lane(of: part) }
    }

    /// Where a point is: its leaf, its place in it, and at the end of how long a way.
    typealias Position = (depth: Int, leaf: Leaf, index: Int)

    func remove(id: UInt32, at place: GridPlace) -> Bool {
        withPath { path in
            guard let position = find(id: id, at: place, path) else { return false }
            remove(position, path)
            return true
        }
    }

    func withPath<Result>(_ body: (Path) -> Result) -> Result {
        // A level each: sixteen at most.
        withUnsafeTemporaryAllocation(of: Step.self, capacity: 16) { body($0) }
    }

    func remove(_ position: Position, _ path: Path) {
        let (depth, leaf, index) = position
        count -= 1
        makeWritable(path, depth: depth)
        let (node, lane) = (path[depth].node, path[depth].lane)
        let before = node.bounds(lane)
        if leaf.count == 1 {
            node.clear(lane)
            retire(leaf)
        } else {
            let own = hasMuchRoom(leaf) ? copy(leaf, room: 0) : writable(leaf)
            if own != leaf { node.setChild(lane, Child(own)) }
            let gone = own[index]
            own[index] = own[own.count - 1]
            own.count -= 1
            guard node.isTight(lane, around: gone) else { return }
            node.set(lane, own.bounds)
        }
        refit(path, depth: depth, from: before)
    }

    /// Whether a smaller leaf would do; of a pile of duplicates, once two thirds of it are gone.
    private func hasMuchRoom(_ leaf: Leaf) -> Bool {
        leaf.capacity <= Self.leafCapacity
            ? leaf.capacity - leaf.count >= 24 : leaf.capacity > 3 * leaf.count
    }

    /// Looks for a point and notes the way there.
    func find(id: UInt32, at place: GridPlace, _ path: Path) -> Position? {
        var node = root
        var shift = Self.rootShift
        var depth = 0
        while true {
            let part = Node.part(x: place.x, y: place.y, shift: shift)
            path[depth] = Step(node: node, part: part)
            let child = node.child(part)
            guard let next = child.node else {
                guard let leaf = child.leaf, let index = leaf.position(id: id, at: place) else {
                    return nil
                }
                return (depth, leaf, index)
            }
            next.prefetch()
            node = next
            shift -= 2
            depth += 1
        }
    }

    /// Makes the nodes of a way from the root the writer's own.
    func makeWritable(_ path: Path, depth: Int) {
        for level in 0...depth {
            let node = path[level].node
            let own = writable(node)
            if own == node { continue }
            path[level].node = own
            if level == 0 {
                root = own
            } else {
                path[level - 1].node.setChild(path[level - 1].lane, Child(own))
            }
        }
    }

    /// Fits the boxes above a lane, up to the first that stays as it is, and drops nodes that have
    /// become empty.
    ///
    /// - Parameter before: The lane's bounds as they were.
    func refit(_ path: Path, depth: Int, from before: Bounds) {
        var before = before
        for level in (0..<depth).reversed() {
            let below = path[level + 1]
            guard below.node.bounds(below.lane) != before else { return }
            let (node, lane) = (path[level].node, path[level].lane)
            before = node.bounds(lane)
            if below.node.isEmpty {
                node.clear(lane)
                retire(below.node)
            } else {
                node.set(lane, below.node.union)
            }
        }
    }

    // MARK: Blocks

    private func writable(_ node: Node) -> Node {
        guard node.stamp != batch else { return node }
        let copy = arena.makeNode(copying: node, stamp: batch)
        retired.append((batch, Child(node)))
        return copy
    }

    /// An empty node of the square around a place whose finer level is cut at a bit.
    func makeNode(around place: GridPlace, shift: UInt32, in arena: Arena) -> Node {
        let inner = UInt32(truncatingIfNeeded: 1 << UInt64(shift + 2) - 1)
        func first(_ cell: Int32) -> Int32 {
            Int32(bitPattern: (UInt32(bitPattern: cell) ^ 0x8000_0000) & ~inner ^ 0x8000_0000)
        }
        return arena.makeNode(
            west: first(place.x),
            south: first(place.y),
            shift: shift,
            stamp: batch
        )
    }

    func writable(_ leaf: Leaf) -> Leaf {
        leaf.stamp == batch ? leaf : copy(leaf, capacity: leaf.capacity)
    }

    private func withRoom(_ leaf: Leaf) -> Leaf {
        leaf.count < leaf.capacity ? writable(leaf) : copy(leaf, room: 1)
    }

    private func copy(_ leaf: Leaf, room: Int) -> Leaf {
        // Eight at a time up to the usual size; a pile of duplicates grows by half.
        let wanted = leaf.count + room
        return copy(
            leaf,
            capacity: wanted <= Self.leafCapacity
                ? min((wanted + 7) & ~7, Self.leafCapacity) : wanted + wanted / 2
        )
    }

    private func copy(_ leaf: Leaf, capacity: Int) -> Leaf {
        let copy = arena.makeLeaf(capacity: capacity, stamp: batch)
        copy.take(leaf)
        retire(leaf)
        return copy
    }

    private func retire(_ leaf: Leaf) {
        if leaf.stamp == batch { arena.release(leaf) } else { retired.append((batch, Child(leaf))) }
    }

    private func retire(_ node: Node) {
        if node.stamp == batch { arena.release(node) } else { retired.append((batch, Child(node))) }
    }

    // MARK: Building

    /// Goes on in a larger arena, which has copies of all blocks.
    func move(to larger: Arena, root copiedRoot: Node) {
        // Readers may be in the old one; in the first batch there are none yet.
        if batch > 0 { retiredArenas.append((batch, arena)) }
        retired = []
        arena = larger
        root = copiedRoot
    }

    /// Takes over a tree that was built in an arena of its own.
    func adopt(
        _ newArena: Arena,
        root newRoot: Node,
        count newCount: Int,
        reaches: (least: Float, most: Float)
    ) {
        arena = newArena
        root = newRoot
        count = newCount
        (leastReach, mostReach) = reaches
    }
}
