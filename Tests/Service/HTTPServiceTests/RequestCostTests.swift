import HTTPTypes
import NIOCore
import NIOHTTP1
import Radar
import Testing

@testable import HTTPService

/// A question counts by what its answer cost.
@Suite struct RequestCostTests {
    /// A service with a thousand messages within a few hundred metres.
    private func service(_ queries: RateLimits.Rate) async throws -> TestService {
        let messages = try (1...1000).map { number in
            try message(
                Int64(number),
                at: place(40 + Double(number % 100) / 100_000, -100),
                text: String(repeating: "a", count: 100)
            )
        }
        return try await TestService(messages: messages) {
            var limits = RateLimits()
            limits.queriesPerAddress = queries
            $0.rateLimits = limits
        }
    }

    /// How many tokens are left, as an answer tells it.
    private func left(_ field: String?) throws -> Int {
        let part = try #require(field?.split(separator: ";").first { $0.hasPrefix("r=") })
        return try #require(Int(part.dropFirst(2)))
    }

    private func promptly(_ uri: String, gzip: Bool, by service: TestService) throws -> String {
        var headers: HTTPHeaders = ["Host": "localhost"]
        if gzip { headers.add(name: "Accept-Encoding", value: "gzip") }
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: uri, headers: headers)
        let answer = try #require(service.service.promptResponder.answer(head) { nil })
        return String(decoding: answer.readableBytesView.prefix(1000), as: UTF8.self)
    }

    private func taken(_ uri: String, gzip: Bool = false) async throws -> Int {
        let service = try await service(.init(burst: 2000, perSecond: 0.001))
        let text = try promptly(uri, gzip: gzip, by: service)
        let field = text.split(separator: "\r\n").first { $0.hasPrefix("RateLimit: ") }
        return 2000 - (try left(field.map(String.init)))
    }

    @Test("a long list costs as many tokens as it has 16 KB, a short one a single token")
    func byLength() async throws {
        #expect(try await taken("/v1/messages?lat=40&lon=-100&radius_m=1000&limit=10") == 1)
        #expect(try await taken("/v1/messages?lat=30&lon=-100&radius_m=50000&limit=1000") == 1)
        let long = try await taken("/v1/messages?lat=40&lon=-100&radius_m=50000&limit=1000")
        #expect((15...40).contains(long))
        let packed = try await taken(
            "/v1/messages?lat=40&lon=-100&radius_m=50000&limit=1000",
            gzip: true
        )
        #expect((2...long * 2).contains(packed))
    }

    @Test("the router counts the same, and time where much is looked at for a short answer")
    func byRouter() async throws {
        let service = try await service(.init(burst: 2000, perSecond: 0.001))
        let uri = "/v1/messages?lat=40&lon=-100&radius_m=50000&limit="
        let short = try await service.get("/v1/messages?lat=40&lon=-100&radius_m=900&limit=10")
        #expect(try left(short.headers[.rateLimit]) > 1999 - 15)
        let long = try await service.get(uri + "1000&sort=newest")
        let after = try left(long.headers[.rateLimit])
        #expect(after < 1999 - 15 && after >= 1999 - 1 - RequestCost.mostTokens)
    }

    @Test("what is owed comes back before anything is answered again")
    func owed() async throws {
        let service = try await service(.init(burst: 5, perSecond: 1))
        let uri = "/v1/messages?lat=40&lon=-100&radius_m=50000&limit=1000"
        let first = try await service.get(uri)
        #expect(first.status == 200)
        #expect(try left(first.headers[.rateLimit]) == 0)
        let second = try await service.get("/v1/categories")
        #expect(second.status == 429)
        #expect(try #require(second.headers[.retryAfter].flatMap(Int.init)) > 8)
    }

    @Test("time is tokens, and no answer costs more than a hundred")
    func tokens() {
        let cost = RequestCost()
        #expect(cost.tokens(bytes: 16_383, isPacked: false) == 0)
        #expect(cost.tokens(bytes: 16_384, isPacked: false) == 1)
        #expect(cost.tokens(bytes: 16_384, isPacked: true) == 3)
        #expect(cost.tokens(bytes: .max, isPacked: true) == 100)
        #expect(RequestCost.tokens(bytes: 0, isPacked: false, nanoseconds: 3_400_000) == 6)
        #expect(RequestCost.tokens(bytes: 99_000, isPacked: false, nanoseconds: 3_400_000) == 6)
        var number: UInt64 = 1
        cost.measuring { for _ in 0..<20_000_000 { number = number &* 3 &+ 1 } }
        #expect(number != 0)
        #expect(cost.tokens(bytes: 0, isPacked: false) > 0)
    }

    @Test("tokens are charged whether they are there or not")
    func charges() {
        let buckets = TokenBuckets(RateLimits.Rate(burst: 10, perSecond: 1))
        #expect(buckets.taking(1, at: 0).left == 9)
        #expect(buckets.charge(1, 4, at: 0).left == 5)
        #expect(buckets.charge(1, 8, at: 0).left == 0)
        // Three are owed; the fourth second has one again.
        #expect(buckets.take(1, at: 3_000_000_000) == 1_000_000_000)
        #expect(buckets.take(1, at: 4_000_000_000) == nil)
        #expect(buckets.taking(2, at: 0).left == 9)
    }
}
