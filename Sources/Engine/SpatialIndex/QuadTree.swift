public import Geodesy

/// Points with a reach, found by where they are: an updatable bucket quadtree, exact on the WGS84
/// ellipsoid.
///
/// A query finds a point when the geodesic from the query's centre to it is no longer than both the
/// query's radius and the point's own reach. Distances are ``Geodesic/distance(from:to:)``, to the
/// last bit. A value type: a copy is independent, and costs O(n) when one of the two is changed.
/// About 30 bytes a point, expiry slot included, as `ambit-bench` measures it on clustered data; 32
/// where points lie so far apart that a map of the ground that they reach is kept as well.
public struct QuadTree: Sendable {
    /// Only ever changed while this value alone refers to it, which makes sharing a copy between
    /// threads safe.
    nonisolated(unsafe) private(set) var storage: TreeStorage

    /// An empty tree.
    public init() { storage = TreeStorage() }

    /// A tree of many points at once, built much faster than one by one.
    ///
    /// - Parameter points: Points with unique ids, some 800 million at most: there is room for 24 GB
    ///   of leaves.
    /// - Complexity: O(n).
    @inlinable
    public init(_ points: some Sequence<IndexedPoint>) {
        let loader = BulkLoader(expecting: points.underestimatedCount)
        for point in points { loader.append(point) }
        self.init(loader)
    }

    @usableFromInline
    init(_ loader: BulkLoader) {
        storage = TreeStorage(expecting: loader.count)
        storage.build(loader)
    }

    /// How many points the tree holds.
    public var count: Int { storage.count }

    /// Adds a point.
    ///
    /// - Precondition: The id is not in the tree; a second point with the same id is kept beside the
    ///   first and found beside it.
    /// - Complexity: O(log n), amortized: once in as many changes as there are points it is asked
    ///   anew whether a map of what they reach pays.
    public mutating func insert(_ point: IndexedPoint) {
        makeUnique()
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
        makeUnique()
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
    public mutating func move(_ point: IndexedPoint, from place: Coordinate) -> Bool {
        makeUnique()
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
        makeUnique()
        return storage.move(moves)
    }

    private mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&storage) { storage = storage.clone() }
    }
}
