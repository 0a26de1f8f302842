import Foundation
import Geodesy
import Roads
import Timekeeping
import Trajectories

/// A way along roads, and fixes as a device with some noise would take them on it.
struct RouteTrial: Sendable {
    /// A stretch of a road between two of its places, as it is gone.
    struct Hop: Sendable, Hashable {
        /// The ends in units of 1e-7 degrees.
        let from: SIMD2<Int64>
        let to: SIMD2<Int64>

        init(_ from: Coordinate, _ to: Coordinate) {
            func whole(_ place: Coordinate) -> SIMD2<Int64> {
                SIMD2(
                    Int64((place.latitude * 1e7).rounded()),
                    Int64((place.longitude * 1e7).rounded())
                )
            }
            (self.from, self.to) = (whole(from), whole(to))
        }
    }

    /// The places of the way, each of which is one of a road.
    let line: [Coordinate]
    /// How fast it is gone, in metres a second.
    let metersPerSecond: Double
    let meters: Double

    /// The way between two places as a finder has it, from the first place of a road on it to the last.
    ///
    /// - Returns: nil where no way leads along roads, or it is shorter than 500 m.
    init?(from start: Coordinate, to end: Coordinate, _ ways: WayFinder) {
        let way = ways.directions(from: start, to: end, mode: .drive)
        guard way.method == .road, way.seconds > 0 else { return nil }
        // Without the ways to and from the road, and the parts of stretches at both ends.
        line = Array(way.line.dropFirst(2).dropLast(2))
        metersPerSecond = way.distance.meters / way.seconds
        meters = zip(line, line.dropFirst()).reduce(0) {
            $0 + Geodesic.distance(from: $1.0, to: $1.1).meters
        }
        guard meters >= 500 else { return nil }
    }

    /// The fixes of a drive at an even pace.
    ///
    /// - Parameters:
    ///   - every: The seconds between two.
    ///   - noise: The standard deviation to the north and to the east, in metres.
    func fixes(every: Double, noise: Double, _ random: inout Dice) -> [Fix] {
        var fixes: [Fix] = []
        var (passed, seconds) = (0.0, 0.0)
        func add(_ place: Coordinate) {
            let (north, east) = (noise * random.normal(), noise * random.normal())
            let off = Geodesic.destination(
                from: place,
                bearingDegrees: atan2(east, north) * 180 / .pi,
                distance: Distance(uncheckedMeters: (north * north + east * east).squareRoot())
            )
            let time = Int64((seconds * 1000).rounded())
            fixes.append(Fix(at: Timestamp(millisecondsSince1970: time), place: off))
        }
        for (from, to) in zip(line, line.dropFirst()) {
            let (distance, bearing, _) = Geodesic.inverse(from: from, to: to)
            while seconds * metersPerSecond < passed + distance.meters {
                let along = seconds * metersPerSecond - passed
                add(
                    Geodesic.destination(
                        from: from,
                        bearing: bearing,
                        distance: Distance(uncheckedMeters: max(0, along))
                    )
                )
                seconds += every
            }
            passed += distance.meters
        }
        if let last = line.last { add(last) }
        return fixes
    }

    /// How much of the way a match has in its order, and how much it has that is not of the way, in metres.
    struct Score: Sendable {
        var truth = 0.0
        var right = 0.0
        var wrong = 0.0
        var fraction: Double { truth > 0 ? (right - wrong) / truth : 0 }
    }

    /// Compares a match with the way by the longest chain of hops, in metres, that both have in order.
    func score(_ match: TrackMatch, _ network: RoadNetwork) -> Score {
        let own = zip(line, line.dropFirst()).map { Hop($0, $1) }
        var found: [(hop: Hop, meters: Double)] = []
        for arc in match.parts.flatMap(\.arcs) {
            let road = network.roads[arc.road].line
            let step = arc.first < arc.last ? 1 : -1
            var passed = 0.0
            for index in stride(from: arc.first, to: arc.last, by: step) {
                let length = Geodesic.distance(from: road[index], to: road[index + step]).meters
                let covered = min(arc.to, passed + length) - max(arc.from, passed)
                if covered > 0 { found.append((Hop(road[index], road[index + step]), covered)) }
                passed += length
            }
        }
        let width = found.count + 1
        var table = [Double](repeating: 0, count: (own.count + 1) * width)
        for row in stride(from: own.count - 1, through: 0, by: -1) {
            for column in stride(from: found.count - 1, through: 0, by: -1) {
                let at = row * width + column
                table[at] = max(table[at + width], table[at + 1])
                if own[row] == found[column].hop {
                    table[at] = max(table[at], table[at + width + 1] + found[column].meters)
                }
            }
        }
        return Score(
            truth: meters,
            right: table[0],
            wrong: found.reduce(0) { $0 + $1.meters } - table[0]
        )
    }
}

/// Numbers that are the same in each run.
struct Dice: RandomNumberGenerator, Sendable {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// A normal number (Box and Muller).
    mutating func normal() -> Double {
        let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &self))).squareRoot()
        return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
    }
}
