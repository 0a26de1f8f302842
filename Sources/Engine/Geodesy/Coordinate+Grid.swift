extension Coordinate {
    /// The grid on which distances are measured, degrees: 2^-48 of a turn, 0.14 micrometres on the
    /// ground.
    ///
    /// Far below what anybody can survey, and coarse enough that an index can keep a coordinate in
    /// 48 bits and give back exactly what is measured. A number of steps times this is exact.
    package static let gridStepDegrees = 45 * 0x1p-45

    /// How many steps a coordinate is from zero, to the nearest.
    ///
    /// A coordinate on the grid comes back as its own number: the product is off by a sixteenth at
    /// most.
    @inline(__always)
    package static func gridSteps(degrees: Double) -> Int64 {
        // Between 2^52 and 2^53 doubles lie 1 apart: adding rounds to a whole number, half to even.
        let shift = 0x1.8p52
        let rounded = degrees * (0x1p45 / 45) + shift
        return Int64(bitPattern: rounded.bitPattern) &- Int64(bitPattern: shift.bitPattern)
    }

    /// The grid's nearest value; none between -180 and 180 leaves that range.
    package static func onGrid(degrees: Double) -> Double {
        Double(gridSteps(degrees: degrees)) * gridStepDegrees
    }

    /// The latitude's nearest neighbour on the grid.
    package static func onGrid(latitude: Double) -> Double { onGrid(degrees: latitude) }

    /// The longitude's nearest neighbour on the grid; 180 becomes -180, its other name.
    package static func onGrid(longitude: Double) -> Double {
        let degrees = onGrid(degrees: longitude)
        return degrees == 180 ? -180 : degrees
    }
}
