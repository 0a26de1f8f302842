import Datasets
import Geodesy
import RadarTesting
import Testing
import Timekeeping

@testable import Radar

@Suite("Published places")
struct PublishedPlaceTests {
    @Test(
        "a place keeps five decimals, and moves by less than 80 centimetres",
        arguments: [
            (38.897_699_999_9, -77.036_512_345, "38.8977 -77.03651"),
            (0.000_004_9, -0.000_004_9, "0.0 0.0"), (89.999_999, 179.999_999, "90.0 180.0"),
            (-89.999_994, -179.999_994, "-89.99999 -179.99999"), (12.000_005, 0, "12.00001 0.0"),
        ] as [(Double, Double, String)]
    )
    func fiveDecimals(latitude: Double, longitude: Double, expected: String) throws {
        let here = try place(latitude, longitude)
        let published = here.published
        #expect("\(published.latitude) \(published.longitude)" == expected)
        #expect(Geodesic.distance(from: here, to: published).meters < 0.8)
    }

    @Test("a published place is its own, and prints with five decimals at most")
    func idempotent() throws {
        var random = SeededRandom(seed: 4)
        for _ in 0..<20_000 {
            let published = try place(
                .random(in: -90...90, using: &random),
                .random(in: -180...180, using: &random)
            ).published
            #expect(published.published == published)
            for degrees in [published.latitude, published.longitude] {
                #expect(degrees.magnitude < 0.001 || !"\(degrees)".contains(/\.\d{6}/))
            }
        }
    }

    @Test("what is stored of a post has five decimals, blurred or not")
    func posts() async throws {
        let store = MemoryRadarStore()
        let board = MessageBoard(store: store, clock: ManualWallClock(electionMorning))
        for precision in MessageDraft.Precision.allCases {
            let fix = try place(38.897_676_423_918_27, -77.036_529_876_543_21)
            let message = try await board.post(.sample(at: fix, precision: precision), by: alice)
            #expect(message.coordinate == message.coordinate.published)
            #expect(store.messages.last == message)
        }
    }

    @Test("an imported place is told, measured and seen as it is published")
    func imports() async throws {
        let dataset = try DatasetName("dc")
        let fix = try place(38.897_676_423_918_27, -77.036_529_876_543_21)
        let store = MemoryRadarStore()
        store.publish([try .sample("1", in: dataset, at: fix, visibleTo: 100)], in: dataset)
        let board = MessageBoard(store: store, clock: ManualWallClock(electionMorning))
        try await board.load()
        let from = Geodesic.destination(from: fix, bearingDegrees: 77, distance: try .meters(50))
        let page = try board.messages(matching: MessageQuery(center: from, radius: .meters(100)))
        let sighting = try #require(page.sightings.first)
        #expect(sighting.message.coordinate == fix.published)
        let meters = Geodesic.distance(from: from, to: fix.published).meters
        #expect((sighting.distance.meters - meters).magnitude < 0.001)
        #expect((meters - 50).magnitude > 0.01)
        // An import that changes nothing changes nothing on the board.
        let changes = board.lastChange
        try await board.reload(dataset: dataset)
        #expect(board.lastChange == changes)
        // What the store hands over for one reader is published, too.
        try await board.bookmark(sighting.message.id, by: bob, from: from)
        let kept = try await board.bookmarks(of: bob, limit: 1).entries
        #expect(kept.map(\.message?.coordinate) == [fix.published])
        let decided = try await board.decide(.hide, on: sighting.message.id)
        #expect(decided.message.coordinate == fix.published)
    }
}
