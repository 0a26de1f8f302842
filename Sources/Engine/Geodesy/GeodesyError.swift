/// Why a position, a length or a box was refused.
public enum GeodesyError: Error, Hashable, Sendable {
    /// A latitude outside -90...90, or not a number.
    case invalidLatitude(Double)
    /// A longitude outside -180...180, or not a number.
    case invalidLongitude(Double)
    /// An angle in degrees or radians that is infinite or not a number.
    case invalidAngle(Double)
    /// A length in metres that is negative, infinite or not a number.
    case invalidDistance(Double)
    /// A text that is no length with a unit.
    case unreadableDistance(String)
    /// A box whose south edge lies north of its north edge.
    case invalidBoundingBox(south: Double, north: Double)
    /// A polygon's ring with fewer than three different places.
    case invalidRing(places: Int)
    /// A ring is written with fewer positions than ``Polygon/leastRingPositions``.
    case shortRing(positions: Int)
}

extension GeodesyError: CustomStringConvertible {
    /// What was wrong, with the value and what is allowed.
    ///
    /// - Complexity: O(1).
    public var description: String {
        switch self {
        case .invalidLatitude(let value):
            "latitude is \(value); a latitude lies between -90 and 90"
        case .invalidLongitude(let value):
            "longitude is \(value); a longitude lies between -180 and 180"
        case .invalidAngle(let value):
            "angle is \(value); an angle is finite"
        case .invalidDistance(let value):
            "distance is \(value) m; a distance is finite and not negative"
        case .unreadableDistance(let text):
            "distance is \"\(text)\"; write a number and a unit: 500m, 1.2km, 3mi or 900ft"
        case .invalidBoundingBox(let south, let north):
            "south edge \(south) lies north of north edge \(north); write west,south,east,north"
        case .shortRing(let positions):
            "a ring has \(positions) position\(positions == 1 ? "" : "s"); it must have four"
        case .invalidRing(let places):
            "a polygon's ring has \(places) places; it needs at least 3"
        }
    }
}
