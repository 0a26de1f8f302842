public import Geodesy

/// Polygons with holes as one area, also across the antimeridian.
///
/// Edges are straight in longitude and latitude, as GeoJSON means them (RFC 7946, section 3.1.1). A
/// ring may go past 180 degrees (`170, 190`), or jump from one side of the antimeridian to the
/// other (`179, -179`): an edge goes the short way round, unless both its ends lie on the
/// antimeridian, as those of the whole world do. Each polygon is judged in a frame that is turned
/// about the axis until the polygon lies whole in it, so that a cut adds no edges.
public struct Area: Sendable {
    private struct Part {
        /// The polygon, its longitudes less ``turn``.
        let polygon: Polygon
        /// Whole degrees.
        let turn: Double

        func contains(_ place: Coordinate) -> Bool {
            guard turn != 0 else { return polygon.contains(place) }
            var longitude = place.longitude - turn
            if longitude < -180 { longitude += 360 }
            if longitude > 180 { longitude -= 360 }
            return polygon.contains(
                Coordinate(uncheckedLatitude: place.latitude, longitude: longitude)
            )
        }
    }

    private let parts: [Part]

    /// The smallest box of each polygon; one whose west lies east of its east crosses the
    /// antimeridian.
    public let boxes: [BoundingBox]

    /// The polygons as they were given, each an outer ring and its holes, with longitudes that go
    /// on past 180 degrees where a ring crosses the antimeridian.
    public let polygons: [[[LongLatitude]]]

    /// The rings of all polygons: for drawing. Outer rings first, each followed by its holes.
    public var outlines: [[LongLatitude]] { polygons.flatMap { $0 } }

    /// A position whose longitude may lie outside -180...180.
    public struct LongLatitude: Sendable, Hashable {
        /// Degrees, -540 to 540.
        public let longitude: Double
        /// Degrees, -90 to 90.
        public let latitude: Double
    }

    /// - Parameter polygons: Each an outer ring and its holes, positions as longitude and latitude.
    /// - Throws: The reason why a ring cannot be used, in words.
    init(polygons: [[[LongLatitude]]]) throws(Reason) {
        var parts: [Part] = []
        var boxes: [BoundingBox] = []
        var unrolled: [[[LongLatitude]]] = []
        for rings in polygons {
            guard let first = rings.first else { throw Reason("a polygon has no ring") }
            let exterior = try Self.unrolled(first)
            let west = exterior.reduce(.infinity) { min($0, $1.longitude) }
            let east = exterior.reduce(-.infinity) { max($0, $1.longitude) }
            guard east - west <= 360 else {
                throw Reason("a polygon goes more than once around the Earth")
            }
            let turn = west >= -180 && east <= 180 ? 0 : ((west + east) / 2).rounded()
            var holes: [[LongLatitude]] = []
            for hole in rings.dropFirst() {
                let ring = try Self.unrolled(hole)
                let holeWest = ring.reduce(.infinity) { min($0, $1.longitude) }
                // As many whole turns as bring the hole into its polygon.
                let shift = 360 * ((holeWest - west) / 360).rounded(.down)
                holes.append(shift == 0 ? ring : ring.map { $0.shifted(by: -shift) })
            }
            do {
                parts.append(
                    Part(
                        polygon: try Polygon(
                            exterior: Self.places(exterior, turn: turn),
                            holes: holes.map { try Self.places($0, turn: turn) }
                        ),
                        turn: turn
                    )
                )
            } catch {
                throw Reason("\(error)")
            }
            boxes.append(Self.box(of: exterior, west: west, east: east))
            unrolled.append([exterior] + holes)
        }
        self.parts = parts
        self.boxes = boxes
        self.polygons = unrolled
    }

    /// Polygons that stay on their side of the antimeridian.
    public init(_ area: MultiPolygon) {
        parts = area.polygons.map { Part(polygon: $0, turn: 0) }
        boxes = area.polygons.map(\.boundingBox)
        polygons = area.polygons.map { polygon in
            ([polygon.exterior] + polygon.holes).map { ring in
                ring.map { LongLatitude(longitude: $0.longitude, latitude: $0.latitude) }
            }
        }
    }

    /// Several areas as one.
    public init(joining areas: [Area]) {
        parts = areas.flatMap(\.parts)
        boxes = areas.flatMap(\.boxes)
        polygons = areas.flatMap(\.polygons)
    }

    /// Whether a place lies in the area or on its edge.
    ///
    /// - Complexity: O(number of edges).
    public func contains(_ place: Coordinate) -> Bool {
        parts.contains { $0.contains(place) }
    }

    /// A reason in words.
    struct Reason: Error {
        let text: String
        init(_ text: String) { self.text = text }
    }

    /// The ring with every edge going the short way round.
    private static func unrolled(_ ring: [LongLatitude]) throws(Reason) -> [LongLatitude] {
        var unrolled: [LongLatitude] = []
        var shift = 0.0
        for (index, position) in ring.enumerated() {
            if index > 0 {
                let step = position.longitude - ring[index - 1].longitude
                if step.magnitude > 180, step.magnitude < 360 { shift += step > 0 ? -360 : 360 }
                if isRoundTheEarth(ring, at: index) {
                    throw Reason("a ring goes around a pole; cut it at the antimeridian")
                }
            }
            unrolled.append(position.shifted(by: shift))
        }
        if let first = unrolled.first, let last = unrolled.last, unrolled.count > 1,
            first.latitude == last.latitude, (first.longitude - last.longitude).magnitude == 360
        {
            throw Reason("a ring goes around a pole; cut it at the antimeridian")
        }
        return unrolled
    }

    /// Whether a ring goes once round the Earth and ends where it began, but for an edge of 360 degrees
    /// along a parallel that has no length there: what it is meant to hold is the pole.
    ///
    /// Along a pole such an edge is right, and so it is as the edge of a band, which has corners of its
    /// other parallel on the antimeridian too.
    private static func isRoundTheEarth(_ ring: [LongLatitude], at index: Int) -> Bool {
        let (last, position) = (ring[index - 1], ring[index])
        return (position.longitude - last.longitude).magnitude == 360
            && position.latitude == last.latitude && position.latitude.magnitude < 90
            && ring.dropLast().count { $0.longitude.magnitude == 180 } == 2
    }

    private static func places(
        _ ring: [LongLatitude],
        turn: Double
    ) throws(GeodesyError) -> [Coordinate] {
        var places: [Coordinate] = []
        for position in ring {
            places.append(
                try Coordinate(
                    latitude: position.latitude,
                    longitude: position.longitude - turn
                )
            )
        }
        return places
    }

    private static func box(of ring: [LongLatitude], west: Double, east: Double) -> BoundingBox {
        let south = ring.reduce(90) { min($0, $1.latitude) }
        let north = ring.reduce(-90) { max($0, $1.latitude) }
        guard east - west < 360 else {
            return BoundingBox(uncheckedWest: -180, south: south, east: 180, north: north)
        }
        func wrapped(_ degrees: Double) -> Double {
            var degrees = degrees
            while degrees > 180 { degrees -= 360 }
            while degrees < -180 { degrees += 360 }
            return degrees
        }
        return BoundingBox(
            uncheckedWest: wrapped(west),
            south: south,
            east: wrapped(east),
            north: north
        )
    }
}

extension Area.LongLatitude {
    func shifted(by degrees: Double) -> Area.LongLatitude {
        degrees == 0
            ? self : Area.LongLatitude(longitude: longitude + degrees, latitude: latitude)
    }
}
