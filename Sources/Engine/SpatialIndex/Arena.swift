/// Memory for a tree's blocks: taken from one region, kept in free lists by size, all given back at
/// once.
///
/// Not thread-safe; its owner is.
final class Arena {
    /// Leaves up to this capacity have a list of free ones for each capacity.
    private static let listedCapacity = TreeStorage.leafCapacity
    /// A leaf may get a free block with room for that many more points than it wants.
    private static let mostSpareRoom = 7

    private var region: Region
    /// The first free block of each capacity, of nodes at 0; a free block begins with the next one.
    private var free = [UnsafeMutableRawPointer?](repeating: nil, count: Arena.listedCapacity + 1)
    /// Free blocks for more points, by the binary logarithm of their bytes.
    private var freeLarge = [[UnsafeMutableRawPointer]](repeating: [], count: Int.bitWidth)

    deinit { region.deallocate() }

    /// - Parameter count: How many points are expected.
    init(expecting count: Int) { region = Region(expecting: count) }

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
            Region.empty(leaf.base, bytes: 1 << size)
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
