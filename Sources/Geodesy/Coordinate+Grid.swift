extension Coordinate {
    /// The grid on which distances are measured, degrees: 2^-47, 0.8 nm on the ground.
    ///
    /// Far below the accuracy of any geodesic in double precision, and coarse enough that an index
    /// can keep a coordinate in 56 bits and give it back whole. A coordinate of 32 degrees or more
    /// is on the grid as it is.
    package static let gridStepDegrees = 0x1p-47

    /// The grid's nearest value; none between -180 and 180 leaves that range.
    @inlinable
    package static func onGrid(degrees: Double) -> Double {
        // Doubles between 32 and 64 lie 2^-47 apart: adding 32 rounds to the grid, and taking it
        // away again is exact.
        guard degrees.magnitude < 32 else { return degrees }
        return degrees < 0 ? (degrees - 32) + 32 : (degrees + 32) - 32
    }

    /// The latitude's nearest neighbour on the grid.
    @inlinable
    package static func onGrid(latitude: Double) -> Double { onGrid(degrees: latitude) }

    /// The longitude's nearest neighbour on the grid; 180 becomes -180, its other name.
    @inlinable
    package static func onGrid(longitude: Double) -> Double {
        longitude == 180 ? -180 : onGrid(degrees: longitude)
    }
}
