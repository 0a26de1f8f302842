import Dispatch
import GRDB
import StoreContract
import Synchronization
import Testing

@testable import SpatiaLiteStore

/// What an import that is cancelled leaves of the writer's settings.
@Suite struct CancellationTests {
    private let storePlace: TemporaryStorePlace

    init() throws { storePlace = try TemporaryStorePlace() }

    private func settings(of store: SpatiaLiteStore) async throws -> [Int] {
        try await store.connections.write { db in
            try ["synchronous", "ignore_check_constraints"].map {
                try Int.fetchOne(db, sql: "PRAGMA \($0)") ?? -1
            }
        }
    }

    private final class Moment: Sendable { let hasCome = Atomic(false) }

    /// Cancels a write while it is in the middle of its transaction.
    private func cancel(
        _ write:
            @escaping @Sendable (@escaping @Sendable (Database) throws -> Void) async throws -> Void
    ) async {
        let moment = Moment()
        let mayGoOn = DispatchSemaphore(value: 0)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                try? await write { db in
                    moment.hasCome.store(true, ordering: .releasing)
                    mayGoOn.wait()
                    try db.execute(
                        sql: "INSERT INTO device (token_hash, created_at) VALUES (x'01', 0)"
                    )
                }
            }
            while !moment.hasCome.load(ordering: .acquiring) { await Task.yield() }
            group.cancelAll()
            mayGoOn.signal()
        }
    }

    @Test(
        "a write that is cancelled leaves commits that wait for the disk, and checks that are made"
    )
    func restoresSettings() async throws {
        let store = try await storePlace.openStore()
        #expect(try await settings(of: store) == [2, 0])
        await cancel { body in try await store.connections.writeStep { try body($0) } }
        #expect(try await settings(of: store) == [2, 0])
        await cancel { body in try await store.connections.writeWithoutWaiting { try body($0) } }
        #expect(try await settings(of: store) == [2, 0])
        // Nothing was written, and the next write is made.
        #expect(try await store.device(tokenHash: [1]) == nil)
        _ = try await store.addDevice(tokenHash: [1], at: moment())
        #expect(try await store.device(tokenHash: [1]) != nil)
        try await store.close()
    }
}
