#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Android)
    internal import Android
#elseif canImport(Darwin)
    internal import Darwin
#elseif os(Windows)
    internal import CRT
#endif

/// A position in metres from the middle of the Earth, where poles and the antimeridian are places
/// like others.
///
/// The straight line between two positions is never longer than any way on the ellipsoid, so that it
/// can lead a search; what is said to anybody is measured by ``Geodesic`` alone.
@usableFromInline
package typealias EarthVector = SIMD3<Double>

extension EarthVector {
    /// The position of a place on the ellipsoid.
    package init(_ place: Coordinate) {
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

    /// The horizontal direction of a bearing at a place, of length 1.
    package init(heading degrees: Double, at place: Coordinate) {
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

    /// The sum of the products of the members.
    @inlinable
    package func dot(_ other: EarthVector) -> Double { (self * other).sum() }

    /// The length of the straight line to another position, in metres.
    @inlinable
    package func distance(to other: EarthVector) -> Double {
        let way = other - self
        return way.dot(way).squareRoot()
    }

    /// The place on the ellipsoid below or above the position.
    ///
    /// - Parameter near: A place at most a few kilometres from it, from which it is reckoned.
    /// Accuracy: 1 mm within 1 km.
    package func place(near: Coordinate) -> Coordinate {
        let off = self - EarthVector(near)
        let north = off.dot(EarthVector(heading: 0, at: near))
        let east = off.dot(EarthVector(heading: 90, at: near))
        let meters = (north * north + east * east).squareRoot()
        guard meters > 0 else { return near }
        return Geodesic.destination(
            from: near,
            bearingDegrees: atan2(east, north) * 180 / .pi,
            distance: Distance(uncheckedMeters: meters)
        )
    }
}
