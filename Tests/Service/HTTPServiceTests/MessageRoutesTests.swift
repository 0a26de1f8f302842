import Geodesy
import HTTPTypes
import Radar
import RadarTesting
import Testing
import Timekeeping

@testable import HTTPService

@Suite("Message routes")
struct MessageRoutesTests {
    private static let post =
        #"{"text":" Bake sale \"today\"\n","category":"news","lat":38.9,"lon":-77.03,"#
        + #""visible_radius_m":1500.5,"ttl_s":60}"#

    private static func feature(_ id: Int64, distance: String = "") -> String {
        #"{"type":"Feature","id":"\#(publicID(id))","#
            + #""geometry":{"type":"Point","coordinates":[-77.03,38.9]},"#
            + #""properties":{"text":"Bake sale \"today\"","category":"news","#
            + #""posted_at":"2026-11-03T12:00:00Z","expires_at":"2026-11-03T12:01:00Z","#
            + #""visible_radius_m":1500.5"# + distance + "}}"
    }

    @Test("a post is answered with its feature and its address, and is there at once")
    func post() async throws {
        let service = try await TestService()
        let token = try await service.token()
        let posted = try await service.send(.post, "/v1/messages", token: token, json: Self.post)
        #expect(posted.status == 201)
        #expect(posted.type == "application/geo+json")
        #expect(posted.headers[.location] == messagePath(1))
        #expect(posted.body == Self.feature(1))

        let one = try await service.get(messagePath(1, "?lat=38.9&lon=-77.03"))
        #expect(one.status == 200)
        #expect(one.type == "application/geo+json")
        #expect(one.body == Self.feature(1))

        let list = try await service.get("/v1/messages?lat=38.9&lon=-77.0300&radius_m=100")
        #expect(list.status == 200)
        #expect(list.type == "application/geo+json")
        #expect(
            list.body
                == #"{"type":"FeatureCollection","features":["#
                + Self.feature(1, distance: #","distance_m":0"#)
                + #"],"numberReturned":1,"timeStamp":"2026-11-03T12:00:00Z","links":[]}"#
        )
    }

    @Test("a message is seen within its own radius and the reader's, whichever is shorter")
    func twoSided() async throws {
        let here = try place(0, 0)
        let service = try await TestService(messages: [
            message(1, at: place(0, 0.001), visibleRadius: 100),
            message(2, at: place(0, 0.001), visibleRadius: 200),
            message(3, at: place(0, 0.01), visibleRadius: 50_000),
        ])
        let meters = Geodesic.distance(from: here, to: try place(0, 0.001)).meters
        #expect((110...112).contains(meters))
        func ids(_ radius: Double) async throws -> [String] {
            try Page(
                try await service.get("/v1/messages?lat=0&lon=0&radius_m=\(radius)").body
            ).ids
        }
        #expect(try await ids(5000) == ["2", "3"])
        #expect(try await ids(meters) == ["2"])
        #expect(try await ids(meters.nextDown) == [])
    }

    @Test("a message is gone at the millisecond at which it expires, swept or not")
    func expiry() async throws {
        let service = try await TestService(messages: [message(7, at: place(1, 1), seconds: 60)])
        let list = "/v1/messages?lat=1&lon=1&radius_m=10"
        let expiry = TestService.noon.millisecondsSince1970 + 60_000
        service.clock.set(Timestamp(millisecondsSince1970: expiry - 1))
        #expect(try Page(try await service.get(list).body).ids == ["7"])
        #expect(try await service.get(messagePath(7, "?lat=1&lon=1")).status == 200)
        service.clock.set(Timestamp(millisecondsSince1970: expiry))
        #expect(
            try await service.get(list).body
                == #"{"type":"FeatureCollection","features":[],"numberReturned":0,"#
                + #""timeStamp":"2026-11-03T12:01:00Z","links":[]}"#
        )
        let gone = try await service.get(messagePath(7, "?lat=1&lon=1"))
        #expect(gone.status == 404)
        #expect(gone.body == noMessage)
        #expect(service.messageStore.storedIDs == [Message.ID(rawValue: 7)])
    }

    @Test("only its author removes a message")
    func delete() async throws {
        let service = try await TestService()
        let author = try await service.token()
        let other = try await service.token()
        _ = try await service.send(.post, "/v1/messages", token: author, json: Self.post)

        let refused = try await service.send(.delete, messagePath(1), token: other)
        #expect(refused.status == 404)
        #expect(
            refused.body
                == problem(
                    404,
                    "Not Found",
                    "this device has no message with this id; only its author removes a message, "
                        + "and it may have expired or been removed"
                )
        )
        #expect(try await service.get(messagePath(1, "?lat=38.9&lon=-77.03")).status == 200)

        let removed = try await service.send(.delete, messagePath(1), token: author)
        #expect(removed.status == 204)
        #expect(removed.body.isEmpty)
        #expect(try await service.get(messagePath(1, "?lat=38.9&lon=-77.03")).status == 404)
        #expect(try await service.send(.delete, messagePath(1), token: author).status == 404)
        #expect(service.messageStore.storedIDs == [])
    }

    @Test("who removes what is not theirs is told nothing of whether it is there")
    func strangersRemoval() async throws {
        let service = try await TestService(messages: [message(7, at: place(1, 1))])
        let author = try await service.token()
        let stranger = try await service.token()
        let posted = try await service.send(.post, "/v1/messages", token: author, json: Self.post)
        let own = try #require(posted.headers[.location])
        // Who keeps a message, and so may read it wherever they are, is nobody else here.
        #expect(
            try await service.send(
                .put,
                "\(own)/bookmark?lat=38.9&lon=-77.03",
                token: stranger
            ).status == 204
        )
        let answers = [
            try await service.send(.delete, own, token: stranger),
            try await service.send(.delete, messagePath(7), token: stranger),
            try await service.send(.delete, messagePath(4711), token: stranger),
            try await service.send(.delete, "/v1/messages/none", token: stranger),
        ]
        #expect(answers.allSatisfy { $0.status == 404 })
        #expect(Set(answers.map(\.body)).count == 1)
        #expect(try await service.send(.delete, own, token: author).status == 204)
        #expect(try await service.send(.delete, own, token: author).body == answers[0].body)
    }

    @Test("nobody posts or removes without a token that is known")
    func tokens() async throws {
        let service = try await TestService(messages: [message(1, at: place(1, 1))])
        let missing = problem(
            401,
            "Unauthorized",
            "A token is needed: Authorization: Bearer TOKEN; POST /v1/devices gives one"
        )
        let unknown = problem(
            401,
            "Unauthorized",
            "The token is not known; POST /v1/devices gives a new one"
        )
        for (field, body, challenge) in [
            (nil, missing, "Bearer realm=\"ambit\""),
            ("", missing, "Bearer realm=\"ambit\""),
            ("Basic YTpi", missing, "Bearer realm=\"ambit\""),
            ("Bearer", missing, "Bearer realm=\"ambit\""),
            ("Bearer a b", missing, "Bearer realm=\"ambit\""),
            ("bearer nonsense", unknown, "Bearer realm=\"ambit\", error=\"invalid_token\""),
        ] {
            for (method, uri, json) in [
                (.post, "/v1/messages", Self.post), (.delete, messagePath(1), nil),
            ] as [(HTTPRequest.Method, String, String?)] {
                let answer = try await service.send(
                    method,
                    uri,
                    json: json,
                    headers: field.map { [.authorization: $0] } ?? [:]
                )
                #expect(answer.status == 401)
                #expect(answer.headers[.wwwAuthenticate] == challenge)
                #expect(answer.body == body)
            }
        }
        #expect(service.messageStore.storedIDs == [Message.ID(rawValue: 1)])
    }

    @Test("a token is 256 random bits, told once and not to be kept by caches")
    func devices() async throws {
        let service = try await TestService()
        let answer = try await service.send(.post, "/v1/devices")
        #expect(answer.status == 201)
        #expect(answer.type == "application/json")
        #expect(answer.headers[.cacheControl] == "no-store")
        #expect(answer.body.wholeMatch(of: /\{"token":"[A-Za-z0-9_-]{43}"\}/) != nil)
        let again = try await service.send(.post, "/v1/devices", json: "{}")
        #expect(again.status == 201)
        #expect(again.body != answer.body)
    }

    @Test("categories filter before the limit, and newest first means stored last first")
    func filters() async throws {
        let here = try place(10, 20)
        let service = try await TestService(
            messages: (1...6).map { id in
                try message(
                    id,
                    at: place(10, 20 + Double(id) / 10_000),
                    category: [.funny, .cute, .news][Int(id) % 3]
                )
            }
        )
        _ = here
        func ids(_ query: String) async throws -> [String] {
            try Page(
                try await service.get("/v1/messages?lat=10&lon=20&radius_m=5000&\(query)").body
            )
            .ids
        }
        #expect(try await ids("") == ["1", "2", "3", "4", "5", "6"])
        #expect(try await ids("category=news") == ["2", "5"])
        #expect(try await ids("category=cute,news&limit=3") == ["1", "2", "4"])
        #expect(try await ids("category=cute%2Cnews&sort=newest&limit=2") == ["5", "4"])
        #expect(try await ids("sort=newest") == ["6", "5", "4", "3", "2", "1"])
    }

    @Test(
        "pages hold every message once while others are posted",
        arguments: ["nearest", "newest"]
    )
    func pages(sort: String) async throws {
        var random = SeededRandom(seed: 5)
        let center = try place(38.9, -77)
        let service = try await TestService(
            messages: try (1...40).map {
                try message($0, at: random.place(near: center, degrees: 0.02))
            }
        )
        let token = try await service.token()
        var ids: [String] = []
        var next: String? = "/v1/messages?lat=38.9&lon=-77&radius_m=4000&limit=7&sort=\(sort)"
        let first = try await service.get(
            try #require(next).replacing("limit=7", with: "limit=1000")
        )
        while let uri = next, ids.count < 200 {
            let page = try Page(try await service.get(uri).body)
            ids += page.ids
            next = page.next
            let json = Self.post.replacing("-77.03", with: "-77")
            let posted = try await service.send(.post, "/v1/messages", token: token, json: json)
            #expect(posted.status == 201)
        }
        #expect(ids == (try Page(first.body).ids))
        #expect(ids.count > 14)
    }

    @Test("categories come with the limits of a post")
    func categories() async throws {
        let answer = try await TestService().get("/v1/categories")
        #expect(answer.status == 200)
        #expect(answer.type == "application/json")
        #expect(
            answer.body
                == #"{"categories":["funny","cute","educational","news","question","help"],"#
                + #""report_reasons":["spam","abuse","hate","sexual","violence","personal_data","#
                + #""false_information","other"],"#
                + #""limits":{"text_characters":{"minimum":1,"maximum":500},"#
                + #""visible_radius_m":{"minimum":10,"maximum":50000},"#
                + #""ttl_s":{"minimum":1,"maximum":2592000},"#
                + #""scan_radius_m":{"minimum":10,"maximum":50000},"#
                + #""radius_m":{"exclusiveMinimum":0,"maximum":20037508},"bookmarks":1000,"#
                + #""reports_until_hidden":3,"idempotency_key_s":86400}}"#
        )
    }

    @Test("a blurred post is shown somewhere near, and nowhere exactly")
    func blurred() async throws {
        let service = try await TestService()
        let token = try await service.token()
        let json = Self.post.replacing("}", with: #","precision":"blurred"}"#)
        let posted = try await service.send(.post, "/v1/messages", token: token, json: json)
        #expect(posted.status == 201)
        #expect(!posted.body.contains("[-77.03,38.9]"))
        let page = try Page(
            try await service.get("/v1/messages?lat=38.9&lon=-77.03&radius_m=500").body
        )
        let distance = try #require(page.distances.first)
        #expect(distance > 0 && distance < 200)
    }

    @Test("a clock at either end of time answers, and a post that would end after it is refused")
    func endsOfTime() async throws {
        for moment in [Int64.min, .max] {
            let service = try await TestService(messages: [message(1, at: place(1, 1))])
            service.clock.set(Timestamp(millisecondsSince1970: moment))
            let token = try await service.token()
            let posted = try await service.send(
                .post,
                "/v1/messages",
                token: token,
                json: Self.post
            )
            // The board has seen noon when it was loaded, and its time does not go back.
            #expect(posted.status == (moment == .max ? 400 : 201))
            for uri in [
                "/v1/messages?lat=1&lon=1&radius_m=10", "/v1/stations?lat=1&lon=1",
                "/v1/vote?lat=1&lon=1", "/v1/categories", "/healthz", "/metrics",
            ] {
                #expect(try await service.get(uri).status < 500, "\(uri)")
            }
            for uri in ["/v1/me/sent", "/v1/me/bookmarks", "/v1/me/settings"] {
                #expect(try await service.send(.get, uri, token: token).status == 200)
            }
            let reported = try await service.send(
                .post,
                messagePath(1, "/reports"),
                token: token,
                json: #"{"reason":"spam","lat":1,"lon":1}"#
            )
            #expect(reported.status == (moment == .max ? 404 : 204))
            _ = try await service.board.sweep(limit: 10)
        }
    }

    @Test("a store that fails is an internal error that says nothing of why")
    func storeFails() async throws {
        let service = try await TestService()
        let token = try await service.token()
        service.messageStore.fail(with: SecretError())
        let answer = try await service.send(.post, "/v1/messages", token: token, json: Self.post)
        #expect(answer.status == 500)
        #expect(
            answer.body
                == problem(
                    500,
                    "Internal Server Error",
                    "Something went wrong here; the request may be right"
                )
        )
        #expect(try await service.get(messagePath(1, "?lat=38.9&lon=-77.03")).status == 404)
    }
}
