public import Geodesy

/// A place in an index: an id that its owner gave, a position and a reach.
public struct IndexedPoint: Sendable, Hashable {
    /// The owner's number for the point; unique within an index.
    public let id: UInt32
    /// Where the point is.
    public let coordinate: Coordinate
    /// From how far it is found.
    public let reach: Reach

    /// A point with all its members.
    public init(id: UInt32, coordinate: Coordinate, reach: Reach = .unlimited) {
        self.id = id
        self.coordinate = coordinate
        self.reach = reach
    }
}

/// A point that goes elsewhere, perhaps with another reach.
public struct PointMove: Sendable, Hashable {
    /// The point as it shall be.
    public let point: IndexedPoint
    /// Where it was inserted.
    public let origin: Coordinate

    /// A move with all its members.
    public init(_ point: IndexedPoint, from origin: Coordinate) {
        self.point = point
        self.origin = origin
    }
}

/// A point that a query found.
public struct Neighbor: Sendable, Hashable {
    /// The point's id.
    public let id: UInt32
    /// The geodesic distance from the query's centre.
    public let distance: Distance

    /// A point and its distance.
    public init(id: UInt32, distance: Distance) {
        self.id = id
        self.distance = distance
    }
}
