import Datasets
import HTTPService
import Logging
import Radar
import Synchronization
import Timekeeping

/// A process that serves: a board, its stream, its sweeper and what follows the other process.
final class SimulatedServer: Sendable {
    /// Counts the processes of a simulation.
    let number: Int
    /// The order of the history at which it began to load.
    let loadStart: Int
    let store: SimulatedStore
    let board: MessageBoard
    let feed: LiveFeed
    private let simulator: Simulator
    private let state = Mutex((isGone: false, task: Task<Void, Never>?.none))

    init(number: Int, loadStart: Int, store: SimulatedStore, in simulation: Simulation) {
        self.number = number
        self.loadStart = loadStart
        self.store = store
        let simulator = simulation.simulator
        self.simulator = simulator
        var limits = RadarLimits()
        limits.reportRules = .open
        limits.reportsUntilHidden = Simulation.reportsUntilHidden
        board = MessageBoard(
            store: store,
            clock: SimulatedClock(
                simulator: simulator,
                lag: simulation.sabotage == .showExpired && number.isMultiple(of: 2) ? 60 : 0
            ),
            limits: limits,
            background: BackgroundWork(executor: simulator) {
                let line = Line()
                return { work in line.add(work, on: simulator) }
            }
        )
        var options = LiveFeed.Options()
        options.waitingEvents = simulation.waitingEvents
        feed = LiveFeed(of: board, options: options)
    }

    var isGone: Bool { state.withLock { $0.isGone } }

    /// Whether it answers requests.
    var serves: Bool { !isGone && board.isLoaded }

    /// Serves until it ends or is killed; one that cannot load ends.
    func start(seed: UInt64) {
        let task = Task(executorPreference: simulator) { [self] in
            await withTaskGroup(of: Void.self) { group in
                let pauses = Pauses(seed: seed, simulator: simulator)
                var logger = Logger(label: "simulation")
                logger.logLevel = .critical
                group.addTask { [feed] in await feed.run { await pauses.rest(20...90) } }
                let sweeper = Sweeper(
                    batchSize: 3,
                    logger: logger,
                    pause: { try await pauses.wait(100...900) },
                    sweep: { [board] in try await board.sweep(limit: $0) }
                )
                group.addTask { try? await sweeper.run() }
                let watcher = StoreWatcher(
                    sensor: store,
                    ledger: NoDatasets(),
                    logger: logger,
                    pause: { try await pauses.wait(150...300) },
                    load: { [board] in try await board.load() },
                    reload: { _ in },
                    follow: { [board] in try await board.follow() }
                )
                do {
                    try await watcher.run()
                } catch {
                    state.withLock { $0.isGone = true }
                }
                group.cancelAll()
            }
        }
        state.withLock { $0.task = task }
    }

    /// Ends the process at this moment, with all that it holds in memory.
    func kill() {
        store.vanish()
        let task = state.withLock { state in
            state.isGone = true
            return state.task
        }
        feed.end()
        task?.cancel()
    }
}

/// Pieces of work, one after the other.
private final class Line: Sendable {
    private let waiting = Mutex<[@Sendable () -> Void]>([])

    func add(_ work: @escaping @Sendable () -> Void, on simulator: Simulator) {
        waiting.withLock { $0.append(work) }
        simulator.schedule {
            let first = self.waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            first?()
        }
    }
}

/// Waits of random lengths.
private final class Pauses: Sendable {
    private let random: Mutex<SplitMix>
    private let simulator: Simulator

    init(seed: UInt64, simulator: Simulator) {
        random = Mutex(SplitMix(seed: seed))
        self.simulator = simulator
    }

    func rest(_ milliseconds: ClosedRange<Int64>) async {
        await simulator.pause(random.withLock { Int64.random(in: milliseconds, using: &$0) })
    }

    func wait(_ milliseconds: ClosedRange<Int64>) async throws {
        await rest(milliseconds)
        try Task.checkCancellation()
    }
}

/// A ledger without datasets: imports are no part of the simulation.
private struct NoDatasets: DatasetLedger {
    func publishedVersions() async throws -> [DatasetVersion] { [] }

    func versions(of name: DatasetName) async throws -> [DatasetVersion] {
        throw DatasetError.unknownDataset(name)
    }

    func withdraw(
        _ name: DatasetName,
        by who: String?,
        at moment: Timestamp
    ) async throws -> DatasetVersion {
        throw DatasetError.unknownDataset(name)
    }

    func publish(_ name: DatasetName, version number: Int) async throws -> DatasetVersion {
        throw DatasetError.unknownDataset(name)
    }
}
