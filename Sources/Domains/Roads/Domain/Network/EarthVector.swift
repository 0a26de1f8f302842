internal import Geodesy

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A position in metres from the middle of the Earth, where poles and the antimeridian are places
/// like others.
///
/// The straight line between two positions is never longer than any way on the ellipsoid, so that it
/// can lead a search; what is said to anybody is measured by ``Geodesic`` alone.
typealias EarthVector = SIMD3<Double>

extension EarthVector {
    init(_ place: Coordinate) {
        let latitude = place.latitude * .pi / 180
        let longitude = place.longitude * .pi / 180
        let flattening = Geodesic.flattening
        let eccentricitySquared = flattening * (2 - flattening)
        let sine = sin(latitude)
        let across =
            Geodesic.semiMajorAxisMeters / (1 - eccentricitySquared * sine * sine).squareRoot()
        self.init(
            across * cos(latitude) * cos(longitude),
            across * cos(latitude) * sin(longitude),
            across * (1 - eccentricitySquared) * sine
        )
    }

    func dot(_ other: EarthVector) -> Double { (self * other).sum() }

    func distance(to other: EarthVector) -> Double {
        let way = other - self
        return way.dot(way).squareRoot()
    }
}

extension Coordinate {
    /// The place a share of the way to another, both of which lie close together.
    func toward(_ end: Coordinate, share: Double) -> Coordinate {
        guard share > 0 else { return self }
        guard share < 1 else { return end }
        var step = end.longitude - longitude
        if step > 180 { step -= 360 } else if step < -180 { step += 360 }
        var east = longitude + share * step
        if east > 180 { east -= 360 } else if east < -180 { east += 360 }
        let north = latitude + share * (end.latitude - latitude)
        return (try? Coordinate(latitude: north, longitude: east)) ?? self
    }
}

/// An angle between two bearings, in degrees from -180 to 180; positive to the right.
func turnAngle(from incoming: Double, to outgoing: Double) -> Double {
    let angle = (outgoing - incoming).truncatingRemainder(dividingBy: 360)
    return angle > 180 ? angle - 360 : angle <= -180 ? angle + 360 : angle
}

extension EarthVector {
    /// The horizontal direction of a bearing at a place, of length 1.
    init(heading degrees: Double, at place: Coordinate) {
        let latitude = place.latitude * .pi / 180
        let longitude = place.longitude * .pi / 180
        let north = EarthVector(
            -sin(latitude) * cos(longitude),
            -sin(latitude) * sin(longitude),
            cos(latitude)
        )
        let east = EarthVector(-sin(longitude), cos(longitude), 0)
        let bearing = degrees * .pi / 180
        self = north * cos(bearing) + east * sin(bearing)
    }
}
