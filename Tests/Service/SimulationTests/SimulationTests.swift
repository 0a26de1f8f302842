import Foundation
import Testing

/// Two servers on one store, their clients and their streams, thousands of times, each time in another
/// order that a seed decides.
///
/// `AMBIT_SIMULATION_SEED=N` runs one seed and writes its history down.
@Suite(.serialized) struct SimulationTests {
    private static let environment = ProcessInfo.processInfo.environment

    /// How many seeds are run: by the variable `AMBIT_TEST_ROUNDS` in the long form.
    private static let rounds = environment["AMBIT_TEST_ROUNDS"].flatMap { UInt64($0) } ?? 150

    /// Which seeds: those of another `AMBIT_TEST_SEED` are others.
    private static let seeds: Range<UInt64> = {
        if let one = environment["AMBIT_SIMULATION_SEED"].flatMap({ UInt64($0) }) {
            return one..<one + 1
        }
        let start = (environment["AMBIT_TEST_SEED"].flatMap { UInt64($0) } ?? 1) << 32
        return start..<start + rounds
    }()

    /// Does something on a thread of its own, which may wait.
    private func onThread<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { try body() }) }.start()
        }
    }

    @Test("whatever the order, the rules hold")
    func rulesHold() async throws {
        try await requireRules("simulation", Self.seeds) { seed, examine in
            try examine(Simulation(seed: seed))
        }
    }

    @Test("whatever the order, the rules hold on a file as well")
    func rulesHoldOnFiles() async throws {
        // In memory where there is such a folder: what a disk keeps is not asked here.
        let memory = URL(filePath: "/dev/shm")
        let isWritable = FileManager.default.isWritableFile(atPath: memory.path)
        let parent = isWritable ? memory : FileManager.default.temporaryDirectory
        let seeds = Self.seeds.prefix(max(8, Self.seeds.count / 20))
        try await requireRules("simulation on files", seeds) { seed, examine in
            let folder = parent.appendingPathComponent("ambit-simulation-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let disk = try Disk.open(folder.appendingPathComponent("a.sqlite").path)
            try examine(Simulation(seed: seed, disk: disk))
            try disk.close()
        }
    }

    /// Runs seeds until 20 have broken a rule.
    ///
    /// - Parameter make: Makes the simulation of a seed, hands it over, and cleans up.
    private func requireRules(
        _ name: String,
        _ seeds: Range<UInt64>,
        _ make:
            @escaping @Sendable (UInt64, (Simulation) throws -> Void) throws -> Void
    ) async throws {
        let failed = try await onThread { () -> [String] in
            var failed: [String] = []
            var steps = 0
            let start = ContinuousClock.now
            for seed in seeds where failed.count < 20 {
                try make(seed) { simulation in
                    let violations = simulation.run()
                    steps += simulation.simulator.stepCount
                    if Self.environment["AMBIT_SIMULATION_SEED"] != nil {
                        print(simulation.history.lines.joined(separator: "\n"))
                    }
                    guard let first = violations.first else { return }
                    failed.append(
                        "AMBIT_SIMULATION_SEED=\(seed): \(violations.count) violations; \(first.text)"
                    )
                }
            }
            print(
                "\(name): \(seeds.count) seeds, \(steps) steps, "
                    + "\(start.duration(to: .now)), \(failed.count) failed"
            )
            return failed
        }
        #expect(failed.isEmpty, "\(failed.joined(separator: "\n"))")
    }

    @Test("the same seed gives the same history", arguments: [1, 2, 3, 4] as [UInt64])
    func sameSeed(seed: UInt64) async throws {
        let histories = try await onThread {
            try (0..<2).map { _ in
                let simulation = try Simulation(seed: seed)
                _ = simulation.run()
                return simulation.history.lines
            }
        }
        #expect(histories[0].count > 100)
        let difference = zip(histories[0], histories[1]).first { $0.0 != $0.1 }
        let isSame = histories[0] == histories[1]
        #expect(isSame, "\(difference ?? ("", ""))")
    }

    @Test("a rule that is broken is found", arguments: Sabotage.allCases)
    func sabotage(_ sabotage: Sabotage) async throws {
        let found = try await onThread {
            for seed in UInt64(0)..<60 {
                let violations = try Simulation(seed: seed, sabotage: sabotage).run()
                let rules = Set(violations.map(\.rule))
                if !rules.isDisjoint(with: sabotage.finders) { return true }
            }
            return false
        }
        #expect(found)
    }
}
