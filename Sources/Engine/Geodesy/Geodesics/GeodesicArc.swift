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

/// A stretch of a geodesic, by its ends on the auxiliary sphere.
struct GeodesicArc {
    let start, end: UnitAngle
    let series: GeodesicSeries
    /// Its length on the auxiliary sphere.
    let radians: Double

    @inline(__always)
    init(start: UnitAngle, end: UnitAngle, series: GeodesicSeries) {
        (self.start, self.end, self.series) = (start, end, series)
        let turn = start.turn(to: end)
        radians = atan2(max(0, turn.sine) + 0, turn.cosine)
    }

    var meters: Double { series.meters(from: start, to: end, arc: radians) }

    @inline(__always)
    var longitudeLag: Double { series.longitudeLag(from: start, to: end, arc: radians) }

    /// The reduced length, as a share of the polar radius.
    @inline(__always)
    var reducedLength: Double {
        let k2 = series.kSquared
        return (1 + k2 * end.sine * end.sine).squareRoot() * (start.cosine * end.sine)
            - (1 + k2 * start.sine * start.sine).squareRoot() * (start.sine * end.cosine)
            - start.cosine * end.cosine
            * series.lengthDifference(from: start, to: end, arc: radians)
    }
}
