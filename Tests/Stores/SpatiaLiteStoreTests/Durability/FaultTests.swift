import Datasets
import Foundation
import GRDB
import StoreContract
import Testing

@testable import SpatiaLiteStore

extension DurabilityTests {
    /// Call n to the disk fails, for every n of what a store does; then everything is as it was or done,
    /// the writer's settings, transactions and locks are right, and the same succeeds.
    @Suite struct FaultTests {
        /// A way in which things go wrong.
        enum Trouble: String, CaseIterable, Sendable {
            case ioError = "one call fails"
            case broken = "every call fails from then on"
            case full = "the disk is full from then on"
            case busy = "another process has a lock"
            case cancelled = "the task is cancelled"

            /// The kinds of calls at which it may happen.
            var calls: FaultyDisk.Calls {
                switch self {
                case .full: [.write, .truncate, .open]
                case .busy: .lock
                default: .all
                }
            }
        }

        /// A store in which things go wrong, again and again.
        private final class Stage {
            let place: TemporaryStorePlace
            var store: SpatiaLiteStore
            /// A connection of another process, as it were.
            private var other: DatabaseQueue

            init() async throws {
                var place = try TemporaryStorePlace()
                place.options.busyTimeoutSeconds = 0.02
                place.options.keptVersions = 3
                self.place = place
                let store = try await place.openStore()
                try await Scenario.prepare(store)
                try await store.importStations(Scenario.stations(version: 2))
                try await store.close()
                FaultyDisk.watch(place.path)
                self.store = try await place.openStore()
                other = try Self.connect(to: place.path)
            }

            private static func connect(to path: String) throws -> DatabaseQueue {
                var configuration = Configuration()
                configuration.busyMode = .immediateError
                return try DatabaseQueue(path: path, configuration: configuration)
            }

            /// Closes the store, has it checked and opens it again.
            func reopen(_ label: String) async throws {
                let report = try await store.check()
                #expect(report.isSound, "\(label): \(report)")
                try await store.close()
                try other.close()
                store = try await place.openStore()
                other = try Self.connect(to: place.path)
            }

            func end() async throws {
                try await store.close()
                try other.close()
                FaultyDisk.unwatch()
            }

            /// What must hold between two calls, whatever happened in the last.
            ///
            /// - Parameter isGrouped: Which of the two doors of writes is tried.
            func verifyAtRest(_ label: String, isGrouped: Bool) async throws {
                let read: @Sendable (Database) throws -> [Int?] = { db in
                    try ["synchronous", "ignore_check_constraints", "foreign_keys", "query_only"]
                        .map { try Int.fetchOne(db, sql: "PRAGMA \($0)") }
                }
                let settings =
                    isGrouped
                    ? try await store.connections.writeInGroup(read)
                    : try await store.connections.write(read)
                #expect(settings == [2, 0, 1, 0], "\(label)")
                // Nobody holds a lock, and no transaction is open.
                #expect(throws: Never.self, "\(label)") {
                    try other.writeWithoutTransaction { db in
                        try db.inTransaction(.immediate) { .rollback }
                    }
                }
            }
        }

        @Test("every call may fail", arguments: FaultCase.all, Trouble.allCases)
        func everyCall(item: FaultCase, trouble: Trouble) async throws {
            let stage = try await Stage()
            let counts = try await count(item, trouble, on: stage)
            let most = DurabilityTests.rounds ?? 12
            let step = max(1, counts / most)
            var failures = 0
            var round = 1
            for n in stride(from: 1, through: counts, by: step) {
                round += 1
                let label = "\(item.name), \(trouble.rawValue), n = \(n) of \(counts)"
                try await item.prepare(stage.store, round)
                if try await run(item, round, trouble, at: n, on: stage) { failures += 1 }
                try await stage.verifyAtRest(label, isGrouped: round.isMultiple(of: 2))
                // Nothing is done by half: this says which, or throws.
                _ = try await item.isDone(stage.store, round)
                try await item.attempt(stage.store, round)
                #expect(try await item.isDone(stage.store, round), "\(label)")
                try await stage.verifyAtRest(label, isGrouped: round.isMultiple(of: 2))
                if round.isMultiple(of: 40) { try await stage.reopen(label) }
            }
            try await stage.reopen("\(item.name), \(trouble.rawValue)")
            try await stage.end()
            print(
                "faults: \(item.name): \(trouble.rawValue): \((counts - 1) / step + 1) of "
                    + "\(counts) calls, \(failures) told"
            )
        }

        @Test("a disk that reports errors is told apart from one that is full")
        func kindsOfFaults() async throws {
            let stage = try await Stage()
            let store = stage.store
            let post = try #require(FaultCase.all.first { $0.name == "a post" })
            // What fails in writing may be a quota as well as a disk: the words of that say both.
            let faults: [(FaultyDisk.Calls, FaultyDisk.Failure, StorageFault)] = [
                (.sync, .ioError, .failing), (.write, .full, .full),
            ]
            for (round, (calls, failure, expected)) in faults.enumerated() {
                FaultyDisk.arm(calls, at: 1, failure, isLasting: true)
                let outcome = await Task { try await post.attempt(store, 100 + round) }.result
                FaultyDisk.disarm()
                #expect(throws: SpatiaLiteStoreError.self) { try outcome.get() }
                if case .failure(let error as SpatiaLiteStoreError) = outcome {
                    #expect(error.storageFault == expected, "\(error)")
                }
            }
            try await stage.end()
        }

        @Test(
            "every call of a start may fail",
            arguments: [Trouble.ioError, .broken, .full, .busy]
        )
        func everyCallOfAStart(trouble: Trouble) async throws {
            var place = try TemporaryStorePlace()
            place.options.busyTimeoutSeconds = 0.02
            let first = try await place.openStore()
            try await Scenario.prepare(first)
            let expected = try await StoreContents.of(first, devices: Scenario.devices)
            try await first.close()
            FaultyDisk.watch(place.path)
            defer { FaultyDisk.unwatch() }

            FaultyDisk.arm(trouble.calls, at: 0, .nothing)
            try await place.openStore().close()
            let count = FaultyDisk.disarm()
            #expect(count > 10)
            var failures = 0
            for n in 1...count {
                Self.arm(trouble, at: n) {}
                do {
                    let store = try await place.openStore()
                    FaultyDisk.disarm()
                    try await store.close()
                } catch {
                    FaultyDisk.disarm()
                    failures += 1
                    #expect(error is SpatiaLiteStoreError, "n = \(n): \(error)")
                }
                // Nothing is held by one that failed, and nothing was changed.
                let store = try await place.openStore()
                let contents = try await StoreContents.of(store, devices: Scenario.devices)
                #expect(contents == expected, "\(trouble.rawValue), n = \(n) of \(count)")
                try await store.close()
            }
            print("faults: a start: \(trouble.rawValue): \(count) calls, \(failures) told")
        }

        /// How many calls there are when nothing fails.
        private func count(
            _ item: FaultCase,
            _ trouble: Trouble,
            on stage: Stage
        ) async throws -> Int {
            let store = stage.store
            try await item.prepare(store, 1)
            FaultyDisk.arm(trouble.calls, at: 0, .nothing)
            let attempt = await Task { try await item.attempt(store, 1) }.result
            let calls = FaultyDisk.disarm()
            try attempt.get()
            #expect(try await item.isDone(store, 1))
            return calls
        }

        /// Has the n-th call fail while something is done.
        ///
        /// - Returns: Whether that threw.
        private func run(
            _ item: FaultCase,
            _ round: Int,
            _ trouble: Trouble,
            at n: Int,
            on stage: Stage
        ) async throws -> Bool {
            let store = stage.store
            let task = Task {
                // Not before everything is in place.
                while !Task.isCancelled, await !Gate.shared.isOpen { await Task.yield() }
                try await item.attempt(store, round)
            }
            Self.arm(trouble, at: n) { task.cancel() }
            await Gate.shared.set(true)
            let result = await task.result
            await Gate.shared.set(false)
            FaultyDisk.disarm()
            if case .failure = result { return true }
            return false
        }

        /// - Parameter cancel: What is called where a task is to be cancelled.
        private static func arm(
            _ trouble: Trouble,
            at n: Int,
            cancel: @escaping @Sendable () -> Void
        ) {
            switch trouble {
            case .ioError: FaultyDisk.arm(trouble.calls, at: n, .ioError)
            case .broken: FaultyDisk.arm(trouble.calls, at: n, .ioError, isLasting: true)
            case .full: FaultyDisk.arm(trouble.calls, at: n, .full, isLasting: true)
            case .busy: FaultyDisk.arm(trouble.calls, at: n, .busy)
            case .cancelled: FaultyDisk.arm(trouble.calls, at: n, calling: cancel)
            }
        }

        /// Holds a task back until what it is to meet is in place.
        private actor Gate {
            static let shared = Gate()
            var isOpen = false
            func set(_ value: Bool) { isOpen = value }
        }
    }
}
