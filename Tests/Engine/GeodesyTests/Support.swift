import CProj
import Foundation

@testable import Geodesy

/// PROJ's geodesic, called directly.
struct Oracle {
    private var ellipsoid = geod_geodesic()

    init() { geod_init(&ellipsoid, 6_378_137, 1 / 298.257223563) }

    func meters(_ start: Coordinate, _ end: Coordinate) -> Double {
        var meters = 0.0
        withUnsafePointer(to: ellipsoid) {
            geod_inverse(
                $0,
                start.latitude,
                start.longitude,
                end.latitude,
                end.longitude,
                &meters,
                nil,
                nil
            )
        }
        return meters
    }
}

/// splitmix64: the same numbers on every machine.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}

/// Every pair of the two lists.
func product<First, Second>(_ firsts: [First], _ seconds: [Second]) -> [(First, Second)] {
    firsts.flatMap { first in seconds.map { (first, $0) } }
}
