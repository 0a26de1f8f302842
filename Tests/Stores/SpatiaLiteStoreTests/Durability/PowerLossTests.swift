import Datasets
import Foundation
import GRDB
import Radar
import StoreContract
import Synchronization
import Testing
import Timekeeping

@testable import SpatiaLiteStore

extension DurabilityTests {
    /// Every write and sync of a store is recorded; for each beginning of the record, what a disk may
    /// hold when the power fails there is opened.
    @Suite struct PowerLossTests {
        /// How many images of each scenario are examined.
        private static func imageCount(of trace: DiskTrace) -> Int {
            DurabilityTests.rounds ?? min(80, trace.eventCount)
        }

        private func examine(_ images: CrashImages) async throws {
            let count = Self.imageCount(of: images.trace)
            let outcome = try await images.examine(count: count, seed: DurabilityTests.seed)
            print(
                """
                power loss: \(images.name): \(outcome.images) images of \
                \(images.trace.eventCount) events (\(images.trace.syncCount) syncs), \
                \(outcome.states) states, \
                \(Int(Double(outcome.images) / max(outcome.seconds, 0.001))) images/s
                """
            )
            #expect(outcome.complaint == nil)
            #expect(outcome.images == count)
        }

        /// After how many pages the log is written back into the file: never while something is done
        /// here, as usual; or all the time, so that the log begins anew again and again.
        @Test("what was acknowledged outlives the power", arguments: Scenario.all, [4000, 8])
        func steps(scenario: Scenario, checkpointPages: Int) async throws {
            let place = try TemporaryStorePlace()
            let first = try await place.openStore()
            try await Scenario.prepare(first)
            try await first.close()

            FaultyDisk.watch(place.path, records: true)
            defer { FaultyDisk.unwatch() }
            let store = try await place.openStore()
            try await store.connections.write { db in
                try db.execute(sql: "PRAGMA wal_autocheckpoint = \(checkpointPages)")
            }
            func contents() async throws -> StoreContents {
                try await StoreContents.of(store, devices: Scenario.devices)
            }
            var expected = [try await contents()]
            for step in scenario.steps {
                try await step(store)
                FaultyDisk.mark()
                expected.append(try await contents())
            }
            try await store.close()
            let trace = try #require(FaultyDisk.takeTrace())
            // A sequence that changes nothing would prove nothing.
            #expect(Set(expected).count > scenario.steps.count / 3)
            try await examine(
                CrashImages(
                    name: "\(scenario.name), written back after \(checkpointPages) pages",
                    trace: trace
                ) { [expected] found, acknowledged in
                    let allowed = expected[acknowledged...].prefix(2)
                    guard !allowed.contains(found) else { return nil }
                    return "neither what was acknowledged nor the step after it: "
                        + allowed.map { found.difference(from: $0) }.joined(separator: "; or ")
                }
            )
        }

        /// What was acknowledged to several at once, in order.
        private final class Promises: Sendable {
            enum Promise {
                case posted(Int64)
                case removed(Int64)
            }

            private let locked = Mutex<(made: [Promise], texts: [Int64: String])>(([], [:]))

            /// In the order of the record's marks.
            var made: [Promise] { locked.withLock { $0.made } }
            var texts: [Int64: String] { locked.withLock { $0.texts } }

            func acknowledge(_ message: Message) {
                locked.withLock { state in
                    FaultyDisk.mark()
                    state.made.append(.posted(message.id.rawValue))
                    state.texts[message.id.rawValue] = "\(message)"
                }
            }

            func acknowledgeRemoval(of id: Message.ID) {
                locked.withLock { state in
                    FaultyDisk.mark()
                    state.made.append(.removed(id.rawValue))
                }
            }
        }

        @Test("what was acknowledged by group commits outlives the power")
        func groups() async throws {
            try await examine(try await recordGroups())
        }

        @Test("on a disk that says it has synced and has not, the same is found to be lost")
        func groupsOnALyingDisk() async throws {
            let images = try await recordGroups()
            let outcome = try await images.examine(
                count: 80,
                seed: DurabilityTests.seed,
                // Before the log is written back into the file: half of that would be no database.
                part: 0.6,
                isSyncing: false
            )
            #expect(outcome.complaint?.contains(/message \d+ is (lost|back)/) == true)
        }

        /// Records what four clients post and remove at the same time.
        private func recordGroups() async throws -> CrashImages {
            let place = try TemporaryStorePlace()
            let first = try await place.openStore()
            try await Scenario.prepare(first)
            let before = try await StoreContents.of(first, devices: Scenario.devices)
            try await first.close()

            FaultyDisk.watch(place.path, records: true)
            defer { FaultyDisk.unwatch() }
            let store = try await place.openStore()
            let promises = Promises()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for poster in Scenario.devices {
                    group.addTask {
                        let author = Device.ID(rawValue: poster)
                        for number in 0..<15 {
                            let message = try await store.append(
                                NewMessage.posted("\(poster) \(number)", by: author)
                            )
                            promises.acknowledge(message)
                            guard number.isMultiple(of: 3) else { continue }
                            let id = message.id
                            let outcome = try await store.remove(id, by: author, at: moment())
                            #expect(outcome == .removed)
                            promises.acknowledgeRemoval(of: id)
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await store.close()
            let trace = try #require(FaultyDisk.takeTrace())
            let kept = promises.made
            #expect(kept.count == 80)
            let removed = Set(kept.compactMap { if case .removed(let id) = $0 { id } else { nil } })
            let texts = promises.texts.merging(before.messages) { text, _ in text }
            return CrashImages(name: "posts in groups", trace: trace) { found, acknowledged in
                for (id, text) in found.messages where texts[id] != text {
                    return "message \(id) is \(text)"
                }
                for id in before.messages.keys where found.messages[id] == nil {
                    return "message \(id) is lost"
                }
                for promise in kept.prefix(acknowledged) {
                    switch promise {
                    case .posted(let id) where found.messages[id] == nil:
                        if !removed.contains(id) { return "message \(id) is lost" }
                    case .removed(let id) where found.messages[id] != nil:
                        return "message \(id) is back"
                    default: break
                    }
                }
                return nil
            }
        }

        @Test("a file of an older schema outlives the power while it is brought up to date")
        func migrations() async throws {
            for version in 1..<Schema.current {
                let place = try TemporaryStorePlace()
                try Self.makeOldStore(place.path, version: version)
                FaultyDisk.watch(place.path, records: true)
                defer { FaultyDisk.unwatch() }
                let store = try await place.openStore()
                let expected = try await StoreContents.of(store, devices: Scenario.devices)
                #expect(expected.messages.count == 30)
                try await store.close()
                let trace = try #require(FaultyDisk.takeTrace())
                try await examine(
                    CrashImages(name: "schema \(version)", trace: trace) { found, _ in
                        found == expected ? nil : found.difference(from: expected)
                    }
                )
            }
        }

        /// Makes a file as an Ambit of that schema has left it, with some messages.
        private static func makeOldStore(_ path: String, version: Int) throws {
            let queue = try DatabaseQueue(
                path: path,
                configuration: Connections.configuration(
                    path: path,
                    access: .readWrite,
                    options: .standard
                )
            )
            try queue.writeWithoutTransaction { db in
                try db.inTransaction(.immediate) {
                    for migration in Schema.migrations.prefix(version) { try migration(db) }
                    try db.execute(
                        sql: """
                            PRAGMA application_id = \(Schema.applicationID);
                            PRAGMA user_version = \(version);
                            INSERT INTO device (token_hash, created_at) VALUES (x'01', 0);
                            """
                    )
                    for number in 0..<30 {
                        try db.execute(
                            sql: """
                                INSERT INTO message (text, category, visible_radius_m, posted_at,
                                    expires_at, device_id, geometry)
                                VALUES (?, 'news', 500, 0, ?, 1, MakePoint(-77.03, 38.9, 4326))
                                """,
                            arguments: [
                                "old \(number)", moment(3600).millisecondsSince1970,
                            ]
                        )
                    }
                    return .commit
                }
            }
            try queue.close()
        }
    }
}

extension StoreContents {
    /// What is here and not there, and the other way round, shortened.
    func difference(from other: StoreContents) -> String {
        let here = Set(messages.values).union(others)
        let there = Set(other.messages.values).union(other.others)
        func first(_ lines: Set<String>) -> [Substring] {
            lines.sorted().prefix(3).map { $0.prefix(200) }
        }
        return "too much: \(first(here.subtracting(there))); "
            + "missing: \(first(there.subtracting(here)))"
    }
}
