import Datasets
import GRDB
import Geodesy
import Radar
import StoreContract
import Testing
import Timekeeping

@testable import SpatiaLiteStore

/// What a service asks again and again costs the same however many messages there are.
@Suite struct PeriodicQueryTests {
    let storePlace: TemporaryStorePlace

    init() throws {
        var place = try TemporaryStorePlace()
        // One reader, which then has prepared everything that is asked.
        place.options.readerCount = 1
        storePlace = place
    }

    private static let importedCount = 3000
    private static let postedCount = 300

    /// A store with many imported messages between posts that live and are in the R-tree.
    private func filledStore() async throws -> SpatiaLiteStore {
        let store = try await storePlace.openStore()
        let author = try await store.addDevice(tokenHash: [1], at: moment())
        for round in 0..<2 {
            for number in 0..<Self.postedCount / 2 {
                let place = try Coordinate(latitude: 38, longitude: Double(number) / 100)
                let key = PostKey(
                    hash: [UInt8(round), UInt8(number)],
                    contentDigest: [1],
                    expiresAt: moment(3600)
                )
                _ = try await store.append(
                    posted("\(round) \(number)", at: place, by: author),
                    once: key
                )
            }
            let name = "tips\(round)"
            try await store.importMessages(
                (0..<Self.importedCount / 2).map { number in
                    let place = try Coordinate(latitude: 39, longitude: Double(number) / 100)
                    return try imported("\(number)", at: place, dataset: name)
                },
                as: name
            )
        }
        while try await store.enterMessages(limit: 500) > 0 {}
        return store
    }

    /// What a statement has done since it was prepared.
    private struct Work: CustomStringConvertible {
        let sql: String
        let rowsScanned: Int
        let steps: Int

        var description: String { "\(rowsScanned) rows, \(steps) steps: \(sql)" }
    }

    /// What the statements have done that a connection keeps, as SQLite counts it.
    private static func works(_ db: Database) throws -> [Work] {
        try Row.fetchAll(db, sql: "SELECT sql, nscan, nstep FROM sqlite_stmt").map {
            Work(sql: $0[0], rowsScanned: $0[1], steps: $0[2])
        }
    }

    @Test("what a service asks at rest walks past no message")
    func atRest() async throws {
        try await filledStore().close()
        let store = try await storePlace.openStore()
        let mark = try await store.changeMark()
        for _ in 0..<3 {
            #expect(try await store.enterMessages(limit: 500) == 0)
            #expect(try await store.removeExpired(atOrBefore: moment(), limit: 500) == 0)
            #expect(try await store.changes(since: mark) { _ in false }.appeared.isEmpty)
            #expect(try await store.standingWebhooks().isEmpty)
            #expect(try await store.sweepWebhooks(at: moment(), WebhookLimits(), limit: 500) == 0)
            _ = try await store.revision()
            _ = await store.storageFault()
        }
        let works =
            try await store.connections.pool.read { try Self.works($0) }
            + store.connections.pool.writeWithoutTransaction { try Self.works($0) }
        // The looks are among them, or nothing would have been looked at.
        for asked in ["message_tree", "post_key", "message_journal", "sqlite_sequence"] {
            #expect(works.contains { $0.sql.contains(asked) }, "\(asked)")
        }
        for work in works where work.sql.contains("message") || work.sql.contains("post_key") {
            #expect(work.rowsScanned < 20 && work.steps < 1000, "\(work)")
        }
    }

    @Test("what has expired is found by its index, a few at a time, and so is what was posted")
    func atWork() async throws {
        let store = try await filledStore()
        let author = try await store.addDevice(tokenHash: [2], at: moment())
        let mark = try await store.changeMark()
        let place = try Coordinate(latitude: 38, longitude: 0)
        _ = try await store.append(posted("new", at: place, by: author), once: nil)
        #expect(try await store.enterMessages(limit: 500) == 1)
        #expect(try await store.changes(since: mark) { _ in false }.appeared.count == 1)
        #expect(try await store.removeExpired(atOrBefore: moment(3600), limit: 10) == 20)
        let works =
            try await store.connections.pool.read { try Self.works($0) }
            + store.connections.pool.writeWithoutTransaction { try Self.works($0) }
        let looks = works.filter {
            $0.sql.contains("expires_at <= ?") || $0.sql.contains("dataset_id IS NULL AND hidden")
        }
        #expect(looks.count >= 3)
        for work in looks { #expect(work.rowsScanned < 20 && work.steps < 2000, "\(work)") }
    }
}
