/// The order of tiles in an archive: by zoom, and within a zoom along a Hilbert curve, so that tiles that
/// lie near each other stand near each other.
///
/// Source: PMTiles, version 3, section 4.1; D. Hilbert, "Ueber die stetige Abbildung einer Linie auf ein
/// Flächenstück", Math. Ann. 38 (1891).
enum TileCurve {
    /// The number of the first tile of a zoom level.
    static func firstNumber(zoom: Int) -> UInt64 { ((1 << (2 * UInt64(zoom))) - 1) / 3 }

    /// How a quarter of the square is gone through: which way its corners are turned.
    struct Turn: Hashable {
        /// Whether columns and rows change places.
        var swaps = false
        /// Whether both are counted from the other end.
        var flips = false
    }

    /// The quarters of a square in the order of the curve, with the turn of each.
    ///
    /// - Returns: Of each quarter its column and row, 0 or 1.
    static func quarters(_ turn: Turn) -> [(column: Int, row: Int, turn: Turn)] {
        [(0, 0), (0, 1), (1, 1), (1, 0)].map { x, y in
            // In the frame of the square itself, the first and the last quarter are turned.
            var next = turn
            var (column, row) = (x, y)
            if turn.flips { (column, row) = (1 - column, 1 - row) }
            if turn.swaps { (column, row) = (row, column) }
            if y == 0 {
                next.swaps.toggle()
                if x == 1 { next.flips.toggle() }
            }
            return (column, row, next)
        }
    }
}

extension TileAddress {
    /// The number of the tile in an archive.
    ///
    /// - Complexity: O(zoom).
    package var number: UInt64 {
        var number = TileCurve.firstNumber(zoom: zoom)
        var turn = TileCurve.Turn()
        for level in stride(from: zoom - 1, through: 0, by: -1) {
            let quarter = ((column >> level) & 1, (row >> level) & 1)
            for (index, next) in TileCurve.quarters(turn).enumerated()
            where (next.column, next.row) == quarter {
                number += UInt64(index) << UInt64(2 * level)
                turn = next.turn
                break
            }
        }
        return number
    }
}
