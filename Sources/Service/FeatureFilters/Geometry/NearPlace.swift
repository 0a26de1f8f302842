internal import Analysis
internal import FeatureCollections
internal import Geodesy

/// What lies within a distance of a place, measured on the ellipsoid.
struct NearPlace: Sendable {
    let point: Coordinate
    /// Inclusive.
    let distance: Distance

    /// Half the way round the Earth, from where nothing is farther away.
    static let mostMeters = 20_003_932.0

    /// Boxes that hold all of it, none of which crosses the antimeridian.
    var boxes: [BoundingBox] {
        // Edges of degrees are rounded; an index finds what touches.
        BoundingBox(around: point, radius: distance).unwrapped.flatMap { SearchBox($0).parts }
    }

    /// Whether the nearest place of a shape is that near.
    ///
    /// - Complexity: O(n).
    /// Accuracy: 0.1 mm.
    func holds(_ shape: FeatureShape) -> Bool {
        switch shape {
        case .point(let place): return Geodesic.distance(from: point, to: place) <= distance
        case .lines(let lines):
            return CorridorLine(lines).distance(to: point, limit: distance) != nil
        case .area(let area):
            return MeasuredArea(Area(area)).distance(from: point, limit: distance) != nil
        }
    }
}
