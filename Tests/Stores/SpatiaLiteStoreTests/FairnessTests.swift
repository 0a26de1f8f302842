import Foundation
import GRDB
import Radar
import StoreContract
import Synchronization
import Testing
import Timekeeping

@testable import SpatiaLiteStore

/// Two stores on one file, as the service and an import beside it are.
@Suite struct FairnessTests {
    @Test("who writes now and then gets a turn beside who writes one step after another")
    func turns() async throws {
        var place = try TemporaryStorePlace()
        place.options.busyTimeoutSeconds = 5
        let importing = try await place.openStore()
        let serving = try await place.openStore()
        let isDone = Mutex(false)
        try await importing.connections.write { db in
            try db.execute(sql: "CREATE TABLE step (number INTEGER)")
        }
        async let steps: Int = {
            var count = 0
            while !isDone.withLock({ $0 }) {
                count += 1
                let number = count
                try await importing.connections.writeStep { db in
                    try db.execute(sql: "INSERT INTO step VALUES (?)", arguments: [number])
                    // As long as some thousand rows take.
                    usleep(30_000)
                }
            }
            return count
        }()
        do {
            // The other lets somebody in four times a second: for a moment, which is not to be missed.
            let start = ContinuousClock.now
            for number in 0..<12 {
                _ = try await serving.addDevice(tokenHash: [UInt8(number)], at: moment())
            }
            #expect(ContinuousClock.now - start < .seconds(20))
        } catch {
            Issue.record("a write had no turn: \(error)")
        }
        isDone.withLock { $0 = true }
        #expect(try await steps > 0)
        try await serving.close()
        try await importing.close()
    }

    @Test("a sweep that finds nothing waits for nobody, and one that finds something does")
    func sweeps() async throws {
        var place = try TemporaryStorePlace()
        place.options.busyTimeoutSeconds = 0.1
        let store = try await place.openStore()
        let now = moment()
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: store.path, configuration: configuration)
        try await other.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN IMMEDIATE")
        }
        #expect(try await store.removeExpired(atOrBefore: now, limit: 10) == 0)
        try await other.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    INSERT INTO device (id, token_hash, created_at) VALUES (1, x'01', 0);
                    INSERT INTO post_key VALUES (1, x'02', x'03', 1, 0, 1);
                    COMMIT;
                    BEGIN IMMEDIATE
                    """
            )
        }
        let start = ContinuousClock.now
        await #expect(throws: SpatiaLiteStoreError.busy(path: store.path)) {
            try await store.removeExpired(atOrBefore: now, limit: 10)
        }
        #expect(ContinuousClock.now - start < .seconds(4))
        try await other.writeWithoutTransaction { db in try db.execute(sql: "COMMIT") }
        #expect(try await store.removeExpired(atOrBefore: now, limit: 10) == 1)
        try await store.close()
    }
}
