internal import CProj
public import Geodesy

/// A flat map about a place on which every area is true: the Lambert azimuthal equal-area projection
/// of the WGS84 ellipsoid, by PROJ.
///
/// The scale along a circle about the centre is 1 / cos(c / 2) for an angular distance c, and its
/// inverse outward: 0.03 % at 300 km, 1.2 % at 2,000 km. Not to be shared between threads.
public final class EqualAreaMap {
    /// A point of the map, metres east and north of the centre.
    public struct Point: Sendable, Hashable {
        /// Metres to the right.
        public var x: Double
        /// Metres up.
        public var y: Double

        /// A point by its two coordinates.
        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// The place in the middle of the map.
    public let center: Coordinate

    /// Invariant: made by `proj_create` in `context`, used by this object alone and destroyed
    /// once, in `deinit`.
    private let projection: OpaquePointer
    private let context: OpaquePointer

    /// - Throws: ``AnalysisError/badCell(reason:)`` when PROJ cannot make the map.
    public init(center: Coordinate) throws(AnalysisError) {
        self.center = center
        guard let context = proj_context_create() else {
            throw .badCell(reason: "PROJ has no room for a projection")
        }
        let definition =
            "+proj=laea +lat_0=\(center.latitude) +lon_0=\(center.longitude) +ellps=WGS84"
        guard let projection = proj_create(context, definition) else {
            proj_context_destroy(context)
            throw .badCell(reason: "PROJ cannot make the projection \(definition)")
        }
        self.context = context
        self.projection = projection
    }

    deinit {
        proj_destroy(projection)
        proj_context_destroy(context)
    }

    /// Where a place lies on the map; nil for the antipode of the centre, which lies all around.
    public func point(_ place: Coordinate) -> Point? {
        point(longitude: place.longitude, latitude: place.latitude)
    }

    /// Where a place lies whose longitude may go on past 180 degrees.
    package func point(longitude: Double, latitude: Double) -> Point? {
        let degree = Double.pi / 180
        let found = proj_trans(
            projection,
            PJ_FWD,
            proj_coord(longitude * degree, latitude * degree, 0, 0)
        )
        guard found.xy.x.isFinite, found.xy.y.isFinite else { return nil }
        return Point(x: found.xy.x, y: found.xy.y)
    }

    /// The corners of an area on the map as places, with others between them where meridians lie so close together
    /// that a line which is straight on the map is none in longitude and latitude.
    ///
    /// How an edge is parted follows from its two ends alone, so that neighbours agree. An edge through a pole has it
    /// twice, once at the longitude on which it comes and once at that on which it leaves.
    ///
    /// - Returns: The corners alone, and all of them.
    func outline(_ corners: [Point]) -> (corners: [Coordinate], all: [Coordinate]) {
        let known = corners.map(place)
        let parting = EdgeParting<Point> { start, end in
            let point = Point(x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)
            return self.place(point).map { (point, $0) }
        }
        var places: [Coordinate] = []
        for (index, corner) in corners.enumerated() {
            let next = (index + 1) % corners.count
            guard let start = known[index], let end = known[next] else { continue }
            places.append(start)
            parting.append(between: (corner, start), (corners[next], end), to: &places)
        }
        return (known.compactMap { $0 }, places)
    }

    /// The place that lies at a point of the map; nil outside the map.
    public func place(_ point: Point) -> Coordinate? {
        let found = proj_trans(projection, PJ_INV, proj_coord(point.x, point.y, 0, 0))
        let degree = Double.pi / 180
        return try? Coordinate(
            latitude: found.lp.phi / degree,
            longitude: max(-180, min(180, found.lp.lam / degree))
        )
    }
}
