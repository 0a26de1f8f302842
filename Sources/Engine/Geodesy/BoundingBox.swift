/// A box of latitudes and longitudes, edges included; `west > east` means that it crosses the
/// antimeridian (RFC 7946, section 5.2).
public struct BoundingBox: Sendable, Hashable {
    /// The western edge, degrees, -180 to 180.
    public let west: Double
    /// The southern edge, degrees, -90 to 90.
    public let south: Double
    /// The eastern edge, degrees, -180 to 180.
    public let east: Double
    /// The northern edge, degrees, -90 to 90, not below `south`.
    public let north: Double

    /// The whole Earth.
    public static let world = BoundingBox(
        uncheckedWest: -180,
        south: -90,
        east: 180,
        north: 90
    )

    /// - Throws: ``GeodesyError`` when an edge is out of range or `south` lies north of `north`.
    /// - Complexity: O(1).
    public init(
        west: Double,
        south: Double,
        east: Double,
        north: Double
    ) throws(GeodesyError) {
        let southWest = try Coordinate(latitude: south, longitude: west)
        let northEast = try Coordinate(latitude: north, longitude: east)
        guard south <= north else { throw .invalidBoundingBox(south: south, north: north) }
        self.init(
            uncheckedWest: southWest.longitude,
            south: south,
            east: northEast.longitude,
            north: north
        )
    }

    /// A box whose edges the caller has proved.
    package init(uncheckedWest west: Double, south: Double, east: Double, north: Double) {
        self.west = west
        self.south = south
        self.east = east
        self.north = north
    }

    /// Whether the box spans the meridian of 180 degrees.
    ///
    /// - Complexity: O(1).
    public var crossesAntimeridian: Bool { west > east }

    /// The place halfway between the edges.
    package var midpoint: Coordinate {
        let longitude = (west + east) / 2 + (crossesAntimeridian ? 180 : 0)
        return Coordinate(
            uncheckedLatitude: (south + north) / 2,
            longitude: longitude >= 180 ? longitude - 360 : longitude
        )
    }

    /// The box as one box, or two that meet at the antimeridian, each with `west <= east`.
    ///
    /// - Complexity: O(1).
    public var unwrapped: [BoundingBox] {
        guard crossesAntimeridian else { return [self] }
        return [
            BoundingBox(uncheckedWest: west, south: south, east: 180, north: north),
            BoundingBox(uncheckedWest: -180, south: south, east: east, north: north),
        ]
    }

    /// Whether the place lies in the box or on its edge; longitudes -180 and 180 are one meridian.
    ///
    /// Compared on the grid that distances are measured on (``GeodesicOrigin``), so that an index
    /// that keeps places on that grid answers alike.
    ///
    /// - Complexity: O(1).
    public func contains(_ place: Coordinate) -> Bool {
        let latitude = Coordinate.onGrid(degrees: place.latitude)
        guard latitude >= Coordinate.onGrid(degrees: south),
            latitude <= Coordinate.onGrid(degrees: north)
        else { return false }
        let longitude = Coordinate.onGrid(degrees: place.longitude)
        return containsLongitude(longitude)
            || (longitude.magnitude == 180 && containsLongitude(-longitude))
    }

    private func containsLongitude(_ longitude: Double) -> Bool {
        let west = Coordinate.onGrid(degrees: west)
        let east = Coordinate.onGrid(degrees: east)
        return crossesAntimeridian
            ? longitude >= west || longitude <= east
            : longitude >= west && longitude <= east
    }
}
