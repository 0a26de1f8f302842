public import Geodesy

/// How far two lines of places are from each other, by the geodesics between their places.
public enum TrackDistance {
    /// Dynamic time warping: the least sum of distances, in metres, over all ways of going through both lines
    /// from end to end, one place at a time on either or on both.
    ///
    /// - Returns: nil where a line has no place.
    /// - Complexity: O(n m) distances, O(m) memory.
    /// Source: H. Sakoe, S. Chiba, "Dynamic programming algorithm optimization for spoken word recognition",
    /// IEEE Trans. ASSP 26 (1978).
    public static func dynamicTimeWarping(_ first: [Coordinate], _ second: [Coordinate]) -> Double?
    {
        table(first, second) { $0 + $1 }
    }

    /// The discrete Fréchet distance: the least length, in metres, of a leash that lets one go through both
    /// lines from end to end, from place to place, never back.
    ///
    /// - Returns: nil where a line has no place.
    /// - Complexity: O(n m) distances, O(m) memory.
    /// Source: T. Eiter, H. Mannila, "Computing discrete Fréchet distance" (1994).
    public static func frechet(_ first: [Coordinate], _ second: [Coordinate]) -> Double? {
        table(first, second) { max($0, $1) }
    }

    /// The last cell of a table in which each holds what leads to it at least, joined with its own distance.
    private static func table(
        _ first: [Coordinate],
        _ second: [Coordinate],
        _ join: (Double, Double) -> Double
    ) -> Double? {
        guard !first.isEmpty, !second.isEmpty else { return nil }
        // What a distance needs of either place is worked out once, not for each pair.
        let others = second.map { GridPlace($0) }
        var before: [Double] = []
        for (row, place) in first.enumerated() {
            let origin = GeodesicOrigin(place)
            var cells: [Double] = []
            cells.reserveCapacity(others.count)
            for (column, other) in others.enumerated() {
                let distance = origin.meters(to: other)
                var least = Double.infinity
                if row > 0 { least = before[column] }
                if column > 0 { least = min(least, cells[column - 1]) }
                if row > 0, column > 0 { least = min(least, before[column - 1]) }
                cells.append(least == .infinity ? distance : join(least, distance))
            }
            before = cells
        }
        return before.last
    }
}
