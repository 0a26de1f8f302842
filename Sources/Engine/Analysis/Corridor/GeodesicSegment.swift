public import Geodesy

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The shortest way between two places, as part of a line that distances are measured to.
public struct GeodesicSegment: Sendable {
    /// Where the segment begins.
    public let start: Coordinate
    /// Where it ends.
    public let end: Coordinate
    /// Its length in metres.
    public let lengthMeters: Double
    private let bearing: Double

    /// The segment from one place to another; it may be a single place.
    public init(from start: Coordinate, to end: Coordinate) {
        self.start = start
        self.end = end
        let way = Geodesic.inverse(from: start, to: end)
        lengthMeters = way.distance.meters
        bearing = way.initialBearing.degrees
    }

    /// The point of the segment nearest to a place.
    ///
    /// From a guess X on the segment the foot of the perpendicular is sought on the sphere that
    /// touches the ellipsoid's size, in the right-angled triangle of X, the place and the foot; the
    /// step to it is taken on the ellipsoid, and repeated until it is shorter than a micrometre.
    /// Each step leaves about (distance / Earth's radius)^2 / 300 of the error, so that two or
    /// three steps do. Both ends are tried as well: on a segment of more than a quarter of the way
    /// round, the foot may be the farthest point.
    ///
    /// - Returns: The distance, ``Geodesic/distance(from:to:)`` to the point found, and how far
    ///   from the start that lies.
    /// - Complexity: O(1), 5 to 20 microseconds.
    /// Accuracy: the distance is within 0.1 mm of the least one where it is at most 2,000 km.
    /// Source: the iteration is that of S. Baselga and J. C. Martinez-Llario, "Intersection and
    /// point-to-line solutions for geodesics on the ellipsoid", Stud. Geophys. Geod. 62 (2018).
    public func nearest(to place: Coordinate) -> (distance: Distance, alongMeters: Double) {
        var best = (Geodesic.distance(from: place, to: start), 0.0)
        guard lengthMeters > 0 else { return best }
        let atEnd = Geodesic.distance(from: place, to: end)
        if atEnd < best.0 { best = (atEnd, lengthMeters) }

        var along = best.1
        for _ in 0..<Self.stepLimit {
            let foot = point(at: along)
            let way = Geodesic.inverse(from: foot, to: place)
            let bearing = way.initialBearing.degrees
            let turn = (bearing - bearingOfSegment(at: along, foot)) * (.pi / 180)
            let angle = way.distance.meters / Self.sphereRadiusMeters
            let step = Self.sphereRadiusMeters * atan2(sin(angle) * cos(turn), cos(angle))
            let next = min(max(along + step, 0), lengthMeters)
            let moved = (next - along).magnitude
            along = next
            if moved < 1e-6 { break }
        }
        let atFoot = Geodesic.distance(from: place, to: point(at: along))
        return atFoot < best.0 ? (atFoot, along) : best
    }

    /// The point that lies so many metres from the start along the segment.
    public func point(at meters: Double) -> Coordinate {
        if meters <= 0 { return start }
        if meters >= lengthMeters { return end }
        return Geodesic.destination(
            from: start,
            bearingDegrees: bearing,
            distance: Distance(uncheckedMeters: meters)
        )
    }

    /// The segment's own bearing at a point of it, taken from the farther end, where it is certain.
    private func bearingOfSegment(at meters: Double, _ point: Coordinate) -> Double {
        if meters <= 0 { return bearing }
        return meters < lengthMeters / 2
            ? Geodesic.inverse(from: point, to: end).initialBearing.degrees
            : Geodesic.inverse(from: start, to: point).finalBearing.degrees
    }

    private static let stepLimit = 30
    /// The mean radius R1 = (2 a + b) / 3 of WGS84.
    private static let sphereRadiusMeters = 6_371_008.8
}
