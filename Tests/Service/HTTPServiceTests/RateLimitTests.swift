import HTTPTypes
import NIOCore
import NIOHTTP1
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

    @Test("each answer tells which limit it counted against and what is left of that")
    func told() async throws {
        let service = try await TestService {
            $0.rateLimits = limits {
                $0.queriesPerAddress = .init(burst: 3, perSecond: 0.5)
                $0.postsPerDevice = .init(burst: 1, perSecond: 0.01)
            }
        }
        let token = try await service.token()
        for (uri, left) in [("/v1/categories", "r=1;t=4"), ("/v1/stations?lat=x", "r=0;t=6")] {
            let fields = try await service.get(uri).headers
            #expect(fields[.rateLimitPolicy] == #""queries_per_address";q=3;w=6"#)
            #expect(fields[.rateLimit] == #""queries_per_address";"# + left)
        }
        let refused = try await service.get("/v1/messages?lat=1&lon=2&radius_m=9")
        #expect(refused.status == 429)
        #expect(refused.headers[.rateLimit] == #""queries_per_address";r=0;t=6"#)
        #expect(refused.headers[.xContentTypeOptions] == "nosniff")
        // What nothing counts against has no limit to tell of.
        #expect(try await service.get("/healthz").headers[.rateLimit] == nil)

        let json =
            #"{"text":"a","category":"news","lat":1,"lon":2,"visible_radius_m":100,"ttl_s":60}"#
        let posted = try await service.send(.post, "/v1/messages", token: token, json: json)
        #expect(posted.status == 201)
        #expect(posted.headers[.rateLimit] == #""posts_per_address";r=29;t=1"#)
        let often = try await service.send(.post, "/v1/messages", token: token, json: json)
        #expect(often.status == 429)
        #expect(often.headers[.rateLimitPolicy] == #""posts_per_device";q=1;w=100"#)
        #expect(often.headers[.rateLimit] == #""posts_per_device";r=0;t=100"#)
    }

    @Test("answers on the short way tell the same of limits as others")
    func toldPromptly() async throws {
        let service = try await TestService { $0.rateLimits = RateLimits() }
        let head = HTTPRequestHead(
            version: .http1_1,
            method: .GET,
            uri: "/v1/messages?lat=1&lon=2&radius_m=9",
            headers: ["Host": "localhost"]
        )
        let answer = try #require(service.service.promptResponder.answer(head) { nil })
        let text = String(buffer: answer)
        #expect(text.contains("\r\nRateLimit-Policy: \"queries_per_address\";q=2000;w=10\r\n"))
        #expect(text.contains("\r\nRateLimit: \"queries_per_address\";r=1999;t=1\r\n"))
    }

    /// Posts as several devices of one household, one after the other, each second for a while.
    ///
    /// - Returns: In which seconds posts were taken.
    private func posts(
        devices: Int,
        everySeconds: Int64,
        for seconds: Int64
    ) throws -> [Int64] {
        let second = Mutex<Int64>(0)
        let limiter = RateLimiter(RateLimits()) { second.withLock { $0 } * 1_000_000_000 }
        let address = ClientAddress(try SocketAddress(ipAddress: "192.0.2.1", port: 80))
        var taken: [Int64] = []
        for now in 0..<seconds {
            second.withLock { $0 = now }
            for device in 0..<devices where (now + Int64(device)) % everySeconds == 0 {
                do {
                    try limiter.check(.post, from: address)
                    try limiter.checkPost(by: Device.ID(rawValue: Int64(device)))
                    taken.append(now)
                } catch {}
            }
        }
        return taken
    }

    @Test("however many devices an address has, no minute has more than 90 posts of theirs")
    func flood() throws {
        let taken = try posts(devices: 100, everySeconds: 1, for: 600)
        for start in 0..<540 {
            #expect(taken.count { $0 >= start && $0 < start + 60 } <= 90, "from second \(start)")
        }
        #expect(taken.count { $0 < 2 } <= 31, "635 in 1.8 s were too many")
        #expect(taken.count <= 30 + 600)
    }

    @Test("a hundred who share an address and each post every other minute never hear of limits")
    func school() throws {
        #expect(try posts(devices: 100, everySeconds: 120, for: 1800).count == 1500)
    }

    @Test("an address of a household counts for posts, all its 64-bit networks together")
    func households() throws {
        let limiter = RateLimiter(limits { $0.postsPerAddress = .init(burst: 2, perSecond: 1e-3) })
        { 0 }
        func client(_ network: String) throws -> ClientAddress {
            ClientAddress(try SocketAddress(ipAddress: "2001:db8:0:\(network)::1", port: 80))
        }
        try limiter.check(.post, from: client("1"))
        try limiter.check(.post, from: client("2"))
        #expect(throws: Problem.self) { try limiter.check(.post, from: client("3")) }
        try limiter.check(.post, from: client("100"))
        #expect(limiter.refusedCount(of: .post) == 1)
        #expect(limiter.refusedCount(of: .query) == 0)
    }

    @Test("reports, new devices and questions have limits of their own; the page has none")
    func others() async throws {
        let service = try await TestService {
            $0.rateLimits = limits {
                $0.reportsPerDevice = .init(burst: 1, perSecond: 0.01)
                $0.newDevices.free = .init(burst: 2, perSecond: 0.01)
                $0.queriesPerAddress = .init(burst: 6, perSecond: 0.01)
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
