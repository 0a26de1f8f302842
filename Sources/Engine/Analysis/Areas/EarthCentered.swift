internal import Geodesy

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Positions in metres from the middle of the Earth, for bounds on distances: a chord brackets the
/// geodesic.
///
/// With c the chord and Rmin and Rmax the least and the greatest radius of curvature of WGS84,
/// `2 Rmax asin(c / 2 Rmax) <= s <= 2 Rmin asin(c / 2 Rmin)`.
enum EarthCentered {
    typealias Position = SIMD3<Double>

    /// - Parameter longitude: Degrees, any number of turns.
    static func position(longitude: Double, latitude: Double) -> Position {
        let (sine, cosine) = (sin(latitude * .pi / 180), cos(latitude * .pi / 180))
        let e2 = Geodesic.eccentricitySquared
        let across = Geodesic.semiMajorAxisMeters / (1 - e2 * sine * sine).squareRoot()
        let angle = longitude * .pi / 180
        return Position(
            across * cosine * cos(angle),
            across * cosine * sin(angle),
            across * (1 - e2) * sine
        )
    }

    /// How far a curve that is straight in longitude and latitude is from its chord at most.
    ///
    /// A curve r(t), t from 0 to 1, is no farther from its chord than max |r''| / 8. The second
    /// derivatives of a position by latitude and longitude, in radians, are no greater than
    /// 6.54e6 m each: N cos, M sin, and (M^2 + M'^2)^(1/2).
    static func sagMeters(acrossDegrees: Double, upDegrees: Double) -> Double {
        let angle = (acrossDegrees.magnitude + upDegrees.magnitude) * .pi / 180
        return 6.54e6 / 8 * angle * angle + roundingMeters
    }

    /// More than positions, and what is made of them, are rounded by.
    static let roundingMeters = 1e-6

    static func length(_ vector: Position) -> Double { (vector * vector).sum().squareRoot() }

    /// The greatest chord that can belong to the least geodesic, when some chord is known to belong
    /// to a geodesic of that end.
    static func chordLimit(_ chord: Double) -> Double {
        let least = Geodesic.leastRadiusOfCurvatureMeters
        let greatest = Geodesic.greatestRadiusOfCurvatureMeters
        let half = chord / (2 * least)
        guard half < 1 else { return .infinity }
        return 2 * greatest * sin(min(.pi / 2, least * asin(half) / greatest)) + roundingMeters
    }

    /// The point of a chord nearest to a position: how far off, squared, and which share of the way.
    static func nearest(
        _ position: Position,
        start: Position,
        span: Position
    ) -> (squareMeters: Double, share: Double) {
        let offset = position - start
        let square = (span * span).sum()
        let share = square > 0 ? min(max((offset * span).sum() / square, 0), 1) : 0
        let rest = offset - share * span
        return ((rest * rest).sum(), share)
    }

    /// How far two chords are apart.
    ///
    /// Source: C. Ericson, "Real-Time Collision Detection" (2005), section 5.1.9.
    static func distance(
        start: Position,
        span: Position,
        otherStart: Position,
        otherSpan: Position
    ) -> Double {
        let offset = start - otherStart
        let (a, e) = ((span * span).sum(), (otherSpan * otherSpan).sum())
        let f = (otherSpan * offset).sum()
        var (s, t) = (0.0, 0.0)
        if a > 0, e > 0 {
            let b = (span * otherSpan).sum()
            let c = (span * offset).sum()
            let denominator = a * e - b * b
            s = denominator > 0 ? min(max((b * f - c * e) / denominator, 0), 1) : 0
            t = (b * s + f) / e
            if t < 0 {
                t = 0
                s = min(max(-c / a, 0), 1)
            } else if t > 1 {
                t = 1
                s = min(max((b - c) / a, 0), 1)
            }
        } else if e > 0 {
            t = min(max(f / e, 0), 1)
        } else if a > 0 {
            s = min(max(-(span * offset).sum() / a, 0), 1)
        }
        return length(offset + s * span - t * otherSpan)
    }
}
