/// An area with straight edges in longitude and latitude, as GeoJSON means them (RFC 7946, section
/// 3.1.1): an outer ring and any number of holes.
///
/// Edges never cross the antimeridian: an area that does is a ``MultiPolygon`` of two. Rings may
/// wind either way. A place on an edge, a hole's too, lies in the polygon.
public struct Polygon: Sendable, Hashable {
    /// The outer ring, closed: its last place is its first.
    public let exterior: [Coordinate]
    /// The holes, each closed.
    public let holes: [[Coordinate]]
    /// The smallest box that holds the outer ring.
    public let boundingBox: BoundingBox

    /// - Parameters:
    ///   - exterior: Three places or more, closed or not.
    ///   - holes: Rings of three places or more, closed or not.
    /// - Throws: ``GeodesyError/invalidRing(places:)`` when a ring has fewer than three places.
    /// - Complexity: O(n) for n places.
    public init(exterior: [Coordinate], holes: [[Coordinate]] = []) throws(GeodesyError) {
        self.exterior = try Self.closed(exterior)
        var closedHoles: [[Coordinate]] = []
        for hole in holes { closedHoles.append(try Self.closed(hole)) }
        self.holes = closedHoles
        self.boundingBox = BoundingBox(holding: self.exterior)
    }

    /// How many positions a ring has at least where it is written down, its last one the first again:
    /// of three nobody knows whether the last was lost (RFC 7946, section 3.1.6).
    public static let leastRingPositions = 4

    /// Checks how a ring is written, for every reader of GeoJSON alike.
    ///
    /// - Throws: ``GeodesyError/shortRing(positions:)``
    /// - Complexity: O(1).
    public static func checkRing(positions: Int) throws(GeodesyError) {
        guard positions >= leastRingPositions else { throw .shortRing(positions: positions) }
    }

    private static func closed(_ ring: [Coordinate]) throws(GeodesyError) -> [Coordinate] {
        guard let first = ring.first else { throw .invalidRing(places: 0) }
        let open = ring.count > 1 && ring.last == first ? Array(ring.dropLast()) : ring
        guard open.count >= 3 else { throw .invalidRing(places: open.count) }
        return open + [first]
    }

    /// Whether the place lies in the polygon or on its edge; longitudes -180 and 180 are one
    /// meridian.
    ///
    /// A place that lies between two polygons with a common edge lies in exactly one of them, or on
    /// the edge and so in both: an edge is judged alike whichever way its ring runs.
    ///
    /// - Complexity: O(number of edges).
    public func contains(_ place: Coordinate) -> Bool {
        guard boundingBox.contains(place) else { return false }
        let corner = Corner(place)
        return covers(corner)
            || (corner.longitude.magnitude == 180 && covers(corner.underOtherName))
    }

    /// A place on the grid that distances are measured on, so that an index that keeps places on
    /// that grid answers alike.
    private struct Corner {
        var latitude: Double
        var longitude: Double

        init(_ place: Coordinate) {
            latitude = Coordinate.onGrid(degrees: place.latitude)
            longitude = Coordinate.onGrid(degrees: place.longitude)
        }

        /// The same place on the meridian of 180 degrees.
        var underOtherName: Corner {
            var other = self
            other.longitude = -longitude
            return other
        }
    }

    private func covers(_ place: Corner) -> Bool {
        switch Self.position(of: place, in: exterior) {
        case .outside: return false
        case .edge: return true
        case .inside: break
        }
        for hole in holes {
            switch Self.position(of: place, in: hole) {
            case .outside: continue
            case .edge: return true
            case .inside: return false
            }
        }
        return true
    }

    private enum Position { case inside, edge, outside }

    /// Counts the edges that a ray eastward from the place crosses: inside when they are odd.
    private static func position(of place: Corner, in ring: [Coordinate]) -> Position {
        var isInside = false
        for (first, second) in zip(ring, ring.dropFirst()) {
            let (start, end) = (Corner(first), Corner(second))
            // From south to north, whichever way the ring runs, so that neighbours agree.
            let isUpward =
                start.latitude != end.latitude
                ? start.latitude < end.latitude : start.longitude < end.longitude
            let (low, high) = isUpward ? (start, end) : (end, start)
            guard place.latitude >= low.latitude, place.latitude <= high.latitude else { continue }
            if low.latitude == high.latitude {
                if place.longitude >= low.longitude, place.longitude <= high.longitude {
                    return .edge
                }
                continue
            }
            let side =
                (high.longitude - low.longitude) * (place.latitude - low.latitude)
                - (place.longitude - low.longitude) * (high.latitude - low.latitude)
            if side == 0 { return .edge }
            // The edge's lower end belongs to it and its upper end to the next edge.
            if side > 0, place.latitude < high.latitude { isInside.toggle() }
        }
        return isInside ? .inside : .outside
    }
}

/// Several polygons as one area.
public struct MultiPolygon: Sendable, Hashable {
    /// The parts; they may touch or overlap.
    public let polygons: [Polygon]

    /// An area made of its parts, possibly none.
    ///
    /// - Complexity: O(1).
    public init(_ polygons: [Polygon]) { self.polygons = polygons }

    /// Whether the place lies in a part or on its edge.
    ///
    /// - Complexity: O(number of edges).
    public func contains(_ place: Coordinate) -> Bool {
        polygons.contains { $0.contains(place) }
    }

    /// The smallest box without the antimeridian inside that holds every part; nil without parts.
    ///
    /// - Complexity: O(p) for p polygons.
    public var boundingBox: BoundingBox? {
        guard !polygons.isEmpty else { return nil }
        return BoundingBox(
            holding: polygons.flatMap {
                [
                    Coordinate(
                        uncheckedLatitude: $0.boundingBox.south,
                        longitude: $0.boundingBox.west
                    ),
                    Coordinate(
                        uncheckedLatitude: $0.boundingBox.north,
                        longitude: $0.boundingBox.east
                    ),
                ]
            }
        )
    }
}

extension BoundingBox {
    /// The smallest box that holds the places and does not cross the antimeridian.
    ///
    /// - Precondition: There is a place.
    package init(holding places: [Coordinate]) {
        precondition(!places.isEmpty, "a box holds at least one place")
        self.init(
            uncheckedWest: places.reduce(180) { min($0, $1.longitude) },
            south: places.reduce(90) { min($0, $1.latitude) },
            east: places.reduce(-180) { max($0, $1.longitude) },
            north: places.reduce(-90) { max($0, $1.latitude) }
        )
    }
}
