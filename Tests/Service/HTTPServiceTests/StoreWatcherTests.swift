import Datasets
import Polling
import Radar
import Synchronization
import Testing

@testable import HTTPService

@Suite("Store watcher")
struct StoreWatcherTests {
    /// What the watcher called, in order.
    private final class Calls: Sendable {
        private let calls = Mutex<[String]>([])
        private let isBroken = Mutex(false)

        var list: [String] { calls.withLock { $0 } }

        func load() { calls.withLock { $0.append("load") } }

        func reload(_ datasets: [DatasetName: DatasetKind]) throws {
            let names = datasets.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            calls.withLock { $0.append(names.joined(separator: ", ")) }
            if isBroken.withLock({ $0 }) { throw SecretError() }
        }

        func setBroken(_ flag: Bool) { isBroken.withLock { $0 = flag } }
    }

    private let ledger = FakeLedger()
    private let rounds = Rounds()
    private let calls = Calls()
    private let log = LogRecorder()

    private var watcher: StoreWatcher {
        StoreWatcher(
            sensor: ledger,
            ledger: ledger,
            logger: log.logger,
            pause: rounds.pause,
            load: { [calls] in calls.load() },
            reload: { [calls] in try calls.reload($0) }
        )
    }

    @Test("loads first, then reloads in one go what was published, changed back or dropped")
    func follows() async throws {
        let (dc, notes) = (try DatasetName("dc"), try DatasetName("notes"))
        ledger.publish((dc, .stations, 1))
        async let running: Void = watcher.run()
        await rounds.untilPause()
        #expect(calls.list == ["load"])
        await rounds.round()
        #expect(calls.list == ["load"])

        ledger.publish((dc, .stations, 2), (notes, .messages, 1))
        await rounds.round()
        #expect(calls.list == ["load", "dc stations, notes messages"])

        ledger.publish((dc, .stations, 1), (notes, .messages, 1))
        await rounds.round()
        #expect(calls.list == ["load", "dc stations, notes messages", "dc stations"])

        ledger.publish((dc, .stations, 1))
        await rounds.round()
        #expect(calls.list.last == "notes messages")
        #expect(calls.list.count == 4)
        rounds.end()
        try await running
    }

    @Test("a change of anything but datasets reloads nothing")
    func otherChanges() async throws {
        ledger.publish((try DatasetName("dc"), .stations, 1))
        async let running: Void = watcher.run()
        await rounds.untilPause()
        ledger.touch()
        await rounds.round()
        #expect(calls.list == ["load"])
        rounds.end()
        try await running
    }

    @Test("a version published while everything loads is not missed")
    func publishedWhileLoading() async throws {
        let dc = try DatasetName("dc")
        let watcher = StoreWatcher(
            sensor: ledger,
            ledger: ledger,
            logger: log.logger,
            pause: rounds.pause,
            load: { [ledger] in ledger.publish((dc, .stations, 1)) },
            reload: { [calls] in try calls.reload($0) }
        )
        async let running: Void = watcher.run()
        await rounds.untilPause()
        await rounds.round()
        #expect(calls.list == ["dc stations"])
        rounds.end()
        try await running
    }

    @Test("a reload that fails is tried again at the next look, and its text is not logged")
    func failure() async throws {
        async let running: Void = watcher.run()
        await rounds.untilPause()
        calls.setBroken(true)
        ledger.publish((try DatasetName("dc"), .stations, 1))
        await rounds.round()
        #expect(log.lines == ["error reload failed error=SecretError stale=dc"])
        calls.setBroken(false)
        await rounds.round()
        await rounds.round()
        #expect(calls.list == ["load", "dc stations", "dc stations"])
        rounds.end()
        try await running
    }

    @Test("what cannot be loaded is stale, and is tried and said less and less often")
    func staleness() async throws {
        let freshness = Freshness()
        let watcher = StoreWatcher(
            sensor: ledger,
            ledger: ledger,
            logger: log.logger,
            pause: rounds.pause,
            load: { [calls] in calls.load() },
            reload: { [calls] in try calls.reload($0) },
            freshness: freshness,
            errorLabel: { _ in "row 7" }
        )
        let (dc, notes) = (try DatasetName("dc"), try DatasetName("notes"))
        async let running: Void = watcher.run()
        await rounds.untilPause()
        calls.setBroken(true)
        ledger.publish((dc, .stations, 1))
        for _ in 0..<100 { await rounds.round() }
        #expect(freshness.stale == [dc])
        #expect((6...9).contains(calls.list.count))
        let said = log.lines.filter { $0.contains("reload failed") }
        #expect((1...8).contains(said.count))
        #expect(said.allSatisfy { $0.contains("error=row 7") && $0.contains("stale=dc") })
        // What else is published is tried at once.
        calls.setBroken(false)
        ledger.publish((dc, .stations, 1), (notes, .messages, 1))
        await rounds.round()
        #expect(calls.list.last == "dc stations, notes messages")
        #expect(freshness.stale.isEmpty)
        rounds.end()
        try await running
    }

    @Test("a service whose first loading fails ends with that error")
    func loadingFails() async throws {
        let watcher = StoreWatcher(
            sensor: ledger,
            ledger: ledger,
            logger: log.logger,
            pause: rounds.pause,
            load: { throw SecretError() },
            reload: { _ in }
        )
        await #expect(throws: SecretError.self) { try await watcher.run() }
    }
}
