/// A place on the WGS84 ellipsoid (EPSG:4326), in decimal degrees.
///
/// The poles and the antimeridian are ordinary places; longitudes -180 and 180 name the same
/// meridian and both are accepted.
public struct Coordinate: Sendable, Hashable {
    /// Geodetic latitude in degrees, -90 (south pole) to 90 (north pole).
    public let latitude: Double

    /// Longitude in degrees east of Greenwich, -180 to 180.
    public let longitude: Double

    /// - Throws: ``GeodesyError/invalidLatitude(_:)`` or ``GeodesyError/invalidLongitude(_:)`` when
    ///   a value is not a number or out of its range.
    /// - Complexity: O(1).
    public init(latitude: Double, longitude: Double) throws(GeodesyError) {
        guard latitude >= -90, latitude <= 90 else { throw .invalidLatitude(latitude) }
        guard longitude >= -180, longitude <= 180 else { throw .invalidLongitude(longitude) }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// A coordinate whose ranges the caller has proved.
    package init(uncheckedLatitude latitude: Double, longitude: Double) {
        assert(latitude >= -90 && latitude <= 90 && longitude >= -180 && longitude <= 180)
        self.latitude = latitude
        self.longitude = longitude
    }
}
