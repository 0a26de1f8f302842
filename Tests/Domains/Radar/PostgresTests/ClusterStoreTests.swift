import Geodesy
import PostgresCore
import PostgresTesting
import Radar
import RadarPostgres
import Synchronization
import Testing
import Timekeeping

@Suite(.enabled(if: PrivateCluster.isInstalled, "PostgreSQL is not installed"))
struct ClusterStoreTests {
    private let place: ClusterPlace

    init() throws { place = try ClusterPlace() }

    private func post(_ text: String, by author: Device, seconds: Int64 = 3600) throws -> NewMessage
    {
        let now = SystemWallClock().now
        return NewMessage(
            text: text,
            category: Category(rawValue: "news"),
            coordinate: try Coordinate(latitude: 38.9, longitude: -77),
            visibleRadius: try .meters(500),
            postedAt: now,
            expiresAt: try #require(now.adding(milliseconds: seconds * 1000)),
            author: author.id
        )
    }

    private func device(_ store: ClusterStore, _ number: UInt8 = 1) async throws -> Device {
        try await store.addDevice(
            tokenHash: Array(repeating: number, count: 32),
            at: SystemWallClock().now
        )
    }

    @Test("a quick second writer never comes before a slow first one that has its number")
    func slowWriter() async throws {
        let store = try await place.open()
        let author = try await device(store)
        let mark = try await store.changeMark()
        // Another node, which has made its change and does not end it.
        let slow = try PostgresConnection(to: place.address)
        try slow.execute("BEGIN")
        try slow.run(
            """
            SELECT * FROM ambit.append($1, 1, ARRAY['slow'], ARRAY['news'], ARRAY[-77.0], ARRAY[38.9],
                ARRAY[500.0], ARRAY[$2], ARRAY[$2 + 3600000], ARRAY[$3], ARRAY[NULL::bytea],
                ARRAY[NULL::bytea], ARRAY[0::bigint])
            """,
            [
                .bytes([9]), .integer(SystemWallClock().now.millisecondsSince1970),
                .integer(author.id.rawValue),
            ]
        )
        let message = try post("quick", by: author)
        async let quick = store.append(message, once: nil)
        try await Task.sleep(for: .milliseconds(200))
        let between = try await store.changes(since: mark) { _ in false }
        #expect(between == MessageChanges(mark: mark))
        try slow.execute("COMMIT")
        _ = try await quick
        let changes = try await store.changes(since: mark) { _ in false }
        #expect(changes.appeared.map(\.text) == ["slow", "quick"])
        #expect(changes.appeared.map(\.id.rawValue) == [1, 2])
    }

    @Test("a call that is made again under its number is answered as it was")
    func repeatedCall() async throws {
        let store = try await place.open()
        let author = try await device(store)
        let connection = try PostgresConnection(to: place.address)
        func call(_ number: Int64, _ text: String) throws -> [Int64] {
            try connection.rows(
                """
                SELECT id FROM ambit.append($1, $2, ARRAY[$3::text], ARRAY['news'], ARRAY[-77.0],
                    ARRAY[38.9], ARRAY[500.0], ARRAY[1::bigint], ARRAY[9000000000000], ARRAY[$4],
                    ARRAY[NULL::bytea], ARRAY[NULL::bytea], ARRAY[0::bigint])
                """,
                [.bytes([7]), .integer(number), .text(text), .integer(author.id.rawValue)]
            ) { row throws(PostgresError) in try row.integer(0) }
        }
        #expect(try call(1, "once") == [1])
        #expect(try call(1, "once") == [1])
        #expect(try call(2, "twice") == [2])
        let mark = ChangeMark(messageID: 0, entry: 0)
        let head = try await store.changeMark()
        #expect(head.entry == 2 && mark.entry == 0)
    }

    @Test("a history that has as many changes and others is told from the one that was followed")
    func otherHistory() async throws {
        let store = try await place.open()
        let author = try await device(store)
        _ = try await store.append(try post("as it was", by: author), once: nil)
        let mark = try await store.changeMark()
        let connection = try PostgresConnection(to: place.address)
        try connection.execute(
            """
            UPDATE ambit.change SET chain = chain + 1; UPDATE ambit.head SET chain = chain + 1
            """
        )
        #expect(try await !store.changes(since: mark) { _ in false }.isComplete)
        // The same with more on top of it.
        _ = try await store.append(try post("more", by: author), once: nil)
        #expect(try await !store.changes(since: mark) { _ in false }.isComplete)
        #expect(
            try Cluster.check(place.address).filter { $0.problem != nil }.map(\.subject)
                == ["hashes of changes"]
        )
    }

    @Test("a gap in the numbers of changes is not stepped over")
    func gap() async throws {
        let store = try await place.open()
        let author = try await device(store)
        _ = try await store.append(try post("1", by: author), once: nil)
        let mark = try await store.changeMark()
        for number in 2...4 {
            _ = try await store.append(try post("\(number)", by: author), once: nil)
        }
        let connection = try PostgresConnection(to: place.address)
        try connection.execute("DELETE FROM ambit.change WHERE n = 3")
        #expect(try await !store.changes(since: mark) { _ in false }.isComplete)
        // Whoever is behind what is kept reads everything anew, too.
        try connection.execute("DELETE FROM ambit.change WHERE n < 4")
        #expect(try await !store.changes(since: mark) { _ in false }.isComplete)
    }

    @Test("a machine's clock that is wrong is corrected to the server's", arguments: [-5000, 5000])
    func clocks(offset: Int64) async throws {
        let clock = WrongClock(offset: offset)
        let store = try await ClusterStore.open(place.address, clock: clock)
        let wrong = store.clock.now.milliseconds(since: SystemWallClock().now)
        #expect(abs(wrong) < 100)
        #expect(abs(store.clockOffset.milliseconds + offset) < 100)
    }

    @Test("a text that PostgreSQL refuses is refused alone")
    func refusedText() async throws {
        let store = try await place.open()
        let author = try await device(store)
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let text = number == 7 ? "a\u{0}b" : "text \(number)"
                    return (try? await store.append(try self.post(text, by: author), once: nil))
                        != nil
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(outcomes == 19)
    }

    @Test("addresses are taken apart, and none with a password is taken")
    func addresses() throws {
        let address = try PostgresAddress("postgresql://ambit@db1,db2:5433/radar?connect_timeout=2")
        #expect(address.description == "radar at db1,db2")
        for text in [
            "", "ambit.sqlite", "mysql://db/x", "postgresql://u:secret@db/x",
            "postgresql://db/x?password=secret", "postgresql://db/x?nonsense=1",
        ] {
            #expect(throws: PostgresError.self, "\(text)") { try PostgresAddress(text) }
        }
        let error = #expect(throws: PostgresError.self) {
            try PostgresAddress("postgresql://u:secret@db/x?nonsense=1")
        }
        #expect(error?.description.contains("secret") == false)
    }

    @Test("the tables are made once, whoever else makes them at the same time")
    func preparing() async throws {
        let address = try PrivateCluster.shared.get().database()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { _ = try? Cluster.prepare(address) }
            }
        }
        #expect(try Cluster.prepare(address) == Cluster.schemaVersion)
        #expect(try Cluster.status(address).head == 0)
    }
}

private struct WrongClock: WallClock {
    let offset: Int64

    var now: Timestamp {
        SystemWallClock().now.adding(milliseconds: offset) ?? SystemWallClock().now
    }
}
