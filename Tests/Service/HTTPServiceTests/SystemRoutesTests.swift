import HTTPTypes
import Polling
import Radar
import Testing

@testable import HTTPService

@Suite("System routes")
struct SystemRoutesTests {
    @Test("the service is alive before it is ready, and ready once everything is loaded")
    func readiness() async throws {
        let service = try await TestService(
            messages: [message(1, at: place(1, 1))],
            stations: [station("1", at: place(1, 1))],
            isLoaded: false
        )
        let health = try await service.get("/healthz")
        #expect(health.status == 200)
        #expect(health.body == #"{"status":"ok"}"#)

        let notReady = problem(
            503,
            "Service Unavailable",
            "The data are still being loaded; try again in a moment"
        )
        for uri in [
            "/readyz", "/v1/messages?lat=1&lon=1&radius_m=10", "/v1/messages/1",
            "/v1/stations?lat=1&lon=1", "/v1/stations/dc.1",
        ] {
            let answer = try await service.get(uri)
            #expect(answer.status == 503, "\(uri)")
            #expect(answer.headers[.retryAfter] == "1")
            #expect(answer.body == notReady)
        }

        try await service.board.load()
        #expect(try await service.get("/readyz").status == 503)
        #expect(try await service.get(messagePath(1, "?lat=1&lon=1")).status == 200)
        try await service.stations.load()
        #expect(try await service.get("/readyz").status == 503)
        try await service.voting.load()
        let ready = try await service.get("/readyz")
        #expect(ready.status == 200)
        #expect(ready.body == #"{"status":"ready"}"#)
        #expect(try await service.get("/v1/stations/dc.1").status == 200)
    }

    @Test("metrics count requests by route and status, and never by what was asked")
    func metrics() async throws {
        let service = try await TestService(
            messages: [message(1, at: place(1, 1)), message(2, at: place(1, 1))],
            stations: [station("1", at: place(1, 1))]
        )
        _ = try await service.get(messagePath(1, "?lat=1&lon=1"))
        _ = try await service.get(messagePath(2, "?lat=1&lon=1"))
        _ = try await service.get(messagePath(3, "?lat=1&lon=1"))
        _ = try await service.get("/v1/stations?lat=91&lon=0")
        _ = try await service.get("/secret/path")
        _ = try await service.send(.delete, "/v1/stations")
        let answer = try await service.get("/metrics")
        #expect(answer.status == 200)
        #expect(answer.type == "text/plain; version=0.0.4; charset=utf-8")
        let lines = answer.body.split(separator: "\n").map(String.init)
        #expect(
            lines.filter { $0.hasPrefix("http_requests_total") } == [
                #"http_requests_total{method="DELETE",route="/v1/stations",status="405"} 1"#,
                #"http_requests_total{method="GET",route="/v1/messages/{id}",status="200"} 2"#,
                #"http_requests_total{method="GET",route="/v1/messages/{id}",status="404"} 1"#,
                #"http_requests_total{method="GET",route="/v1/stations",status="400"} 1"#,
                #"http_requests_total{method="GET",route="unmatched",status="404"} 1"#,
            ]
        )
        let count =
            #"http_request_duration_seconds_count{method="GET",route="/v1/messages/{id}"} 3"#
        let all =
            #"http_request_duration_seconds_bucket{method="GET",route="/v1/messages/{id}","#
            + #"le="+Inf"} 3"#
        #expect(lines.contains(count))
        #expect(lines.contains(all))
        #expect(lines.contains("ambit_messages 2"))
        #expect(lines.contains("ambit_stations 1"))
        #expect(lines.contains("ambit_ready 1"))
        #expect(lines.allSatisfy { !$0.contains("secret") })
        #expect(answer.body.hasSuffix("\n"))
    }

    @Test("a histogram's buckets are cumulative and take their upper bound in")
    func histogram() {
        var histogram = DurationHistogram()
        for seconds in [0.0001, 0.0002, 0.02, 0.025, 99] { histogram.record(seconds) }
        let lines = histogram.lines(name: "d", labels: "a=\"b\"")
        #expect(lines.first == #"d_bucket{a="b",le="0.0001"} 1"#)
        #expect(lines.contains(#"d_bucket{a="b",le="0.00025"} 2"#))
        #expect(lines.contains(#"d_bucket{a="b",le="0.01"} 2"#))
        #expect(lines.contains(#"d_bucket{a="b",le="0.025"} 4"#))
        #expect(lines.contains(#"d_bucket{a="b",le="2.5"} 4"#))
        #expect(lines.suffix(3).first == #"d_bucket{a="b",le="+Inf"} 5"#)
        #expect(lines.last == #"d_count{a="b"} 5"#)
    }
}
