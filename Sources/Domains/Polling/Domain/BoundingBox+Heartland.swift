internal import Datasets
internal import Geodesy

extension BoundingBox {
    /// The least that is shown around a single place, in degrees from the middle to an edge.
    private static let leastSpread = 0.01

    /// A box around the middle of the dataset with the most stations; nil where none has a place.
    ///
    /// The middle is the median of latitude and of longitude, and the edges lie as far from it as the
    /// median station does.
    ///
    /// - Complexity: O(n log n).
    static func heartland(of stations: [Station]) -> BoundingBox? {
        let largest = Dictionary(grouping: stations.filter { $0.coordinate != nil }, by: \.dataset)
            .max { ($0.value.count, $1.key.text) < ($1.value.count, $0.key.text) }
        let places = (largest?.value ?? []).compactMap(\.coordinate)
        guard let first = places.first else { return nil }
        // Longitudes as they lie from the first, so that the antimeridian is nothing special.
        let eastings = places.map { wrapped($0.longitude - first.longitude) }
        let (latitude, height) = middle(of: places.map(\.latitude))
        let (easting, width) = middle(of: eastings)
        let longitude = first.longitude + easting
        return try? BoundingBox(
            west: wrapped(longitude - width),
            south: max(-90, latitude - height),
            east: wrapped(longitude + width),
            north: min(90, latitude + height)
        )
    }

    /// The place halfway between the edges.
    var middle: Coordinate? {
        let width = east - west + (crossesAntimeridian ? 360 : 0)
        return try? Coordinate(
            latitude: (south + north) / 2,
            longitude: Self.wrapped(west + width / 2)
        )
    }

    /// The median, and how far the median number lies from it.
    private static func middle(of numbers: [Double]) -> (Double, spread: Double) {
        let middle = median(numbers)
        let spread = median(numbers.map { ($0 - middle).magnitude })
        return (middle, max(spread, leastSpread))
    }

    private static func median(_ numbers: [Double]) -> Double {
        numbers.sorted()[numbers.count / 2]
    }

    private static func wrapped(_ longitude: Double) -> Double {
        longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    }
}
