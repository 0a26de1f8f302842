import Foundation
import Roads
import Synchronization
import Timekeeping
import Trajectories

/// The map matcher against tracks whose way is known.
struct MatchBenchmark {
    private let trials: [MatchTrial]
    private let arguments: MatchArguments

    init(_ arguments: MatchArguments) throws {
        self.arguments = arguments
        let folder = URL(filePath: arguments.directory)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        trials = try names.filter { !$0.hasPrefix(".") }.map {
            try MatchTrial(folder.appending(path: $0))
        }
    }

    private struct Outcome: Sendable {
        let score: MatchTrial.Score
        let match: TrackMatch
        let fixes: Int
        let seconds: Double
    }

    /// Matches all tracks on all cores and prints a line for each, then the sum.
    ///
    /// The time is that of matching alone, from the first track's start to the last one's end: the
    /// networks are in memory before, their matchers are not.
    func run() throws {
        let outcomes = Mutex<[Int: Outcome]>([:])
        let failure = Mutex<(any Error)?>(nil)
        // Long tracks first, so that no core is left with one at the end.
        let order = trials.indices.sorted { trials[$0].fixes.count > trials[$1].fixes.count }
        let next = Mutex(0)
        let start = ContinuousClock.now
        DispatchQueue.concurrentPerform(iterations: ProcessInfo.processInfo.activeProcessorCount) {
            _ in
            while let index = next.withLock({ number -> Int? in
                defer { number += 1 }
                return number < order.count ? order[number] : nil
            }) {
                do {
                    let outcome = try outcome(trials[index])
                    outcomes.withLock { $0[index] = outcome }
                } catch { failure.withLock { $0 = error } }
            }
        }
        let wall = ContinuousClock.now - start
        if let error = failure.withLock({ $0 }) { throw error }
        report(outcomes.withLock { $0 }, wall)
    }

    private func outcome(_ trial: MatchTrial) throws -> Outcome {
        var fixes = trial.fixes
        if arguments.every > 0 {
            fixes.removeAll()
            for fix in trial.fixes {
                let due = fixes.last?.at.adding(milliseconds: Int64(arguments.every) * 1000)
                if due.map({ fix.at >= $0 }) ?? true { fixes.append(fix) }
            }
        }
        let start = ContinuousClock.now
        let matcher = MapMatcher(trial.network, mode: .drive)
        let match = try matcher.match(fixes)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        return Outcome(
            score: trial.score(trial.arcs(of: match)),
            match: match,
            fixes: fixes.count,
            seconds: seconds
        )
    }

    private func report(_ outcomes: [Int: Outcome], _ wall: Duration) {
        func number(_ value: Double, _ digits: Int) -> String {
            String(format: "%.\(digits)f", value)
        }
        print(
            "track\tfixes\tkm\tright %\tfalse %\tcorrect %\tparts\tsigma m\tms\tconfidence\t"
                + "truth's breaks"
        )
        var all = MatchTrial.Score()
        var fixes = 0
        for (index, trial) in trials.enumerated() {
            guard let outcome = outcomes[index] else { continue }
            let score = outcome.score
            all.truthMeters += score.truthMeters
            all.rightMeters += score.rightMeters
            all.falseMeters += score.falseMeters
            fixes += outcome.fixes
            print(
                [
                    trial.name, String(outcome.fixes), number(score.truthMeters / 1000, 1),
                    number(100 * score.rightMeters / score.truthMeters, 2),
                    number(100 * score.falseMeters / score.truthMeters, 2),
                    number(100 * score.fraction, 2), String(outcome.match.parts.count),
                    number(outcome.match.sigmaMeters, 1), number(outcome.seconds * 1000, 0),
                    number(outcome.match.confidence, 3),
                    trial.truthBreaks > 0 ? String(trial.truthBreaks) : "",
                ].joined(separator: "\t")
            )
            guard arguments.isVerbose else { continue }
            for line in score.differences { print("  \(line)") }
            for gap in outcome.match.breaks {
                print("  break after fix \(gap.after), before \(gap.before): \(gap.reason)")
            }
        }
        print(
            [
                "all", String(fixes), number(all.truthMeters / 1000, 1),
                number(100 * all.rightMeters / all.truthMeters, 2),
                number(100 * all.falseMeters / all.truthMeters, 2),
                number(100 * all.fraction, 2), "", "", number(wall / .milliseconds(1), 0), "", "",
            ].joined(separator: "\t")
        )
    }
}
