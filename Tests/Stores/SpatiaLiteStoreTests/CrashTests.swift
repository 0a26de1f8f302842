import Datasets
import Foundation
import GRDB
import Geodesy
import Polling
import Radar
import SpatiaLiteStore
import StoreContract
import Synchronization
import Testing

/// Copies of the file and its log, taken while a store writes, are what a killed process leaves:
/// each must open with all that had been acknowledged, and with versions whole.
@Suite struct CrashTests {
    /// What the store has acknowledged so far.
    private final class Acknowledged: Sendable {
        struct State {
            var messages: Set<Int64> = []
            var version = 0
            var isDone = false
        }
        private let locked = Mutex(State())
        var state: State { locked.withLock { $0 } }
        func message(_ id: Int64) { locked.withLock { _ = $0.messages.insert(id) } }
        func version(_ number: Int) { locked.withLock { $0.version = number } }
        func finish() { locked.withLock { $0.isDone = true } }
    }

    @Test("at any moment the file holds what was acknowledged, and whole versions")
    func survives() async throws {
        let storePlace = try TemporaryStorePlace()
        let store = try await storePlace.openStore()
        let author = try await store.addDevice(tokenHash: [1], at: moment())
        let place = try Coordinate(latitude: 1, longitude: 2)
        let acknowledged = Acknowledged()

        try await withThrowingTaskGroup(of: Void.self) { group in
            for poster in 0..<4 {
                group.addTask {
                    var number = 0
                    while !acknowledged.state.isDone {
                        number += 1
                        let message = try await store.append(
                            posted("\(poster) \(number)", at: place, by: author)
                        )
                        acknowledged.message(message.id.rawValue)
                    }
                }
            }
            group.addTask {
                while !acknowledged.state.isDone {
                    let next = acknowledged.state.version + 1
                    let stations = try (0..<(2000 + next)).map {
                        try station($0, at: place, dataset: "v\(next)")
                    }
                    let version = try await store.importStations(stations)
                    acknowledged.version(version.number)
                }
            }
            for _ in 0..<15 {
                try await verifyCopy(of: storePlace, after: acknowledged)
            }
            acknowledged.finish()
            try await group.waitForAll()
        }
    }

    private func verifyCopy(
        of original: TemporaryStorePlace,
        after acknowledged: Acknowledged
    ) async throws {
        let copy = try TemporaryStorePlace()
        var configuration = Configuration()
        configuration.readonly = true
        let reader = try DatabaseQueue(path: original.path, configuration: configuration)
        let before = acknowledged.state
        try await reader.read { db in
            // While a reader stands, no page that it may need is written back into the file: the
            // two files copied one after the other fit together as after a crash.
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM dataset")
            for suffix in ["", "-wal"] {
                try Data(contentsOf: URL(filePath: original.path + suffix))
                    .write(to: URL(filePath: copy.path + suffix))
            }
        }

        let store = try await copy.openStore()
        let report = try await store.check()
        #expect(report.isSound, "\(report)")
        let messages = Set(try await store.allMessages().map(\.id.rawValue))
        #expect(messages.isSuperset(of: before.messages))
        let number = try await store.publishedVersions().first?.number ?? 0
        #expect(number >= before.version)
        let stations = try await store.allStations()
        #expect(stations.count == (number == 0 ? 0 : 2000 + number))
        #expect(stations.allSatisfy { $0.id.rawValue.hasPrefix("v\(number).") })
        try await store.close()
    }
}
