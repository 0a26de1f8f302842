internal import Geodesy

extension MultiPolygon {
    /// The same with its parts in an order that follows from them alone.
    var inOrder: MultiPolygon {
        MultiPolygon(polygons.sorted { Self.precedes($0.exterior, $1.exterior) })
    }

    static func precedes(_ one: MultiPolygon, _ other: MultiPolygon) -> Bool {
        precedes(one.polygons.flatMap(\.exterior), other.polygons.flatMap(\.exterior))
    }

    private static func precedes(_ one: [Coordinate], _ other: [Coordinate]) -> Bool {
        one.lexicographicallyPrecedes(other) {
            ($0.latitude, $0.longitude) < ($1.latitude, $1.longitude)
        }
    }
}
