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
    private static let noise = 4.0

    init(database: String, count: Int) async throws {
        let store = try await SpatiaLiteStore.open(database, access: .readOnly)
        ways = WayFinder(store: store)
        try await ways.load()
        try await store.close()
        self.count = count
    }

    /// Prints a line for each rate of fixes: how much of the ways is found, how much is false, and how far the
    /// length is off in the median.
    func run() async throws {
        guard let network = ways.network, let matcher = ways.matcher(for: .drive) else { return }
        let trials = try trials(on: network)
        print("seconds\tfixes\tkm\tright %\tfalse %\tcorrect %\tlength off %\tms")
        for every in [1.0, 10, 30] {
            var all = RouteTrial.Score()
            var offs: [Double] = []
            var fixes = 0
            let start = ContinuousClock.now
            for (number, trial) in trials.enumerated() {
                var dice = Dice(seed: UInt64(number) &* 1_000 &+ UInt64(every))
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
        }
    }

    private func trials(on network: RoadNetwork) throws -> [RouteTrial] {
        let places = network.roads.filter { $0.driving != .closed }.flatMap(\.line)
        guard !places.isEmpty else { throw BenchmarkError("the database has no roads to drive on") }
        var dice = Dice(seed: 42)
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
