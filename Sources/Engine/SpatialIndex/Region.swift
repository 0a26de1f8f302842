#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The addresses that the blocks of a tree lie at: 32 GB that start at a multiple of 32 GB, so that a
/// block can be named in 32 bits and found from the address of any other.
///
/// Addresses are no memory: the system gives that when a page is first written to. Not thread-safe; its
/// owner is.
struct Region {
    static let bytes = 32 << 30
    /// What the addresses of blocks are multiples of.
    static let granularity = 16

    private static let columnsStart = 2 << 30
    private static let leavesStart = 8 << 30

    private let base: UnsafeMutableRawPointer
    /// Where nodes have their children. The first place stays free, so that no block is at 0.
    private var children = Area(from: 0, free: Node.childrenBytes, to: Region.columnsStart)
    /// Where nodes have their columns, in the same order.
    private var columns = Area(
        from: Region.columnsStart,
        free: Region.columnsStart + Node.columnsBytes,
        to: Region.leavesStart
    )
    private var leaves = Area(
        from: Region.leavesStart,
        free: Region.leavesStart,
        to: Region.bytes
    )

    /// - Parameter count: How many points are expected. Where their blocks will fill several huge pages,
    ///   these are taken from the start.
    init(expecting count: Int) {
        let wanted = 2 * Self.bytes
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        guard let start = mmap(nil, wanted, PROT_NONE, flags, -1, 0), start != MAP_FAILED else {
            fatalError(
                "no 64 GB of addresses for a tree; is there a limit on the process's (ulimit -v)?"
            )
        }
        base = start.alignedUp(toMultipleOf: Self.bytes)
        let end = base + Self.bytes
        if base > start { munmap(start, base - start) }
        if end < start + wanted { munmap(end, start + wanted - end) }
        if count >= 1 << 17 { leaves.open(Self.hugePageBytes, base) }
        if count >= 1 << 22 {
            children.open(Self.hugePageBytes, base)
            columns.open(Self.hugePageBytes, base)
        }
    }

    /// Gives all blocks back.
    func deallocate() { munmap(base, Self.bytes) }

    /// The start of the region that an address lies in.
    @inline(__always)
    static func start(around address: UInt) -> UInt { address & ~UInt(bytes - 1) }

    /// The columns of the node that has its children at an address.
    @inline(__always)
    static func columns(ofChildrenAt address: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        let offset = Int(bitPattern: address) & (bytes - 1)
        return address + (columnsStart + offset * (Node.columnsBytes / Node.childrenBytes - 1))
    }

    /// A new node's children, all zero as its columns are.
    mutating func makeNode() -> UnsafeMutableRawPointer {
        _ = columns.take(Node.columnsBytes, base)
        return children.take(Node.childrenBytes, base)
    }

    /// A new block for a leaf, all zero.
    mutating func makeLeaf(bytes: Int) -> UnsafeMutableRawPointer { leaves.take(bytes, base) }

    /// Gives the memory of a block back, but not its addresses; it is zero when it is used again.
    static func empty(_ block: UnsafeMutableRawPointer, bytes: Int) {
        let first = block.alignedUp(toMultipleOf: pageBytes)
        let last = (block + bytes).alignedDown(toMultipleOf: pageBytes)
        if first < last { madvise(first, last - first, MADV_DONTNEED) }
    }

    /// At least the system's.
    static let pageBytes = 16 << 10
    /// Large trees are given memory in pieces of this, so that they need few entries in the page tables.
    private static let hugePageBytes = 2 << 20

    /// A part of the region, handed out from its start on.
    private struct Area {
        private let start: Int
        private var free: Int
        private let end: Int
        /// Where what may be written to ends.
        private var openEnd: Int

        init(from start: Int, free: Int, to end: Int) {
            (self.start, self.free, self.end, openEnd) = (start, free, end, start)
        }

        @inline(__always)
        mutating func take(
            _ bytes: Int,
            _ base: UnsafeMutableRawPointer
        ) -> UnsafeMutableRawPointer {
            let block = base + free
            free += bytes
            if free > openEnd { open(free - start, base) }
            return block
        }

        /// Makes memory of so many bytes from the start on, and of what lies before the next power of
        /// two, or the next huge page.
        mutating func open(_ wanted: Int, _ base: UnsafeMutableRawPointer) {
            var bytes = Region.pageBytes
            while bytes < min(wanted, Region.hugePageBytes) { bytes *= 2 }
            if wanted > bytes { bytes = (wanted + bytes - 1) / bytes * bytes }
            guard start + bytes <= end else { fatalError("a tree's 32 GB of blocks are full") }
            guard start + bytes > openEnd else { return }
            let first = base + openEnd
            let length = start + bytes - openEnd
            guard mprotect(first, length, PROT_READ | PROT_WRITE) == 0 else {
                fatalError("no memory for a tree: \(String(cString: strerror(errno)))")
            }
            if length >= Region.hugePageBytes { madvise(first, length, MADV_HUGEPAGE) }
            openEnd = start + bytes
        }
    }
}
