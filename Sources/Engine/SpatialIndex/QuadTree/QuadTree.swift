public import Geodesy

/// Points with an id and a reach, found by where they are, exactly on the WGS84 ellipsoid.
///
/// ```swift
/// var stations = QuadTree<String>()
/// try stations.insert("Union Station", at: Coordinate(latitude: 38.8977, longitude: -77.0063))
/// let near = stations.neighbors(within: try .kilometers(2), of: home)
/// ```
///
/// An id names one point; a second one with the same id is refused. A query finds a point when the
/// geodesic from the query's centre to it is no longer than both the query's radius and the point's own
/// reach. Distances are ``Geodesic/distance(from:to:)``, to the last bit.
///
/// A value type: a copy is independent, and costs O(n) when one of the two is changed. Points are in the
/// order in which they came; one that is moved keeps its place. Answers that are equally far come in that
/// order too, so equal trees that were made alike answer alike.
///
/// The tree stands on a ``NumberedQuadTree`` and keeps beside it each point and the number of each id, so
/// it takes about 30 bytes a point and what these take.
public struct QuadTree<ID: Hashable & Sendable>: Sendable {
    /// A point of the tree.
    public typealias Element = IndexedPoint<ID>

    /// The points under their numbers, which rise in the order in which they came; nil where one was
    /// removed.
    private(set) var slots: [Element?] = []
    private var numbers: [ID: UInt32] = [:]
    /// Exactly the points of `slots` under their numbers; nil until there is one.
    private(set) var tree: NumberedQuadTree?
    /// How many points were asked for while there was no tree.
    private var expectedCount = 0

    /// How many slots of removed points are kept at least.
    private static var fewestVacancies: Int { 64 }

    /// An empty tree, which takes no memory yet.
    ///
    /// - Complexity: O(1).
    public init() {}

    /// A tree of many points at once, built much faster than one by one.
    ///
    /// - Parameter points: Points of different ids.
    /// - Throws: ``SpatialIndexError/duplicateID(_:)`` for the first id that comes twice,
    ///   ``SpatialIndexError/outOfMemory(bytes:)``, ``SpatialIndexError/full``.
    /// - Complexity: O(n).
    public init(_ points: some Sequence<Element>) throws(SpatialIndexError) {
        slots.reserveCapacity(points.underestimatedCount)
        numbers.reserveCapacity(points.underestimatedCount)
        for point in points {
            guard slots.count < UInt32.max else { throw .full }
            if numbers.updateValue(UInt32(slots.count), forKey: point.id) != nil {
                throw .duplicateID(String(reflecting: point.id))
            }
            slots.append(point)
        }
        try build()
    }

    /// How many points the tree holds.
    ///
    /// - Complexity: O(1).
    public var count: Int { numbers.count }

    /// Whether the tree holds no point.
    ///
    /// - Complexity: O(1).
    public var isEmpty: Bool { numbers.isEmpty }

    /// Makes room for so many points in all.
    ///
    /// - Parameter count: How many points the tree will hold; less than it holds changes nothing.
    /// - Throws: ``SpatialIndexError/outOfMemory(bytes:)``.
    /// - Complexity: O(n).
    public mutating func reserveCapacity(_ count: Int) throws(SpatialIndexError) {
        guard count > self.count else { return }
        slots.reserveCapacity(count)
        numbers.reserveCapacity(count)
        expectedCount = count
        try tree?.reserveCapacity(count)
    }

    /// The point with an id; nil when there is none.
    ///
    /// - Complexity: O(1).
    public subscript(id: ID) -> Element? {
        numbers[id].flatMap { slots[Int($0)] }
    }

    /// Whether there is a point with an id.
    ///
    /// - Complexity: O(1).
    public func contains(_ id: ID) -> Bool { numbers[id] != nil }

    // MARK: Changes

    /// Adds a point.
    ///
    /// - Throws: ``SpatialIndexError/duplicateID(_:)`` when there is a point with the id,
    ///   ``SpatialIndexError/outOfMemory(bytes:)``, ``SpatialIndexError/full``; nothing has changed then.
    /// - Complexity: O(log n), amortized; O(n) for the first change after a copy was made.
    public mutating func insert(_ point: Element) throws(SpatialIndexError) {
        guard numbers[point.id] == nil else {
            throw .duplicateID(String(reflecting: point.id))
        }
        if slots.count == UInt32.max { try renumber() }
        guard slots.count < UInt32.max else { throw .full }
        let number = UInt32(slots.count)
        var tree = try takeTree()
        defer { self.tree = tree }
        try tree.prepareChange()
        tree.insert(Self.numbered(point, number))
        slots.append(point)
        numbers[point.id] = number
    }

    /// Adds a point.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - coordinate: Where it is.
    ///   - reach: From how far it is found.
    /// - Throws: As ``insert(_:)``.
    /// - Complexity: As ``insert(_:)``.
    public mutating func insert(
        _ id: ID,
        at coordinate: Coordinate,
        reach: Reach = .unlimited
    ) throws(SpatialIndexError) {
        try insert(Element(id: id, coordinate: coordinate, reach: reach))
    }

    /// Adds a point, or puts the point with its id in its place.
    ///
    /// - Returns: The point that had the id; nil when there was none.
    /// - Throws: ``SpatialIndexError/outOfMemory(bytes:)``, ``SpatialIndexError/full``; nothing has
    ///   changed then.
    /// - Complexity: As ``insert(_:)``.
    @discardableResult
    public mutating func update(_ point: Element) throws(SpatialIndexError) -> Element? {
        guard let number = numbers[point.id], let old = slots[Int(number)] else {
            try insert(point)
            return nil
        }
        var tree = try takeTree()
        defer { self.tree = tree }
        try tree.prepareChange()
        tree.move(Self.numbered(point, number), from: old.coordinate)
        slots[Int(number)] = point
        return old
    }

    /// Puts a point elsewhere; it keeps its reach.
    ///
    /// - Parameters:
    ///   - id: The point's id.
    ///   - coordinate: Where it shall be.
    /// - Returns: Whether there is a point with the id; if not, nothing has changed.
    /// - Throws: As ``update(_:)``.
    /// - Complexity: As ``insert(_:)``.
    @discardableResult
    public mutating func move(
        _ id: ID,
        to coordinate: Coordinate
    ) throws(SpatialIndexError) -> Bool {
        guard let old = self[id] else { return false }
        try update(Element(id: id, coordinate: coordinate, reach: old.reach))
        return true
    }

    /// Removes a point.
    ///
    /// - Returns: The point that had the id; nil when there was none.
    /// - Throws: ``SpatialIndexError/outOfMemory(bytes:)``, with nothing changed: a tree that shares its
    ///   memory with a copy must be copied first.
    /// - Complexity: As ``insert(_:)``.
    @discardableResult
    public mutating func remove(_ id: ID) throws(SpatialIndexError) -> Element? {
        guard let number = numbers[id], let old = slots[Int(number)] else { return nil }
        do {
            var tree = try takeTree()
            defer { self.tree = tree }
            try tree.prepareChange()
            tree.remove(id: number, at: old.coordinate)
        }
        slots[Int(number)] = nil
        numbers[id] = nil
        // Amortized: as many were removed as are copied. Without memory for it they stay a while.
        if slots.count > 2 * count + Self.fewestVacancies { try? renumber() }
        return old
    }

    /// Removes all points, and gives their memory back.
    ///
    /// - Complexity: O(n).
    public mutating func removeAll() { self = Self() }

    // MARK: Numbers

    private static func numbered(_ point: Element, _ number: UInt32) -> IndexedPoint<UInt32> {
        IndexedPoint(id: number, coordinate: point.coordinate, reach: point.reach)
    }

    /// The tree, to be changed and put back: meanwhile nothing else refers to it, so that it need not be
    /// copied.
    private mutating func takeTree() throws(SpatialIndexError) -> NumberedQuadTree {
        if let tree {
            self.tree = nil
            return tree
        }
        var tree = try NumberedQuadTree(loading: EmptyCollection())
        if expectedCount > 0 { try tree.reserveCapacity(expectedCount) }
        return tree
    }

    /// Numbers the points anew without gaps, in the same order.
    private mutating func renumber() throws(SpatialIndexError) {
        var renumbered = Self()
        renumbered.expectedCount = expectedCount
        renumbered.slots = slots.filter { $0 != nil }
        renumbered.numbers.reserveCapacity(count)
        for (number, point) in renumbered.slots.enumerated() {
            if let point { renumbered.numbers[point.id] = UInt32(number) }
        }
        try renumbered.build()
        self = renumbered
    }

    /// Makes the tree of the points in `slots`.
    private mutating func build() throws(SpatialIndexError) {
        guard !slots.isEmpty else { return }
        tree = try NumberedQuadTree(
            loading: slots.enumerated().lazy.compactMap { number, point in
                point.map { Self.numbered($0, UInt32(number)) }
            }
        )
        if expectedCount > count { try tree?.reserveCapacity(expectedCount) }
    }
}
