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

/// The direct problem on WGS84: the end of the geodesic that leaves a place with a bearing and has a length.
///
/// Source: Karney (2013), section 2 and equations 20 and 21 for the arc of a length.
struct DirectProblem {
    /// In degrees, -90 to 90 and -180 to 180.
    let latitude, longitude: Double
    /// The bearing at the end.
    let final: UnitAngle

    /// - Parameters:
    ///   - latitude: Degrees, -90 to 90.
    ///   - longitude: Degrees, -180 to 180.
    ///   - bearing: Degrees, finite.
    ///   - meters: Finite; less than 0 goes backward.
    init(latitude: Double, longitude: Double, bearing: Double, meters: Double) {
        let bearing = UnitAngle(degrees: bearing.remainder(dividingBy: 360))
        let beta1 = UnitAngle(reducedFrom: latitude)
        let northward = bearing.cosine * beta1.cosine
        let equatorial = bearing.atEquator(from: beta1)
        let sigma1 =
            beta1.sine == 0 && northward == 0
            ? UnitAngle(sine: 0, cosine: 1)
            : UnitAngle(towardSine: beta1.sine, cosine: northward)
        let series = GeodesicSeries(equatorial: equatorial)

        // Length grows with the arc but for an oscillation, which is added at the start and removed at
        // the end.
        let mean = meters / (Geodesic.semiMinorAxisMeters * series.lengthScale)
        let swing = series.lengthSwing(at: sigma1)
        let tau2 = sigma1.plus(radians: swing).plus(radians: mean)
        let arc = mean + swing + series.arcSwing(at: tau2)
        let sigma2 = sigma1.plus(radians: arc)

        let north = equatorial.cosine * sigma2.cosine
        final = UnitAngle(towardSine: equatorial.sine, cosine: north)
        // The latitude of a reduced latitude.
        let beta2 = (
            sine: equatorial.cosine * sigma2.sine,
            cosine: (equatorial.sine * equatorial.sine + north * north).squareRoot()
        )
        self.latitude =
            UnitAngle(
                towardSine: beta2.sine,
                cosine: (1 - Geodesic.flattening) * max(beta2.cosine, UnitAngle.tiny)
            ).degrees

        let omega1 = UnitAngle(sine: equatorial.sine * sigma1.sine, cosine: sigma1.cosine)
        let omega2 = UnitAngle(sine: equatorial.sine * sigma2.sine, cosine: sigma2.cosine)
        let turned = omega1.turn(to: omega2)
        let lag = series.longitudeLag(from: sigma1, to: sigma2, arc: arc)
        let east = (atan2(turned.sine, turned.cosine) - lag) * (180 / .pi)
        self.longitude = (longitude + east.remainder(dividingBy: 360)).remainder(dividingBy: 360)
    }
}
