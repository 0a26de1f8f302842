internal import Geodesy

/// A box of grid cells, its ends included, and how far the points in it reach.
struct Bounds: Equatable {
    var west: Int64
    var east: Int64
    var south: Int64
    var north: Int64
    /// The farthest reach as ``limit(reach:)``; negative when there is no point.
    var limit: Float

    static let nothing = Bounds(west: .max, east: .min, south: .max, north: .min, limit: -1)

    /// A length on the ground as a squared angle on the sphere, in cells, rounded up.
    ///
    /// A geodesic is at least b^2/a times the angle between the same latitudes and longitudes on
    /// the unit sphere; see the article *Bounds*. ``slackCells`` more make up for all rounding in a lane.
    static func squaredCells(meters: Double) -> Float {
        let cells = meters * cellsPerMeter * 1.00001 + slackCells
        return Float(cells * cells).nextUp
    }

    /// A reach in metres as ``squaredCells(meters:)``, rounded up to the 8 bits that lanes keep.
    static func limit(reach: Float) -> Float {
        squaredCells(meters: Double(reach)).roundedToUpperHalf
    }

    /// What rounding can take from a lane's distance, cells: differences of cells become floats of
    /// 24 bits, at most 128 cells off for the widest box, and both ends were rounded to cells.
    static let slackCells = 256.0

    /// Cells per metre on the smallest sphere.
    static let cellsPerMeter =
        180 / (Double.pi * Geodesic.leastRadiusOfCurvatureMeters * GridPlace.cellDegrees)

    var isEmpty: Bool { limit < 0 }

    @inline(__always)
    func holds(_ place: GridPlace) -> Bool {
        west <= Int64(place.x) && Int64(place.x) <= east
            && south <= Int64(place.y) && Int64(place.y) <= north
    }

    /// Grows to hold a cell.
    @inline(__always)
    mutating func include(x: Int32, y: Int32) {
        west = min(west, Int64(x))
        east = max(east, Int64(x))
        south = min(south, Int64(y))
        north = max(north, Int64(y))
    }

    @inline(__always)
    mutating func include(reach: Float) {
        limit = max(limit, Self.limit(reach: reach))
    }

    /// Grows to hold other bounds, which may be empty.
    @inline(__always)
    mutating func include(_ other: Bounds) {
        guard !other.isEmpty else { return }
        west = min(west, other.west)
        east = max(east, other.east)
        south = min(south, other.south)
        north = max(north, other.north)
        limit = max(limit, other.limit)
    }
}
