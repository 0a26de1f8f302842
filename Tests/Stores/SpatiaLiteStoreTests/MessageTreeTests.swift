import GRDB
import Geodesy
import Radar
import StoreContract
import Testing
import Timekeeping

@testable import SpatiaLiteStore

/// Posts that are not in the R-tree yet are found like those that are.
@Suite struct MessageTreeTests {
    let storePlace: TemporaryStorePlace

    init() throws { storePlace = try TemporaryStorePlace() }

    private func entries() throws -> Set<Int64> {
        try DatabaseQueue(path: storePlace.path).read { db in
            try Int64.fetchSet(db, sql: "SELECT pkid FROM idx_message_geometry")
        }
    }

    @Test(
        "answers are those of brute force however many posts have entered the tree",
        arguments: Terrain.allCases
    )
    func agrees(terrain: Terrain) async throws {
        var generator = SeededGenerator(seed: 5)
        let store = try await storePlace.openStore()
        let author = try await store.addDevice(tokenHash: [1], at: moment())
        try await store.importMessages(
            try (0..<40).map {
                try imported("\($0)", at: terrain.place(&generator), reaching: 1_000_000)
            }
        )
        for number in 0..<100 {
            let message = try posted(
                "\(number)",
                at: terrain.place(&generator),
                reaching: .random(in: 10...2_000_000, using: &generator),
                by: author,
                category: number % 3 == 0 ? "cute" : "news"
            )
            _ = try await store.append(message)
        }
        let all = try await store.allMessages()
        let filter = MessageFilter(liveAt: moment(), categories: [.news])
        let news = all.filter { $0.category == .news }
        var entered = 0
        repeat {
            #expect(try entries().count == 40 + entered)
            #expect(try await store.check().isSound)
            for _ in 0..<4 {
                let center = try terrain.place(&generator)
                let seen = news.map { ($0, Geodesic.distance(from: center, to: $0.coordinate)) }
                    .filter { $1 <= $0.visibleRadius }
                    .sorted { ($0.1, $0.0.id) < ($1.1, $1.0.id) }
                    .map { Sighting(message: $0, distance: $1) }
                let layer = store.messageLayer
                #expect(
                    try await layer.nearest(to: center, count: 7, filter: filter)
                        == Array(seen.prefix(7))
                )
                let radius = try Distance.meters(500_000)
                #expect(
                    try await layer.within(radius, of: center, filter: filter)
                        == seen.filter { $0.distance <= radius }
                )
                let other = try terrain.place(&generator)
                let box = try BoundingBox(
                    west: min(center.longitude, other.longitude),
                    south: min(center.latitude, other.latitude),
                    east: max(center.longitude, other.longitude),
                    north: max(center.latitude, other.latitude)
                )
                #expect(
                    try await layer.within(box, filter: filter)
                        == news.filter { box.contains($0.coordinate) }
                )
            }
            entered += try await store.enterMessages(limit: 30)
        } while entered < 100
        #expect(try entries() == Set(all.map(\.id.rawValue)))
        #expect(try await store.enterMessages(limit: 30) == 0)
        #expect(try await store.check().isSound)
    }

    @Test("what goes before it has entered leaves no entry, and what comes after an import enters")
    func goesAndComes() async throws {
        let store = try await storePlace.openStore()
        let author = try await store.addDevice(tokenHash: [1], at: moment())
        let place = try Coordinate(latitude: 1, longitude: 2)
        func post(_ text: String) async throws -> Message {
            try await store.append(posted(text, at: place, by: author))
        }
        let first = try await post("first")
        let gone = try await post("gone")
        #expect(try await store.remove(gone.id, by: author.id, at: moment()) == .removed)
        try await store.importMessages([imported("a", at: place)])
        let last = try await post("last")
        let importedIDs = Set(try await store.allMessages().map(\.id.rawValue))
            .subtracting([first.id.rawValue, last.id.rawValue])
        #expect(try entries() == importedIDs)
        #expect(try await store.enterMessages(limit: 1) == 1)
        #expect(try entries() == importedIDs.union([first.id.rawValue]))
        #expect(try await store.enterMessages(limit: 10) == 1)
        #expect(try entries() == importedIDs.union([first.id.rawValue, last.id.rawValue]))
        #expect(try await store.remove(last.id, by: author.id, at: moment()) == .removed)
        #expect(try entries() == importedIDs.union([first.id.rawValue]))
        #expect(try await store.check().isSound)
    }

    /// How many messages lie above the mark: what each look for posts walks past.
    private func countAboveMark() throws -> Int? {
        try DatabaseQueue(path: storePlace.path).read { db in
            try Int.fetchOne(
                db,
                sql: "SELECT count(*) FROM message WHERE id > (SELECT through FROM message_tree)"
            )
        }
    }

    @Test("whoever looks for posts that wait does not walk past what was imported")
    func mark() async throws {
        let store = try await storePlace.openStore()
        let author = try await store.addDevice(tokenHash: [1], at: moment())
        let place = try Coordinate(latitude: 1, longitude: 2)
        func file(_ names: Range<Int>) throws -> [ImportedMessage] {
            try names.map { try imported("\($0)", at: place) }
        }
        try await store.importMessages(file(0..<50))
        #expect(try countAboveMark() == 0)

        // A post that waits keeps the mark where it is, and loses nothing by the import after it.
        let post = try await store.append(posted("waits", at: place, by: author))
        try await store.importMessages(file(0..<80))
        #expect(try countAboveMark() == 31)
        #expect(try await store.enterMessages(limit: 10) == 1)
        #expect(try countAboveMark() == 0)
        #expect(try entries().contains(post.id.rawValue))
        #expect(try await store.enterMessages(limit: 10) == 0)
        #expect(try await store.check().isSound)

        // A file from before, whose mark lags behind what was imported.
        try await store.connections.write { db in
            try db.execute(sql: "UPDATE message_tree SET through = \(post.id.rawValue)")
        }
        #expect(try await store.enterMessages(limit: 10) == 0)
        #expect(try countAboveMark() == 0)
        #expect(try await store.check().isSound)
    }

    @Test("a post that has entered and has lost its entry is a fault")
    func lostEntry() async throws {
        let store = try await storePlace.openStore()
        let author = try await store.addDevice(tokenHash: [1], at: moment())
        let place = try Coordinate(latitude: 1, longitude: 2)
        let message = try await store.append(posted("x", at: place, by: author))
        #expect(try await store.enterMessages(limit: 10) == 1)
        try await store.connections.write { db in
            try db.execute(sql: "DELETE FROM idx_message_geometry")
        }
        let faults = try await store.check().checks.flatMap(\.findings)
        #expect(faults == ["row \(message.id.rawValue) has no entry"])
    }

    @Test("the messages of an older file keep their entries")
    func migrates() async throws {
        let place = try Coordinate(latitude: 1, longitude: 2)
        let older = try await storePlace.openStore()
        let author = try await older.addDevice(tokenHash: [1], at: moment())
        // As the first five migrations left it.
        try await older.connections.write { db in
            try db.execute(
                sql: """
                    ALTER TABLE staff_token DROP COLUMN event;
                    DROP TABLE webhook_event;
                    DROP TABLE webhook;
                    DROP TABLE webhook_mark;
                    DROP TRIGGER message_reworded;
                    ALTER TABLE message DROP COLUMN cleared;
                    ALTER TABLE report DROP COLUMN counts;
                    DROP TABLE service_secret;
                    DROP TABLE file_identity;
                    DROP TABLE erasure;
                    DROP TABLE kept_decision;
                    DROP TABLE withdrawal;
                    DROP TABLE message_tree;
                    DROP TRIGGER message_inserted;
                    CREATE TRIGGER message_inserted AFTER INSERT ON message BEGIN
                        INSERT INTO idx_message_geometry VALUES (NEW.id,
                            MbrMinX(NEW.geometry), MbrMaxX(NEW.geometry),
                            MbrMinY(NEW.geometry), MbrMaxY(NEW.geometry));
                    END;
                    PRAGMA user_version = 5;
                    """
            )
        }
        let message = try await older.append(posted("old", at: place, by: author))
        try await older.close()

        let store = try await storePlace.openStore()
        #expect(try entries() == [message.id.rawValue])
        #expect(try await store.enterMessages(limit: 10) == 0)
        let new = try await store.append(posted("new", at: place, by: author))
        #expect(try entries() == [message.id.rawValue])
        let found = try await store.messageLayer.within(
            Distance.meters(1),
            of: place,
            filter: MessageFilter(liveAt: moment())
        )
        #expect(found.map(\.message) == [message, new])
        #expect(try await store.check().isSound)
    }
}
