internal import Geodesy

/// A lane's box in grid cells, and how far its points reach.
struct Bounds: Equatable {
    var centerX: Int32
    /// Half the width in cells, rounded up.
    var halfX: Float
    var centerY: Int32
    var halfY: Float
    /// The farthest reach as ``squaredCells(meters:)``; negative when there is no point.
    var limit: Float

    static let nothing = Bounds(centerX: 0, halfX: 0, centerY: 0, halfY: 0, limit: -1)

    /// A length on the ground as a squared angle on the sphere, in cells, rounded up.
    ///
    /// A geodesic is at least b^2/a times the angle between the same latitudes and longitudes on
    /// the unit sphere; see the article. ``slackCells`` more make up for all rounding in a lane.
    static func squaredCells(meters: Double) -> Float {
        let cells = meters * cellsPerMeter * 1.00001 + slackCells
        return Float(cells * cells).nextUp
    }

    /// What rounding can take from a lane's distance, cells: differences of cells become floats of
    /// 24 bits, at most 128 cells off for the widest box, and both ends were rounded to cells.
    static let slackCells = 256.0

    /// Cells per metre on the smallest sphere.
    static let cellsPerMeter =
        180 / (Double.pi * Geodesic.leastRadiusOfCurvatureMeters * GridPlace.cellDegrees)

    @inline(__always)
    func holds(_ place: GridPlace) -> Bool {
        (Int64(place.x) - Int64(centerX)).magnitude <= UInt64(halfX)
            && (Int64(place.y) - Int64(centerY)).magnitude <= UInt64(halfY)
    }

    /// Grows to hold a place, and to say that something reaches that far.
    mutating func include(_ place: GridPlace, limit reaching: Float) {
        if limit < 0 || !holds(place) {
            var builder = BoundsBuilder()
            builder.include(self)
            builder.include(x: place.x, y: place.y)
            let box = builder.bounds
            (centerX, halfX, centerY, halfY) = (box.centerX, box.halfX, box.centerY, box.halfY)
        }
        limit = max(limit, reaching)
    }

    /// Whether the bounds may be smaller without a point.
    func isTight(around entry: Entry) -> Bool {
        (Int64(entry.place.x) - Int64(centerX)).magnitude + 2 >= UInt64(halfX)
            || (Int64(entry.place.y) - Int64(centerY)).magnitude + 2 >= UInt64(halfY)
            || (limit.isFinite && Self.squaredCells(meters: Double(entry.reach)) >= limit)
    }
}

/// Grows a box around cells and boxes.
struct BoundsBuilder {
    private var west = Int64.max
    private var east = Int64.min
    private var south = Int64.max
    private var north = Int64.min
    private var limit: Float = -1

    @inline(__always)
    mutating func include(x: Int32, y: Int32) {
        west = min(west, Int64(x))
        east = max(east, Int64(x))
        south = min(south, Int64(y))
        north = max(north, Int64(y))
    }

    mutating func include(_ bounds: Bounds) {
        guard bounds.limit >= 0 else { return }
        west = min(west, Int64(bounds.centerX) - Int64(bounds.halfX))
        east = max(east, Int64(bounds.centerX) + Int64(bounds.halfX))
        south = min(south, Int64(bounds.centerY) - Int64(bounds.halfY))
        north = max(north, Int64(bounds.centerY) + Int64(bounds.halfY))
        limit = max(limit, bounds.limit)
    }

    @inline(__always)
    mutating func include(reach: Float) {
        limit = max(limit, Bounds.squaredCells(meters: Double(reach)))
    }

    var bounds: Bounds {
        guard west <= east else { return .nothing }
        let centerX = west + (east - west) / 2
        let centerY = south + (north - south) / 2
        return Bounds(
            centerX: Int32(truncatingIfNeeded: centerX),
            halfX: Self.up(max(east - centerX, centerX - west)),
            centerY: Int32(truncatingIfNeeded: centerY),
            halfY: Self.up(max(north - centerY, centerY - south)),
            limit: limit
        )
    }

    /// Whole numbers below 2^24 are exact; others go up, to a whole number.
    private static func up(_ length: Int64) -> Float {
        length < 1 << 24 ? Float(length) : Float(length).nextUp
    }
}
