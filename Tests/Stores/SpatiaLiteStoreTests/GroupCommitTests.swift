import Dispatch
import Foundation
import GRDB
import Geodesy
import Radar
import StoreContract
import Testing

@testable import SpatiaLiteStore

@Suite struct GroupCommitTests {
    let storePlace: TemporaryStorePlace

    init() throws { storePlace = try TemporaryStorePlace() }

    @Test("messages that wait together are committed by one write to the disk")
    func sharesACommit() async throws {
        let store = try await storePlace.openStore()
        let author = try await store.addDevice(tokenHash: [1], at: moment())
        let place = try Coordinate(latitude: 1, longitude: 2)
        let before = try commitCount()

        let isReleased = DispatchSemaphore(value: 0)
        async let blocker: Void = store.connections.write { _ in isReleased.wait() }
        let messages = try await withThrowingTaskGroup(of: Message.self) { group in
            for number in 0..<300 {
                group.addTask {
                    try await store.append(posted("\(number)", at: place, by: author))
                }
            }
            while store.connections.groupCommit.waitingCount < 300 { await Task.yield() }
            isReleased.signal()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        try await blocker

        #expect(Set(messages.map(\.id)).count == 300)
        // The write that blocked changed nothing, and so wrote nothing.
        #expect(try commitCount() == before + 1)
    }

    @Test("a commit waits for the disk")
    func isDurable() async throws {
        let store = try await storePlace.openStore()
        let level = try await store.connections.write { db in
            try Int.fetchOne(db, sql: "PRAGMA synchronous")
        }
        #expect(level == 2)
    }

    @Test("a change that fails is undone whole, and those beside it stand")
    func undoesOneChange() async throws {
        struct Refusal: Error {}
        let store = try await storePlace.openStore()
        // All in one group, the one that fails in the middle of it.
        let isReleased = DispatchSemaphore(value: 0)
        async let blocker: Void = store.connections.write { _ in isReleased.wait() }
        let commit = store.connections.groupCommit
        func gather(_ count: Int) async { while commit.waitingCount < count { await Task.yield() } }
        async let first = store.addDevice(tokenHash: [2], at: moment())
        await gather(1)
        let refusal = Task {
            try await store.connections.writeInGroup { db in
                try db.execute(
                    sql: "INSERT INTO device (token_hash, created_at) VALUES (x'01', 0)"
                )
                throw Refusal()
            }
        }
        await gather(2)
        async let last = store.addDevice(tokenHash: [3], at: moment())
        await gather(3)
        isReleased.signal()
        try await blocker
        let devices = try await [first, last]
        await #expect(throws: Refusal.self) { try await refusal.value }
        #expect(try await store.device(tokenHash: [1]) == nil)
        #expect(try await store.device(tokenHash: [2]) == devices[0])
        #expect(try await store.device(tokenHash: [3]) == devices[1])
        #expect(store.writeStatistics.changes == 3)
    }

    @Test("more changes than one group holds are all committed")
    func splitsLargeGroups() async throws {
        let store = try await storePlace.openStore()
        let isReleased = DispatchSemaphore(value: 0)
        async let blocker: Void = store.connections.write { _ in isReleased.wait() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<2500 {
                group.addTask {
                    let hash = [UInt8(number / 256), UInt8(number % 256)]
                    _ = try await store.addDevice(tokenHash: hash, at: moment())
                }
            }
            while store.connections.groupCommit.waitingCount < 2500 { await Task.yield() }
            isReleased.signal()
            try await group.waitForAll()
        }
        try await blocker
        let count = try await store.connections.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM device")
        }
        #expect(count == 2500)
    }

    /// How many commits stand in the write-ahead log.
    ///
    /// A frame whose second word is not zero ends a commit. Source: "The WAL File Format",
    /// <https://www.sqlite.org/fileformat2.html#walformat>.
    private func commitCount() throws -> Int {
        let log = try Data(contentsOf: URL(filePath: storePlace.path + "-wal"))
        guard log.count > 32 else { return 0 }
        let frame = 24 + 4096
        return stride(from: 32, to: log.count - frame + 1, by: frame).count {
            log[$0 + 4..<$0 + 8] != Data([0, 0, 0, 0]) && log[$0 + 8..<$0 + 16] == log[16..<24]
        }
    }
}
