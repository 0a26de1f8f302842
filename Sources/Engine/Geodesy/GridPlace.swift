/// A coordinate in 12 bytes: the cell of a fixed grid that it lies in, and where in the cell.
///
/// Cells are 2^-32 of a turn wide (9.3 mm), in longitude and latitude alike, so that differences of
/// longitude wrap around the Earth by integer overflow. A cell has 2^16 steps of
/// ``Coordinate/gridStepDegrees`` (0.14 micrometres), the resolution of all distances.
package struct GridPlace: Hashable, Sendable, BitwiseCopyable {
    /// The cell eastward; -180 degrees, and so 180, is `Int32.min`.
    package var x: Int32
    /// The cell northward; the equator is 0.
    package var y: Int32
    /// Steps within the cell: eastward in the low half, northward in the high half.
    package var rest: UInt32

    /// The width of a cell in degrees, 360 / 2^32, exactly.
    package static let cellDegrees = 45 * 0x1p-29
    package static let stepsPerCell = 65536.0

    /// The nearest place on the grid.
    package init(_ place: Coordinate) {
        let east = Coordinate.gridSteps(degrees: place.longitude)
        let north = Coordinate.gridSteps(degrees: place.latitude)
        x = Int32(truncatingIfNeeded: east >> 16)
        y = Int32(truncatingIfNeeded: north >> 16)
        rest = UInt32(truncatingIfNeeded: (north & 0xFFFF) << 16 | east & 0xFFFF)
    }

    @inlinable
    package init(x: Int32, y: Int32, rest: UInt32) {
        self.x = x
        self.y = y
        self.rest = rest
    }

    /// Degrees, -180 to less than 180.
    package var longitude: Double {
        Double(Int64(x) << 16 | Int64(rest & 0xFFFF)) * Coordinate.gridStepDegrees
    }

    /// Degrees.
    package var latitude: Double {
        Double(Int64(y) << 16 | Int64(rest >> 16)) * Coordinate.gridStepDegrees
    }
}
