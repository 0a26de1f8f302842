import Datasets
import Dispatch
import Radar
import RadarTesting
import SpatiaLiteStore
import Synchronization
import Timekeeping

/// The process that a call was made in is gone.
struct ProcessGone: Error {}

/// A call that the store could not do; nothing was changed.
struct StoreFailure: Error {}

/// What is on disk, whatever becomes of the processes.
enum Disk: Sendable {
    case memory(MemoryRadarStore)
    case file(SpatiaLiteStore)

    var store: any RadarStore & ChangeSensor {
        switch self {
        case .memory(let store): store
        case .file(let store): store
        }
    }

    /// A new file at a path.
    static func open(_ path: String) throws -> Disk {
        try .file(wait { try await SpatiaLiteStore.open(path) })
    }

    /// Closes the file.
    func close() throws {
        if case .file(let store) = self { try Self.wait { try await store.close() } }
    }

    /// Does something with the store at one moment of the simulation: nothing else goes on meanwhile,
    /// although a file's work is done on threads of its own.
    func use<Value: Sendable>(
        _ body: @escaping @Sendable (any RadarStore & ChangeSensor) async throws -> Value
    ) async throws -> Value {
        switch self {
        case .memory(let store): try await body(store)
        case .file(let store): try Self.wait { try await body(store) }
        }
    }

    private static func wait<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        let end = DispatchSemaphore(value: 0)
        let box = Box<Value>()
        // From a thread that is not the simulator's, so that the task is not, either.
        DispatchQueue.global().async {
            Task.detached {
                do {
                    let value = try await body()
                    box.outcome.withLock { $0 = .success(value) }
                } catch {
                    box.outcome.withLock { $0 = .failure(error) }
                }
                end.signal()
            }
        }
        end.wait()
        guard let result = box.outcome.withLock({ $0 }) else { throw StoreFailure() }
        return try result.get()
    }

    private final class Box<Value: Sendable>: Sendable {
        let outcome = Mutex<Result<Value, any Error>?>(nil)
    }
}

extension MemoryRadarStore: ChangeSensor {
    package func revision() async throws -> Int64 {
        let mark = try await changeMark()
        return mark.messageID &+ mark.entry
    }
}

/// A process's store: each call is made at one moment, some time after it was asked for, and answered
/// some time after that; some fail, and when the process is gone nothing reaches the disk any more.
///
/// Changes are answered in the order in which they were made, as ``Radar/MessageStore`` has it.
final class SimulatedStore: RadarStore, ChangeSensor {
    private struct State {
        var random: SplitMix
        var isGone = false
        /// Changes that were made and not answered yet, in order.
        var unanswered: [Int] = []
        var count = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    let publicIDs: PublicIDs
    private let disk: Disk
    private let simulator: Simulator
    private let sabotage: Sabotage?
    private let mayFail: @Sendable () -> Bool
    private let state: Mutex<State>

    init(
        _ disk: Disk,
        simulator: Simulator,
        seed: UInt64,
        sabotage: Sabotage?,
        mayFail: @escaping @Sendable () -> Bool
    ) {
        self.disk = disk
        self.simulator = simulator
        self.sabotage = sabotage
        self.mayFail = mayFail
        publicIDs = disk.store.publicIDs
        state = Mutex(State(random: SplitMix(seed: seed)))
    }

    /// The process has ended: no call under way gets any further.
    func vanish() { state.withLock { $0.isGone = true } }

    private func delay() -> Int64 { state.withLock { $0.random.delay() } }

    private func requireProcess() throws {
        if state.withLock({ $0.isGone }) { throw ProcessGone() }
    }

    // MARK: How calls are made

    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (any RadarStore & ChangeSensor) async throws -> Value
    ) async throws -> Value {
        try await begin()
        let value = try await disk.use(body)
        await simulator.pause(delay())
        try requireProcess()
        return value
    }

    private func write<Value: Sendable>(
        _ body: @escaping @Sendable (any RadarStore & ChangeSensor) async throws -> Value
    ) async throws -> Value {
        try await begin()
        let value = try await disk.use(body)
        let number = enterQueue()
        await simulator.pause(delay())
        await waitForTurn(number)
        leaveQueue(number)
        await simulator.pause(delay())
        try requireProcess()
        return value
    }

    private func begin() async throws {
        await simulator.pause(delay())
        try requireProcess()
        if mayFail(), state.withLock({ $0.random.isChosen(1, of: 25) }) { throw StoreFailure() }
    }

    private func enterQueue() -> Int {
        state.withLock { state in
            state.count += 1
            state.unanswered.append(state.count)
            return state.count
        }
    }

    /// Waits until every change before one is answered.
    private func waitForTurn(_ number: Int) async {
        await withCheckedContinuation { continuation in
            let isNext = state.withLock { state in
                if state.unanswered.first.map({ $0 < number }) != true { return true }
                state.waiting[number] = continuation
                return false
            }
            if isNext { continuation.resume() }
        }
    }

    private func leaveQueue(_ number: Int) {
        let ready = state.withLock { state in
            state.unanswered.removeAll { $0 == number }
            let first = state.unanswered.first ?? .max
            let turns = state.waiting.keys.filter { $0 <= first }.sorted()
            return turns.compactMap { state.waiting.removeValue(forKey: $0) }
        }
        for continuation in ready { continuation.resume() }
    }

    // MARK: Messages

    func append(
        _ message: NewMessage,
        once key: PostKey?,
        then answer: @escaping @Sendable (Result<AppendOutcome, any Error>) -> Void
    ) {
        Task(executorPreference: simulator) { [self] in
            do {
                try await begin()
                let key = sabotage == .postTwice ? nil : key
                let outcome = try await disk.use { try await Self.append(message, key, to: $0) }
                let number = enterQueue()
                await simulator.pause(delay())
                await waitForTurn(number)
                // The answer is part of the turn: who comes after finds what it has done.
                answer(.success(outcome))
                leaveQueue(number)
            } catch {
                answer(.failure(error))
            }
        }
    }

    private static func append(
        _ message: NewMessage,
        _ key: PostKey?,
        to store: any RadarStore
    ) async throws -> AppendOutcome {
        if let store = store as? MemoryRadarStore {
            return try await store.appendNow(message, once: key)
        }
        return try await store.append(message, once: key)
    }

    func remove(
        _ id: Message.ID,
        by device: Device.ID,
        at moment: Timestamp
    ) async throws -> RemovalOutcome {
        if sabotage == .keepRemoved { return .removed }
        return try await write { try await $0.remove(id, by: device, at: moment) }
    }

    func forEachMessage(
        expiringAfter moment: Timestamp,
        dataset: DatasetName?,
        _ visit: @Sendable ([Message]) throws -> Void
    ) async throws {
        let found = try await read { store in
            let kept = Mutex<[Message]>([])
            try await store.forEachMessage(expiringAfter: moment, dataset: dataset) { batch in
                kept.withLock { $0 += batch }
            }
            return kept.withLock { $0 }
        }
        for start in stride(from: 0, to: found.count, by: 8) {
            try visit(Array(found[start..<min(start + 8, found.count)]))
            await simulator.pause(delay())
            try requireProcess()
        }
    }

    func changeMark() async throws -> ChangeMark { try await read { try await $0.changeMark() } }

    func changes(
        since mark: ChangeMark,
        except isKnown: @Sendable (Message.ID) -> Bool
    ) async throws -> MessageChanges {
        if sabotage == .hearNothing { return MessageChanges(mark: mark) }
        try await begin()
        var changes = try await disk.use { try await $0.changes(since: mark) { _ in false } }
        changes.appeared.removeAll { isKnown($0.id) }
        await simulator.pause(delay())
        try requireProcess()
        return changes
    }

    func removeExpired(atOrBefore moment: Timestamp, limit: Int) async throws -> Int {
        try await write { try await $0.removeExpired(atOrBefore: moment, limit: limit) }
    }

    func addDevice(tokenHash: [UInt8], at moment: Timestamp) async throws -> Device {
        try await write { try await $0.addDevice(tokenHash: tokenHash, at: moment) }
    }

    func device(tokenHash: [UInt8]) async throws -> Device? {
        try await read { try await $0.device(tokenHash: tokenHash) }
    }

    func revision() async throws -> Int64 { try await read { try await $0.revision() } }

    // MARK: What is a device's own

    func message(_ id: Message.ID, at moment: Timestamp) async throws -> SentMessage? {
        try await read { try await $0.message(id, at: moment) }
    }

    func addBookmark(
        of id: Message.ID,
        by device: Device.ID,
        at moment: Timestamp,
        limit: Int
    ) async throws -> BookmarkOutcome {
        try await write {
            try await $0.addBookmark(of: id, by: device, at: moment, limit: limit)
        }
    }

    func removeBookmark(of id: Message.ID, by device: Device.ID) async throws {
        try await write { try await $0.removeBookmark(of: id, by: device) }
    }

    func bookmark(
        of id: Message.ID,
        by device: Device.ID,
        at moment: Timestamp
    ) async throws -> Bookmark? {
        try await read { try await $0.bookmark(of: id, by: device, at: moment) }
    }

    func bookmarks(
        of device: Device.ID,
        after position: ListPosition?,
        limit: Int,
        at moment: Timestamp
    ) async throws -> [Bookmark] {
        try await read {
            try await $0.bookmarks(of: device, after: position, limit: limit, at: moment)
        }
    }

    func sent(
        by device: Device.ID,
        before id: Message.ID?,
        limit: Int,
        at moment: Timestamp
    ) async throws -> [SentMessage] {
        try await read {
            try await $0.sent(by: device, before: id, limit: limit, at: moment)
        }
    }

    func settings(of device: Device.ID) async throws -> DeviceSettings? {
        try await read { try await $0.settings(of: device) }
    }

    func setSettings(_ settings: DeviceSettings, of device: Device.ID) async throws -> Bool {
        try await write { try await $0.setSettings(settings, of: device) }
    }

    func forget(_ device: Device.ID) async throws -> [Message.ID] {
        try await write { try await $0.forget(device) }
    }

    // MARK: Order

    func addReport(_ report: Report, under rule: HidingRule) async throws -> ReportOutcome {
        try await write { try await $0.addReport(report, under: rule) }
    }

    func decide(
        _ action: ModerationAction,
        on id: Message.ID,
        at moment: Timestamp
    ) async throws -> SentMessage? {
        try await write { try await $0.decide(action, on: id, at: moment) }
    }

    func moderationQueue(
        after id: Message.ID?,
        limit: Int,
        at moment: Timestamp
    ) async throws -> [ModerationCase] {
        try await read { try await $0.moderationQueue(after: id, limit: limit, at: moment) }
    }
}
