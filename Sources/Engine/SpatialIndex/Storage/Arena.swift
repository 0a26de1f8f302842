/// Memory for a tree's blocks: taken from one region, kept in free lists by size, all given back at
/// once.
///
/// A change first makes sure of all that it may need (``prepareChange()``), so that it cannot stop half
/// way. Not thread-safe; its owner is.
final class Arena {
    /// Leaves up to this capacity have a list of free ones for each capacity.
    private static let listedCapacity = TreeStorage.leafCapacity
    /// A leaf may get a free block with room for that many more points than it wants.
    private static let mostSpareRoom = 7

    private var region: BlockRegion
    /// The first free block of each capacity, of nodes at 0; a free block begins with the next one.
    private var free = [UnsafeMutableRawPointer?](repeating: nil, count: Arena.listedCapacity + 1)
    /// Free blocks for more points, by the binary logarithm of their bytes.
    private var freeLarge = [[UnsafeMutableRawPointer]](repeating: [], count: Int.bitWidth)
    /// The bytes of the largest block so far, beyond those that have a list.
    private var largestLeafBytes = 0

    deinit { region.deallocate() }

    /// Memory for a tree of so many points, and for more in proportion.
    ///
    /// Where the system has not the addresses for that, as many as the points need.
    ///
    /// - Throws: ``SpatialIndexError/outOfMemory(bytes:)``.
    static func expecting(_ count: Int) throws(SpatialIndexError) -> Arena {
        var size = BlockRegion.Size.expecting(count)
        while true {
            do throws(SpatialIndexError) {
                return try Arena(size, expecting: count)
            } catch {
                // What the points take at least, in a smaller region.
                guard let smaller = size.previous, count <= smaller.leafBytes / 24 else {
                    throw error
                }
                size = smaller
            }
        }
    }

    init(_ size: BlockRegion.Size, expecting count: Int) throws(SpatialIndexError) {
        region = try BlockRegion(size, expecting: count)
    }

    /// How many addresses the region has.
    var size: BlockRegion.Size { region.size }

    /// Memory for a copy of all blocks, and for changes, in a region that is no smaller than a given one.
    ///
    /// - Throws: ``SpatialIndexError``.
    func makeRoomForCopy(atLeast least: BlockRegion.Size, expecting count: Int)
        throws(SpatialIndexError) -> Arena
    {
        let nodes = region.nodes + Self.nodesPerChange
        let leafBytes = region.leafBytes + leafBytesPerChange
        guard let holding = BlockRegion.Size.holding(nodes: nodes, leafBytes: leafBytes) else {
            throw .full
        }
        let size = holding.bytes < least.bytes ? least : holding
        let copy = try Arena(size, expecting: count)
        try copy.open(nodes: nodes, leafBytes: leafBytes)
        copy.largestLeafBytes = largestLeafBytes
        return copy
    }

    // MARK: Preparing

    /// What a change may need of nodes: a way from the root has 16 at most, a move copies two ways, and
    /// what an insertion cuts finer adds one a level.
    private static let nodesPerChange = 64
    /// What it may need of leaves, but for those of more than the usual size: on each of 16 levels a leaf is
    /// cut twice into four, whose blocks grow by eight points up to 64; all sizes together have room for
    /// 288 points and take less than 7 KB.
    private static let usualLeafBytesPerChange = 32 * 8192
    /// A larger leaf is copied twice at most in a change, into half as much again as it needs, in blocks of
    /// the next power of two.
    private var leafBytesPerChange: Int { Self.usualLeafBytesPerChange + 4 * largestLeafBytes }

    /// Makes sure that a change finds all the blocks that it may need.
    ///
    /// - Throws: ``SpatialIndexError/full`` when the region has not the addresses,
    ///   ``SpatialIndexError/outOfMemory(bytes:)``.
    @inline(__always)
    func prepareChange() throws(SpatialIndexError) {
        if region.spareNodes >= Self.nodesPerChange, region.spareLeafBytes >= leafBytesPerChange {
            return
        }
        try open(nodes: Self.nodesPerChange, leafBytes: leafBytesPerChange)
    }

    /// Makes memory for so much more.
    ///
    /// The region is a value here, put back when it is complete: a method that changed the property would
    /// make the runtime check every other access to it.
    @inline(never)
    private func open(nodes: Int, leafBytes: Int) throws(SpatialIndexError) {
        var region = region
        defer { self.region = region }
        try region.prepare(nodes: nodes, leafBytes: leafBytes)
    }

    /// Makes sure of some nodes and of one leaf.
    ///
    /// - Throws: As ``prepareChange()``.
    @inline(__always)
    func prepare(nodes: Int, leafOf capacity: Int) throws(SpatialIndexError) {
        // A power of two is less than twice what it holds.
        let bytes = 2 * Leaf.bytes(capacity: max(capacity, Self.listedCapacity))
        if region.spareNodes >= nodes, region.spareLeafBytes >= bytes { return }
        try open(nodes: nodes, leafBytes: bytes)
    }

    // MARK: Blocks

    /// A leaf with room for at least `wanted` points.
    func makeLeaf(capacity wanted: Int, stamp: UInt64) -> Leaf {
        var capacity = max(wanted, Leaf.leastCapacity)
        let block: UnsafeMutableRawPointer
        if capacity <= Self.listedCapacity {
            let most = min(capacity + Self.mostSpareRoom, Self.listedCapacity)
            if let spare = (capacity...most).first(where: { free[$0] != nil }) { capacity = spare }
            block = takeFree(capacity) ?? region.makeLeaf(bytes: Leaf.bytes(capacity: capacity))
        } else {
            let size = Self.logarithm(ofBytesFor: capacity)
            largestLeafBytes = max(largestLeafBytes, 1 << size)
            block = freeLarge[size].popLast() ?? region.makeLeaf(bytes: 1 << size)
        }
        let leaf = Leaf(block)
        leaf.count = 0
        leaf.capacity = capacity
        leaf.stamp = stamp
        return leaf
    }

    /// An empty node of a square: see ``Node/reset(west:south:shift:)``.
    func makeNode(west: Int32, south: Int32, shift: UInt32, stamp: UInt64) -> Node {
        let node = makeNode()
        node.reset(west: west, south: south, shift: shift)
        node.stamp = stamp
        return node
    }

    /// A node with what another one has.
    func makeNode(copying other: Node, stamp: UInt64) -> Node {
        let node = makeNode()
        node.take(other)
        node.stamp = stamp
        return node
    }

    private func makeNode() -> Node { Node(takeFree(0) ?? region.makeNode()) }

    func release(_ leaf: Leaf) {
        if leaf.capacity <= Self.listedCapacity {
            give(leaf.base, leaf.capacity)
        } else {
            let size = Self.logarithm(ofBytesFor: leaf.capacity)
            BlockRegion.empty(leaf.base, bytes: 1 << size)
            freeLarge[size].append(leaf.base)
        }
    }

    func release(_ node: Node) { give(node.base, 0) }

    /// Blocks for more points than usual are as large as the next power of two.
    private static func logarithm(ofBytesFor capacity: Int) -> Int {
        Int.bitWidth - (Leaf.bytes(capacity: capacity) - 1).leadingZeroBitCount
    }

    private func give(_ block: UnsafeMutableRawPointer, _ list: Int) {
        block.storeBytes(of: UInt(bitPattern: free[list]), as: UInt.self)
        free[list] = block
    }

    private func takeFree(_ list: Int) -> UnsafeMutableRawPointer? {
        guard let block = free[list] else { return nil }
        free[list] = UnsafeMutableRawPointer(bitPattern: block.load(as: UInt.self))
        return block
    }
}
