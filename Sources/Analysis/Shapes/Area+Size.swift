internal import Geodesy

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

extension Area {
    /// The area's size on the ellipsoid, in square metres; parts that overlap count for each.
    ///
    /// What lies between an edge and the equator is the integral of the zone's height over the
    /// longitude. Along an edge that is straight in longitude and latitude it is taken by Gauss's
    /// five points, in pieces of a degree.
    ///
    /// - Complexity: O(edges and their length).
    /// Accuracy: 1e-12 of the zone between the area's latitudes. Source: J. P. Snyder, "Map
    /// Projections - A Working Manual" (1987), equation 3-12, for the zone.
    public var squareMeters: Double {
        polygons.reduce(0) { sum, rings in
            let sizes = rings.map(Self.squareMeters)
            return sum + max(0, (sizes.first ?? 0) - sizes.dropFirst().reduce(0, +))
        }
    }

    private static func squareMeters(of ring: [LongLatitude]) -> Double {
        guard let origin = ring.first else { return 0 }
        // Measured from the ring's own latitude, what is small is not lost in what is large.
        let base = zone(toLatitude: origin.latitude)
        var sum = 0.0
        for (from, to) in zip(ring, ring.dropFirst() + ring.prefix(1)) where from != to {
            let across = to.longitude - from.longitude
            let up = to.latitude - from.latitude
            let count = max(1, up.magnitude.rounded(.up))
            for piece in 0..<Int(count) {
                for (point, weight) in gaussPoints {
                    let share = (Double(piece) + point) / count
                    let height = zone(toLatitude: from.latitude + share * up) - base
                    sum += height * weight * across / count
                }
            }
        }
        return (sum * .pi / 180).magnitude
    }

    /// The area between the equator and a parallel, a radian broad, in square metres.
    private static func zone(toLatitude latitude: Double) -> Double {
        let e2 = Geodesic.eccentricitySquared
        let e = e2.squareRoot()
        let sine = sin(latitude * .pi / 180)
        let a = Geodesic.semiMajorAxisMeters
        return a * a * (1 - e2) / 2 * (sine / (1 - e2 * sine * sine) + atanh(e * sine) / e)
    }

    /// Where on 0...1 a function is looked at, and with what weight: exact for polynomials of the
    /// ninth degree (M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions", table 25.4).
    private static let gaussPoints: [(point: Double, weight: Double)] = {
        let near = (5 - 2 * (10.0 / 7).squareRoot()).squareRoot() / 3
        let far = (5 + 2 * (10.0 / 7).squareRoot()).squareRoot() / 3
        let (nearWeight, farWeight) = (
            (322 + 13 * 70.0.squareRoot()) / 900, (322 - 13 * 70.0.squareRoot()) / 900
        )
        return [
            (-far, farWeight), (-near, nearWeight), (0, 128.0 / 225), (near, nearWeight),
            (far, farWeight),
        ].map { ((1 + $0.0) / 2, $0.1 / 2) }
    }()
}
