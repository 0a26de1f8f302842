public import Geodesy

extension BoundingBox {
    /// The narrowest box that holds all places; it crosses the antimeridian where that is narrower.
    ///
    /// - Returns: nil when there are none.
    /// - Complexity: O(n log n).
    public static func extent(of places: [Coordinate]) -> BoundingBox? {
        guard !places.isEmpty else { return nil }
        let south = places.reduce(90) { min($0, $1.latitude) }
        let north = places.reduce(-90) { max($0, $1.latitude) }
        let longitudes = places.map(\.longitude).sorted()
        // The box leaves out the widest gap between neighbouring longitudes.
        var (west, east) = (longitudes[0], longitudes[longitudes.count - 1])
        var widest = west + 360 - east
        for (left, right) in zip(longitudes, longitudes.dropFirst()) where right - left > widest {
            widest = right - left
            (west, east) = (right, left)
        }
        return BoundingBox(uncheckedWest: west, south: south, east: east, north: north)
    }
}
