internal import Geodesy

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// What of a polygon lies between two meridians and two parallels.
///
/// Edges that are straight in longitude and latitude stay so when they are cut there: nothing is
/// projected, and neither the poles nor the antimeridian are special.
struct AreaPiece {
    /// The edges of the smallest box that holds the piece; longitudes may go on past 180 degrees.
    let west, south, east, north: Double
    /// How large the piece is.
    let squareMeters: Double
    /// How large the box is.
    let boxSquareMeters: Double
    /// The outer ring and its holes, as they were cut; none where the piece is the whole box.
    private let rings: [[Area.LongLatitude]]

    /// A polygon, or what was cut from it.
    ///
    /// - Returns: nil for a polygon without a ring.
    init?(_ rings: [[Area.LongLatitude]]) {
        guard let outer = rings.first, !outer.isEmpty else { return nil }
        west = outer.reduce(.infinity) { min($0, $1.longitude) }
        east = outer.reduce(-.infinity) { max($0, $1.longitude) }
        south = outer.reduce(.infinity) { min($0, $1.latitude) }
        north = outer.reduce(-.infinity) { max($0, $1.latitude) }
        let whole = Area.squareMeters(of: [Self.ring(west, south, east, north)])
        let inside = Area.squareMeters(of: rings)
        let isWhole = rings.count == 1 && inside >= whole * (1 - 1e-12)
        squareMeters = isWhole ? whole : inside
        boxSquareMeters = whole
        self.rings = isWhole ? [] : rings
    }

    private static func ring(
        _ west: Double,
        _ south: Double,
        _ east: Double,
        _ north: Double
    ) -> [Area.LongLatitude] {
        [(west, south), (east, south), (east, north), (west, north)]
            .map { Area.LongLatitude(longitude: $0.0, latitude: $0.1) }
    }

    /// The corners of the rings, cuts among them, or of the box.
    var corners: [Area.LongLatitude] {
        rings.isEmpty ? Self.ring(west, south, east, north) : rings.flatMap { $0 }
    }

    /// Whether the piece is the whole box.
    var isBox: Bool { rings.isEmpty }

    /// The middle of the box, which need not lie in the piece.
    var middle: Coordinate { place(across: 0.5, up: 0.5) }

    /// A place of the box, by two shares of the way from its south-western corner.
    func place(across: Double, up: Double) -> Coordinate {
        Area.LongLatitude(
            longitude: west + across * (east - west),
            latitude: south + up * (north - south)
        ).place
    }

    /// More than the box is broad and high, in metres.
    var extentMeters: (across: Double, up: Double) {
        let degree = Geodesic.greatestRadiusOfCurvatureMeters * .pi / 180
        let nearest = south <= 0 && north >= 0 ? 0 : min(south.magnitude, north.magnitude)
        return ((east - west) * degree * cos(nearest * .pi / 180), (north - south) * degree)
    }

    /// No place of the box is farther than this from its middle: nor is the way that is straight in
    /// longitude and latitude longer.
    var radiusMeters: Double {
        let (across, up) = extentMeters
        return (across * across + up * up).squareRoot() / 2
    }

    /// The two halves of the box, cut across the longer way, as far as there is something in them.
    var halves: [AreaPiece] {
        let (across, up) = extentMeters
        let sides: [[Area.LongLatitude].Side]
        if across > up {
            let longitude = west + (east - west) / 2
            sides = [.west(of: longitude), .east(of: longitude)]
        } else {
            let latitude = south + (north - south) / 2
            sides = [.south(of: latitude), .north(of: latitude)]
        }
        let whole = rings.isEmpty ? [Self.ring(west, south, east, north)] : rings
        return sides.compactMap { side in
            // A hole may leave nothing, and then isn't there; without its outer ring nothing is.
            guard let outer = whole.first?.clipped(to: side), !outer.isEmpty else { return nil }
            let holes = whole.dropFirst().map { $0.clipped(to: side) }.filter { !$0.isEmpty }
            return AreaPiece([outer] + holes)
        }
    }
}
