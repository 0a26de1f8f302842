import Datasets
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
        let early = try await store.append(
            posted("early", at: Coordinate(latitude: 1, longitude: 2), by: author)
        )
        var generator = SeededGenerator(seed: 9)
        var places = try (0..<3000).map { _ in try Terrain.allCases[0].place(&generator) }
        func importAll() async throws {
            try await store.importMessages(
                places.enumerated().map { try imported("\($0)", at: $1, reaching: 1_000_000) }
            )
        }
        try await importAll()
        #expect(try entries().count == 3000 && !entries().contains(early.id.rawValue))
        #expect(try await store.check().isSound)

        // Some move, some go, some come: one by one now, and beside another dataset and a post.
        for number in 0..<50 { places[number] = try Terrain.allCases[0].place(&generator) }
        places.removeLast(100)
        try await importAll()
        try await store.importMessages(
            [imported("other", at: places[0], dataset: "more")],
            as: "more"
        )
        #expect(try await store.enterMessages(limit: 10) == 1)
        #expect(try entries().count == 2902)
        #expect(try await store.check().isSound)
        let found = try await store.messageLayer.within(
            .meters(900_000),
            of: places[7],
            filter: MessageFilter(liveAt: moment())
        )
        let near = places.filter { Geodesic.distance(from: places[7], to: $0).meters <= 900_000 }
        #expect(found.count { $0.message.origin?.dataset.text == "tips" } == near.count)
        #expect(near.count > 1)
    }
}
