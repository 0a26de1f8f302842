public import Geodesy

/// A point of an index: an id that its owner gave, a position and a reach.
public struct IndexedPoint<ID: Hashable & Sendable>: Sendable, Hashable {
    /// The owner's name or number for the point; unique within an index.
    public let id: ID
    /// Where the point is.
    public let coordinate: Coordinate
    /// From how far it is found.
    public let reach: Reach

    /// A point with all its members.
    ///
    /// - Complexity: O(1).
    @inlinable
    public init(id: ID, coordinate: Coordinate, reach: Reach = .unlimited) {
        self.id = id
        self.coordinate = coordinate
        self.reach = reach
    }
}

/// A numbered point that goes elsewhere, perhaps with another reach.
public struct PointMove: Sendable, Hashable {
    /// The point as it shall be.
    public let point: IndexedPoint<UInt32>
    /// Where it was inserted.
    public let origin: Coordinate

    /// A move with all its members.
    ///
    /// - Complexity: O(1).
    public init(_ point: IndexedPoint<UInt32>, from origin: Coordinate) {
        self.point = point
        self.origin = origin
    }
}

/// A point that a query found.
public struct Neighbor<ID: Hashable & Sendable>: Sendable, Hashable {
    /// The point's id.
    public let id: ID
    /// The geodesic distance from the query's centre.
    public let distance: Distance

    /// A point and its distance.
    ///
    /// - Complexity: O(1).
    @inlinable
    public init(id: ID, distance: Distance) {
        self.id = id
        self.distance = distance
    }
}
