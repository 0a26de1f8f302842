package import CIndexKernels

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

/// A place from which many distances are measured, with what they share worked out once.
///
/// This is the one definition of distance in Ambit: ``Geodesic/distance(from:to:)``, the index, the
/// store and the command line all measure through it and so agree to the last bit. It measures in
/// one of three ways, chosen by the two places alone:
///
/// 1. *near*, within 0.008 rad of latitude and as far eastward (about 50 km): the squared
///    chord between the Earth-centred positions as a polynomial about the origin, lengthened to
///    the arc by the curvature in that direction. Arithmetic only, so that it runs in SIMD lanes.
/// 2. *middle*, chords to 300 km: the chord from sines and cosines, which are polynomials too, with
///    the curvature halfway.
/// 3. *far*: the full solution of the inverse problem.
///
/// Accuracy: 0.02 mm near (0.0004 mm to 20 km), 0.1 mm in the middle, 0.0002 mm far, where only the
/// grid rounds. Source: the article *Distance on the ellipsoid*.
public struct GeodesicOrigin: Sendable {
    /// The place measured from, on the grid.
    package let place: GridPlace
    /// Its latitude and longitude, degrees.
    package let latitude: Double
    package let longitude: Double
    /// The sine and the cosine of its latitude.
    package let sine: Double
    package let cosine: Double

    /// What the near and the middle way need.
    package let prepared: ambit_origin

    /// - Complexity: O(1), about 50 ns.
    public init(_ origin: Coordinate) {
        place = GridPlace(origin)
        latitude = place.latitude
        longitude = place.longitude
        let s = sin(latitude * Self.radiansPerDegree)
        let c = cos(latitude * Self.radiansPerDegree)
        (sine, cosine) = (s, c)
        let e2 = Geodesic.eccentricitySquared
        let w = 1 - e2 * s * s
        let across = Geodesic.semiMajorAxisMeters / w.squareRoot()
        let along = across * (1 - e2) / w
        let axial = across * c

        // w about the origin is w (1 + u1 t + u2 t^2 + u3 t^3); M goes as its power -3/2.
        let u1 = -2 * e2 * s * c / w
        let u2 = -e2 * (c * c - s * s) / w
        let u3 = -2 / 3 * u1
        let m1 = -1.5 * u1
        let m2 = -1.5 * u2 + 1.875 * u1 * u1
        let m3 = -1.5 * u3 + 3.75 * u1 * u2 - 2.1875 * u1 * u1 * u1
        // The position along the meridian, from its derivatives -M sin and M cos.
        let p1 = -along * s
        let p2 = -along * (c + m1 * s) / 2
        let p3 = -along * (m2 * s + m1 * c - s / 2) / 3
        let p4 = -along * (m3 * s + m2 * c - m1 * s / 2 - c / 6) / 4
        let z1 = along * c
        let z2 = along * (m1 * c - s) / 2
        let z3 = along * (m2 * c - m1 * s - c / 2) / 3
        let z4 = along * (m3 * c - m2 * s - m1 * c / 2 + s / 6) / 4
        let square = across * across
        prepared = ambit_origin(
            x: place.x,
            y: place.y,
            rest: place.rest,
            near_north: Self.nearCellsNorthward,
            near_east: UInt32(min(0.05, 0.008 / max(c, 0.01)) * (1 / AMBIT_RADIANS_PER_CELL)),
            middle_north: Self.middleCellsNorthward,
            meridian0: along * along,
            meridian1: 2 * (p1 * p2 + z1 * z2),
            meridian2: 2 * (p1 * p3 + z1 * z3) + p2 * p2 + z2 * z2,
            meridian3: 2 * (p1 * p4 + z1 * z4 + p2 * p3 + z2 * z3),
            parallel0: 4 * axial * axial,
            parallel1: 4 * axial * p1,
            parallel2: 4 * axial * p2,
            parallel3: 4 * axial * p3,
            parallel4: 4 * axial * p4,
            meridian_bend: 1 / (24 * along * along),
            bend_difference: 1 / (24 * along * along) - 1 / (24 * square),
            sine: s,
            cosine: c,
            axial: axial,
            polar: across * (1 - e2) * s,
            semi_major: Geodesic.semiMajorAxisMeters,
            eccentricity_squared: e2,
            middle_limit: Self.middleChordMeters * Self.middleChordMeters
        )
    }

    /// The distance to a place.
    ///
    /// - Complexity: O(1): some nanoseconds near, some tens in the middle, half a microsecond far.
    /// Accuracy: 0.02 mm to 50 km, 0.1 mm to 300 km, 0.0002 mm beyond.
    public func distance(to place: Coordinate) -> Distance {
        Distance(uncheckedMeters: meters(to: GridPlace(place)))
    }

    /// The distance in metres to a place on the grid.
    package func meters(to other: GridPlace) -> Double {
        let meters = withUnsafePointer(to: prepared) {
            ambit_measure($0, other.x, other.y, other.rest)
        }
        return meters >= 0
            ? meters : farMeters(to: other.latitude, longitude: other.longitude)
    }

    /// The distance in metres by the far way, for a place that the others leave to it.
    package func farMeters(to placeLatitude: Double, longitude placeLongitude: Double) -> Double {
        InverseProblem(
            latitude1: latitude,
            longitude1: longitude,
            latitude2: placeLatitude,
            longitude2: placeLongitude
        ).meters
    }

    /// How many cells northward the near way reaches: 0.008 rad.
    private static let nearCellsNorthward = UInt32(0.008 / AMBIT_RADIANS_PER_CELL)
    /// How many cells northward the middle way reaches: no chord of 300 km spans 0.048 rad.
    private static let middleCellsNorthward = UInt32(0.048 / AMBIT_RADIANS_PER_CELL)
    private static let radiansPerDegree = Double.pi / 180
    private static let middleChordMeters = 300_000.0
}
