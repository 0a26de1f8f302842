import HTTPTypes
import NIOCore
import Radar
import RadarTesting
import Synchronization
import Testing

@testable import HTTPService

@Suite struct RateLimitTests {
    private func limits(_ change: (inout RateLimits) -> Void) -> RateLimits {
        var limits = RateLimits()
        change(&limits)
        return limits
    }

    @Test("a bucket lets through as many as it holds, and then as fast as it fills")
    func buckets() {
        let buckets = TokenBuckets(RateLimits.Rate(burst: 3, perSecond: 2))
        for _ in 0..<3 { #expect(buckets.take(7, at: 1000) == nil) }
        #expect(buckets.take(7, at: 1000) == 500_000_000)
        #expect(buckets.take(8, at: 1000) == nil)
        #expect(buckets.take(7, at: 400_001_000) == 100_000_000)
        #expect(buckets.take(7, at: 500_001_000) == nil)
        #expect(buckets.take(7, at: 500_001_000) == 500_000_000)
        // An hour later it is full, and no fuller than that.
        for _ in 0..<3 { #expect(buckets.take(7, at: 3_600_000_000_000) == nil) }
        #expect(buckets.take(7, at: 3_600_000_000_000) != nil)
    }

    @Test("over a long time a key never gets more than its rate and one burst", arguments: 0..<5)
    func rate(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let buckets = TokenBuckets(RateLimits.Rate(burst: 10, perSecond: 5))
        var moment: Int64 = 0
        var taken: [Int64] = []
        for _ in 0..<5000 {
            moment += .random(in: 0...100_000_000, using: &random)
            if buckets.take(1, at: moment) == nil { taken.append(moment) }
        }
        for (index, start) in taken.enumerated() {
            let second = taken[index...].prefix { $0 < start + 1_000_000_000 }
            #expect(second.count <= 10 + 5)
        }
        #expect(Double(taken.count) >= Double(moment) / 1e9 * 5 - 1)
    }

    @Test("memory is bounded, whoever asks")
    func bounded() {
        let buckets = TokenBuckets(RateLimits.Rate(burst: 1, perSecond: 0.001), capacity: 100)
        for key in 0..<10_000 { #expect(buckets.take(UInt64(key), at: 0) == nil) }
        #expect(buckets.count <= 200)
        #expect(buckets.take(9_999, at: 1) != nil)
    }

    @Test("a device that posts too often is told when it may again, whatever else it may do")
    func posts() async throws {
        let service = try await TestService {
            $0.rateLimits = limits { $0.postsPerDevice = .init(burst: 2, perSecond: 0.01) }
        }
        let tokens = [try await service.token(), try await service.token()]
        let json =
            #"{"text":"a","category":"news","lat":1,"lon":2,"visible_radius_m":100,"ttl_s":60}"#
        for token in tokens {
            for _ in 0..<2 {
                let answer = try await service.send(
                    .post,
                    "/v1/messages",
                    token: token,
                    json: json
                )
                #expect(answer.status == 201)
            }
            let answer = try await service.send(.post, "/v1/messages", token: token, json: json)
            #expect(answer.status == 429)
            #expect(answer.type == "application/problem+json")
            #expect(answer.headers[.retryAfter].flatMap(Int.init).map { 90...100 ~= $0 } == true)
        }
        #expect(service.messageStore.storedIDs.count == 4)
        #expect(try await service.get("/v1/messages?lat=1&lon=2&radius_m=9").status == 200)
    }

    @Test("reports, new devices and questions have limits of their own; the page has none")
    func others() async throws {
        let service = try await TestService {
            $0.rateLimits = limits {
                $0.reportsPerDevice = .init(burst: 1, perSecond: 0.01)
                $0.devicesPerAddress = .init(burst: 2, perSecond: 0.01)
                $0.queriesPerAddress = .init(burst: 3, perSecond: 0.01)
            }
        }
        let token = try await service.token()
        for status in [404, 429] {
            let answer = try await service.send(
                .post,
                "/v1/messages/1/reports",
                token: token,
                json: #"{"reason":"spam","lat":1,"lon":2}"#
            )
            #expect(answer.status == status)
        }
        #expect(try await service.send(.post, "/v1/devices").status == 201)
        #expect(try await service.send(.post, "/v1/devices").status == 429)
        for status in [200, 404, 404, 429, 429] {
            let uri = status == 200 ? "/v1/categories" : "/v1/nothing"
            #expect(try await service.get(uri).status == status)
        }
        for _ in 0..<5 {
            for uri in ["/", "/healthz", "/readyz", "/metrics", "/openapi.json"] {
                #expect(try await service.get(uri).status == 200)
            }
        }
    }

    @Test("an address is the same however it is written; IPv6 counts by customer")
    func addresses() throws {
        func address(_ text: String) throws -> ClientAddress {
            ClientAddress(try SocketAddress(ipAddress: text, port: 80))
        }
        #expect(try address("192.0.2.1") == address("::ffff:192.0.2.1"))
        #expect(try address("192.0.2.1") != address("192.0.2.2"))
        #expect(try address("2001:db8::1") == address("2001:db8::ffff:1"))
        #expect(try address("2001:db8:0:1::1") != address("2001:db8:0:2::1"))
        #expect(try ClientAddress(nil) != address("0.0.0.0"))
        #expect(
            try #require(ClientAddress(forwardedFor: "9.9.9.9, 192.0.2.1"))
                == address("192.0.2.1")
        )
        for text in ["", "unknown", "1.2.3", "192.0.2.1, unknown"] {
            #expect(ClientAddress(forwardedFor: text) == nil, "\(text)")
        }
    }

    @Test("limits forget who asked: two limiters know the same address by different numbers")
    func keyed() throws {
        let service = RateLimiter(RateLimits()) { 0 }
        let other = RateLimiter(RateLimits()) { 0 }
        let address = ClientAddress(try SocketAddress(ipAddress: "192.0.2.1", port: 80))
        #expect(service.hash(of: address) == service.hash(of: address))
        #expect(service.hash(of: address) != other.hash(of: address))
    }
}
