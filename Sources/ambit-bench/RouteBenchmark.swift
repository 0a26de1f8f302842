import Foundation
import Geodesy
import Roads
import SpatiaLiteStore
import Timekeeping
import Trajectories

/// The map matcher against made drives along the roads of a database: the ways that ``WayFinder`` tells between
/// random places, with noise of 4 m.
struct RouteBenchmark {
    private let ways: WayFinder
    private let count: Int
    private let seed: UInt64
    private static let noise = 4.0
    /// How much of the ways has to be right, in percent, with a fix each so many seconds.
    private static let bars = [(every: 1.0, percent: 99.0), (10, 98), (30, 95)]

    init(database: String, count: Int, seed: UInt64) async throws {
        let store = try await SpatiaLiteStore.open(database, access: .readOnly)
        ways = WayFinder(store: store)
        try await ways.load()
        try await store.close()
        (self.count, self.seed) = (count, seed)
    }

    /// Prints a line for each rate of fixes: how much of the ways is found, how much is false, and how far the
    /// length is off in the median.
    ///
    /// - Throws: ``BenchmarkError`` where less is right than has to be, when all is printed.
    func run() async throws {
        guard let network = ways.network, let matcher = ways.matcher(for: .drive) else { return }
        let trials = try trials(on: network)
        print("seconds\tfixes\tkm\tright %\tfalse %\tcorrect %\tlength off %\tms")
        var short: [String] = []
        for (every, bar) in Self.bars {
            var all = RouteTrial.Score()
            var offs: [Double] = []
            var fixes = 0
            let start = ContinuousClock.now
            for (number, trial) in trials.enumerated() {
                var dice = Dice(
                    seed: seed &* 1_000_003 &+ UInt64(number) &* 1_000 &+ UInt64(every)
                )
                let track = trial.fixes(every: every, noise: Self.noise, &dice)
                let match = try matcher.match(track)
                let score = trial.score(match, network)
                fixes += track.count
                all.truth += score.truth
                all.right += score.right
                all.wrong += score.wrong
                offs.append(abs(match.meters - trial.meters) / trial.meters)
            }
            offs.sort()
            let columns = [
                Double(fixes), all.truth / 1000, 100 * all.right / all.truth,
                100 * all.wrong / all.truth, 100 * all.fraction, 100 * offs[offs.count / 2],
                (ContinuousClock.now - start) / .milliseconds(1),
            ]
            let digits = [0, 1, 2, 2, 2, 2, 0]
            print(
                ([String(Int(every))]
                    + zip(columns, digits).map { String(format: "%.\($1)f", $0) })
                    .joined(separator: "\t")
            )
            if 100 * all.fraction < bar { short.append("\(Int(every)) s: less than \(bar) %") }
        }
        guard short.isEmpty else { throw BenchmarkError(short.joined(separator: "; ")) }
    }

    private func trials(on network: RoadNetwork) throws -> [RouteTrial] {
        let places = network.roads.filter { $0.driving != .closed }.flatMap(\.line)
        guard !places.isEmpty else { throw BenchmarkError("the database has no roads to drive on") }
        var dice = Dice(seed: seed)
        var trials: [RouteTrial] = []
        for _ in 0..<20 * count where trials.count < count {
            let start = places[Int.random(in: 0..<places.count, using: &dice)]
            let end = places[Int.random(in: 0..<places.count, using: &dice)]
            if let trial = RouteTrial(from: start, to: end, ways) { trials.append(trial) }
        }
        guard trials.count == count else {
            throw BenchmarkError("only \(trials.count) ways of 500 m or more were found")
        }
        return trials
    }
}
