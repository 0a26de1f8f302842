/// The constants of one geodesic of WGS84, fixed by its bearing at the equator, and the integrals that turn
/// arcs on the auxiliary sphere into lengths and longitudes.
///
/// Source: Karney (2013), equations 14 to 25, the series to the sixth power of epsilon.
struct GeodesicSeries {
    /// The sine of the bearing at the equator.
    private let equatorialSine: Double
    /// The square of Karney's k.
    let kSquared: Double
    private let epsilon: Double

    /// - Parameter equatorial: The bearing at the equator, northward.
    @inline(__always)
    init(equatorial: UnitAngle) {
        equatorialSine = equatorial.sine
        kSquared =
            Geodesic.secondEccentricitySquared * equatorial.cosine * equatorial.cosine
        epsilon = kSquared / (2 * (1 + (1 + kSquared).squareRoot()) + kSquared)
    }

    // MARK: Lengths

    /// The mean length of an arc on the auxiliary sphere, as a share of the polar radius: A1.
    var lengthScale: Double {
        let e2 = epsilon * epsilon
        return (1 + e2 * (1 / 4 + e2 * (1 / 64 + e2 / 256))) / (1 - epsilon)
    }

    /// How lengths oscillate around the mean: C1.
    var lengthSwing: SineSeries {
        let e = epsilon
        let e2 = e * e
        return SineSeries(
            e * (-1 / 2 + e2 * (3 / 16 - e2 / 32)),
            e2 * (-1 / 16 + e2 * (1 / 32 - e2 * (9 / 2048))),
            e * e2 * (-1 / 48 + e2 * (3 / 256)),
            e2 * e2 * (-5 / 512 + e2 * (3 / 512)),
            e * e2 * e2 * (-7 / 1280),
            e2 * e2 * e2 * (-7 / 2048)
        )
    }

    /// The oscillation of arcs as a function of length, the inverse of C1: C1'.
    var arcSwing: SineSeries {
        let e = epsilon
        let e2 = e * e
        return SineSeries(
            e * (1 / 2 + e2 * (-9 / 32 + e2 * (205 / 1536))),
            e2 * (5 / 16 + e2 * (-37 / 96 + e2 * (1335 / 4096))),
            e * e2 * (29 / 96 - e2 * (75 / 128)),
            e2 * e2 * (539 / 1536 - e2 * (2391 / 2560)),
            e * e2 * e2 * (3467 / 7680),
            e2 * e2 * e2 * (38081 / 61440)
        )
    }

    /// The length of an arc, in metres.
    @inline(__always)
    func meters(from start: UnitAngle, to end: UnitAngle, arc: Double) -> Double {
        let swing = lengthSwing
        return Geodesic.semiMinorAxisMeters * lengthScale
            * (arc + (swing(at: end) - swing(at: start)))
    }

    /// The difference of the integrals of length and of reduced length over an arc, Karney's J, to the
    /// second power of epsilon: within 5e-9.
    @inline(__always)
    func lengthDifference(from start: UnitAngle, to end: UnitAngle, arc: Double) -> Double {
        // sin 2x and sin 4x = 2 sin 2x cos 2x.
        let (twoA, twoB) = (2 * start.sine * start.cosine, 2 * end.sine * end.cosine)
        let fourA = 2 * twoA * (1 - 2 * start.sine * start.sine)
        let fourB = 2 * twoB * (1 - 2 * end.sine * end.sine)
        return epsilon
            * ((2 + epsilon) * arc - (twoB - twoA) - epsilon / 4 * (fourB - fourA))
    }

    // MARK: Longitudes

    /// How far the longitude lags behind the longitude on the auxiliary sphere, in radians.
    @inline(__always)
    func longitudeLag(from start: UnitAngle, to end: UnitAngle, arc: Double) -> Double {
        let e = epsilon
        let swing = SineSeries(
            e * (Self.c11 + e * (Self.c12 + e * (Self.c13 + e * (Self.c14 + e * Self.c15)))),
            e * e * (Self.c22 + e * (Self.c23 + e * (Self.c24 + e * Self.c25))),
            e * e * e * (Self.c33 + e * (Self.c34 + e * Self.c35)),
            e * e * (e * e) * (Self.c44 + e * Self.c45),
            e * e * (e * e) * e * Self.c55,
            0
        )
        return Geodesic.flattening * equatorialSine * longitudeScale
            * (arc + (swing(at: end) - swing(at: start)))
    }

    /// The mean of that lag over an arc, as a share of the flattening: A3.
    @inline(__always)
    var longitudeScale: Double {
        let e = epsilon
        return 1 + e * (Self.a1 + e * (Self.a2 + e * (Self.a3 + e * (Self.a4 + e * Self.a5))))
    }

    // A3 and C3: polynomials in the third flattening, which is the same everywhere.
    private static var n: Double { Geodesic.thirdFlattening }
    private static var a1: Double { -1 / 2 + n / 2 }
    private static var a2: Double { -1 / 4 - n / 8 + 3 / 8 * n * n }
    private static var a3: Double { -1 / 16 - 3 / 16 * n - n * n / 16 }
    private static var a4: Double { -3 / 64 - n / 32 }
    private static var a5: Double { -3 / 128.0 }
    private static var c11: Double { 1 / 4 - n / 4 }
    private static var c12: Double { 1 / 8 - n * n / 8 }
    private static var c13: Double { 3 / 64 + 3 / 64 * n - n * n / 64 }
    private static var c14: Double { 5 / 128 + n / 64 }
    private static var c15: Double { 3 / 128.0 }
    private static var c22: Double { 1 / 16 - 3 / 32 * n + n * n / 32 }
    private static var c23: Double { 3 / 64 - n / 32 - 3 / 64 * n * n }
    private static var c24: Double { 3 / 128 + n / 128 }
    private static var c25: Double { 5 / 256.0 }
    private static var c33: Double { 5 / 192 - 3 / 64 * n + 5 / 192 * n * n }
    private static var c34: Double { 3 / 128 - 5 / 192 * n }
    private static var c35: Double { 7 / 512.0 }
    private static var c44: Double { 7 / 512 - 7 / 256 * n }
    private static var c45: Double { 7 / 512.0 }
    private static var c55: Double { 21 / 2560.0 }
}
