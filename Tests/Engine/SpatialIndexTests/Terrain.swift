import Foundation

@testable import Geodesy

/// How test points lie on the Earth.
enum Terrain: CaseIterable, Sendable {
    case uniform, clustered, duplicate, polar, antimeridian, line

    /// A place of this terrain.
    func place(_ random: inout SeededGenerator) -> Coordinate {
        switch self {
        case .uniform:
            let sine = Double.random(in: -1...1, using: &random)
            return Self.coordinate(
                asin(sine) * 180 / .pi,
                Double.random(in: -180...180, using: &random)
            )
        case .clustered:
            let town = Double(Int.random(in: 0..<7, using: &random))
            let scale = Self.powerOfTen(-7, 0, &random)
            let up = scale * Double.random(in: -1...1, using: &random)
            let across = scale * Double.random(in: -1...1, using: &random)
            return Self.coordinate(town * 23 - 70 + up, town * 51 - 170 + across)
        case .duplicate:
            return Self.coordinate(
                Double(Int.random(in: 0..<3, using: &random)) + 38,
                Double(Int.random(in: 0..<3, using: &random)) - 77
            )
        case .polar:
            let away = Self.powerOfTen(-8, 1, &random)
            let isExact = Int.random(in: 0..<10, using: &random) == 0
            let north = isExact ? 90 : 90 - away
            return Self.coordinate(
                Bool.random(using: &random) ? north : -north,
                .random(in: -180...180, using: &random)
            )
        case .antimeridian:
            let away = Self.powerOfTen(-8, 0.5, &random)
            let isExact = Int.random(in: 0..<10, using: &random) == 0
            let east = isExact ? 180 : 180 - away
            return Self.coordinate(
                .random(in: -85...85, using: &random) * (isExact ? 0.01 : 1),
                Bool.random(using: &random) ? east : -east
            )
        case .line:
            return Self.coordinate(0, Double(Int.random(in: -1800...1800, using: &random)) / 10)
        }
    }

    private static func powerOfTen(
        _ least: Double,
        _ most: Double,
        _ random: inout SeededGenerator
    ) -> Double {
        pow(10.0, Double.random(in: least...most, using: &random))
    }

    private static func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate {
        Coordinate(
            uncheckedLatitude: min(90, max(-90, latitude)),
            longitude: min(180, max(-180, longitude))
        )
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
