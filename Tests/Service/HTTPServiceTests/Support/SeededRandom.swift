import Geodesy

/// SplitMix64, so that a failure comes back with its seed.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A place within some kilometres of another, on either side of a pole or the antimeridian.
    mutating func place(near center: Coordinate, degrees: Double) throws -> Coordinate {
        let latitude = center.latitude + Double.random(in: -degrees...degrees, using: &self)
        let longitude = center.longitude + Double.random(in: -degrees...degrees, using: &self)
        let wrapped =
            longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
        return try Coordinate(latitude: max(-90, min(90, latitude)), longitude: wrapped)
    }
}
