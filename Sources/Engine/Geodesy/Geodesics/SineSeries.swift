/// The coefficients of a sum of sines of even multiples of an angle: `c1 sin 2x + c2 sin 4x + ...`.
struct SineSeries {
    private var c1, c2, c3, c4, c5, c6: Double

    init(_ c1: Double, _ c2: Double, _ c3: Double, _ c4: Double, _ c5: Double, _ c6: Double) {
        (self.c1, self.c2, self.c3, self.c4, self.c5, self.c6) = (c1, c2, c3, c4, c5, c6)
    }

    /// The sum at an angle, by Clenshaw's recurrence.
    @inline(__always)
    func callAsFunction(at x: UnitAngle) -> Double {
        let twice = 2 * (x.cosine - x.sine) * (x.cosine + x.sine)
        let b6 = c6
        let b5 = c5 + twice * b6
        let b4 = c4 + twice * b5 - b6
        let b3 = c3 + twice * b4 - b5
        let b2 = c2 + twice * b3 - b4
        let b1 = c1 + twice * b2 - b3
        return 2 * x.sine * x.cosine * b1
    }
}
