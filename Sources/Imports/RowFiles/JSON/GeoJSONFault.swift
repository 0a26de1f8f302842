package import Geodesy

/// Why a value of JSON is no feature or geometry of GeoJSON (RFC 7946).
package enum GeoJSONFault: Error, Sendable {
    /// It is no object but something of a kind, such as `a text`.
    case noObject(kind: String)
    /// The feature is no object.
    case featureNoObject(kind: String)
    /// The feature's "type" is another, in quotes, or `missing`.
    case otherType(String)
    /// The feature's "id" is neither a text nor a number.
    case badID(kind: String)
    /// The feature's "properties" are neither an object nor null.
    case badProperties(kind: String)
    /// The feature has no "properties".
    case noProperties
    /// The feature has no "geometry".
    case noGeometry
    /// The geometry is no object.
    case geometryNoObject(kind: String)
    /// The geometry has no "type".
    case geometryWithoutType
    /// The geometry lacks a member that its type has.
    case geometryWithoutMember(geometry: String, member: String)
    /// The geometry's "type" is none of GeoJSON's.
    case unknownGeometry(String)
    /// The "bbox" is not four or six numbers.
    case badBoundingBox
    /// Coordinates are no array.
    case coordinatesNoArray(kind: String)
    /// A position has so many numbers, none or one, where two are due.
    case shortPosition(numbers: Int)
    /// A position holds something else than numbers.
    case positionNoNumber
    /// A line has fewer than two positions.
    case shortLine
    /// A polygon's ring that is none.
    case badRing(GeodesyError)
}
