import Synchronization
import Timekeeping

/// Runs tasks on one thread, a piece at a time, in an order that a seed decides, under a clock of its
/// own.
///
/// What is ready to go on is chosen from at random. Time stands still while anything is, but for a
/// little now and then, as on a machine that is busy; else it jumps to the next moment that somebody
/// waits for. So a seed is a whole history: the same seed gives the same one.
final class Simulator: TaskExecutor, Sendable {
    private struct Timer {
        let moment: Int64
        let number: Int
        let wake: @Sendable () -> Void
    }

    private enum Work {
        case job(UnownedJob)
        case closure(@Sendable () -> Void)
    }

    private struct State {
        var random: SplitMix
        var ready: [Work] = []
        var timers: [Timer] = []
        var timerCount = 0
        var now: Int64 = 0
        var steps = 0
    }

    /// 2026-11-03T07:00:00Z, in milliseconds: when every simulation begins.
    static let start: Int64 = 1_793_689_200_000
    /// One that does not come to rest is given up.
    private static let mostSteps = 3_000_000

    private let state: Mutex<State>

    init(seed: UInt64) { state = Mutex(State(random: SplitMix(seed: seed))) }

    /// Milliseconds since the start.
    var now: Int64 { state.withLock { $0.now } }

    /// How many pieces have been run.
    var stepCount: Int { state.withLock { $0.steps } }

    func enqueue(_ job: consuming ExecutorJob) { enqueue(UnownedJob(job)) }

    func enqueue(_ job: UnownedJob) {
        state.withLock { $0.ready.append(.job(job)) }
    }

    /// Does a piece of work when its turn comes.
    func schedule(_ work: @escaping @Sendable () -> Void) {
        state.withLock { $0.ready.append(.closure(work)) }
    }

    /// Does a piece of work at some time after so many milliseconds.
    func schedule(after milliseconds: Int64, _ work: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.timerCount += 1
            state.timers.append(
                Timer(
                    moment: state.now + milliseconds,
                    number: state.timerCount,
                    wake: work
                )
            )
        }
    }

    /// Waits for so many milliseconds, cancelled or not; not at all for none.
    func pause(_ milliseconds: Int64) async {
        guard milliseconds > 0 else { return }
        await withCheckedContinuation { continuation in
            schedule(after: milliseconds) { continuation.resume() }
        }
    }

    /// Runs a task, and all that comes of it, until nothing is left to be done.
    ///
    /// - Returns: Whether it came to rest.
    func run(_ main: @escaping @Sendable () async -> Void) -> Bool {
        StrayJobs.begin(going: self)
        defer { StrayJobs.end() }
        Task(executorPreference: self) { await main() }
        while let work = takeNext() {
            switch work {
            case .job(let job): job.runSynchronously(on: asUnownedTaskExecutor())
            case .closure(let closure): closure()
            }
        }
        return state.withLock { $0.ready.isEmpty && $0.timers.isEmpty }
    }

    private func takeNext() -> Work? {
        state.withLock { state in
            state.steps += 1
            guard state.steps < Self.mostSteps else { return nil }
            if !state.ready.isEmpty {
                if state.random.isChosen(1, of: 24) {
                    state.now += Int64.random(in: 1...4, using: &state.random)
                }
            } else if let next = state.timers.map(\.moment).min() {
                state.now = max(state.now, next)
            }
            wakeDue(in: &state)
            guard !state.ready.isEmpty else { return nil }
            return state.ready.remove(at: Int.random(in: state.ready.indices, using: &state.random))
        }
    }

    private func wakeDue(in state: inout State) {
        let now = state.now
        guard state.timers.contains(where: { $0.moment <= now }) else { return }
        let due = state.timers.filter { $0.moment <= now }
            .sorted { ($0.moment, $0.number) < ($1.moment, $1.number) }
        state.timers.removeAll { $0.moment <= now }
        state.ready += due.map { .closure($0.wake) }
    }
}

/// The simulator's clock, as one process shows it.
struct SimulatedClock: WallClock {
    let simulator: Simulator
    /// By how much it is slow.
    var lag: Int64 = 0

    var now: Timestamp {
        Timestamp(millisecondsSince1970: Simulator.start + simulator.now - lag)
    }
}

/// SplitMix64 (G. L. Steele, D. Lea, C. H. Flood 2014): the same numbers for the same seed.
struct SplitMix: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// True in so many of so many cases.
    mutating func isChosen(_ part: UInt64, of whole: UInt64) -> Bool {
        next() % whole < part
    }

    /// How long something takes that mostly takes no time, and sometimes very long; milliseconds.
    mutating func delay() -> Int64 {
        switch next() % 100 {
        case ..<55: 0
        case ..<90: Int64.random(in: 1...12, using: &self)
        case ..<98: Int64.random(in: 12...80, using: &self)
        default: Int64.random(in: 200...600, using: &self)
        }
    }
}
