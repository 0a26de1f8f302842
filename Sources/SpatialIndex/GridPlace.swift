internal import Geodesy

/// A coordinate in 14 bytes: the cell of a fixed grid that it lies in, and exactly where in the cell.
///
/// Cells are 2^-32 of a turn wide (9.3 mm), in longitude and latitude alike, so that differences of
/// longitude wrap around the Earth by integer overflow. Within its cell a coordinate is counted in
/// steps of ``Coordinate/gridStepDegrees``, of which a cell has 45 x 2^18, less than 2^24; so it
/// comes back as exactly the value that distances are measured from.
struct GridPlace: Hashable {
    /// The cell eastward; -180 degrees is `Int32.min`.
    var x: Int32
    /// The cell northward; the equator is 0.
    var y: Int32
    /// Steps within the cell: eastward in the low 24 bits, northward in the next 24.
    var rest: UInt64

    /// The width of a cell in degrees, 360 / 2^32, exactly.
    static let cellDegrees = 45 * 0x1p-29

    init(_ place: Coordinate) {
        let east = Self.split(Coordinate.onGrid(longitude: place.longitude))
        let north = Self.split(Coordinate.onGrid(latitude: place.latitude))
        x = east.cell
        y = north.cell
        rest = UInt64(east.steps) | UInt64(north.steps) << 24
    }

    init(x: Int32, y: Int32, rest: UInt64) {
        self.x = x
        self.y = y
        self.rest = rest
    }

    /// Degrees on the grid, exactly: each product and the sum fit in a double.
    var longitude: Double {
        Double(x) * Self.cellDegrees + Double(rest & 0xFF_FFFF) * Coordinate.gridStepDegrees
    }

    var latitude: Double {
        Double(y) * Self.cellDegrees + Double(rest >> 24) * Coordinate.gridStepDegrees
    }

    /// Both differences below are exact: they are whole numbers of steps, and few.
    private static func split(_ degrees: Double) -> (cell: Int32, steps: UInt32) {
        var cell = Int64(degrees * (0x1p29 / 45))
        var left = degrees - Double(cell) * cellDegrees
        if left < 0 {
            cell -= 1
            left += cellDegrees
        } else if left >= cellDegrees {
            cell += 1
            left -= cellDegrees
        }
        return (
            Int32(truncatingIfNeeded: cell), UInt32(left * (1 / Coordinate.gridStepDegrees))
        )
    }
}

/// A point as the tree keeps it.
struct Entry {
    var place: GridPlace
    var id: UInt32
    var reach: Float

    init(place: GridPlace, id: UInt32, reach: Float) {
        self.place = place
        self.id = id
        self.reach = reach
    }

    init(_ point: IndexedPoint) {
        self.init(
            place: GridPlace(point.coordinate),
            id: point.id,
            reach: Float(point.reach.meters)
        )
    }
}
