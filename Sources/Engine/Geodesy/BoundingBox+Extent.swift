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

    /// The narrowest box that holds all boxes; it crosses the antimeridian where that is narrower.
    ///
    /// - Returns: nil when there are none.
    /// - Complexity: O(n log n).
    public static func extent(of boxes: [BoundingBox]) -> BoundingBox? {
        guard !boxes.isEmpty else { return nil }
        let south = boxes.reduce(90) { min($0, $1.south) }
        let north = boxes.reduce(-90) { max($0, $1.north) }
        let spans = boxes.flatMap(\.unwrapped).sorted { $0.west < $1.west }
        // What is left out is the widest stretch that no box touches, the one across the
        // antimeridian first.
        let first = spans[0].west
        var reached = spans[0].east
        var gap = (width: -1.0, west: 0.0, east: 0.0)
        for span in spans {
            if span.west - reached > gap.width { gap = (span.west - reached, reached, span.west) }
            reached = max(reached, span.east)
        }
        guard gap.width > first + 360 - reached else {
            return BoundingBox(uncheckedWest: first, south: south, east: reached, north: north)
        }
        return BoundingBox(uncheckedWest: gap.east, south: south, east: gap.west, north: north)
    }
}
