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

/// An angle as its sine and cosine, so that equations of geodesics need no radians.
struct UnitAngle {
    var sine: Double
    var cosine: Double

    init(sine: Double, cosine: Double) {
        self.sine = sine
        self.cosine = cosine
    }

    /// An angle in degrees, exact at every multiple of 90.
    ///
    /// - Parameters:
    ///   - degrees: At most 360 either way.
    ///   - rest: Their rounding error, in degrees.
    init(degrees: Double, rest: Double = 0) {
        let quarters = (degrees / 90).rounded()
        let radians = ((degrees - 90 * quarters) + rest) * (.pi / 180)
        let (s, c) = (sin(radians), cos(radians))
        (sine, cosine) =
            switch Int(quarters) & 3 {
            case 0: (s, c)
            case 1: (c, -s)
            case 2: (-s, -c)
            default: (-c, s)
            }
    }

    /// The angle between the positive axis and a vector that is not zero.
    init(towardSine y: Double, cosine x: Double) {
        let length = (y * y + x * x).squareRoot()
        (sine, cosine) = (y / length, x / length)
    }

    /// The reduced latitude of a latitude in degrees: its tangent is less by the flattening.
    init(reducedFrom latitude: Double) {
        let angle = UnitAngle(degrees: latitude)
        self.init(
            towardSine: angle.sine * (1 - Geodesic.flattening),
            cosine: angle.cosine
        )
        // At a pole the longitude still tells the bearing.
        cosine = max(cosine, Self.tiny)
    }

    /// The bearing at the equator of a geodesic that has this one at a reduced latitude (Clairaut).
    @inline(__always)
    func atEquator(from beta: UnitAngle) -> UnitAngle {
        let across = sine * beta.sine
        return UnitAngle(
            sine: sine * beta.cosine,
            cosine: (cosine * cosine + across * across).squareRoot()
        )
    }

    /// Stands for a cosine of 0 where it is a divisor; its square is still above 0.
    static var tiny: Double { 1.5e-154 }

    /// In degrees, -180 to 180; exact at every multiple of 90, and -180 only for a sine of -0.
    var degrees: Double {
        guard sine.magnitude <= cosine.magnitude else {
            let rest = atan2(cosine, sine.magnitude) * (180 / .pi)
            return sine > 0 ? 90 - rest : rest - 90
        }
        guard cosine < 0 else { return atan2(sine, cosine) * (180 / .pi) }
        let rest = atan2(sine.magnitude, -cosine) * (180 / .pi)
        return sine.sign == .minus ? rest - 180 : 180 - rest
    }

    /// The angle from this one to another.
    func turn(to other: UnitAngle) -> UnitAngle {
        UnitAngle(
            sine: cosine * other.sine - sine * other.cosine,
            cosine: cosine * other.cosine + sine * other.sine
        )
    }

    /// This angle and an angle in radians.
    @inline(__always)
    func plus(radians: Double) -> UnitAngle {
        let (s, c) = (sin(radians), cos(radians))
        return UnitAngle(sine: sine * c + cosine * s, cosine: cosine * c - sine * s)
    }

    /// This angle turned by radians; nil where that leaves the half circle of positive sines.
    @inline(__always)
    func turned(by radians: Double) -> UnitAngle? {
        guard radians.magnitude < .pi else { return nil }
        let turned = plus(radians: radians)
        return turned.sine > 0 ? UnitAngle(towardSine: turned.sine, cosine: turned.cosine) : nil
    }
}
