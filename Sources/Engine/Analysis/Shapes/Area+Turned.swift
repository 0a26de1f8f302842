public import Geodesy

extension Area {
    /// The area's polygons in a frame that is turned about the Earth's axis until all of them lie in
    /// it whole, so that nothing is cut at the antimeridian.
    ///
    /// - Returns: The polygons, and by how many degrees their longitudes are too small; cut at the
    ///   antimeridian where they are spread over more than one turn.
    public var turned: (area: MultiPolygon, degrees: Double) {
        let longitudes = polygons.flatMap { $0.flatMap { $0.map(\.longitude) } }
        guard let west = longitudes.min(), let east = longitudes.max(), east - west <= 360 else {
            return (multiPolygon, 0)
        }
        let degrees = west >= -180 && east <= 180 ? 0 : ((west + east) / 2).rounded(.down)
        let parts = polygons.compactMap { rings -> Polygon? in
            let places = rings.map { ring in
                ring.compactMap {
                    try? Coordinate(latitude: $0.latitude, longitude: $0.longitude - degrees)
                }
            }
            guard let exterior = places.first else { return nil }
            return try? Polygon(exterior: exterior, holes: Array(places.dropFirst()))
        }
        guard parts.count == polygons.count else { return (multiPolygon, 0) }
        return (MultiPolygon(parts), degrees)
    }

    /// The area of polygons in a turned frame.
    ///
    /// - Parameter degrees: By how many degrees their longitudes are too small.
    /// - Returns: nil where that is no area.
    public init?(_ area: MultiPolygon, turnedBy degrees: Double) {
        guard degrees != 0 else {
            self.init(area)
            return
        }
        let polygons = area.polygons.map { polygon in
            ([polygon.exterior] + polygon.holes).map { ring in
                ring.map {
                    LongLatitude(longitude: $0.longitude + degrees, latitude: $0.latitude)
                }
            }
        }
        do { try self.init(polygons: polygons) } catch { return nil }
    }
}
