/// A curve through all places on which places that are near each other stay near.
///
/// Source: D. Hilbert, "Ueber die stetige Abbildung einer Linie auf ein Flächenstück" (1891).
package enum HilbertCurve {
    private static let bits = 24
    /// How many bits a position has.
    package static let positionBits = 2 * bits

    /// How far along the curve a place lies, on a grid of 2^24 by 2^24 cells.
    package static func position(of place: Coordinate) -> UInt64 {
        let last = UInt32(1) << bits - 1
        func cell(_ fraction: Double) -> UInt32 { min(last, UInt32(fraction * Double(last))) }
        var x = cell((place.longitude + 180) / 360)
        var y = cell((place.latitude + 90) / 180)
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
}
