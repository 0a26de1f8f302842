extension Coordinate {
    /// How far beyond ±180° or ±90° a number of a file may lie and still be taken for the limit, in
    /// degrees: a tenth of a millimetre on the ground.
    ///
    /// Programs that turn coordinates into another system round at each step, and write
    /// `180.00000000000014` for the meridian of 180°. That is some units in the last place of a Double,
    /// 3e-14 of a degree each; 1e-9 is room for thousands of them, and a tenth of the millimetre to which
    /// Ambit states distances.
    package static let roundingDegrees = 1e-9

    /// A coordinate of numbers that a program has computed: what lies beyond a limit by no more than
    /// ``roundingDegrees`` is the limit.
    ///
    /// - Throws: What ``init(latitude:longitude:)`` throws.
    package init(computedLatitude latitude: Double, longitude: Double) throws(GeodesyError) {
        try self.init(
            latitude: Self.withoutRounding(latitude, limit: 90),
            longitude: Self.withoutRounding(longitude, limit: 180)
        )
    }

    private static func withoutRounding(_ degrees: Double, limit: Double) -> Double {
        let excess = degrees.magnitude - limit
        return excess > 0 && excess <= roundingDegrees
            ? Double(signOf: degrees, magnitudeOf: limit) : degrees
    }
}
