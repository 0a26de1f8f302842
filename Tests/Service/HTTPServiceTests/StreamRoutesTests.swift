import GeoJSON
import HTTPTypes
import Radar
import ServiceLifecycle
import Testing
import Timekeeping

@testable import HTTPService

@Suite struct StreamRoutesTests {
    private let uri = "/v1/messages/stream?lat=1&lon=2&radius_m=1000"

    private func request(_ uri: String, lastEventID: String? = nil) -> String {
        "GET \(uri) HTTP/1.1\r\nHost: x\r\n"
            + (lastEventID.map { "Last-Event-ID: \($0)\r\n" } ?? "") + "\r\n"
    }

    private func post(
        _ text: String,
        seconds: Int = 60,
        to service: TestService,
        by token: String
    ) async throws {
        let answer = try await service.send(
            .post,
            "/v1/messages",
            token: token,
            json: #"{"text":"\#(text)","category":"news","lat":1,"lon":2.001,"#
                + #""visible_radius_m":500,"ttl_s":\#(seconds)}"#
        )
        #expect(answer.status == 201)
    }

    /// The last `id:` of blocks.
    private func id(of block: String) throws -> String {
        String(try #require(block.firstMatch(of: /id: (\S+)/)).output.1)
    }

    @Test("tells of posts, expiries and removals around a place, as they happen")
    func events() async throws {
        try await withRunning { service, port, _ in
            let token = try await service.token()
            try await RawConnection.open(port: port).exchange(request(uri)) { reader in
                let head = try #require(try await reader.next())
                #expect(head.hasPrefix("HTTP/1.1 200 OK"))
                #expect(head.lowercased().contains("content-type: text/event-stream"))
                #expect(head.lowercased().contains("cache-control: no-store"))
                #expect(try await reader.next()?.contains(/^retry: \d+$/) == true)
                #expect(try await reader.next()?.contains(/^id: \S+$/) == true)

                try await post("hi", to: service, by: token)
                let posted = try #require(try await reader.nextEvent())
                #expect(posted.contains("event: posted\ndata: {"))
                let data = try #require(posted.firstMatch(of: /data: (.*)/)).output.1
                let feature = try JSONValue(parsing: Array(data.utf8))
                #expect(feature["id"] == .string(publicID(1)))
                #expect(feature["properties"]?["text"] == .string("hi"))
                #expect(feature["properties"]?["distance_m"] == .number(111.303))
                #expect(feature["geometry"]?["type"] == .string("Point"))

                _ = try await service.send(.delete, messagePath(1), token: token)
                let removed = try #require(try await reader.nextEvent())
                #expect(removed.hasSuffix("event: removed\ndata: {\"id\":\"\(publicID(1))\"}"))

                try await post("short", seconds: 1, to: service, by: token)
                #expect(try await reader.nextEvent()?.contains("event: posted") == true)
                service.clock.set(
                    Timestamp(
                        millisecondsSince1970: TestService.noon.millisecondsSince1970 + 1000
                    )
                )
                let expired = try #require(try await reader.nextEvent())
                #expect(expired.hasSuffix("event: expired\ndata: {\"id\":\"\(publicID(2))\"}"))
            }
        }
    }

    @Test("goes on after the event that a client saw last, and says so where it cannot")
    func resumes() async throws {
        try await withRunning { service, port, _ in
            let token = try await service.token()
            let first = try await RawConnection.open(port: port).exchange(request(uri)) { reader in
                for _ in 0..<3 { _ = try await reader.next() }
                try await post("one", to: service, by: token)
                return try id(of: try #require(try await reader.nextEvent()))
            }
            try await post("two", to: service, by: token)
            try await post("three", to: service, by: token)
            try await RawConnection.open(port: port)
                .exchange(request(uri, lastEventID: first)) { reader in
                    for text in ["two", "three"] {
                        let event = try await reader.nextEvent()
                        #expect(event?.contains(#""text":"\#(text)""#) == true)
                    }
                }
            for stale in ["zzz-1", "nonsense", "1-99999999999"] {
                try await RawConnection.open(port: port)
                    .exchange(request(uri, lastEventID: stale)) { reader in
                        let event = try await reader.nextEvent()
                        #expect(event?.contains("event: gap") == true)
                    }
            }
        }
    }

    @Test("ends when the service is shut down, and its place is free when a client goes")
    func ends() async throws {
        try await withRunning { service, port, group in
            try await RawConnection.open(port: port).exchange(request(uri)) { reader in
                for _ in 0..<3 { _ = try await reader.next() }
                #expect(service.feed.readerCount == 1)
                await group.triggerGracefulShutdown()
                while try await reader.next() != nil {}
            }
        }
        try await withRunning { service, port, _ in
            try await RawConnection.open(port: port).exchange(request(uri)) { reader in
                for _ in 0..<3 { _ = try await reader.next() }
            }
            while service.feed.readerCount > 0 { await Task.yield() }
        }
    }

    @Test("refuses what a list refuses, and waits for the data")
    func refusals() async throws {
        let service = try await TestService()
        for (query, errors) in [
            ("lat=1&lon=2", [("radius_m", "is missing; give a radius in metres")]),
            (
                "lat=91&lon=2&radius_m=5",
                [("lat", "is 91; a latitude lies between -90 and 90")]
            ),
            (
                "lat=1&lon=2&radius_m=5&limit=3",
                [("limit", "is not known here; known are lat, lon, radius_m, category, map_epoch")]
            ),
        ] {
            #expect(
                try await service.get("/v1/messages/stream?" + query).body == badRequest(errors)
            )
        }
        let wrong = try await service.get(uri + "&category=nonsense")
        #expect(wrong.status == 400)
        #expect(wrong.body.contains(#""parameter":"category""#))
        let loading = try await TestService(isLoaded: false)
        #expect(try await loading.get(uri).status == 503)
    }
}
