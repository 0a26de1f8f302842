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

/// The inverse problem on WGS84: the shortest path between two places, its length and its bearings.
///
/// The unknown is the bearing at the start. A trial bearing meets the second place's latitude at some
/// longitude; from how far that misses the place, Newton's method finds a better bearing. The first guess
/// is the sphere's with the flattening's first order added, so that one step usually leaves 1e-10 rad.
/// That rest is added to the length and to the bearings by their derivatives, without another trial.
///
/// Source: Karney (2013), sections 3 to 5.
struct InverseProblem {
    /// In metres.
    private(set) var meters = 0.0
    /// The bearings at the start and at the end.
    private(set) var initial = UnitAngle(sine: 0, cosine: 1)
    private(set) var final = UnitAngle(sine: 0, cosine: 1)

    /// The reduced latitudes of the ends in the order in which they are solved: the first is southern, and
    /// at least as far from the equator as the second.
    private let beta1, beta2: UnitAngle
    /// The difference of longitudes, 0 to pi.
    private let lambda: UnitAngle
    private let lambdaRadians: Double

    /// - Parameters: All in degrees; latitudes from -90 to 90, longitudes from -180 to 180.
    init(latitude1: Double, longitude1: Double, latitude2: Double, longitude2: Double) {
        var (east, rest) = Self.turn(from: longitude1, to: longitude2)
        let isWestward = east < 0 || (east == 0 && rest < 0)
        if isWestward { (east, rest) = (-east, -rest) }
        lambda = UnitAngle(degrees: east, rest: rest)
        lambdaRadians = (east + rest) * (.pi / 180)

        let isSwapped = latitude1.magnitude < latitude2.magnitude
        let (far, near) = isSwapped ? (latitude2, latitude1) : (latitude1, latitude2)
        let isMirrored = far.sign == .plus
        beta1 = UnitAngle(reducedFrom: isMirrored ? -far : far)
        // Equal or opposite latitudes stay so to the last bit.
        beta2 =
            if near == far { beta1 } else if near == -far {
                UnitAngle(sine: -beta1.sine, cosine: beta1.cosine)
            } else { UnitAngle(reducedFrom: isMirrored ? -near : near) }

        solve()
        // Differences of the series leave up to 1e-12 m of rounding, of either sign.
        meters = max(0, meters)

        if isSwapped { (initial, final) = (final, initial) }
        if isWestward {
            initial.sine.negate()
            final.sine.negate()
        }
        if isSwapped != isMirrored {
            initial.cosine.negate()
            final.cosine.negate()
        }
    }

    init(from start: Coordinate, to end: Coordinate) {
        self.init(
            latitude1: start.latitude,
            longitude1: start.longitude,
            latitude2: end.latitude,
            longitude2: end.longitude
        )
    }

    /// The smaller difference of two longitudes in degrees, eastward positive, and its rounding error.
    private static func turn(from start: Double, to end: Double) -> (degrees: Double, rest: Double)
    {
        // The sum of two numbers and its error (D. E. Knuth, "The Art of Computer Programming" 2, 4.2.2).
        func sum(_ a: Double, _ b: Double) -> (Double, Double) {
            let sum = a + b
            let second = sum - a
            return (sum, (a - (sum - second)) + (b - second))
        }
        let (turn, rest) = sum(end, -start)
        guard turn.magnitude > 180 || (turn.magnitude == 180 && rest * turn > 0) else {
            return (turn, rest)
        }
        let (around, more) = sum(turn, turn > 0 ? -360 : 360)
        return sum(around, rest + more)
    }

    // MARK: Cases

    private mutating func solve() {
        if lambda.sine == 0 || beta1.cosine == UnitAngle.tiny {
            if solveAlongMeridian() { return }
        } else if beta1.sine == 0, lambdaRadians <= (1 - Geodesic.flattening) * .pi {
            // Along the equator, the shortest path unless the places are nearly opposite.
            meters = Geodesic.semiMajorAxisMeters * lambdaRadians
            initial = UnitAngle(sine: 1, cosine: 0)
            final = initial
            return
        }
        let first = beta1.turn(to: beta2)
        if first.cosine > 0, first.sine < Self.shortArc,
            beta2.cosine * lambdaRadians < Self.shortArc
        {
            solveOnSphere(acrossLatitudes: first.sine)
        } else {
            solveByBearing(acrossLatitudes: first.sine)
        }
    }

    /// Along a meridian. Returns false where the places are nearly opposite and a shorter path leaves it.
    private mutating func solveAlongMeridian() -> Bool {
        let start = UnitAngle(
            towardSine: beta1.sine,
            cosine: lambda.cosine * beta1.cosine
        )
        let arc = GeodesicArc(
            start: start,
            end: beta2,
            series: GeodesicSeries(equatorial: UnitAngle(sine: 0, cosine: 1))
        )
        guard arc.radians < 3 || arc.reducedLength >= 0 else { return false }
        meters = arc.meters
        (initial, final) = (lambda, UnitAngle(sine: 0, cosine: 1))
        return true
    }

    /// Over some centimetres: on the sphere that fits the ellipsoid there.
    private mutating func solveOnSphere(acrossLatitudes: Double) {
        let middle = UnitAngle(
            towardSine: beta1.sine + beta2.sine,
            cosine: beta1.cosine + beta2.cosine
        )
        let radius =
            (1 + Geodesic.secondEccentricitySquared * middle.sine * middle.sine).squareRoot()
        let turned = lambdaRadians / ((1 - Geodesic.flattening) * radius)
        let omega = UnitAngle(sine: sin(turned), cosine: cos(turned))
        let (sine, cosine) = Self.sphericalBearing(beta1, beta2, omega, acrossLatitudes)
        // Lengths whose squares underflow count as 0; the bearing stays north.
        guard sine * sine + cosine * cosine >= .leastNormalMagnitude else { return }
        let fall = omega.sine * omega.sine / (1 + omega.cosine)
        initial = UnitAngle(towardSine: sine, cosine: cosine)
        final = UnitAngle(
            towardSine: beta1.cosine * omega.sine,
            cosine: acrossLatitudes - beta1.cosine * beta2.sine * fall
        )
        meters =
            Geodesic.semiMinorAxisMeters * radius
            * asin((sine * sine + cosine * cosine).squareRoot())
    }

    /// The bearing on the sphere, as a vector as long as the sine of the arc.
    @inline(__always)
    private static func sphericalBearing(
        _ beta1: UnitAngle,
        _ beta2: UnitAngle,
        _ omega: UnitAngle,
        _ acrossLatitudes: Double
    ) -> (sine: Double, cosine: Double) {
        let product = beta2.cosine * beta1.sine
        let square = omega.sine * omega.sine
        // Two forms of one expression; each is used where it does not cancel.
        let cosine =
            omega.cosine >= 0
            ? acrossLatitudes + product * square / (1 + omega.cosine)
            : beta2.sine * beta1.cosine + product - product * square / (1 - omega.cosine)
        return (beta2.cosine * omega.sine, cosine)
    }

    // MARK: The bearing that leads there

    private mutating func solveByBearing(acrossLatitudes: Double) {
        var bearing = firstBearing(acrossLatitudes: acrossLatitudes)
        // The bearings that bracket the solution.
        var below = UnitAngle(sine: UnitAngle.tiny, cosine: 1)
        var above = UnitAngle(sine: UnitAngle.tiny, cosine: -1)
        var round = 0
        while true {
            let trial = BearingTrial(from: beta1, to: beta2, bearing: bearing)
            let miss = trial.miss(of: lambda)
            let reduced = trial.arc.reducedLength
            let slope = trial.longitudeSlope(reducedLength: reduced)
            round += 1
            if miss * miss <= Self.enough * reduced && miss.magnitude <= Self.enoughTurn * slope
                || miss.magnitude <= 1e-15 || round == Self.mostRounds
            {
                finish(trial, miss: miss, slope: slope)
                return
            }
            if miss > 0 {
                if bearing.cosine * above.sine > above.cosine * bearing.sine { above = bearing }
            } else if bearing.cosine * below.sine < below.cosine * bearing.sine {
                below = bearing
            }
            bearing =
                (round < Self.newtonRounds && slope > 0 ? bearing.turned(by: -miss / slope) : nil)
                ?? UnitAngle(
                    towardSine: (below.sine + above.sine) / 2,
                    cosine: (below.cosine + above.cosine) / 2
                )
        }
    }

    /// Adds to the last trial what its miss changes to first order; the second order is negligible.
    private mutating func finish(_ trial: BearingTrial, miss: Double, slope: Double) {
        let sine = trial.bearing.sine * beta1.cosine
        meters = trial.arc.meters - miss * Geodesic.semiMajorAxisMeters * sine
        initial =
            slope > 0 ? trial.bearing.turned(by: -miss / slope) ?? trial.bearing : trial.bearing
        final = BearingTrial.bearing(at: beta2, from: beta1, initial)
    }

    private func firstBearing(acrossLatitudes: Double) -> UnitAngle {
        let (sine, cosine) = Self.sphericalBearing(beta1, beta2, lambda, acrossLatitudes)
        let arcSine = (sine * sine + cosine * cosine).squareRoot()
        let arcCosine = beta1.sine * beta2.sine + beta1.cosine * beta2.cosine * lambda.cosine
        let nearlyOpposite =
            6 * Geodesic.thirdFlattening * .pi * beta1.cosine * beta1.cosine
        if arcCosine < 0, arcSine < nearlyOpposite { return bearingNearlyOpposite() }
        guard sine > 0, arcSine > 0 else { return UnitAngle(sine: 1, cosine: 0) }
        // To first order the longitude lags behind the angle on the sphere by this.
        let lag =
            Geodesic.flattening * (sine / arcSine) * beta1.cosine * atan2(arcSine, arcCosine)
        // sin and cos of at most 0.0106 rad.
        let square = lag * lag
        let turn = UnitAngle(
            sine: lag * (1 - square / 6 * (1 - square / 20)),
            cosine: 1 - square / 2 * (1 - square / 12)
        )
        let omega = UnitAngle(
            sine: lambda.sine * turn.cosine + lambda.cosine * turn.sine,
            cosine: lambda.cosine * turn.cosine - lambda.sine * turn.sine
        )
        let better = Self.sphericalBearing(beta1, beta2, omega, acrossLatitudes)
        guard better.sine > 0 else { return UnitAngle(towardSine: sine, cosine: cosine) }
        return UnitAngle(towardSine: better.sine, cosine: better.cosine)
    }

    /// The guess for places nearly opposite each other. The geodesics from one place envelop an astroid
    /// around its antipode; in the astroid's units the bearing follows from a quartic equation.
    ///
    /// Source: Karney (2013), equations 51 to 59.
    private func bearingNearlyOpposite() -> UnitAngle {
        let series = GeodesicSeries(equatorial: UnitAngle(sine: 0, cosine: beta1.sine))
        let longitudeScale =
            Geodesic.flattening * beta1.cosine * series.longitudeScale * .pi
        let past = beta2.sine * beta1.cosine + beta2.cosine * beta1.sine
        let x = atan2(-lambda.sine, -lambda.cosine) / longitudeScale
        let y = past / (longitudeScale * beta1.cosine)
        if y > -Self.onCut, x > -1 - Self.besideCut {
            let sine = min(1, -x)
            return UnitAngle(sine: sine, cosine: -(1 - sine * sine).squareRoot())
        }
        let k = Self.astroidRoot(x: x, y: y)
        let omega = -longitudeScale * x * k / (1 + k)
        let (s, c) = (sin(omega), cos(omega))
        let sine = beta2.cosine * s
        let cosine = past - beta2.cosine * beta1.sine * s * s / (1 + c)
        return sine > 0
            ? UnitAngle(towardSine: sine, cosine: cosine) : UnitAngle(sine: 1, cosine: 0)
    }

    /// The positive root k of `k^4 + 2 k^3 - (x^2 + y^2 - 1) k^2 - 2 y^2 k - y^2 = 0`, by its resolvent
    /// cubic.
    private static func astroidRoot(x: Double, y: Double) -> Double {
        let (p, q) = (x * x, y * y)
        let r = (p + q - 1) / 6
        guard q != 0 || r > 0 else { return 0 }
        let s = p * q / 4
        let cube = r * r * r
        let discriminant = s * (s + 2 * cube)
        var u = r
        if discriminant >= 0 {
            let sum = s + cube
            let t = cbrt(
                sum < 0 ? sum - discriminant.squareRoot() : sum + discriminant.squareRoot()
            )
            u += t + (t == 0 ? 0 : r * r / t)
        } else {
            u += 2 * r * cos(atan2((-discriminant).squareRoot(), -(s + cube)) / 3)
        }
        let v = (u * u + q).squareRoot()
        let sum = u < 0 ? q / (v - u) : u + v
        let w = (sum - q) / (2 * v)
        return sum / ((sum + w * w).squareRoot() + w)
    }

    /// Up to this arc, 6 cm, the sphere is exact enough.
    private static let shortArc = 1e-8
    /// The greatest squared miss as a share of the reduced length: an error of 1e-10 m.
    private static let enough = 1e-17
    /// The greatest correction of the bearing that is made to first order, in radians.
    private static let enoughTurn = 1e-8
    private static let newtonRounds = 20
    private static let mostRounds = 83
    private static let onCut = 200 * Double.ulpOfOne
    private static let besideCut = 1000 * Double.ulpOfOne.squareRoot()
}
