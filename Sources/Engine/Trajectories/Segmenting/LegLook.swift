internal import Geodesy

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Android)
    internal import Android
#elseif canImport(Darwin)
    internal import Darwin
#elseif os(Windows)
    internal import CRT
#endif

/// What a leg looks like as a whole, and how likely each mode makes it.
///
/// Speeds, changes of speed, sharp turns and stops are weighed one by one, each by its own distribution under
/// each mode, and the product is drawn toward even odds, since they hang together.
struct LegLook {
    /// The mean speed while moving, in metres a second.
    let cruise: Double
    /// The speed that is passed in one part in twenty of the time.
    let top: Double
    /// The change of speed that is passed in one part in ten of the time, in metres a second squared; nil where
    /// fixes are too far apart.
    let push: Double?
    /// Turns by more than 50 degrees within about 80 m; nil where fixes are too far apart.
    let turns: Int?
    /// Stands of ten seconds to two minutes; nil where fixes are too far apart.
    let stops: Int?
    let kilometers: Double
    /// How many steps moved.
    let count: Int

    private static let standing = 0.6
    /// Steps longer than this, in seconds, tell only how fast one went on the whole.
    private static let denseSeconds = 30.0

    init(steps: [TrackStep], line: [Coordinate]) {
        let moving = steps.filter { $0.metersPerSecond >= Self.standing }
        let time = moving.reduce(0) { $0 + $1.seconds }
        let meters = moving.reduce(0) { $0 + $1.seconds * $1.metersPerSecond }
        cruise = time > 0 ? meters / time : 0
        top = Self.quantile(moving.map { ($0.metersPerSecond, $0.seconds) }, 0.95)
        kilometers = meters / 1000
        count = moving.count
        let lengths = steps.map(\.seconds).sorted()
        let isDense =
            !lengths.isEmpty && lengths[lengths.count / 2] <= Self.denseSeconds && steps.count > 3
        guard isDense else {
            (push, turns, stops) = (nil, nil, nil)
            return
        }
        push = Self.quantile(
            zip(steps, steps.dropFirst()).map { one, other in
                let change = abs(other.metersPerSecond - one.metersPerSecond)
                let passed = (one.seconds + other.seconds) / 2
                return (change / max(1, passed), passed)
            },
            0.9
        )
        turns = Self.turns(line)
        stops = Self.stops(steps)
    }

    /// The value below which lies a share of the weight.
    private static func quantile(_ values: [(value: Double, weight: Double)], _ share: Double)
        -> Double
    {
        let sorted = values.sorted { $0.value < $1.value }
        let all = sorted.reduce(0) { $0 + $1.weight }
        var passed = 0.0
        for (value, weight) in sorted {
            passed += weight
            if passed >= share * all { return value }
        }
        return 0
    }

    private static func stops(_ steps: [TrackStep]) -> Int {
        var (stops, still) = (0, 0.0)
        for step in steps {
            if step.metersPerSecond < standing {
                still += step.seconds
            } else {
                if (10...120).contains(still) { stops += 1 }
                still = 0
            }
        }
        return stops
    }

    private static func turns(_ line: [Coordinate]) -> Int {
        // At least 40 m apart: closer, noise turns.
        let thin = line.reduce(into: [Coordinate]()) { list, place in
            let isFar = list.last.map { Geodesic.distance(from: $0, to: place).meters >= 40 }
            if isFar ?? true { list.append(place) }
        }
        var turns = 0
        var last: (bearing: Double, meters: Double)?
        for (from, to) in zip(thin, thin.dropFirst()) {
            let (distance, initial, final) = Geodesic.inverse(from: from, to: to)
            if let last, last.meters < 120, distance.meters < 120 {
                let angle = (initial.degrees - last.bearing).remainder(dividingBy: 360)
                if abs(angle) > 50 { turns += 1 }
            }
            last = (final.degrees, distance.meters)
        }
        return turns
    }

    // MARK: Likelihoods

    /// How a mode looks: middles and spreads of the logarithms of speeds and of their changes, and turns and
    /// stops a kilometre.
    private struct Manner {
        let mode: TransportMode
        let prior: Double
        let cruise: (middle: Double, spread: Double)
        let top: (middle: Double, spread: Double)
        let push: (middle: Double, spread: Double)
        let turns: (rate: Double, shape: Double)
        let stops: (rate: Double, shape: Double)
    }

    /// Rounded from what is commonly told of paces, accelerations, stations and junctions, not from any one
    /// set of tracks.
    private static let manners = [
        Manner(
            mode: .walk,
            prior: 1,
            cruise: (1.3, 0.22),
            top: (1.75, 0.25),
            push: (0.06, 0.6),
            turns: (4, 1),
            stops: (0.5, 0.5)
        ),
        // Running.
        Manner(
            mode: .walk,
            prior: 0.1,
            cruise: (2.7, 0.2),
            top: (3.3, 0.2),
            push: (0.08, 0.6),
            turns: (2.5, 1),
            stops: (0.3, 0.5)
        ),
        Manner(
            mode: .bike,
            prior: 0.5,
            cruise: (4.3, 0.28),
            top: (6, 0.28),
            push: (0.2, 0.5),
            turns: (1.5, 1),
            stops: (0.5, 0.7)
        ),
        Manner(
            mode: .drive,
            prior: 1,
            cruise: (9.5, 0.45),
            top: (15, 0.4),
            push: (0.65, 0.45),
            turns: (1, 0.7),
            stops: (0.8, 0.8)
        ),
        // On a motorway.
        Manner(
            mode: .drive,
            prior: 0.3,
            cruise: (27, 0.2),
            top: (32, 0.18),
            push: (0.35, 0.6),
            turns: (0.05, 0.5),
            stops: (0.01, 0.3)
        ),
        // In a town.
        Manner(
            mode: .rail,
            prior: 0.25,
            cruise: (11, 0.3),
            top: (17, 0.25),
            push: (0.6, 0.4),
            turns: (0.05, 0.5),
            stops: (0.8, 4)
        ),
        // Over land.
        Manner(
            mode: .rail,
            prior: 0.2,
            cruise: (27, 0.4),
            top: (38, 0.35),
            push: (0.3, 0.5),
            turns: (0.01, 0.5),
            stops: (0.2, 3)
        ),
        Manner(
            mode: .plane,
            prior: 0.05,
            cruise: (190, 0.35),
            top: (235, 0.25),
            push: (0.5, 0.8),
            turns: (0.01, 0.5),
            stops: (0.01, 0.5)
        ),
    ]

    /// How likely each mode is; empty where nothing moved, or only one step did.
    func likelihoods() -> [TransportMode: Double] {
        guard count > 1 || count == 1 && kilometers > 0.5, cruise > 0 else { return [:] }
        let logs = Self.manners.map { manner in
            var sum = log(manner.prior)
            sum += 0.6 * Self.normal(cruise, manner.cruise, isSparse: push == nil)
            sum += 0.6 * Self.normal(top, manner.top, isSparse: push == nil)
            if let push { sum += 0.4 * Self.normal(push, manner.push, isSparse: false) }
            if let turns { sum += 0.6 * Self.counted(turns, kilometers, manner.turns) }
            if let stops { sum += 0.6 * Self.counted(stops, kilometers, manner.stops) }
            return sum
        }
        let greatest = logs.max() ?? 0
        var shares: [TransportMode: Double] = [:]
        for (manner, sum) in zip(Self.manners, logs) {
            shares[manner.mode, default: 0] += exp(sum - greatest)
        }
        let all = shares.values.reduce(0, +)
        // Few steps tell little.
        let trust = Double(count) / (Double(count) + 1)
        let even = 1 / Double(TransportMode.allCases.count)
        return shares.mapValues { trust * $0 / all + (1 - trust) * even }
    }

    private static func normal(
        _ value: Double,
        _ of: (middle: Double, spread: Double),
        isSparse: Bool
    ) -> Double {
        let spread = isSparse ? of.spread * 1.5 : of.spread
        let off = log(max(0.01, value) / of.middle) / spread
        // Tails are long: no single look decides alone.
        let cost = abs(off) < 3 ? 0.5 * off * off : 3 * abs(off) - 4.5
        return -cost - log(spread)
    }

    /// The logarithm of the negative binomial distribution of a count over some kilometres.
    private static func counted(
        _ count: Int,
        _ kilometers: Double,
        _ of: (rate: Double, shape: Double)
    ) -> Double {
        let mean = max(0.01, of.rate * kilometers)
        let share = of.shape / (of.shape + mean)
        let number = Double(count)
        return lgamma(number + of.shape) - lgamma(of.shape) - lgamma(number + 1)
            + of.shape * log(share) + number * log(1 - share)
    }
}
