package import CIndexKernels
internal import CProj

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
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
/// 2. *middle*, chords to 300 km: the same from sines and cosines, with the curvature halfway.
/// 3. *far*: Karney's full solution.
///
/// Accuracy: 0.02 mm near (0.0003 mm to 20 km), 0.1 mm in the middle, 15 nm far. Source: the article *Distance on the ellipsoid*.
public struct GeodesicOrigin: Sendable {
    /// The place measured from, on the grid.
    package let place: GridPlace
    /// Its latitude and longitude, degrees.
    package let latitude: Double
    package let longitude: Double
    /// The sine and the cosine of its latitude.
    package let sine: Double
    package let cosine: Double

    /// How many cells eastward the near way reaches: 0.008 rad of the great circle, and 0.05 rad of
    /// longitude at most.
    package let nearCellsEastward: Int32
    /// What the near way needs.
    package let near: ambit_origin

    /// The origin's distance from the axis and height above the equator, metres.
    private let axial: Double
    private let polar: Double

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
        nearCellsEastward = Int32(
            min(0.05, 0.008 / max(c, 0.01)) * (1 / AMBIT_RADIANS_PER_CELL)
        )
        let across = Geodesic.semiMajorAxisMeters / w.squareRoot()
        let along = across * (1 - e2) / w
        axial = across * c
        polar = across * (1 - e2) * s

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
        near = ambit_origin(
            x: place.x,
            y: place.y,
            rest: place.rest,
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
            bend_difference: 1 / (24 * along * along) - 1 / (24 * square)
        )
    }

    /// The distance to a place.
    ///
    /// - Complexity: O(1): some nanoseconds near, 50 ns in the middle, 1 microsecond far.
    /// Accuracy: 0.02 mm to 50 km, 0.1 mm to 300 km, 15 nm beyond.
    public func distance(to place: Coordinate) -> Distance {
        Distance(uncheckedMeters: meters(to: GridPlace(place)))
    }

    /// The distance in metres to a place on the grid.
    package func meters(to other: GridPlace) -> Double {
        if isNear(other) {
            return withUnsafePointer(to: near) { ambit_near($0, other.x, other.y, other.rest) }
        }
        let latitude = other.latitude
        let longitude = other.longitude
        return middleMeters(to: latitude, across: Self.wrapped(longitude - self.longitude))
            ?? farMeters(to: latitude, longitude: longitude)
    }

    /// Whether a place is measured by the near way.
    @inline(__always)
    package func isNear(_ other: GridPlace) -> Bool {
        (other.y &- place.y).magnitude <= Self.nearCellsNorthward
            && (other.x &- place.x).magnitude <= UInt32(bitPattern: nearCellsEastward)
    }

    /// The middle way; nil when the chord is longer than 300 km.
    private func middleMeters(to placeLatitude: Double, across: Double) -> Double? {
        let s = sin(placeLatitude * Self.radiansPerDegree)
        let c = cos(placeLatitude * Self.radiansPerDegree)
        let e2 = Geodesic.eccentricitySquared
        let radius = Geodesic.semiMajorAxisMeters / (1 - e2 * s * s).squareRoot()
        let placeAxial = radius * c
        let up = radius * (1 - e2) * s - polar
        let out = placeAxial - axial
        let sine = sin(across * (Self.radiansPerDegree / 2))
        let squaredSine = sine * sine
        let alongParallel = 4 * axial * placeAxial * squaredSine
        let squaredChord = up * up + out * out + alongParallel
        guard squaredChord <= Self.middleChordMeters * Self.middleChordMeters else { return nil }
        // The middle of the chord, and the share of the chord that lies eastward there: right on
        // the poles too, where latitudes and azimuths at the ends say little about the middle.
        let middleAxial = ((axial + placeAxial) * (axial + placeAxial) - alongParallel) / 4
        let middlePolar = (polar + up / 2) / (1 - e2)
        let squaredMiddle = middleAxial + middlePolar * middlePolar
        let w = 1 - e2 * (middlePolar * middlePolar / squaredMiddle)
        let eastward =
            middleAxial > 0
            ? alongParallel * (axial * placeAxial * (1 - squaredSine)) / middleAxial : 0
        let curvatureAcross = w.squareRoot() / Geodesic.semiMajorAxisMeters
        let curvatureAlong = curvatureAcross * w / (1 - e2)
        // Euler: from one curvature to the other with the squared sine of the azimuth.
        let curvature =
            curvatureAlong
            - (curvatureAlong - curvatureAcross)
            * (squaredChord > 0 ? min(1, eastward / squaredChord) : 0)
        let bend = squaredChord * curvature * curvature / 24
        // asin x / x = 1 + x^2 / 6 + 3 x^4 / 40 + 15 x^6 / 336 with 6 bend = x^2.
        return squaredChord.squareRoot()
            * (((bend * (15.0 / 336 * 216) + 2.7) * bend + 1) * bend + 1)
    }

    private func farMeters(to placeLatitude: Double, longitude placeLongitude: Double) -> Double {
        Geodesic.withEllipsoid { ellipsoid in
            var meters = 0.0
            geod_inverse(
                ellipsoid,
                latitude,
                longitude,
                placeLatitude,
                placeLongitude,
                &meters,
                nil,
                nil
            )
            return meters
        }
    }

    /// A difference of two longitudes, by the shorter way round.
    private static func wrapped(_ difference: Double) -> Double {
        difference > 180 ? difference - 360 : difference < -180 ? difference + 360 : difference
    }

    /// How many cells northward the near way reaches: 0.008 rad.
    package static let nearCellsNorthward = UInt32(0.008 / AMBIT_RADIANS_PER_CELL)
    private static let radiansPerDegree = Double.pi / 180
    private static let middleChordMeters = 300_000.0
}
