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

extension BoundingBox {
    /// A box that holds every place within a radius of a centre: for candidates, never for answers.
    ///
    /// The ellipsoid's metric is `M^2 dlat^2 + N^2 cos^2(lat) dlon^2` with both radii of curvature
    /// at least b^2/a. So on the unit sphere with the same latitudes and longitudes the place lies
    /// within an angle of `radius / (b^2/a)`, whose box is known: that angle to the north and the
    /// south, `asin(sin angle / cos latitude)` to the east and the west, and every longitude when
    /// the circle holds a pole. A millimetre more absorbs every rounding.
    ///
    /// - Complexity: O(1).
    public init(around center: Coordinate, radius: Distance) {
        let angle = (radius.meters + 0.001) / Geodesic.leastRadiusOfCurvatureMeters * (1 + 1e-12)
        let up = angle * 180 / .pi
        let south = max(-90, center.latitude - up)
        let north = min(90, center.latitude + up)
        guard south > -90, north < 90 else {
            self.init(uncheckedWest: -180, south: south, east: 180, north: north)
            return
        }
        let sine = sin(angle) / cos(center.latitude * .pi / 180)
        let across = asin(min(1, sine)) * 180 / .pi * (1 + 1e-12) + 1e-12
        guard sine < 1, across < 180 else {
            self.init(uncheckedWest: -180, south: south, east: 180, north: north)
            return
        }
        let west = center.longitude - across
        let east = center.longitude + across
        self.init(
            uncheckedWest: west < -180 ? west + 360 : west,
            south: south,
            east: east > 180 ? east - 360 : east,
            north: north
        )
    }
}
