/// A curve through all places on which places that are near each other stay near.
///
/// Source: D. Hilbert, "Ueber die stetige Abbildung einer Linie auf ein Flächenstück" (1891).
package enum HilbertCurve {
    private static let bits = 24
    /// How many bits a position has.
    package static let positionBits = 2 * bits

    /// How far along the curve a place lies, on a grid of 2^24 by 2^24 cells.
    package static func position(of place: Coordinate) -> UInt64 {
        var x = column(place.longitude)
        var y = row(place.latitude)
        var position: UInt64 = 0
        // From the largest quadrant to the smallest: count the quadrants passed, then turn the
        // plane so that the curve inside this one looks like the whole.
        var side = UInt32(1) << (bits - 1)
        while side > 0 {
            let right = x & side != 0
            let upper = y & side != 0
            let quadrant: UInt64 = right ? (upper ? 2 : 3) : (upper ? 1 : 0)
            position = position << 2 | quadrant
            if !upper {
                if right {
                    x = last - x
                    y = last - y
                }
                swap(&x, &y)
            }
            side >>= 1
        }
        return position
    }

    /// Cells of the grid: columns from the west, rows from the south.
    package struct Square: Sendable, Hashable {
        package let columns: ClosedRange<UInt32>
        package let rows: ClosedRange<UInt32>

        package func overlaps(_ other: Square) -> Bool {
            columns.overlaps(other.columns) && rows.overlaps(other.rows)
        }
    }

    /// The cells that hold some place of a box.
    ///
    /// - Parameter box: `west <= east`.
    package static func square(in box: BoundingBox) -> Square {
        Square(
            columns: column(box.west)...column(box.east),
            rows: row(box.south)...row(box.north)
        )
    }

    private static let last = UInt32(1) << bits - 1
    private static func column(_ longitude: Double) -> UInt32 {
        min(last, UInt32((longitude + 180) / 360 * Double(last)))
    }
    private static func row(_ latitude: Double) -> UInt32 {
        min(last, UInt32((latitude + 90) / 180 * Double(last)))
    }

    /// The square of 2^level by 2^level cells whose 4^level positions begin with one.
    ///
    /// - Parameter first: A multiple of 4^level.
    package static func square(at first: UInt64, level: Int) -> Square {
        var (x, y) = (UInt32(0), UInt32(0))
        // From the smallest quadrant to the largest: what ``position(of:)`` does, backwards.
        for bit in 0..<bits {
            let quadrant = first >> UInt64(2 * bit) & 3
            let below = UInt32(1) << UInt32(bit) - 1
            if quadrant == 0 {
                swap(&x, &y)
            } else if quadrant == 3 {
                (x, y) = (below - y, below - x)
            }
            if quadrant >= 2 { x |= below + 1 }
            if quadrant == 1 || quadrant == 2 { y |= below + 1 }
        }
        let inside = UInt32(1) << UInt32(level) - 1
        (x, y) = (x & ~inside, y & ~inside)
        return Square(columns: x...x | inside, rows: y...y | inside)
    }
}
