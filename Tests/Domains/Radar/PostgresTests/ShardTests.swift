import Geodesy
import PostgresCore
import PostgresTesting
import Radar
import RadarPostgres
import StoreContract
import Synchronization
import Testing
import Timekeeping

extension ShardedStore: RadarStoreUnderTest {}

/// Two databases that divide the ground at the meridian of Greenwich: the west is the first's.
struct DividedPlace: RadarPlace {
    let west, east: PostgresAddress

    init() async throws {
        let cluster = try PrivateCluster.shared.get()
        (west, east) = (try cluster.database(), try cluster.database())
        #expect(try Cluster.prepare(west) == nil)
        let move = try await ShardMove(at: west) { _ in }
        let half = UInt64(1) << 47
        let shard = try await move.split(
            .cells([half..<half * 2]),
            into: east,
            url: "https://east.example",
            ownURL: nil
        )
        #expect(shard.rawValue == 1)
        await move.close()
    }

    /// The nodes of the shard that was made last.
    func openRadar() async throws -> any RadarStoreUnderTest { try await open(east) }

    func open(_ address: PostgresAddress) async throws -> ShardedStore {
        ShardedStore(own: try await ClusterStore.open(address))
    }

    /// Takes over what there is at one shard for the other.
    func gather(into own: ShardedStore, from other: ShardedStore) async throws {
        _ = try await own.changeMark()
        _ = try await own.own.followMap()
        let gatherer = ShardGatherer(into: own.own, from: other.own)
        while try await !gatherer.step().isWhole {}
    }

    /// What is wrong in either database, and between them.
    func faults() async throws -> [String] {
        let each = try [west, east].flatMap { address in
            try Cluster.check(address).compactMap { subject, problem in
                problem.map { "\(address): \(subject): \($0)" }
            }
        }
        let move = try await ShardMove(at: west) { _ in }
        let between = try await move.check()
        await move.close()
        return each + between
    }
}

@Suite(.enabled(if: PrivateCluster.isInstalled, "PostgreSQL is not installed"))
struct ShardTests {
    private let place: DividedPlace
    private let west, east: ShardedStore

    init() async throws {
        place = try await DividedPlace()
        (west, east) = (try await place.open(place.west), try await place.open(place.east))
    }

    private static func post(
        _ text: String,
        by author: Device,
        longitude: Double = -0.001,
        meters: Double = 500,
        seconds: Int64 = 3600
    ) throws -> NewMessage {
        let now = SystemWallClock().now
        return NewMessage(
            text: text,
            category: Category(rawValue: "news"),
            coordinate: try Coordinate(latitude: 51.5, longitude: longitude),
            visibleRadius: try .meters(meters),
            postedAt: now,
            expiresAt: try #require(now.adding(milliseconds: seconds * 1000)),
            author: author.id
        )
    }

    private func device(_ store: ShardedStore, _ number: UInt8 = 1) async throws -> Device {
        try await store.addDevice(tokenHash: hash(number), at: SystemWallClock().now)
    }

    private func hash(_ number: UInt8) -> [UInt8] { Array(repeating: number, count: 32) }

    private func append(_ message: NewMessage, to store: ShardedStore) async throws -> Message {
        guard case .stored(let message) = try await store.append(message, once: nil) else {
            throw ShardTestError.notStored
        }
        return message
    }

    private func texts(_ store: ShardedStore) async throws -> [String] {
        let found = Mutex<[String]>([])
        try await store.forEachMessage(
            expiringAfter: SystemWallClock().now,
            dataset: nil
        ) { messages in
            found.withLock { $0 += messages.map(\.text) }
        }
        return found.withLock { $0.sorted() }
    }

    @Test(
        "a node of a shard keeps the contract of stores of messages",
        arguments: RadarContract.clauses
    )
    func keepsTheContract(clause: RadarContract) async throws {
        try await clause.verify(place)
        #expect(try await place.faults() == [])
    }

    @Test("a message stands in each shard whose ground it reaches, and nowhere else")
    func copies() async throws {
        let author = try await device(west)
        let near = try await append(try Self.post("near", by: author), to: west)
        _ = try await append(try Self.post("far", by: author, longitude: -1), to: west)
        let wide = try Self.post("wide", by: author, longitude: -0.5, meters: 50_000)
        _ = try await append(wide, to: west)
        try await place.gather(into: east, from: west)
        #expect(try await texts(east) == ["near", "wide"])
        #expect(ShardNumber.first.ids.contains(near.id.rawValue))
        let native = try await device(east, 2)
        let own = try await append(try Self.post("east", by: native, longitude: 0.001), to: east)
        #expect(own.id.rawValue >> 43 == 1 && native.id.rawValue >> 43 == 1)
        try await place.gather(into: west, from: east)
        #expect(try await texts(west) == ["east", "far", "near", "wide"])
        // Removed, hidden and shown again at home, it is so elsewhere.
        #expect(
            try await west.remove(near.id, by: author.id, at: SystemWallClock().now) == .removed
        )
        _ = try await west.decide(.hide, on: own.id, at: SystemWallClock().now)
        try await place.gather(into: east, from: west)
        try await place.gather(into: west, from: east)
        #expect(try await texts(east) == ["wide"])
        #expect(try await texts(west) == ["far", "wide"])
        _ = try await west.decide(.restore, on: own.id, at: SystemWallClock().now)
        try await place.gather(into: west, from: east)
        #expect(try await texts(west) == ["east", "far", "wide"])
        #expect(try await place.faults() == [])
    }

    @Test("a device has one list of what it has at all shards, and is forgotten at all")
    func devices() async throws {
        let now = SystemWallClock().now
        let author = try await device(west)
        let first = try await append(try Self.post("first", by: author), to: west)
        // It goes east, where nobody knows it yet.
        #expect(try await east.device(tokenHash: hash(1)) == author)
        #expect(try await east.device(tokenHash: hash(9)) == nil)
        let second = try await append(try Self.post("second", by: author, longitude: 1), to: east)
        for store in [west, east] {
            let sent = try await store.sent(by: author.id, before: nil, limit: 9, at: now)
            #expect(sent.map(\.message.text) == ["second", "first"])
        }
        // It keeps what another has sent there, from here.
        let native = try await device(east, 2)
        let other = try await append(try Self.post("other", by: native, longitude: 0.001), to: east)
        #expect(
            try await west.addBookmark(of: other.id, by: author.id, at: now, limit: 9) == .kept
        )
        #expect(
            try await west.addBookmark(of: first.id, by: author.id, at: now, limit: 9) == .kept
        )
        let kept = try await east.bookmarks(of: author.id, after: nil, limit: 9, at: now)
        #expect(Set(kept.compactMap(\.message?.text)) == ["first", "other"])
        #expect(try await east.bookmarks(of: author.id, after: nil, limit: 1, at: now).count == 1)
        let settings = DeviceSettings.standard
        #expect(try await east.setSettings(settings, of: author.id))
        #expect(try await west.settings(of: author.id) == settings)
        // Removed from the other side.
        #expect(try await west.remove(second.id, by: native.id, at: now) == .notAuthor)
        #expect(try await west.remove(second.id, by: author.id, at: now) == .removed)
        #expect(Set(try await west.forget(author.id)) == [first.id])
        for store in [west, east] {
            #expect(try await store.device(tokenHash: hash(1)) == nil)
            #expect(try await store.bookmarks(of: author.id, after: nil, limit: 9, at: now) == [])
        }
        #expect(try await east.device(tokenHash: hash(2)) == native)
        try await place.gather(into: west, from: east)
        try await place.gather(into: east, from: west)
        #expect(try await place.faults() == [])
    }

    @Test("reports from one shard hide what is another's")
    func reports() async throws {
        let author = try await device(west)
        let message = try await append(try Self.post("bad", by: author), to: west)
        try await place.gather(into: east, from: west)
        for number in UInt8(2)...4 {
            let reporter = try await device(east, number)
            let report = Report(
                message: message.id,
                reporter: reporter.id,
                reason: "spam",
                reportedAt: SystemWallClock().now
            )
            let outcome = try await east.addReport(report, hidingAt: 3)
            #expect(outcome == .counted(hides: number == 4))
        }
        let waiting = try await east.moderationQueue(
            after: nil,
            limit: 9,
            at: SystemWallClock().now
        )
        #expect(waiting.map(\.message.text) == ["bad"] && waiting[0].reasons == ["spam": 3])
        try await place.gather(into: east, from: west)
        #expect(try await texts(east) == [])
        #expect(try await place.faults() == [])
    }

    @Test("two who gather the same take each piece once")
    func twoGatherers() async throws {
        let author = try await device(west)
        for number in 0..<300 {
            _ = try await append(try Self.post("\(number)", by: author), to: west)
        }
        let again = try await place.open(place.east)
        async let one: Void = place.gather(into: east, from: west)
        async let two: Void = place.gather(into: again, from: west)
        _ = try await (one, two)
        #expect(try await texts(east).count == 300)
        #expect(try await place.faults() == [])
    }

    @Test(
        "ground moves while it is posted to, and whoever breaks off is gone on from",
        arguments: 1...2
    )
    func moves(round: Int) async throws {
        let (west, east, place) = (west, east, place)
        let authors = [try await device(west, 1), try await device(east, 2)]
        var random = SystemRandomNumberGenerator()
        func post(_ number: Int) async throws {
            let meters = [100.0, 5000, 50_000][number % 3]
            let isEast = number % 4 == 0
            let message = try Self.post(
                "m\(number)",
                by: authors[isEast ? 1 : 0],
                longitude: (isEast ? 1 : -1) * Double.random(in: 0.0005...1.5),
                meters: meters
            )
            let stored = try await append(message, to: isEast ? east : west)
            if number % 7 == 0 {
                let author = try #require(stored.author)
                _ = try await west.remove(stored.id, by: author, at: SystemWallClock().now)
            }
        }
        for number in 0..<900 { try await post(number) }
        async let posting: Void = {
            for number in 900..<1300 { try await post(number) }
        }()
        let one = try #require(ShardNumber(rawValue: 1))
        // A move that is ended before it is at its end.
        let broken = Task {
            let move = try await ShardMove(at: place.west) { _ in }
            try await move.move(.share(0.4), to: one)
        }
        try await Task.sleep(for: .milliseconds(Int.random(in: 5...400, using: &random)))
        broken.cancel()
        _ = await broken.result
        let move = try await ShardMove(at: place.west) { _ in }
        do { try await move.move(.share(0.4), to: one) } catch TerritoryMapError.alreadyThere {}
        try await posting
        try await place.gather(into: west, from: east)
        try await place.gather(into: east, from: west)
        #expect(!move.map.territories.contains { $0.successor != nil })
        #expect(move.map.epoch >= 5)
        await move.close()
        #expect(try await place.faults() == [])
        // Back again: whoever has the messages, the ground's nodes show them.
        let back = try await ShardMove(at: place.east) { _ in }
        try await back.move(.share(0.5), to: .first)
        await back.close()
        #expect(try await place.faults() == [])
    }

    @Test("a shard that is posted to all the while is caught up with")
    func neverQuiet() async throws {
        let author = try await device(west)
        try await place.gather(into: east, from: west)
        let gatherer = ShardGatherer(into: east.own, from: west.own)
        for number in 0..<5 {
            _ = try await append(try Self.post("\(number)", by: author), to: west)
            let progress = try await gatherer.step()
            #expect(progress.isWhole && progress.changed == 1)
        }
        #expect(try await texts(east).count == 5)
    }

    @Test("who goes by an older map takes nothing, and lets go of nothing")
    func staleNode() async throws {
        let author = try await device(west)
        _ = try await append(try Self.post("kept", by: author, longitude: -3), to: west)
        let move = try await ShardMove(at: place.west) { _ in }
        try await move.move(.share(0.9), to: try #require(ShardNumber(rawValue: 1)))
        #expect(try await texts(east) == ["kept"])
        // It has not heard of the map.
        let gatherer = ShardGatherer(into: east.own, from: west.own)
        for _ in 0..<5 { #expect(try await gatherer.step().isWhole == false) }
        #expect(try await texts(east) == ["kept"])
        #expect(try await place.faults() == [])
    }

    @Test("of two who change the map at once one does")
    func twoMaps() async throws {
        let first = try await ShardMove(at: place.west) { _ in }
        let second = try await ShardMove(at: place.west) { _ in }
        try await first.move(.cells([0..<1 << 40]), to: try #require(ShardNumber(rawValue: 1)))
        await #expect(throws: TerritoryMapError.otherEpoch(found: 6, expected: 4)) {
            try await second.move(.cells([0..<1 << 41]), to: try #require(ShardNumber(rawValue: 1)))
        }
    }

    @Test("a shard whose database has moved is found where it is now")
    func moved() async throws {
        #expect(try await west.store(of: try #require(ShardNumber(rawValue: 1))) !== east.own)
        // The same database by another name, as after its server was given another one.
        let elsewhere = try PostgresAddress(place.east.uri + "&application_name=elsewhere")
        #expect(
            try await ShardMove.relocate([elsewhere], url: "https://new.example") { _ in } == 5
        )
        for store in [west, east] {
            _ = try await store.changeMark()
            #expect(try await store.own.followMap())
            let known = try #require(store.map.shards.last)
            #expect(known.database == elsewhere.uri)
            #expect(known.url == "https://new.example")
        }
        let found = try await west.store(of: try #require(ShardNumber(rawValue: 1)))
        #expect(found.address.uri == elsewhere.uri)
        // What was there goes on there, the first shard moves too, and what is said stays.
        let first = try PostgresAddress(place.west.uri + "&application_name=first")
        #expect(try await ShardMove.relocate([place.east, first], url: nil) { _ in } == 6)
        let move = try await ShardMove(at: place.east) { _ in }
        #expect(move.map.shards.map(\.database) == [first.uri, place.east.uri])
        #expect(move.map.shards.map(\.url) == [nil, "https://new.example"])
        #expect(try await place.faults() == [])
    }

    @Test("what is no shard, or two times one, is no place of one")
    func notMoved() async throws {
        let again = try PostgresAddress(place.east.uri + "&application_name=again")
        await #expect(throws: ShardMoveError.sameShard) {
            _ = try await ShardMove.relocate([place.east, again], url: nil) { _ in }
        }
        let alone = try PrivateCluster.shared.get().database()
        _ = try Cluster.prepare(alone)
        await #expect(throws: ShardMoveError.undivided) {
            _ = try await ShardMove.relocate([alone], url: nil) { _ in }
        }
        // One of another division of the ground has the number of one of these.
        let other = try await DividedPlace()
        await #expect(throws: ShardMoveError.otherGround(place: other.east.description)) {
            _ = try await ShardMove.relocate([place.west, other.east], url: nil) { _ in }
        }
        #expect(try await ShardMove(at: place.west) { _ in }.map.epoch == 4)
    }

    @Test(
        "a map that is older than what was gathered by it is refused, until it is brought up to date"
    )
    func olderMap() async throws {
        try await place.gather(into: east, from: west)
        let connection = try PostgresConnection(to: place.east)
        try connection.execute("UPDATE ambit.map SET epoch = 1")
        await #expect(throws: TerritoryMapError.olderThanData(map: 1, data: 4)) {
            _ = try await place.open(place.east)
        }
        #expect(try await ShardMove.bringForward(place.east) { _ in } == 4)
        _ = try await place.open(place.east)
        // A map with a hole.
        try connection.execute("DELETE FROM ambit.territory WHERE first_cell = 0")
        await #expect(throws: TerritoryMapError.open(first: 0, end: 1 << 47)) {
            _ = try await place.open(place.east)
        }
    }

    @Test("a database that is in use becomes no shard")
    func usedDatabase() async throws {
        let used = try PrivateCluster.shared.get().database()
        _ = try Cluster.prepare(used)
        _ = try await ClusterStore.open(used).addDevice(
            tokenHash: hash(1),
            at: SystemWallClock().now
        )
        let move = try await ShardMove(at: place.west) { _ in }
        let epoch = move.map.epoch
        await #expect(throws: ShardMoveError.notEmpty(place: used.description)) {
            _ = try await move.split(.share(0.5), into: used, url: nil, ownURL: nil)
        }
        await #expect(throws: ShardMoveError.self) {
            _ = try await move.split(.share(0.5), into: place.east, url: nil, ownURL: nil)
        }
        #expect(move.map.epoch == epoch)
    }

    @Test("no message may reach farther than shards look")
    func farthestReach() async throws {
        let author = try await device(west)
        let message = try Self.post("too far", by: author, meters: 50_001)
        await #expect(throws: PostgresError.self) { try await west.append(message, once: nil) }
    }
}

private enum ShardTestError: Error { case notStored }
