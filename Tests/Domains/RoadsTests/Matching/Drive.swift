import Geodesy
import Timekeeping
import Trajectories

@testable import Roads

/// Fixes of a made-up drive through a ``Town``.
struct Drive {
    var fixes: [Fix] = []
    private var seconds = 0.0

    /// Goes from place to place of the grid in a straight line.
    ///
    /// - Parameters:
    ///   - every: The seconds between two fixes.
    ///   - speed: In metres a second.
    ///   - noise: The standard deviation of each fix, in metres, to the north and to the east.
    mutating func go(
        _ places: [(Double, Double)],
        every: Double = 1,
        speed: Double = 10,
        noise: Double = 0,
        random: inout SeededRandom
    ) {
        for (start, end) in zip(places, places.dropFirst()) {
            let meters =
                100
                * ((end.0 - start.0) * (end.0 - start.0)
                + (end.1 - start.1) * (end.1 - start.1)).squareRoot()
            var passed = 0.0
            while passed < meters {
                let share = passed / meters
                let east = Self.normal(&random) * noise / 100
                let north = Self.normal(&random) * noise / 100
                add(
                    start.0 + share * (end.0 - start.0) + east,
                    start.1 + share * (end.1 - start.1) + north
                )
                seconds += every
                passed += speed * every
            }
        }
    }

    mutating func go(_ places: [(Double, Double)], every: Double = 1, speed: Double = 10) {
        var random = SeededRandom(seed: 1)
        go(places, every: every, speed: speed, noise: 0, random: &random)
    }

    /// A fix at a place of the grid, now.
    mutating func add(_ x: Double, _ y: Double) {
        fixes.append(
            Fix(
                at: Timestamp(millisecondsSince1970: Int64(seconds * 1000)),
                place: Town.place(x, y)
            )
        )
    }

    mutating func wait(_ time: Double) { seconds += time }

    /// A normal number (Box and Muller).
    static func normal(_ random: inout SeededRandom) -> Double {
        // The sum of twelve even numbers is normal enough, and bounded.
        (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
    }
}
