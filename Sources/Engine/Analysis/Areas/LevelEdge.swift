internal import Geodesy

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A short edge that is straight in longitude and latitude.
struct LevelEdge {
    let from: Area.LongLatitude
    let to: Area.LongLatitude

    /// A share of the way from one end to the other.
    func place(at share: Double) -> Coordinate {
        let longitude = from.longitude + share * (to.longitude - from.longitude)
        return Coordinate(
            uncheckedLatitude: from.latitude + share * (to.latitude - from.latitude),
            longitude: longitude - 360 * (longitude / 360).rounded()
        )
    }

    /// The geodesic distance of the edge's nearest point.
    ///
    /// From a guess X on the edge the foot of the perpendicular on the edge's tangent is sought, on
    /// a sphere of the Earth's size in the right-angled triangle of X, the place and the foot, as
    /// ``GeodesicSegment/nearest(to:)`` does; repeated until the step is shorter than a micrometre.
    /// An edge bends away from its tangent, which matters where the place is thousands of
    /// kilometres away: steps that leave what is known to hold the nearest point, or don't grow
    /// shorter by half, are replaced by halving that. The ends are tried as well.
    ///
    /// - Parameter guess: Where to begin, 0 to 1.
    /// Accuracy: within 0.1 mm of the least distance for an edge of a twentieth of a degree.
    func distance(to place: Coordinate, _ origin: GeodesicOrigin, guess: Double) -> Distance {
        let best = min(
            origin.distance(to: self.place(at: 0)),
            origin.distance(to: self.place(at: 1))
        )
        var (low, high) = (0.0, 1.0)
        var share = guess
        var lastMove = Double.infinity
        for _ in 0..<Self.stepLimit {
            guard let (step, length) = step(toward: place, at: share) else { break }
            if step > 0 { low = share } else { high = share }
            var next = min(max(share + step, 0), 1)
            if next < low || next > high || (next - share).magnitude > lastMove / 2 {
                next = (low + high) / 2
            }
            lastMove = (next - share).magnitude
            share = next
            if lastMove * length < 1e-6 { break }
        }
        return min(best, origin.distance(to: self.place(at: share)))
    }

    /// The distance of the nearer end of another edge.
    func distance(toEndsOf other: LevelEdge) -> Distance {
        min(distance(toEnd: other.place(at: 0)), distance(toEnd: other.place(at: 1)))
    }

    /// The distance of a place that nothing is known of.
    func distance(toEnd place: Coordinate) -> Distance {
        distance(to: place, GeodesicOrigin(place), guess: 0.5)
    }

    /// How far ahead the nearest point of the tangent is, as a share of the edge, and how long the
    /// edge is in metres; nil where the place lies on the edge.
    private func step(toward place: Coordinate, at share: Double) -> (step: Double, meters: Double)?
    {
        let foot = self.place(at: share)
        let way = Geodesic.inverse(from: foot, to: place)
        let (east, north) = tangent(at: foot.latitude)
        let length = (east * east + north * north).squareRoot()
        guard way.distance.meters > 1e-6, length > 0 else { return nil }
        let bearing = way.initialBearing.degrees * .pi / 180
        let cosine = (east * sin(bearing) + north * cos(bearing)) / length
        let angle = way.distance.meters / Self.sphereRadiusMeters
        let ahead = Self.sphereRadiusMeters * atan2(sin(angle) * cosine, cos(angle))
        return (ahead / length, length)
    }

    /// How far the whole edge goes, in metres east and north, at the pace that it has at a latitude.
    private func tangent(at latitude: Double) -> (east: Double, north: Double) {
        let (sine, cosine) = (sin(latitude * .pi / 180), cos(latitude * .pi / 180))
        let e2 = Geodesic.eccentricitySquared
        let w = 1 - e2 * sine * sine
        let across = Geodesic.semiMajorAxisMeters / w.squareRoot()
        let along = across * (1 - e2) / w
        return (
            across * cosine * (to.longitude - from.longitude) * .pi / 180,
            along * (to.latitude - from.latitude) * .pi / 180
        )
    }

    private static let stepLimit = 60
    /// The mean radius R1 = (2 a + b) / 3 of WGS84.
    private static let sphereRadiusMeters = 6_371_008.8
}
