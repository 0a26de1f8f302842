public import Geodesy
internal import Synchronization

/// An area made ready for many questions of how far away it is.
///
/// It is made ready by the first question that comes near it: of thousands of areas a question looks
/// at a few.
public struct MeasuredArea: Sendable {
    private let area: Area
    private let readyGrid = Ready<GridArea>()
    private let readyEdges = Ready<AreaEdges>()

    /// What decides whether places and other areas touch it.
    var grid: GridArea { readyGrid.value { GridArea(area) } }
    var edges: AreaEdges { readyEdges.value { AreaEdges(area) } }
    /// The smallest box of each of its polygons.
    var boxes: [BoundingBox] { area.boxes }

    /// - Complexity: O(1), and once O(n log n) for n corners.
    public init(_ area: Area) { self.area = area }

    /// Whether a place lies in the area or on its edge.
    ///
    /// - Complexity: O(log n) typical for n edges.
    public func holds(_ place: Coordinate) -> Bool { grid.holds(place) }

    /// How far a place is from the area: 0 inside, else as far as the nearest point of an edge.
    ///
    /// - Parameter limit: What lies farther away is of no interest; nil for no limit.
    /// - Returns: nil when it is more than `limit`, and for an area without extent.
    /// - Complexity: O(log n) typical for n edges.
    /// Accuracy: 0.1 mm.
    public func distance(from place: Coordinate, limit: Distance? = nil) -> Distance? {
        if grid.holds(place) { return .zero }
        // A place is 0 m away from an edge only where it is as good as on it.
        if limit == .zero, place.latitude.magnitude < AreaCells.polarLatitude,
            !grid.hasEdge(near: place)
        {
            return nil
        }
        return edges.distance(from: place, limit: limit)
    }

    /// How far the nearest points of two areas are apart: 0 where they have a place in common.
    ///
    /// - Parameter limit: What lies farther away is of no interest.
    /// - Returns: nil when it is more than `limit`, and for an area without extent.
    /// - Complexity: O(m log n) typical for the m edges of one that are near the other.
    /// Accuracy: 1 mm between 75 degrees of latitude south and north.
    public func distance(to other: MeasuredArea, limit: Distance) -> Distance? {
        grid.intersects(other.grid) ? .zero : edges.distance(to: other.edges, limit: limit)
    }

    /// Boxes that together hold every place within a radius of the area, each with
    /// `west <= east`.
    public func boxes(within radius: Distance) -> [BoundingBox] {
        boxes.flatMap(\.unwrapped).flatMap { box -> [BoundingBox] in
            // Nowhere is a circle broader in degrees than about the corner that is nearest to a pole.
            let corner = Coordinate(
                uncheckedLatitude: box.north.magnitude > box.south.magnitude
                    ? box.north : box.south,
                longitude: 0
            )
            let round = BoundingBox(around: corner, radius: radius)
            let breadth = box.east - box.west + 2 * round.east
            let (south, north) = [box.south, box.north].map { latitude in
                BoundingBox(
                    around: Coordinate(uncheckedLatitude: latitude, longitude: 0),
                    radius: radius
                )
            }.reduce((90.0, -90.0)) { (min($0.0, $1.south), max($0.1, $1.north)) }
            guard breadth < 360 else {
                return [
                    BoundingBox(uncheckedWest: -180, south: south, east: 180, north: north)
                ]
            }
            let (west, east) = (box.west - round.east, box.east + round.east)
            return BoundingBox(
                uncheckedWest: west < -180 ? west + 360 : west,
                south: south,
                east: east > 180 ? east - 360 : east,
                north: north
            ).unwrapped
        }
    }
}

/// A value that is made when it is first asked for; of several threads that make it at once, one
/// makes it for all.
private final class Ready<Value: Sendable>: Sendable {
    private final class Box: Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    private let box = AtomicLazyReference<Box>()

    func value(_ make: () -> Value) -> Value {
        (box.load() ?? box.storeIfNil(Box(make()))).value
    }
}
