internal import CIndexKernels

/// The addresses that the blocks of a tree lie at: as many as the tree may soon need, and no memory
/// before a page is written to.
///
/// Nodes come first, then leaves. A node names its children in 32 bits, by how far from the node
/// itself they lie, so a region may begin anywhere; and its columns follow from the address of its
/// children alone (``columns(ofChildrenAt:)``), because both lie in one *chunk* that begins at a
/// multiple of its own size. Not thread-safe; its owner is.
struct BlockRegion {
    // MARK: Layout

    /// What the addresses of blocks are multiples of.
    static var granularity: Int { 16 }
    /// Nodes by the chunk: the children of all of them, and behind these the columns of all of them.
    static var nodesPerChunk: Int { 8192 }
    private static var chunkBytes: Int { nodesPerChunk * Node.blockBytes }
    private static var chunkChildrenBytes: Int { nodesPerChunk * Node.childrenBytes }
    /// The bytes of columns to a byte of children.
    private static var columnsPerChildren: Int { Node.columnsBytes / Node.childrenBytes }
    /// The most that nodes can take: how far before a node one of its children may lie.
    static var mostNodeBytes: Int { 4 << 30 }

    /// The columns of the node that has its children at an address.
    ///
    /// With d for how far into its chunk the address is, children begin at d and columns at
    /// `chunkChildrenBytes + 3 d`, which is `chunkChildrenBytes + 2 d` farther.
    @inline(__always)
    static func columns(ofChildrenAt address: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        let depth = Int(bitPattern: address) & (chunkBytes - 1)
        return address + (chunkChildrenBytes + depth * (columnsPerChildren - 1))
    }

    /// How many addresses a region has.
    struct Size: Equatable {
        let chunks: Int
        let leafBytes: Int

        var nodeBytes: Int { chunks * BlockRegion.chunkBytes }
        var bytes: Int { nodeBytes + leafBytes }

        /// From 4 MB to 28 GB, a few of them, so that a tree that grows one by one rarely moves:
        /// 2 MB of leaves hold 60,000 points and more, 24 GB some 800 million.
        static let all = [
            Size(chunks: 1, leafBytes: 2 << 20), Size(chunks: 4, leafBytes: 56 << 20),
            Size(chunks: 64, leafBytes: 896 << 20), Size(chunks: 1024, leafBytes: 14 << 30),
            Size(chunks: BlockRegion.mostNodeBytes / BlockRegion.chunkBytes, leafBytes: 24 << 30),
        ]

        /// The least that has room for so much; nil when none has.
        static func holding(nodes: Int, leafBytes: Int) -> Size? {
            all.first {
                nodes <= $0.chunks * BlockRegion.nodesPerChunk && leafBytes <= $0.leafBytes
            }
        }

        /// What a tree of so many points begins with: room for four times as many, at 32 bytes each.
        static func expecting(_ count: Int) -> Size {
            let wanted = count.multipliedReportingOverflow(by: 4 * 32)
            return all.first { !wanted.overflow && wanted.partialValue <= $0.bytes }
                ?? all[all.count - 1]
        }

        /// The next larger one.
        var next: Size? { Size.all.first { $0.bytes > bytes } }
        /// The next smaller one.
        var previous: Size? { Size.all.last { $0.bytes < bytes } }
    }

    // MARK: What is used

    let size: Size
    private let base: UnsafeMutableRawPointer
    /// Whether nodes are given large pages from the start.
    private let hasLargeNodes: Bool
    /// How many nodes have been handed out, and for how many there is memory.
    private(set) var nodes = 0
    private var openNodes = 0
    /// The same for leaves, in bytes.
    private(set) var leafBytes = 0
    private var openLeafBytes = 0

    /// - Parameters:
    ///   - size: How many addresses.
    ///   - count: How many points are expected. Where their blocks will fill several large pages,
    ///     these are taken from the start.
    /// - Throws: ``SpatialIndexError/outOfMemory(bytes:)``.
    init(_ size: Size, expecting count: Int) throws(SpatialIndexError) {
        guard let base = ambit_pages_reserve(size.bytes, Self.largePageBytes) else {
            throw .outOfMemory(bytes: size.bytes)
        }
        self.size = size
        self.base = base
        hasLargeNodes = count >= 1 << 22
        do throws(SpatialIndexError) {
            if size == Size.all[0] {
                // One piece, of which the system gives what is written to.
                ambit_pages_prefer_small(base, size.bytes)
                try open(0, size.bytes)
                (openNodes, openLeafBytes) = (Self.nodesPerChunk, size.leafBytes)
            } else if count >= 1 << 17 {
                try openLeaves(atLeast: Self.largePageBytes)
            }
        } catch {
            deallocate()
            throw error
        }
    }

    /// Gives all blocks back.
    func deallocate() { ambit_pages_release(base, size.bytes) }

    /// How many nodes can be handed out without asking the system.
    @inline(__always) var spareNodes: Int { openNodes &- nodes }
    /// How many bytes of leaves can.
    @inline(__always) var spareLeafBytes: Int { openLeafBytes &- leafBytes }

    /// A new node's children, all zero as its columns are.
    ///
    /// - Precondition: ``spareNodes`` is not 0.
    mutating func makeNode() -> UnsafeMutableRawPointer {
        precondition(nodes < openNodes, "no node was prepared")
        let (chunk, place) = nodes.quotientAndRemainder(dividingBy: Self.nodesPerChunk)
        nodes += 1
        return base + (chunk * Self.chunkBytes + place * Node.childrenBytes)
    }

    /// A new block for a leaf, all zero.
    ///
    /// - Precondition: ``spareLeafBytes`` is no less.
    mutating func makeLeaf(bytes: Int) -> UnsafeMutableRawPointer {
        precondition(bytes <= spareLeafBytes, "no leaf was prepared")
        let block = base + (size.nodeBytes + leafBytes)
        leafBytes += bytes
        return block
    }

    /// Gives the memory of a block back, but not its addresses.
    static func empty(_ block: UnsafeMutableRawPointer, bytes: Int) {
        let first = block.alignedUp(toMultipleOf: pageBytes)
        let last = (block + bytes).alignedDown(toMultipleOf: pageBytes)
        if first < last { ambit_pages_empty(first, last - first) }
    }

    // MARK: Memory

    /// At least the system's.
    private static let pageBytes = 16 << 10
    /// Large trees are given memory in pieces of this, so that they need few entries in the page tables.
    private static let largePageBytes = 2 << 20

    /// Makes memory for so many nodes and bytes of leaves more.
    ///
    /// - Throws: ``SpatialIndexError/full`` when the region has not the addresses,
    ///   ``SpatialIndexError/outOfMemory(bytes:)``.
    mutating func prepare(nodes moreNodes: Int, leafBytes more: Int) throws(SpatialIndexError) {
        guard nodes + moreNodes <= size.chunks * Self.nodesPerChunk,
            leafBytes + more <= size.leafBytes
        else { throw .full }
        try openNodes(atLeast: nodes + moreNodes)
        try openLeaves(atLeast: leafBytes + more)
    }

    /// Opens nodes up to a number: the first two chunks in pieces, each as large as all before it in
    /// its chunk, the others whole.
    private mutating func openNodes(atLeast wanted: Int) throws(SpatialIndexError) {
        // The fewest nodes whose children fill a page, as their columns then do.
        let fewest = Self.pageBytes / Node.childrenBytes
        while openNodes < wanted {
            let (chunk, first) = openNodes.quotientAndRemainder(dividingBy: Self.nodesPerChunk)
            let start = chunk * Self.chunkBytes
            if first == 0, hasLargeNodes || chunk >= 2 {
                try open(start, Self.chunkBytes)
                openNodes += Self.nodesPerChunk
                continue
            }
            let count = max(first, fewest)
            try open(start + first * Node.childrenBytes, count * Node.childrenBytes)
            try open(
                start + Self.chunkChildrenBytes + first * Node.columnsBytes,
                count * Node.columnsBytes
            )
            openNodes += count
        }
    }

    /// Opens leaves up to a number of bytes, and up to the next power of two, or the next large page.
    private mutating func openLeaves(atLeast wanted: Int) throws(SpatialIndexError) {
        guard wanted > openLeafBytes else { return }
        var bytes = Self.pageBytes
        while bytes < min(wanted, Self.largePageBytes) { bytes *= 2 }
        if wanted > bytes { bytes = (wanted + bytes - 1) / bytes * bytes }
        try open(size.nodeBytes + openLeafBytes, bytes - openLeafBytes)
        openLeafBytes = bytes
    }

    private func open(_ start: Int, _ bytes: Int) throws(SpatialIndexError) {
        guard ambit_pages_open(base + start, bytes) else { throw .outOfMemory(bytes: bytes) }
        if size != Size.all[0], bytes >= Self.largePageBytes {
            ambit_pages_prefer_large(base + start, bytes)
        }
    }
}
