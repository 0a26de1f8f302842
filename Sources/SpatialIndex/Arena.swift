#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Memory for a tree's blocks: carved from large slabs, kept in free lists by size, all given back
/// at once.
///
/// Not thread-safe; its owner is.
final class Arena {
    /// Leaves up to this capacity come from slabs, with a list of free ones for each capacity.
    private static let listedCapacity = TreeStorage.leafCapacity
    /// A leaf may get a free block with room for that many more points than it wants.
    private static let mostSpareRoom = 7
    private static let firstSlabBytes = 16 << 10
    /// Slabs of a huge page each, so that a large tree needs few entries in the page tables.
    private static let slabBytes = 2 << 20

    private var slabs: [UnsafeMutableRawPointer] = []
    private var nextSlabBytes = Arena.firstSlabBytes
    private var cursor = UnsafeMutableRawPointer(bitPattern: 64)
    private var left = 0
    /// The first free block of each capacity, of nodes at 0; a free block begins with the next one.
    private var free = [UnsafeMutableRawPointer?](repeating: nil, count: Arena.listedCapacity + 1)
    private var large: Set<UnsafeMutableRawPointer> = []

    deinit {
        for slab in slabs { slab.deallocate() }
        for block in large { block.deallocate() }
    }

    /// A leaf with room for at least `wanted` points.
    func makeLeaf(capacity wanted: Int, stamp: UInt64) -> Leaf {
        var capacity = max(wanted, Leaf.leastCapacity)
        let block: UnsafeMutableRawPointer
        if capacity <= Self.listedCapacity {
            let most = min(capacity + Self.mostSpareRoom, Self.listedCapacity)
            if let spare = (capacity...most).first(where: { free[$0] != nil }) { capacity = spare }
            block = take(
                list: capacity,
                bytes: Leaf.bytes(capacity: capacity),
                alignment: Leaf.alignment
            )
        } else {
            let bytes = Leaf.bytes(capacity: capacity)
            block = Self.allocate(bytes: bytes, alignment: 64)
            block.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
            large.insert(block)
        }
        let leaf = Leaf(block)
        leaf.count = 0
        leaf.capacity = capacity
        leaf.stamp = stamp
        return leaf
    }

    /// An empty node of a square: see ``Node/reset(west:south:shift:)``.
    func makeNode(west: Int32, south: Int32, shift: UInt32, stamp: UInt64) -> Node {
        let node = Node(take(list: 0, bytes: Node.bytes, alignment: Node.alignment))
        node.reset(west: west, south: south, shift: shift)
        node.stamp = stamp
        return node
    }

    /// A node with what another one has.
    func makeNode(copying other: Node, stamp: UInt64) -> Node {
        let node = Node(take(list: 0, bytes: Node.bytes, alignment: Node.alignment))
        node.base.copyMemory(from: other.base, byteCount: Node.bytes)
        node.stamp = stamp
        return node
    }

    func release(_ leaf: Leaf) {
        if leaf.capacity <= Self.listedCapacity {
            give(leaf.base, list: leaf.capacity)
        } else {
            large.remove(leaf.base)
            leaf.base.deallocate()
        }
    }

    func release(_ node: Node) { give(node.base, list: 0) }

    private func give(_ block: UnsafeMutableRawPointer, list: Int) {
        block.storeBytes(of: UInt(bitPattern: free[list]), as: UInt.self)
        free[list] = block
    }

    private func take(list: Int, bytes: Int, alignment: Int) -> UnsafeMutableRawPointer {
        if let block = free[list] {
            free[list] = UnsafeMutableRawPointer(bitPattern: block.load(as: UInt.self))
            return block
        }
        while true {
            if let cursor {
                let start = cursor.alignedUp(toMultipleOf: alignment)
                let used = start - cursor + bytes
                if used <= left {
                    self.cursor = start + bytes
                    left -= used
                    start.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
                    return start
                }
            }
            addSlab()
        }
    }

    private func addSlab() {
        let bytes = nextSlabBytes
        let slab = Self.allocate(bytes: bytes, alignment: bytes == Self.slabBytes ? bytes : 4096)
        if bytes == Self.slabBytes { madvise(slab, bytes, MADV_HUGEPAGE) }
        slabs.append(slab)
        cursor = slab
        left = bytes
        nextSlabBytes = min(Self.slabBytes, bytes * 2)
    }

    private static func allocate(bytes: Int, alignment: Int) -> UnsafeMutableRawPointer {
        .allocate(byteCount: bytes, alignment: alignment)
    }
}
