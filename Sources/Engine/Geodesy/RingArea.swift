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

/// The ground that a ring goes around on the WGS84 ellipsoid, added up edge by edge: Ambit's one
/// definition of an area.
///
/// Edges are straight in longitude and latitude, as GeoJSON means them (RFC 7946, section 3.1.1), and
/// no geodesics: an edge along the border of 49 degrees north is that border. What lies between an
/// edge and the parallel of the ring's first corner is the integral of the zone's height over the
/// longitude. It is taken by Gauss's five points, in pieces of a degree of latitude; by two where an
/// edge rises by so little that more would change nothing, and by one along a parallel.
///
/// Accuracy: 1e-12 of the zone between the ring's latitudes, also for a ring of a millimetre: all is
/// measured from the ring itself. Source: J. P. Snyder, "Map Projections - A Working Manual" (1987),
/// equation 3-12, for the zone.
package struct RingArea {
    /// Of the ring's first corner.
    private let startLatitude: Double
    private let startSine: Double
    /// Square metres for a degree of longitude instead of a radian.
    private var sum = 0.0

    /// An empty sum.
    ///
    /// - Parameter latitude: Of the ring's first corner, in degrees.
    package init(from latitude: Double) {
        startLatitude = latitude
        startSine = sin(latitude * .pi / 180)
    }

    /// Adds an edge.
    ///
    /// - Parameters:
    ///   - latitude: Where it begins, in degrees.
    ///   - up: How far it goes north, in degrees.
    ///   - across: How far it goes east, in degrees.
    /// - Complexity: O(length).
    package mutating func add(from latitude: Double, up: Double, across: Double) {
        guard across != 0 else { return }
        guard up != 0 else {
            sum += height(at: latitude) * across
            return
        }
        let isShort = up.magnitude < Self.shortDegrees
        let pieces = isShort ? 1 : up.magnitude.rounded(.up)
        let points = isShort ? Self.twoPoints : Self.fivePoints
        for piece in 0..<Int(pieces) {
            for (point, weight) in points {
                let share = (Double(piece) + point) / pieces
                sum += height(at: latitude + share * up) * weight * across / pieces
            }
        }
    }

    /// The area in square metres, 0 or more, once all edges are added. What a ring that crosses
    /// itself winds around the other way is taken off.
    package var squareMeters: Double { (sum * .pi / 180).magnitude }

    /// The area between the start's parallel and another, a radian broad, in square metres. Both
    /// terms are differences that don't cancel.
    private func height(at latitude: Double) -> Double {
        let e2 = Geodesic.eccentricitySquared
        let e = e2.squareRoot()
        let sine = sin(latitude * .pi / 180)
        let half = (latitude - startLatitude) * .pi / 360
        let rise = 2 * sin(half) * cos((latitude + startLatitude) * .pi / 360)
        let product = e2 * sine * startSine
        let a = Geodesic.semiMajorAxisMeters
        return a * a * (1 - e2) / 2
            * (rise * (1 + product) / ((1 - e2 * sine * sine) * (1 - e2 * startSine * startSine))
                + atanh(e * rise / (1 - product)) / e)
    }

    /// Over so few degrees two points are exact to 1e-17.
    private static let shortDegrees = 0.02

    /// Where on 0...1 a function is looked at, and with what weight: exact for polynomials of the
    /// third and of the ninth degree (M. Abramowitz, I. A. Stegun, "Handbook of Mathematical
    /// Functions", table 25.4).
    private static let twoPoints: [(point: Double, weight: Double)] = {
        let offset = 1 / (2 * 3.0.squareRoot())
        return [(0.5 - offset, 0.5), (0.5 + offset, 0.5)]
    }()

    private static let fivePoints: [(point: Double, weight: Double)] = {
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
