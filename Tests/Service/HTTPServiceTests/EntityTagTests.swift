import HTTPTypes
import Polling
import PollingTesting
import Testing
import Timekeeping

@testable import HTTPService

@Suite("Tags of contents")
struct EntityTagTests {
    @Test("a list of stations is sent again only when it is another one")
    func stations() async throws {
        let list = "/v1/stations?lat=1&lon=1&limit=1"
        let service = try await TestService(stations: [try station("a", at: place(1, 1))])
        let first = try await service.get(list)
        let tag = try #require(first.headers[.eTag])
        #expect(tag.hasPrefix("W/\""))
        // Where somebody was is kept by no cache.
        #expect(first.headers[.cacheControl] == "no-store")
        service.clock.set(
            Timestamp(
                millisecondsSince1970: TestService.noon.millisecondsSince1970 + 1000
            )
        )
        let again = try await service.send(.get, list, headers: [.ifNoneMatch: tag])
        #expect(again.status == 304)
        #expect(again.body.isEmpty)
        #expect(again.headers[.eTag] == tag)
        for known in ["W/\"x\"", "\"\(tag)\"", ""] {
            let other = try await service.send(.get, list, headers: [.ifNoneMatch: known])
            #expect(other.status == 200)
            #expect(other.headers[.eTag] == tag)
        }
        #expect(try await service.send(.get, list, headers: [.ifNoneMatch: "*"]).status == 304)
        // The same station, and one more behind it: there is a next page now.
        service.stationStore.replace(with: [
            try station("a", at: place(1, 1)), try station("b", at: place(2, 2)),
        ])
        try await service.stations.load()
        let more = try await service.send(.get, list, headers: [.ifNoneMatch: tag])
        #expect(more.status == 200)
        #expect(more.headers[.eTag] != tag)
    }

    @Test(
        "what is asked about no place may be kept and asked for again",
        arguments: ["/v1/stations/dc.a", "/v1/elections"]
    )
    func kept(path: String) async throws {
        let service = try await TestService(stations: [try station("a", at: place(1, 1))])
        let first = try await service.get(path)
        #expect(first.status == 200)
        #expect(first.headers[.cacheControl] == "no-cache")
        let tag = try #require(first.headers[.eTag])
        let again = try await service.send(.get, path, headers: [.ifNoneMatch: "\"y\", \(tag)"])
        #expect(again.status == 304)
        let head = try await service.send(.head, path, headers: [.ifNoneMatch: tag])
        #expect(head.status == 304)
    }
}
