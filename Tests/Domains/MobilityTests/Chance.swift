import Geodesy
import Timekeeping

/// Numbers by chance that are the same in every run.
///
/// Source: S. Vigna, SplitMix64.
struct Chance: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number of a normal distribution with deviation 1 (Box and Muller).
    mutating func normal() -> Double {
        let radius = (-2 * Double.random(in: 1e-12..<1, using: &self).logarithm).squareRoot()
        return radius * (2 * .pi * Double.random(in: 0..<1, using: &self)).cosine
    }
}
