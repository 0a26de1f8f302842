extension BoundingBox {
    /// The narrowest box that holds all places; it crosses the antimeridian where that is narrower.
    ///
    /// - Returns: nil when there are none.
    /// - Complexity: O(n).
    public static func extent(of places: [Coordinate]) -> BoundingBox? {
        guard !places.isEmpty else { return nil }
        let south = places.reduce(90) { min($0, $1.latitude) }
        let north = places.reduce(-90) { max($0, $1.latitude) }
        let longitudes = outermostLongitudes(of: places)
        // The box leaves out the widest gap between neighbouring longitudes.
        var (west, east) = (longitudes[0], longitudes[longitudes.count - 1])
        var widest = west + 360 - east
        for (left, right) in zip(longitudes, longitudes.dropFirst()) where right - left > widest {
            widest = right - left
            (west, east) = (right, left)
        }
        return BoundingBox(uncheckedWest: west, south: south, east: east, north: north)
    }

    /// Longitudes of places, ascending, among which both ends of the widest gap are.
    ///
    /// Of many places, the westernmost and the easternmost of each strip of a tenth of a degree are enough: between
    /// them no gap is wider than a strip, and there is a wider one unless every strip has places. Then all are given.
    private static func outermostLongitudes(of places: [Coordinate]) -> [Double] {
        let strips = 3600
        guard places.count > 4 * strips else { return places.map(\.longitude).sorted() }
        var ends: [(west: Double, east: Double)] = Array(
            repeating: (.infinity, -.infinity),
            count: strips
        )
        for place in places {
            let strip = min(max(Int((place.longitude + 180) * 10), 0), strips - 1)
            ends[strip].west = min(ends[strip].west, place.longitude)
            ends[strip].east = max(ends[strip].east, place.longitude)
        }
        let used = ends.filter { $0.west <= $0.east }
        // A strip without places is as wide as any gap within a strip, or wider; rounding aside.
        guard used.count < strips - 1 else { return places.map(\.longitude).sorted() }
        return used.flatMap { [$0.west, $0.east] }.sorted()
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
