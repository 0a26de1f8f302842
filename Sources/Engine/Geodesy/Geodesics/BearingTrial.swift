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

/// A geodesic that leaves one latitude with a trial bearing, up to another latitude.
struct BearingTrial {
    let bearing: UnitAngle
    let arc: GeodesicArc
    private let end: UnitAngle
    private let finalCosine: Double
    private let firstLatitude: UnitAngle
    /// The ends' longitudes on the auxiliary sphere, from where the geodesic crosses the equator.
    private let omega1, omega2: (sine: Double, cosine: Double)

    @inline(__always)
    init(from beta1: UnitAngle, to beta2: UnitAngle, bearing: UnitAngle) {
        var bearing = bearing
        if beta1.sine == 0, bearing.cosine == 0 { bearing.cosine = -UnitAngle.tiny }
        self.bearing = bearing
        end = beta2
        firstLatitude = beta1
        let equatorial = bearing.atEquator(from: beta1)
        let northward1 = bearing.cosine * beta1.cosine
        finalCosine = Self.finalCosine(at: beta2, from: beta1, bearing)
        let northward2 = finalCosine * beta2.cosine
        omega1 = (equatorial.sine * beta1.sine, northward1)
        omega2 = (equatorial.sine * beta2.sine, northward2)
        arc = GeodesicArc(
            start: UnitAngle(towardSine: beta1.sine, cosine: northward1),
            end: UnitAngle(towardSine: beta2.sine, cosine: northward2),
            series: GeodesicSeries(equatorial: equatorial)
        )
    }

    /// The cosine of the bearing at the second latitude, where the geodesic runs north.
    @inline(__always)
    private static func finalCosine(
        at beta2: UnitAngle,
        from beta1: UnitAngle,
        _ bearing: UnitAngle
    ) -> Double {
        guard beta2.cosine != beta1.cosine || beta2.sine.magnitude != -beta1.sine else {
            return bearing.cosine.magnitude
        }
        let northward = bearing.cosine * beta1.cosine
        // The difference of the squared cosines, in the form that cancels less.
        let gain =
            beta1.cosine < -beta1.sine
            ? (beta2.cosine - beta1.cosine) * (beta1.cosine + beta2.cosine)
            : (beta1.sine - beta2.sine) * (beta1.sine + beta2.sine)
        return (northward * northward + gain).squareRoot() / beta2.cosine
    }

    /// The bearing at the second latitude.
    static func bearing(
        at beta2: UnitAngle,
        from beta1: UnitAngle,
        _ bearing: UnitAngle
    ) -> UnitAngle {
        UnitAngle(
            towardSine: beta2.cosine == beta1.cosine
                ? bearing.sine : bearing.sine * beta1.cosine / beta2.cosine,
            cosine: finalCosine(at: beta2, from: beta1, bearing)
        )
    }

    /// How far east of a longitude the geodesic meets the second latitude, in radians.
    ///
    /// - Parameter lambda: The longitude, from the first place eastward.
    @inline(__always)
    func miss(of lambda: UnitAngle) -> Double {
        let sine = max(0, omega1.cosine * omega2.sine - omega1.sine * omega2.cosine) + 0
        let cosine = omega1.cosine * omega2.cosine + omega1.sine * omega2.sine
        let ahead = sine * lambda.cosine - cosine * lambda.sine
        let along = cosine * lambda.cosine + sine * lambda.sine
        return Self.angle(ahead, along) - arc.longitudeLag
    }

    /// The angle of a vector, in radians; by its series where it is small, as it mostly is.
    @inline(__always)
    private static func angle(_ y: Double, _ x: Double) -> Double {
        let t = y / x
        guard x > 0, t.magnitude < 0.02 else { return atan2(y, x) }
        let square = t * t
        return t
            * (1 - square
                * (1 / 3 - square * (1 / 5 - square * (1 / 7 - square * (1 / 9 - square / 11)))))
    }

    /// The derivative of that miss with respect to the bearing.
    @inline(__always)
    func longitudeSlope(reducedLength: Double) -> Double {
        guard finalCosine != 0 else {
            let square =
                1 - Geodesic.eccentricitySquared * firstLatitude.cosine * firstLatitude.cosine
            return -2 * square.squareRoot() / firstLatitude.sine
        }
        return reducedLength * (1 - Geodesic.flattening) / (finalCosine * end.cosine)
    }
}
