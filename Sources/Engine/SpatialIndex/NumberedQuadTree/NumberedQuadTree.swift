public import Geodesy

/// Points with a number and a reach, found by where they are: an updatable bucket quadtree, exact on
/// the WGS84 ellipsoid.
///
/// What ``QuadTree`` stands on, for owners that number their points themselves and know where each is:
/// the index keeps neither a dictionary of ids nor the points a second time. About 30 bytes a point,
/// an expiry slot of four included, as `ambit-bench` measures it on clustered data; 32 where points lie
/// so far apart that a map of the ground that they reach is kept as well.
///
/// A query finds a point when the geodesic from the query's centre to it is no longer than both the
/// query's radius and the point's own reach. Distances are ``Geodesic/distance(from:to:)``, to the
/// last bit. A value type: a copy is independent, and costs O(n) when one of the two is changed.
///
/// A process that has no memory for a change ends, as it does with the standard library's collections.
/// ``init(loading:)`` and ``reserveCapacity(_:)`` throw instead, and so does every change of a
/// ``QuadTree``.
public struct NumberedQuadTree: Sendable {
    /// Only ever changed while this value alone refers to it, which makes sharing a copy between
    /// threads safe.
    nonisolated(unsafe) private(set) var storage: TreeStorage

    /// An empty tree.
    ///
    /// - Complexity: O(1).
    public init() { storage = Self.orEnd { () throws(SpatialIndexError) in try TreeStorage() } }

    /// A tree of many points at once, built much faster than one by one.
    ///
    /// - Parameter points: Points with unique ids, some 800 million at most: there is room for 24 GB
    ///   of leaves.
    /// - Complexity: O(n).
    @inlinable
    public init(_ points: some Sequence<IndexedPoint<UInt32>>) {
        self = Self.orEnd { () throws(SpatialIndexError) in try Self(loading: points) }
    }

    /// A tree of many points at once, where there is memory for it.
    ///
    /// - Parameter points: As for ``init(_:)``.
    /// - Throws: ``SpatialIndexError/outOfMemory(bytes:)``, ``SpatialIndexError/full``.
    /// - Complexity: O(n).
    @inlinable
    public init(loading points: some Sequence<IndexedPoint<UInt32>>) throws(SpatialIndexError) {
        let loader = try BulkLoader(expecting: points.underestimatedCount)
        for point in points { try loader.append(point) }
        try self.init(loader)
    }

    @usableFromInline
    init(_ loader: BulkLoader) throws(SpatialIndexError) {
        storage = try TreeStorage(expecting: loader.count)
        try storage.build(loader)
    }

    /// How many points the tree holds.
    ///
    /// - Complexity: O(1).
    public var count: Int { storage.count }

    /// Makes sure that the tree has the addresses to grow to so many points, so that no insertion until
    /// then moves all that is there.
    ///
    /// Addresses are no memory: that is taken as points come.
    ///
    /// - Throws: ``SpatialIndexError/outOfMemory(bytes:)``.
    /// - Complexity: O(n) where the tree must be moved.
    public mutating func reserveCapacity(_ count: Int) throws(SpatialIndexError) {
        try makeUnique()
        try storage.reserveCapacity(count)
    }

    /// Adds a point.
    ///
    /// - Precondition: The id is not in the tree; a second point with the same id is kept beside the
    ///   first and found beside it.
    /// - Complexity: O(log n), amortized: once in as many changes as there are points it is asked
    ///   anew whether a map of what they reach pays, and a tree that has outgrown its addresses is
    ///   moved to 16 times as many.
    public mutating func insert(_ point: IndexedPoint<UInt32>) {
        prepareOrEnd()
        storage.insert(Entry(point))
    }

    /// Removes a point.
    ///
    /// - Parameters:
    ///   - id: The point's id.
    ///   - place: Where it was inserted.
    /// - Returns: Whether it was there.
    /// - Complexity: O(log n).
    @discardableResult
    public mutating func remove(id: UInt32, at place: Coordinate) -> Bool {
        prepareOrEnd()
        return storage.remove(id: id, at: GridPlace(place))
    }

    /// Puts a point of the tree elsewhere, with another reach if need be: what removing and
    /// inserting it come to, in less time.
    ///
    /// - Parameters:
    ///   - point: The point as it shall be.
    ///   - place: Where it was inserted.
    /// - Returns: Whether a point with that id was there; if not, nothing has changed.
    /// - Complexity: O(log n), amortized as for ``insert(_:)``.
    @discardableResult
    public mutating func move(_ point: IndexedPoint<UInt32>, from place: Coordinate) -> Bool {
        prepareOrEnd()
        return storage.move(Entry(point), from: GridPlace(place))
    }

    /// Puts many points elsewhere, one after another: what ``move(_:from:)`` for each comes to, in half
    /// the time where the tree is larger than the processor's caches.
    ///
    /// - Parameter moves: What is moved, in this order; a point may be moved more than once.
    /// - Returns: The numbers, from 0, of the moves that changed nothing because no point with that id
    ///   was at their origin; empty when all were made.
    /// - Complexity: O(m log n) for m moves, amortized.
    @discardableResult
    public mutating func move(_ moves: [PointMove]) -> [Int] {
        prepareOrEnd()
        return Self.orEnd { () throws(SpatialIndexError) in try storage.move(moves) }
    }

    // MARK: Memory

    /// Makes sure that one change can be made whole: the tree is this value's own and has the memory.
    ///
    /// - Throws: ``SpatialIndexError/outOfMemory(bytes:)``, ``SpatialIndexError/full``.
    @inline(__always)
    mutating func prepareChange() throws(SpatialIndexError) {
        try makeUnique()
        try storage.prepareChange()
    }

    @inline(__always)
    private mutating func makeUnique() throws(SpatialIndexError) {
        if !isKnownUniquelyReferenced(&storage) { storage = try storage.clone() }
    }

    @inline(__always)
    private mutating func prepareOrEnd() {
        do throws(SpatialIndexError) { try prepareChange() } catch { Self.end(error) }
    }

    /// The result of what may lack memory, or the end of the process.
    @inlinable
    static func orEnd<Result>(_ body: () throws(SpatialIndexError) -> Result) -> Result {
        do throws(SpatialIndexError) { return try body() } catch { end(error) }
    }

    @usableFromInline
    static func end(_ error: SpatialIndexError) -> Never { fatalError(error.description) }
}
