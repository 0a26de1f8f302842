import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Radar
import RadarTesting
import Testing

@testable import HTTPService

@Suite("Prompt responder")
struct PromptResponderTests {
    private static let list = "/v1/messages?lat=40&lon=-100&radius_m=5000"

    private func service(
        configure: (inout ServiceConfiguration) -> Void = { _ in }
    ) async throws -> TestService {
        let here = try place(40, -100)
        return try await TestService(
            messages: (1...30).map {
                try message($0, at: here, text: String(repeating: "a", count: 100))
            },
            configure: configure
        )
    }

    private func request(
        _ uri: String,
        method: HTTPMethod = .GET,
        _ headers: HTTPHeaders = [:]
    ) -> HTTPRequestHead {
        var headers = headers
        headers.replaceOrAdd(name: "Host", value: "localhost")
        return HTTPRequestHead(version: .http1_1, method: method, uri: uri, headers: headers)
    }

    /// Reads one answer off its bytes.
    private func parsed(_ buffer: ByteBuffer) throws -> Answer {
        let text = String(buffer: buffer)
        let end = try #require(text.utf8.firstRange(of: "\r\n\r\n".utf8))
        let lines = String(text[..<end.lowerBound]).split(separator: "\r\n")
        var fields = HTTPFields()
        for line in lines.dropFirst() {
            let parts = line.split(separator: ": ", maxSplits: 1)
            fields[try #require(HTTPField.Name(String(parts[0])))] = String(parts[1])
        }
        return Answer(
            status: try #require(Int(lines[0].split(separator: " ")[1])),
            headers: fields,
            body: String(text[end.upperBound...])
        )
    }

    @Test(
        "answers what the router answers, field by field and byte by byte",
        arguments: [
            list, list + "&limit=3", list + "&radius_m=5", "/v1/messages", "/v1/messages?lat=x",
            "/v1/messages?lat=40&lon=-100&radius_m=1&limit=0&what=1", "/v1/messages?&&=1&lat",
            "/v1/messages?lat=&lon=5=5&radius_m=1e3", list + "&cursor=zzz",
        ]
    )
    func sameAsRouter(path: String) async throws {
        let service = try await service()
        let slow = try await service.get(path)
        let prompt = try parsed(
            try #require(service.service.promptResponder.answer(request(path)) { nil })
        )
        var fields = prompt.headers
        #expect(fields[.server] == "ambit")
        #expect(fields[.date]?.hasSuffix(" GMT") == true)
        // The router's come with these once a connection is behind it.
        (fields[.server], fields[.date]) = (nil, nil)
        #expect(prompt.status == slow.status)
        #expect(prompt.body == slow.body)
        #expect(
            fields.sorted { $0.name.canonicalName < $1.name.canonicalName }
                == slow.headers.sorted { $0.name.canonicalName < $1.name.canonicalName }
        )
    }

    @Test(
        "packs what the router packs, and nothing that fits into a packet",
        arguments: [(list, true), (list + "&limit=2", false), ("/v1/messages?lat=%34%30", false)]
    )
    func packs(path: String, isPacked: Bool) async throws {
        let service = try await service()
        for accepted in ["gzip", "gzip, deflate, br, zstd", "br, gzip;q=0.5"] {
            let slow = try await service.send(
                .get,
                path,
                headers: [.acceptEncoding: accepted]
            )
            let head = request(path, ["accept-encoding": accepted])
            #expect(service.service.promptResponder.mayAnswer(head))
            let buffer = try #require(service.service.promptResponder.answer(head) { nil })
            let bytes = Array(buffer: buffer)
            let end = try #require(bytes.firstRange(of: "\r\n\r\n".utf8))
            let body = Array(bytes[end.upperBound...])
            let fields = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
            #expect(body == slow.bytes)
            #expect(fields.contains("Content-Length: \(body.count)\r\n"))
            #expect(fields.contains("Content-Encoding: gzip\r\n") == isPacked)
            #expect(fields.contains("Vary: Accept-Encoding\r\n"))
            let plain = try await service.get(path).body
            #expect(try (isPacked ? unpackedByGzip(body) : body) == Array(plain.utf8))
        }
    }

    @Test("says that nothing is loaded yet as the router does")
    func notLoaded() async throws {
        let service = try await TestService(isLoaded: false)
        let prompt = try #require(
            service.service.promptResponder.answer(request(Self.list)) { nil }
        )
        let answer = try parsed(prompt)
        #expect(answer.status == 503)
        #expect(answer.headers[.retryAfter] == "1")
        #expect(try await service.get(Self.list).status == 503)
    }

    @Test("takes only what needs no waiting and no closing")
    func takes() async throws {
        let responder = try await service().service.promptResponder
        #expect(responder.mayAnswer(request(Self.list)))
        #expect(responder.mayAnswer(request(Self.list, ["connection": "Keep-Alive"])))
        #expect(!responder.mayAnswer(request(Self.list, ["Connection": "close"])))
        #expect(responder.mayAnswer(request(Self.list, ["accept-encoding": "gzip, br"])))
        #expect(responder.mayAnswer(request(Self.list + "&cursor=%20a+b:c")))
        #expect(!responder.mayAnswer(request(Self.list + "#top")))
        #expect(!responder.mayAnswer(request(Self.list + "&text=\u{E4}")))
        #expect(!responder.mayAnswer(request(Self.list, method: .HEAD)))
        #expect(!responder.mayAnswer(request(Self.list, method: .POST)))
        for path in [
            "/v1/messages/", "/v1/messages/1", "/v1/stations", "http://x/v1/messages", "*",
        ] {
            #expect(!responder.mayAnswer(request(path)), "\(path)")
        }
    }

    @Test(
        "leaves what may take long to the router",
        arguments: ["&sort=newest", "&category=news", "&radius_m=50001"]
    )
    func long(more: String) async throws {
        let service = try await service()
        let path =
            more.contains("radius")
            ? "/v1/messages?lat=40&lon=-100" + more : Self.list + more
        #expect(service.service.promptResponder.answer(request(path)) { nil } == nil)
        #expect(try await service.get(path).status == 200)
    }

    @Test("counts its answers, and refuses what comes too often")
    func limitsAndMetrics() async throws {
        let service = try await service {
            $0.rateLimits = RateLimits()
            $0.rateLimits?.queriesPerAddress = .init(burst: 2, perSecond: 1e-3)
        }
        let responder = service.service.promptResponder
        let address = try SocketAddress(ipAddress: "192.0.2.7", port: 9)
        let statuses = try (0..<3).map { _ in
            try responder.answer(request(Self.list)) { address }.map { try parsed($0).status }
        }
        #expect(statuses == [200, 200, 429])
        let metrics = try await service.get("/metrics").body
        let series = #"http_requests_total{method="GET",route="/v1/messages",status="#
        #expect(metrics.contains(series + "\"200\"} 2"))
        #expect(metrics.contains(series + "\"429\"} 1"))
    }

    // MARK: On a connection

    /// A connection with its decoder, as a socket has it.
    private func decodingChannel(_ service: TestService) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        let line = RequestLineHandler()
        try channel.pipeline.syncOperations.addHandlers([
            line, HTTPResponseEncoder(),
            ByteToMessageHandler(
                HTTPRequestDecoder(limitConfiguration: service.service.decoderLimits)
            ),
            PromptHandler(
                service.service.promptResponder,
                idleTimeout: .seconds(60),
                requestLine: line
            ),
            HTTPServerProtocolErrorHandler(),
        ])
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 80)).wait()
        return channel
    }

    @Test(
        "a method that the decoder does not know is answered as any other that is not taken",
        arguments: [
            ("BREW /v1/messages HTTP/1.1", 405, "GET, HEAD, POST, OPTIONS"),
            ("get /v1/messages?lat=1 HTTP/1.1", 405, "GET, HEAD, POST, OPTIONS"),
            ("FOO /v1/messages/1 HTTP/1.1", 405, "GET, HEAD, DELETE, OPTIONS"),
            ("SETUP / HTTP/1.0", 405, "GET, HEAD, OPTIONS"), ("BREW /nope HTTP/1.1", 404, nil),
            ("G@T /v1/messages HTTP/1.1", 400, nil), ("BREW  /v1/messages HTTP/1.1", 400, nil),
            ("BREW /v1/messages", 400, nil), ("\u{16}\u{3}\u{1}", 400, nil),
        ]
    )
    func unknownMethods(line: String, status: Int, allowed: String?) async throws {
        let channel = try decodingChannel(try await TestService())
        let bytes = ByteBuffer(string: line + "\r\nHost: localhost\r\n\r\n")
        _ = try? channel.writeInbound(bytes)
        var text = ""
        while let part = try channel.readOutbound(as: ByteBuffer.self) {
            text += String(buffer: part)
        }
        #expect(text.hasPrefix("HTTP/1.1 \(status) "), "\(text)")
        #expect(text.matches(of: #/HTTP/1\.1 /#).count == 1)
        #expect(text.lowercased().contains("connection: close"))
        if let allowed {
            #expect(text.contains("Allow: \(allowed)\r\n"))
        } else {
            #expect(!text.contains("Allow:"))
        }
        _ = try? channel.finish()
    }

    @Test(
        "a head that is longer than is read is answered in words, behind what came before it",
        arguments: [
            "GET /v1/messages?lat=\(String(repeating: "1", count: 20_000)) HTTP/1.1\r\n",
            "GET / HTTP/1.1\r\nCookie: \(String(repeating: "a", count: 20_000))\r\n",
            "GET / HTTP/1.1\r\n"
                + (0..<3).map { "X-\($0): \(String(repeating: "a", count: 6000))\r\n" }.joined(),
            "GET / HTTP/1.1\r\n" + (0..<120).map { "X-\($0): a\r\n" }.joined(),
        ]
    )
    func longHeads(head: String) async throws {
        for before in ["", "GET \(Self.list) HTTP/1.1\r\nHost: localhost\r\n\r\n"] {
            let channel = try decodingChannel(try await service())
            _ = try? channel.writeInbound(ByteBuffer(string: before + head))
            _ = try? channel.writeInbound(ByteBuffer(string: "Host: localhost\r\n\r\n"))
            var text = ""
            while let part = try channel.readOutbound(as: ByteBuffer.self) {
                text += String(buffer: part)
            }
            let answers = text.split(separator: "HTTP/1.1 ").map { $0.prefix(3) }
            #expect(answers == (before.isEmpty ? ["431"] : ["200", "431"]), "\(text)")
            #expect(text.contains("onnection: close\r\n"))
            #expect(text.contains("Content-Type: application/problem+json\r\n"))
            #expect(text.contains("up to 16384 bytes and 100 fields; this one has more"))
            _ = try? channel.finish()
        }
    }

    private func channel(_ service: TestService) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandlers([
            HTTPResponseEncoder(),
            PromptHandler(service.service.promptResponder, idleTimeout: .seconds(60)),
        ])
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 80)).wait()
        return channel
    }

    private func ask(_ uri: String, on channel: EmbeddedChannel) throws {
        try channel.writeInbound(HTTPServerRequestPart.head(request(uri)))
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
    }

    private func statuses(_ channel: EmbeddedChannel) throws -> [Int] {
        var text = ""
        while let part = try channel.readOutbound(as: ByteBuffer.self) {
            text += String(buffer: part)
        }
        return text.matches(of: #/HTTP/1\.1 (\d+) /#).compactMap { Int($0.output.1) }
    }

    private func handedOn(_ channel: EmbeddedChannel) throws -> [String] {
        var parts: [String] = []
        while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
            switch part {
            case .head(let head): parts.append(head.uri)
            case .body: parts.append("body")
            case .end: parts.append("end")
            }
        }
        return parts
    }

    @Test("a request is answered on the spot once it has come to its end")
    func onTheSpot() async throws {
        let channel = try await channel(service())
        try channel.writeInbound(HTTPServerRequestPart.head(request(Self.list)))
        #expect(try statuses(channel) == [])
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
        #expect(try statuses(channel) == [200])
        #expect(try handedOn(channel) == [])
        _ = try? channel.finish()
    }

    @Test("a request with a body is handed on whole")
    func body() async throws {
        let channel = try await channel(service())
        try channel.writeInbound(HTTPServerRequestPart.head(request(Self.list)))
        try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(string: "x")))
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
        #expect(try handedOn(channel) == [Self.list, "body", "end"])
        #expect(try statuses(channel) == [])
        _ = try? channel.finish()
    }

    @Test("answers keep the order of their requests")
    func order() async throws {
        let channel = try await channel(service())
        for path in ["/v1/categories", Self.list] {
            try ask(path, on: channel)
        }
        #expect(try handedOn(channel) == ["/v1/categories", "end", Self.list, "end"])
        for status in [HTTPResponseStatus.created, .accepted] {
            try channel.writeOutbound(
                HTTPServerResponsePart.head(
                    HTTPResponseHead(version: .http1_1, status: status)
                )
            )
            try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        }
        #expect(try statuses(channel) == [201, 202])
        try ask(Self.list, on: channel)
        #expect(try statuses(channel) == [200])
        _ = try? channel.finish()
    }

    @Test("a connection on which nothing happens is closed, one that is waited on is not")
    func idle() async throws {
        let channel = try await channel(service())
        channel.embeddedEventLoop.advanceTime(by: .seconds(50))
        try ask(Self.list, on: channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        #expect(channel.isActive)
        try ask("/v1/categories", on: channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(500))
        #expect(channel.isActive)
        try channel.writeOutbound(
            HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok))
        )
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .seconds(121))
        #expect(!channel.isActive)
        _ = try? channel.finish()
    }

    @Test("what is answered without having been a request leaves the connection as it was")
    func noRequest() async throws {
        let channel = try await channel(service())
        try channel.writeOutbound(
            HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .badRequest))
        )
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        #expect(try statuses(channel) == [400])
        channel.embeddedEventLoop.advanceTime(by: .seconds(121))
        #expect(!channel.isActive)
        _ = try? channel.finish()
    }

    @Test("while the client does not read, requests are handed on to where waiting is known")
    func notRead() async throws {
        let channel = try await channel(service())
        channel.isWritable = false
        try channel.writeInbound(HTTPServerRequestPart.head(request(Self.list)))
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
        #expect(try handedOn(channel) == [Self.list, "end"])
        _ = try? channel.finish()
    }

    @Test("a client that half closes its connection gets the answers to what it asked")
    func halfClosed() async throws {
        try await withRunning { _, port, _ in
            let connection = try await RawConnection.open(port: port)
            let ask = "GET \(Self.list) HTTP/1.1\r\nHost: x\r\n\r\n"
            try await connection.exchange(ask + ask, isAll: true) { reader in
                var text = ""
                while let block = try await reader.next() { text += block + "\n" }
                #expect(text.matches(of: #/HTTP/1\.1 200 OK/#).count == 2)
            }
        }
    }

    // MARK: Posts

    private static let draft =
        #"{"text":"a","category":"news","lat":40,"lon":-100,"visible_radius_m":10,"ttl_s":60}"#

    private func post(
        _ body: String,
        _ headers: HTTPHeaders,
        to service: TestService,
        from address: SocketAddress? = nil
    ) async throws -> Answer {
        var headers = headers
        headers.add(name: "content-length", value: "\(body.utf8.count)")
        let head = request("/v1/messages", method: .POST, headers)
        let responder = service.service.promptResponder
        #expect(responder.mayTakePost(head))
        return try parsed(
            await withCheckedContinuation { continuation in
                responder.answer(
                    head,
                    body: ByteBuffer(string: body),
                    from: address,
                    goingOn: { $0() },
                    then: { continuation.resume(returning: $0) }
                )
            }
        )
    }

    struct PostCase: Sendable, CustomStringConvertible {
        var description: String
        var body = PromptResponderTests.draft
        var fields: [(String, String)] = [("content-type", "application/json")]
        var hasToken = true
    }

    static let postCases = [
        PostCase(description: "a message"),
        PostCase(
            description: "a long one, packed",
            body: draft.replacing(
                #""a""#,
                with: "\"" + String(repeating: "\u{1F5F3}\u{FE0F}", count: 500) + "\""
            ),
            fields: [("Content-Type", "application/json"), ("Accept-Encoding", "gzip, br")]
        ),
        PostCase(
            description: "a key",
            fields: [("CONTENT-TYPE", "Application/JSON; charset=utf-8"), ("idempotency-key", "k")]
        ),
        PostCase(
            description: "two keys",
            fields: [
                ("content-type", "application/json"), ("idempotency-key", "k"),
                ("idempotency-key", "l"),
            ]
        ),
        PostCase(description: "no token", hasToken: false),
        PostCase(
            description: "another type",
            fields: [("content-type", "text/plain"), ("content-type", "application/json")]
        ),
        PostCase(description: "no type", fields: []),
        PostCase(description: "no JSON", body: "{"),
        PostCase(description: "nothing", body: ""),
        PostCase(description: "wrong members", body: #"{"text":7,"lat":91,"what":1}"#),
    ]

    @Test("takes posts as the router does, field by field", arguments: postCases)
    func postsAsRouter(post: PostCase) async throws {
        var answers: [Answer] = []
        for isPrompt in [false, true] {
            let service = try await service()
            let token = try await service.token()
            var fields = post.fields
            if post.hasToken { fields.append(("Authorization", "Bearer \(token)")) }
            if isPrompt {
                answers.append(try await self.post(post.body, HTTPHeaders(fields), to: service))
            } else {
                var headers = HTTPFields()
                for (name, value) in fields {
                    headers.append(
                        HTTPField(name: try #require(HTTPField.Name(name)), value: value)
                    )
                }
                answers.append(
                    try await service.service.answer(
                        .post,
                        "/v1/messages",
                        headers: headers,
                        body: ByteBuffer(string: post.body)
                    )
                )
            }
            #expect(service.messageStore.storedIDs.count == (answers[0].status == 201 ? 31 : 30))
        }
        var fields = answers[1].headers
        (fields[.server], fields[.date]) = (nil, nil)
        #expect(answers[1].status == answers[0].status)
        #expect(answers[1].body == answers[0].body)
        #expect(
            fields.sorted { $0.name.canonicalName < $1.name.canonicalName }
                == answers[0].headers.sorted { $0.name.canonicalName < $1.name.canonicalName }
        )
    }

    @Test("takes no post whose body may come later, or that is too long, or has another address")
    func takesPosts() async throws {
        let responder = try await service().service.promptResponder
        func mayTake(_ headers: HTTPHeaders, _ path: String = "/v1/messages") -> Bool {
            responder.mayTakePost(request(path, method: .POST, headers))
        }
        #expect(mayTake(["content-length": "65536"]))
        #expect(!mayTake(["content-length": "65537"]))
        #expect(!mayTake(["content-length": "x"]))
        #expect(!mayTake([:]))
        #expect(!mayTake(["content-length": "1", "connection": "close"]))
        #expect(!mayTake(["content-length": "1", "expect": "100-continue"]))
        #expect(!mayTake(["transfer-encoding": "chunked"]))
        #expect(!mayTake(["content-length": "1"], "/v1/messages?x=1"))
        #expect(!mayTake(["content-length": "1"], "/v1/devices"))
        #expect(!responder.mayTakePost(request("/v1/messages", ["content-length": "1"])))
    }

    @Test("posts are counted and refused when they come too often")
    func postLimits() async throws {
        let service = try await service {
            $0.rateLimits = RateLimits()
            $0.rateLimits?.postsPerAddress = .init(burst: 1, perSecond: 1e-3)
        }
        let token = try await service.token()
        let address = try SocketAddress(ipAddress: "192.0.2.7", port: 9)
        var statuses: [Int] = []
        for _ in 0..<2 {
            statuses.append(
                try await post(
                    Self.draft,
                    ["content-type": "application/json", "authorization": "Bearer \(token)"],
                    to: service,
                    from: address
                ).status
            )
        }
        #expect(statuses == [201, 429])
        let metrics = try await service.get("/metrics").body
        let series = #"http_requests_total{method="POST",route="/v1/messages",status="#
        #expect(metrics.contains(series + "\"201\"} 1"))
        #expect(metrics.contains(series + "\"429\"} 1"))
    }

    private func wire(
        _ method: String,
        _ path: String,
        _ token: String,
        _ body: String,
        key: String? = nil
    ) -> String {
        "\(method) \(path) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n"
            + (key.map { "Idempotency-Key: \($0)\r\n" } ?? "")
            + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test("what comes behind a post is answered behind it, whoever answers")
    func ordered() async throws {
        try await withRunning { service, port, _ in
            let token = try await service.token()
            let connection = try await RawConnection.open(port: port)
            let list = "GET /v1/messages?lat=40&lon=-100&radius_m=5 HTTP/1.1\r\nHost: x\r\n\r\n"
            let post = wire("POST", "/v1/messages", token, Self.draft)
            let all =
                post + list + post + wire("POST", "/v1/devices", token, "") + list + post
                + "DELETE /v1/messages/x HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n" + list
            try await connection.exchange(all, isAll: true) { reader in
                var text = ""
                while let block = try await reader.next() { text += block + "\n" }
                #expect(
                    text.matches(of: #/HTTP/1\.1 (\d+) /#).map { String($0.output.1) }
                        == ["201", "200", "201", "201", "200", "201", "401", "200"]
                )
            }
        }
    }

    @Test("a post whose key made a message that was removed since is answered as the first time")
    func repeatedAfterRemoval() async throws {
        try await withRunning { service, port, _ in
            let token = try await service.token()
            let post = wire("POST", "/v1/messages", token, Self.draft, key: "k")
            func ids(times: Int) async throws -> [String] {
                let connection = try await RawConnection.open(port: port)
                let all = String(repeating: post, count: times)
                return try await connection.exchange(all, isAll: true) { reader in
                    var text = ""
                    while let block = try await reader.next() { text += block }
                    #expect(text.matches(of: #/HTTP/1\.1 201 Created/#).count == times)
                    return text.matches(of: #/Location: \/v1\/messages\/(\w+)/#).map {
                        String($0.output.1)
                    }
                }
            }
            let id = try #require(try await ids(times: 1).first)
            let removed = try await service.send(.delete, "/v1/messages/\(id)", token: token)
            #expect(removed.status == 204)
            // What is known of it is asked of the store, away from the connection's thread.
            #expect(try await ids(times: 3) == [id, id, id])
            let asked = try await service.send(.get, "/v1/messages/\(id)", token: token)
            #expect(asked.status == 404)
        }
    }

    @Test("thousands of refused posts behind one that waits are answered one after the other")
    func refusedInARow() async throws {
        try await withRunning { service, port, _ in
            let token = try await service.token()
            // Known from here on, so that nothing but the first post waits.
            _ = try await service.send(.get, "/v1/me/settings", token: token)
            let connection = try await RawConnection.open(port: port)
            let refused = wire("POST", "/v1/messages", token, "{")
            let all =
                wire("POST", "/v1/messages", token, Self.draft)
                + String(repeating: refused, count: 3000)
                + wire("POST", "/v1/messages", token, Self.draft)
            try await connection.exchange(all, isAll: true) { reader in
                var text = ""
                while let block = try await reader.next() { text += block + "\n" }
                let statuses = text.matches(of: #/HTTP/1\.1 (\d+) /#).map { $0.output.1 }
                #expect(statuses.count == 3002)
                #expect(statuses.first == "201")
                #expect(statuses.last == "201")
                #expect(statuses.dropFirst().dropLast().allSatisfy { $0 == "400" })
            }
        }
    }

    @Test("a post whose body comes in pieces is answered once it is whole")
    func pieces() async throws {
        let service = try await service()
        let channel = try channel(service)
        let head = request("/v1/messages", method: .POST, ["content-length": "9"])
        try channel.writeInbound(HTTPServerRequestPart.head(head))
        try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(string: "{")))
        // Each writeInbound ends a read: the body was not there with its head.
        #expect(try handedOn(channel) == ["/v1/messages", "body"])
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
        #expect(try handedOn(channel) == ["end"])
        #expect(try statuses(channel) == [])
        _ = try? channel.finish()
    }
}
