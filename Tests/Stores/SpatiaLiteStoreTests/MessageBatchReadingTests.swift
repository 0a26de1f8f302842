import Datasets
import Foundation
import GRDB
import Geodesy
import Radar
import StoreContract
import Synchronization
import Testing
import Timekeeping

@testable import SpatiaLiteStore

/// All messages are read on several connections at once, and packed.
@Suite struct MessageBatchReadingTests {
    let storePlace: TemporaryStorePlace

    init() throws { storePlace = try TemporaryStorePlace() }

    /// A store with messages of every sort, posted and imported, and then copies of them up to an id.
    private func filledStore(upTo last: Int64) async throws -> SpatiaLiteStore {
        let store = try await storePlace.openStore()
        let author = try await store.addDevice(tokenHash: [1], at: moment())
        for number in 0..<5 {
            let place = try Coordinate(latitude: 38.9, longitude: -77 + Double(number) / 100)
            _ = try await store.append(
                posted("ü \"\(number)\" 🗳️", at: place, by: author, category: "c\(number)")
            )
        }
        for name in ["tips", "other"] {
            try await store.importMessages(
                (0..<5).map { number in
                    let place = try Coordinate(latitude: 38, longitude: -77 + Double(number) / 100)
                    let plain = try imported("\(name) \(number)", at: place, dataset: name)
                    return ImportedMessage(
                        origin: Message.Origin(
                            dataset: plain.origin.dataset,
                            key: plain.origin.key,
                            attributes: number == 0 ? [:] : ["b": "\(number)", "a\(number)": "\""]
                        ),
                        text: plain.text,
                        category: plain.category,
                        coordinate: place,
                        visibleRadius: plain.visibleRadius,
                        postedAt: plain.postedAt,
                        expiresAt: moment(Int64(number) * 1000)
                    )
                },
                as: name
            )
        }
        try await store.connections.write { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE step(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM step WHERE n < ?)
                    INSERT INTO message (id, text, category, visible_radius_m, posted_at, expires_at,
                        device_id, dataset_id, key, attributes, geometry, hidden)
                    SELECT 15 * n + id, text || n, category, visible_radius_m + n, posted_at,
                        expires_at + n, device_id, dataset_id, key || ' ' || n, attributes, geometry,
                        n % 3 = 0
                    FROM step, message WHERE id <= 15 AND 15 * n + id <= ?;
                    """,
                arguments: [last / 15 + 1, last]
            )
        }
        return store
    }

    private func board(on store: SpatiaLiteStore) async throws -> MessageBoard {
        let board = MessageBoard(store: store, clock: SetClock())
        try await board.load()
        return board
    }

    private struct SetClock: WallClock {
        var now: Timestamp { moment() }
    }

    @Test("what is read at once is what is read one by one", arguments: [15, 60_000] as [Int64])
    func agrees(last: Int64) async throws {
        let store = try await filledStore(upTo: last)
        let right = try await store.allMessages()
        #expect(right.count > last / 2 && right.count < last)
        let board = try await board(on: store)
        #expect(board.count == right.count)
        var wrong = 0
        for message in right where board.message(message.id) != message { wrong += 1 }
        #expect(wrong == 0)
    }

    @Test("ranges have every id once, however far apart the ids lie")
    func ranges() {
        for all in [1...1, 5...16_388, 5...16_389, 1...100_000, 7...Int64.max, 1...Int64.max - 1] {
            let ranges = IDRanges()
            var next = all.lowerBound
            var count = 0
            while let range = ranges.next(of: all) {
                #expect(range.lowerBound == next)
                count += 1
                guard range.upperBound < all.upperBound else {
                    #expect(range.upperBound == all.upperBound)
                    next = 0
                    continue
                }
                next = range.upperBound + 1
            }
            #expect(next == 0 && count <= 4097)
        }
        #expect(IDRanges().next(of: nil) == nil)
    }

    @Test("connections that read together see the same, whoever commits meanwhile")
    func seesTheSame() async throws {
        let store = try await storePlace.openStore()
        try await store.connections.write { db in
            try db.execute(sql: "CREATE TABLE tally (n INTEGER); INSERT INTO tally VALUES (0)")
        }
        let other = try await storePlace.openStore()
        let isOver = Atomic(false)
        let writing = Task.detached {
            while !isOver.load(ordering: .relaxed) {
                try await other.connections.write { db in
                    try db.execute(sql: "UPDATE tally SET n = n + 1")
                }
            }
        }
        for _ in 0..<30 {
            let seen = Mutex<[Int]>([])
            try await store.connections.readTogether(onAtMost: 4) { db in
                for _ in 0..<3 {
                    let number = try Int.fetchOne(db, sql: "SELECT n FROM tally") ?? -1
                    seen.withLock { $0.append(number) }
                    usleep(500)
                }
            }
            let numbers = seen.withLock { $0 }
            #expect(numbers.count >= 3 && Set(numbers).count == 1, "\(numbers)")
        }
        isOver.store(true, ordering: .relaxed)
        try await writing.value
    }

    @Test("a damaged value is an error that names its row and column, on whichever connection")
    func namesDamagedValues() async throws {
        let store = try await filledStore(upTo: 60_000)
        try await store.connections.write { db in
            try db.execute(sql: "UPDATE message SET attributes = '[1]' WHERE id = 59982")
        }
        await #expect(
            throws: SpatiaLiteStoreError.unreadableValue(
                table: "message",
                row: 59_982,
                column: "attributes"
            )
        ) { _ = try await board(on: store) }
    }

    @Test("bytes that are no UTF-8 are repaired, as whoever reads a text gets them")
    func repairs() async throws {
        let store = try await filledStore(upTo: 15)
        try await store.connections.write { db in
            try db.execute(sql: "UPDATE message SET text = CAST(x'61FF62' AS TEXT) WHERE id = 2")
        }
        let board = try await board(on: store)
        #expect(board.message(Message.ID(rawValue: 2))?.text == "a\u{FFFD}b")
    }

    @Test("no reading walks past what it does not want")
    func plans() async throws {
        let store = try await filledStore(upTo: 15)
        for (choice, right) in [
            (
                MessageRows.Choice.ids(1...5),
                "SEARCH m USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"
            ),
            (.dataset(1), "SEARCH m USING INDEX message_key (dataset_id=?)"),
        ] {
            let plan = try await store.connections.read { db in
                try Row.fetchAll(
                    db,
                    sql: "EXPLAIN QUERY PLAN " + MessageRows.query(choice),
                    arguments: StatementArguments(
                        Array(repeating: 1, count: right.contains("<") ? 3 : 2)
                    )
                ).map { $0["detail"] as String }
            }
            #expect(plan == [right])
        }
    }
}
