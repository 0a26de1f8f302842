import Geodesy
import Radar
import RadarTesting
import Testing

@testable import HTTPService

/// What somebody finds out who asks from many places: see "What a reader who walks around finds out"
/// in Radar's article.
@Suite("A reader who walks around")
struct WalkingReaderTests {
    /// A service with one post of somebody at a place.
    private func service(
        with author: Coordinate,
        precision: MessageDraft.Precision
    ) async throws -> TestService {
        let service = try await TestService()
        _ = try await service.board.post(
            MessageDraft(
                text: "hello",
                category: .news,
                coordinate: author,
                visibleRadius: try .meters(400),
                timeToLiveSeconds: 60,
                precision: precision
            ),
            by: Device.ID(rawValue: 1)
        )
        return service
    }

    /// Everything that is told of the message at a place.
    private func told(_ service: TestService, at place: Coordinate) async throws -> [String] {
        let query = "?lat=\(place.latitude)&lon=\(place.longitude)"
        return [
            try await service.get("/v1/messages\(query)&radius_m=5000").body,
            try await service.get(messagePath(1, query)).body,
        ]
    }

    /// Walks to the edge of the reach in every direction, and to places around it.
    private func walk(around center: Coordinate) throws -> [Coordinate] {
        var random = SeededRandom(seed: 3)
        return try (0..<60).map { step in
            let meters =
                step % 2 == 0
                ? 400 + Double.random(in: -0.5...0.5, using: &random)
                : .random(in: 0...500, using: &random)
            return Geodesic.destination(
                from: center,
                bearingDegrees: .random(in: -180...180, using: &random),
                distance: try .meters(meters)
            )
        }
    }

    @Test("two authors of one cell cannot be told apart, from any place and by any answer")
    func blurred() async throws {
        let cell = BlurGrid.snap(try place(38.8977, -77.0365))
        // 60 m north-east and 55 m south of the middle, which is 75 m from the cell's edges.
        let authors = try [(45.0, 60.0), (180, 55)].map { bearing, meters in
            Geodesic.destination(from: cell, bearingDegrees: bearing, distance: try .meters(meters))
        }
        #expect(authors.allSatisfy { BlurGrid.snap($0) == cell })
        let one = try await service(with: authors[0], precision: .blurred)
        let other = try await service(with: authors[1], precision: .blurred)
        var seen = 0
        for place in try walk(around: cell) {
            let answers = try await told(one, at: place)
            #expect(answers == (try await told(other, at: place)))
            if answers[0].contains("hello") { seen += 1 }
        }
        #expect((30..<60).contains(seen))
    }

    @Test("of an exact place no more than five decimals are found, by edges and distances, too")
    func exact() async throws {
        let corner = try place(38.8977, -77.0365)
        let authors = try [place(38.897_703_1, -77.036_504_4), place(38.897_696, -77.036_497)]
        #expect(authors.allSatisfy { $0.published == corner })
        let one = try await service(with: authors[0], precision: .exact)
        let other = try await service(with: authors[1], precision: .exact)
        for place in try walk(around: corner) {
            #expect(try await told(one, at: place) == told(other, at: place))
        }
    }

    @Test("who was within reach once and goes on is told nothing more of the message")
    func leaves() async throws {
        let here = try place(38.8977, -77.0365)
        let service = try await service(with: here, precision: .exact)
        #expect(try await told(service, at: here)[1].contains("hello"))
        let beyond = Geodesic.destination(
            from: here,
            bearingDegrees: 90,
            distance: try .meters(401)
        )
        let before = try await told(service, at: beyond)
        #expect(before[1] == noMessage)
        try await service.board.remove(Message.ID(rawValue: 1), by: Device.ID(rawValue: 1))
        #expect(try await told(service, at: beyond) == before)
    }
}
