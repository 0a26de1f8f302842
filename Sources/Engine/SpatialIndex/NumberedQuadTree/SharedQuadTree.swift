internal import CIndexKernels
public import Geodesy
internal import Synchronization

/// A quadtree that many threads read while one changes it.
///
/// Readers never wait for a change and never see half of one: a query runs on the tree as some
/// ``update(_:)`` left it. Changes wait for one another.
///
/// A change copies the blocks from the root to the leaf that it touches and publishes the new root
/// with one store. A reader announces the batch that it begins in before it takes the root; what a
/// batch replaced is used again only when every announced batch is a later one.
public final class SharedQuadTree: Sendable {
    /// Changed only with ``isWriting`` locked; readers touch nothing but blocks below a published
    /// root, which no change writes to.
    private nonisolated(unsafe) let storage: TreeStorage
    private let isWriting = Mutex<Void>(())
    /// The address of the root that readers start from.
    private let publishedRoot: Atomic<UInt>
    private let publishedCount: Atomic<Int>
    private let batch: Atomic<UInt64>
    private let readers = ReaderSlots()

    /// A tree of many points at once.
    ///
    /// - Parameter points: Points with unique ids.
    /// - Throws: ``SpatialIndexError/outOfMemory(bytes:)``, ``SpatialIndexError/full``.
    /// - Complexity: O(n).
    @inlinable
    public convenience init(_ points: some Sequence<IndexedPoint<UInt32>>)
        throws(SpatialIndexError)
    {
        let loader = try BulkLoader(expecting: points.underestimatedCount)
        for point in points { try loader.append(point) }
        try self.init(loader)
    }

    /// An empty tree.
    ///
    /// - Throws: ``SpatialIndexError/outOfMemory(bytes:)``.
    /// - Complexity: O(1).
    public convenience init() throws(SpatialIndexError) {
        try self.init(BulkLoader(expecting: 0))
    }

    @usableFromInline
    init(_ loader: BulkLoader) throws(SpatialIndexError) {
        storage = try TreeStorage(expecting: loader.count)
        try storage.build(loader)
        storage.publishReach()
        publishedRoot = Atomic(UInt(bitPattern: storage.root.base))
        publishedCount = Atomic(storage.count)
        storage.endBatch()
        batch = Atomic(storage.batch)
    }

    /// How many points the tree held after the last change.
    ///
    /// - Complexity: O(1).
    public var count: Int { publishedCount.load(ordering: .acquiring) }

    /// The changes that one update may make.
    public struct Changes: ~Copyable {
        fileprivate let storage: TreeStorage

        /// As ``NumberedQuadTree/insert(_:)``, but throws where that would end the process.
        ///
        /// - Throws: ``SpatialIndexError``, with nothing changed.
        /// - Complexity: O(log n), amortized.
        public mutating func insert(_ point: IndexedPoint<UInt32>) throws(SpatialIndexError) {
            try storage.prepareChange()
            storage.insert(Entry(point))
        }

        /// As ``NumberedQuadTree/remove(id:at:)``, but throws where that would end the process.
        ///
        /// - Throws: ``SpatialIndexError``, with nothing changed.
        /// - Complexity: O(log n).
        @discardableResult
        public mutating func remove(
            id: UInt32,
            at place: Coordinate
        ) throws(SpatialIndexError) -> Bool {
            try storage.prepareChange()
            return storage.remove(id: id, at: GridPlace(place))
        }

        /// As ``NumberedQuadTree/move(_:from:)``, but throws where that would end the process.
        ///
        /// - Throws: ``SpatialIndexError``, with nothing changed.
        /// - Complexity: O(log n), amortized.
        @discardableResult
        public mutating func move(
            _ point: IndexedPoint<UInt32>,
            from place: Coordinate
        ) throws(SpatialIndexError) -> Bool {
            try storage.prepareChange()
            return storage.move(Entry(point), from: GridPlace(place))
        }

        /// As ``NumberedQuadTree/move(_:)``, but throws where that would end the process.
        ///
        /// - Throws: ``SpatialIndexError``, with those before a move made.
        /// - Complexity: O(m log n) for m moves, amortized.
        @discardableResult
        public mutating func move(_ moves: [PointMove]) throws(SpatialIndexError) -> [Int] {
            try storage.move(moves)
        }
    }

    /// Makes changes that readers see all at once when it returns; a move is a removal and an
    /// insertion in one update.
    ///
    /// - Throws: What `change` throws; what it had changed before that is seen all the same.
    /// - Complexity: That of the changes, and O(log n) copies of blocks.
    public func update<Result, Failure: Error>(
        _ change: (inout Changes) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try isWriting.withLock { _ throws(Failure) in
            defer { publish() }
            var changes = Changes(storage: storage)
            return try change(&changes)
        }
    }

    /// Lets readers see what has changed; only with ``isWriting`` locked.
    private func publish() {
        storage.publishReach()
        let ended = storage.batch
        publishedRoot.store(
            UInt(bitPattern: storage.root.base),
            ordering: .sequentiallyConsistent
        )
        publishedCount.store(storage.count, ordering: .releasing)
        storage.endBatch()
        batch.store(ended + 1, ordering: .sequentiallyConsistent)
        storage.reclaim(before: readers.oldest ?? ended + 1)
    }

    /// As ``NumberedQuadTree/within(_:of:)``, on the tree as the last update left it.
    ///
    /// - Complexity: O(log n + found) typical, O(n) worst.
    public func within(_ radius: Distance, of center: Coordinate) -> [Neighbor<UInt32>] {
        var found: [Neighbor<UInt32>] = []
        read { $0.collect(within: radius.meters, of: center, into: &found) }
        return found
    }

    /// As ``NumberedQuadTree/collect(within:of:into:)``, on the tree as the last update left it.
    ///
    /// - Complexity: O(log n + found) typical, O(n) worst.
    public func collect(
        within radius: Distance,
        of center: Coordinate,
        into found: inout [Neighbor<UInt32>]
    ) {
        read { $0.collect(within: radius.meters, of: center, into: &found) }
    }

    /// As ``NumberedQuadTree/nearest(to:count:within:)``, on the tree as the last update left it.
    ///
    /// - Complexity: O(k log n) typical, O(n) worst.
    public func nearest(
        to center: Coordinate,
        count k: Int,
        within maxDistance: Distance? = nil
    ) -> [Neighbor<UInt32>] {
        var found: [Neighbor<UInt32>] = []
        read {
            $0.collectNearest(
                to: center,
                count: k,
                within: maxDistance?.meters ?? .infinity,
                where: nil,
                into: &found
            )
        }
        return found
    }

    /// As ``NumberedQuadTree/within(_:)``, on the tree as the last update left it.
    ///
    /// - Complexity: O(log n + found) typical, O(n) worst.
    public func within(_ box: BoundingBox) -> [UInt32] {
        var found: [UInt32] = []
        read { $0.collect(within: box, into: &found) }
        return found
    }

    private func read<Result>(_ body: (TreeReader) -> Result) -> Result {
        // Announce first, then take the root: a writer that misses the announcement has published
        // its root before, so this is the root that is taken.
        let slot = readers.enter(batch)
        defer { readers.leave(slot) }
        let address = publishedRoot.load(ordering: .sequentiallyConsistent)
        guard let base = UnsafeMutableRawPointer(bitPattern: address) else {
            preconditionFailure("a published root has an address")
        }
        let root = Node(base)
        return body(TreeReader(root: root, reaches: root.reaches, reachMap: root.reachMap))
    }
}

/// Where readers announce the batch that they begin in: a cache line for each of 64.
private final class ReaderSlots: Sendable {
    private static let count = 64
    private static let strideBytes = 128

    /// Allocated once, each slot initialized as an atomic and used as nothing else.
    private nonisolated(unsafe) let memory: UnsafeMutableRawPointer

    init() {
        memory = .allocate(byteCount: Self.count * Self.strideBytes, alignment: Self.strideBytes)
        for index in 0..<Self.count {
            (memory + index * Self.strideBytes)
                .bindMemory(to: Atomic<UInt64>.self, capacity: 1).initialize(to: Atomic(0))
        }
    }

    deinit { memory.deallocate() }

    private func slot(_ index: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
        (memory + index * Self.strideBytes).assumingMemoryBound(to: Atomic<UInt64>.self)
    }

    /// Announces a reader; 0 is a free slot, so a batch stands as one more.
    func enter(_ batch: borrowing Atomic<UInt64>) -> Int {
        // Threads begin at different slots and so find theirs free and in their own cache: each has a
        // stack of its own, and its page tells it. The factor is 2^32 over the golden section, which
        // spreads numbers in a row (Knuth, The Art of Computer Programming 3, 6.4).
        var mark: UInt8 = 0
        let page = withUnsafePointer(to: &mark) { UInt(bitPattern: $0) } >> 14
        var index = Int(truncatingIfNeeded: page &* 0x9E37_79B9 >> 7)
        while true {
            for _ in 0..<Self.count {
                index = (index &+ 1) & (Self.count - 1)
                let announced = batch.load(ordering: .sequentiallyConsistent) + 1
                let (isMine, _) = slot(index).pointee.compareExchange(
                    expected: 0,
                    desired: announced,
                    ordering: .sequentiallyConsistent
                )
                if isMine { return index }
            }
            ambit_yield()
        }
    }

    func leave(_ index: Int) { slot(index).pointee.store(0, ordering: .releasing) }

    /// The earliest batch announced; nil when there is no reader.
    var oldest: UInt64? {
        var oldest: UInt64?
        for index in 0..<Self.count {
            let announced = slot(index).pointee.load(ordering: .sequentiallyConsistent)
            if announced != 0 { oldest = min(oldest ?? .max, announced - 1) }
        }
        return oldest
    }
}
