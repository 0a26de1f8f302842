/// The shortest path between two places on the WGS84 ellipsoid.
///
/// Source: C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87 (2013).
public enum Geodesic {
    /// Equatorial radius of WGS84 in metres (EPSG:7030).
    ///
    /// - Complexity: O(1).
    public static var semiMajorAxisMeters: Double { 6_378_137 }

    /// Flattening of WGS84 (EPSG:7030).
    ///
    /// - Complexity: O(1).
    public static var flattening: Double { 1 / 298.257223563 }

    /// The smallest radius of curvature of any normal section: the meridian's at the equator, b^2/a.
    ///
    /// - Complexity: O(1).
    public static var leastRadiusOfCurvatureMeters: Double {
        semiMajorAxisMeters * (1 - flattening) * (1 - flattening)
    }

    /// The greatest radius of curvature of any normal section: at the poles, a^2/b.
    ///
    /// - Complexity: O(1).
    public static var greatestRadiusOfCurvatureMeters: Double {
        semiMajorAxisMeters / (1 - flattening)
    }

    /// The polar radius, b.
    static var semiMinorAxisMeters: Double { semiMajorAxisMeters * (1 - flattening) }

    /// The first eccentricity squared, f (2 - f).
    package static var eccentricitySquared: Double { flattening * (2 - flattening) }

    /// The second eccentricity squared, e^2 / (1 - e^2).
    static var secondEccentricitySquared: Double {
        eccentricitySquared / (1 - eccentricitySquared)
    }

    /// The third flattening, n = f / (2 - f).
    static var thirdFlattening: Double { flattening / (2 - flattening) }

    /// The distance from one place to another.
    ///
    /// Every distance that Ambit shows or compares is this one. To measure from one place to many,
    /// keep its ``GeodesicOrigin``: the same numbers, sooner.
    ///
    /// - Complexity: O(1).
    /// Accuracy: 0.02 mm to 50 km, 0.1 mm to 300 km, 0.0002 mm beyond.
    public static func distance(from start: Coordinate, to end: Coordinate) -> Distance {
        GeodesicOrigin(start).distance(to: end)
    }

    /// The shortest way from one place to another: its length and its bearings.
    ///
    /// - Returns: The length, and the bearings clockwise from north (-180 to 180 degrees) in which the
    ///   way leaves `start` and arrives at `end`.
    /// - Complexity: O(1), half a microsecond.
    /// Accuracy: 15 nanometres.
    public static func inverse(
        from start: Coordinate,
        to end: Coordinate
    ) -> (distance: Distance, initialBearing: Angle, finalBearing: Angle) {
        let problem = InverseProblem(from: start, to: end)
        return (
            Distance(uncheckedMeters: problem.meters),
            Angle(uncheckedDegrees: problem.initial.degrees),
            Angle(uncheckedDegrees: problem.final.degrees)
        )
    }

    /// The place reached by going a distance along a bearing.
    ///
    /// - Parameters:
    ///   - start: Where the way begins.
    ///   - bearing: In which direction it leaves, clockwise from north.
    ///   - distance: How long it is; more than half the way round goes on beyond.
    /// - Complexity: O(1), half a microsecond.
    /// Accuracy: 15 nanometres.
    public static func destination(
        from start: Coordinate,
        bearing: Angle,
        distance: Distance
    ) -> Coordinate {
        destination(from: start, bearingDegrees: bearing.degrees, distance: distance)
    }

    /// As ``destination(from:bearing:distance:)``, for a bearing that the caller has proved finite.
    package static func destination(
        from start: Coordinate,
        bearingDegrees: Double,
        distance: Distance
    ) -> Coordinate {
        let problem = DirectProblem(
            latitude: start.latitude,
            longitude: start.longitude,
            bearing: bearingDegrees,
            meters: distance.meters
        )
        return Coordinate(uncheckedLatitude: problem.latitude, longitude: problem.longitude)
    }
}
