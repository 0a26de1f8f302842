internal import Compressing
internal import HTTPTypes
internal import Logging
internal import NIOCore
internal import NIOHTTP1

/// Answers requests that need not wait for anything, and posts whose body came with their head, as
/// the router behind it would: under the same limits, counted and logged the same, with the same
/// fields and the same bytes.
///
/// What it leaves to the router: other methods and addresses, what no URL may hold, connections that
/// are to be closed, and queries that may take long.
struct PromptResponder: Sendable {
    /// What answers a `GET`, and the fields that tell other origins' pages that they may read it.
    private typealias PromptRoute = (
        path: String, answer: Route.PromptAnswer, crossOrigin: String
    )

    private let routes: [PromptRoute]
    private let posts: [(path: String, post: Route.PromptPost)]
    private let observer: ObservationMiddleware
    private let problems: ProblemMiddleware
    private let limits: RateLimitMiddleware?
    private let crossOrigin: CrossOriginRules
    private let serverName: String
    private let headLimitBytes: Int
    private let logger: Logger
    private let date = DateField()

    init(
        routes: [Route],
        observer: ObservationMiddleware,
        limits: RateLimitMiddleware?,
        crossOrigin: CrossOriginRules,
        serverName: String,
        headLimitBytes: Int,
        logger: Logger
    ) {
        let reading = Self.fields(crossOrigin, .reading, from: nil)
        self.routes = routes.compactMap { route in
            route.promptly.map { (route.path, $0, reading) }
        }
        posts = routes.compactMap { route in route.promptPost.map { (route.path, $0) } }
        self.observer = observer
        problems = ProblemMiddleware(errorLabel: observer.errorLabel, table: RouteTable(routes))
        self.limits = limits
        self.crossOrigin = crossOrigin
        self.serverName = serverName
        self.headLimitBytes = headLimitBytes
        self.logger = logger
    }

    /// Whether a request is of the kind that may be answered here.
    func mayAnswer(_ head: HTTPRequestHead) -> Bool {
        guard head.method == .GET, head.version == .http1_1,
            let (index, _) = route(head.uri), Self.isPlain(head.uri.utf8[index...])
        else { return false }
        return head.isKeepAlive
    }

    /// The whole answer to a request without a body, ready for the way; nil when the router must
    /// give it.
    func answer(_ head: HTTPRequestHead, _ address: () -> SocketAddress?) -> ByteBuffer? {
        guard let (end, route) = route(head.uri) else { return nil }
        let start = ContinuousClock.now
        let mark = head.uri.utf8.index(end, offsetBy: 1, limitedBy: head.uri.endIndex)
        let takesGzip = Gzip.isAccepted(by: head.headers.first(name: "Accept-Encoding"))
        guard let give = route.answer(mark.map { String(head.uri[$0...]) }, takesGzip) else {
            return nil
        }
        var answer: WholeAnswer
        var quota: QuotaFields?
        do {
            quota = try limits?.check(
                .get,
                route.path,
                forwardedFor: head.headers["X-Forwarded-For"].last,
                from: address()
            )
            answer = try give()
            let tokens = RequestCost.tokens(
                bytes: answer.bytes.count,
                isPacked: answer.headers[.contentEncoding] != nil
            )
            if tokens > 0 {
                quota =
                    limits?.charge(
                        .get,
                        route.path,
                        tokens,
                        forwardedFor: head.headers["X-Forwarded-For"].last,
                        from: address()
                    ) ?? quota
            }
        } catch {
            answer = problems.problem(of: error, loggedIn: logger).answer
        }
        observer.note(.get, route.path, answer.status, since: start, in: logger)
        return bytes(answer, quota, crossOrigin: route.crossOrigin)
    }

    /// Whether a request is a post that may be answered here once its whole body is there.
    func mayTakePost(_ head: HTTPRequestHead) -> Bool {
        guard head.method == .POST, head.version == .http1_1,
            let (_, post) = posts.first(where: { $0.path == head.uri }), head.isKeepAlive
        else { return false }
        let lengths = head.headers["Content-Length"]
        guard lengths.count == 1, let length = Int(lengths[0]), length <= post.bodyLimitBytes
        else { return false }
        return !head.headers.contains(name: "Transfer-Encoding")
            && !head.headers.contains(name: "Expect")
    }

    /// Whether ``answer(_:body:from:goingOn:then:)`` needs to know who asks.
    var countsClients: Bool { limits != nil }

    /// Hands over the whole answer to a post that ``mayTakePost(_:)``, ready for the way.
    ///
    /// - Parameters:
    ///   - address: Needed when it ``countsClients``.
    ///   - resume: Runs something on the event loop on which this is called.
    ///   - send: Called once, on the event loop; before this returns when nothing is to be waited
    ///     for.
    func answer(
        _ head: HTTPRequestHead,
        body: ByteBuffer,
        from address: SocketAddress?,
        goingOn resume: @escaping Route.PromptPost.Resume,
        then send: @escaping @Sendable (ByteBuffer) -> Void
    ) {
        let start = ContinuousClock.now
        let varies = crossOrigin.variesByOrigin(.taking)
        let fields = Self.fields(
            crossOrigin,
            .taking,
            from: varies ? head.headers.first(name: "Origin") : nil
        )
        @Sendable func finish(_ outcome: Result<WholeAnswer, any Error>, _ quota: QuotaFields?) {
            let answer: WholeAnswer
            switch outcome {
            case .success(let made): answer = made
            case .failure(let error):
                answer = problems.problem(of: error, loggedIn: logger).answer
            }
            observer.note(.post, head.uri, answer.status, since: start, in: logger)
            guard isToBePacked(answer, for: head) else {
                return send(bytes(answer, quota, crossOrigin: fields, variesByOrigin: varies))
            }
            Task {
                let packed = await packed(answer)
                resume { send(bytes(packed, quota, crossOrigin: fields, variesByOrigin: varies)) }
            }
        }
        do {
            guard let post = posts.first(where: { $0.path == head.uri })?.post else {
                throw Problem.unknownAddress
            }
            let quota = try limits?.check(
                .post,
                head.uri,
                forwardedFor: head.headers["X-Forwarded-For"].last,
                from: address
            )
            post.answer(head, Array(buffer: body), resume) { finish($0, quota) }
        } catch {
            finish(.failure(error), nil)
        }
    }

    /// Whether ``PackingMiddleware`` would pack an answer.
    private func isToBePacked(_ answer: WholeAnswer, for head: HTTPRequestHead) -> Bool {
        answer.bytes.count >= PackingMiddleware.shortestBytes
            && Gzip.isAccepted(by: head.headers.first(name: "Accept-Encoding"))
    }

    /// A long answer as ``PackingMiddleware`` would pack it.
    private func packed(_ answer: WholeAnswer) async -> WholeAnswer {
        let bytes = answer.bytes
        let gzip = await awayFromEventLoop { Gzip.compressed(bytes, effort: .quick) }
        guard let packed = gzip else { return answer }
        var headers = answer.headers
        headers.append(contentsOf: Gzip.fields)
        return WholeAnswer(
            status: answer.status,
            type: answer.type,
            bytes: packed,
            headers: headers
        )
    }

    /// The route of a target, and where its path ends.
    private func route(
        _ target: String
    ) -> (end: String.Index, PromptRoute)? {
        let bytes = target.utf8
        for route in routes where bytes.starts(with: route.path.utf8) {
            let end = bytes.index(bytes.startIndex, offsetBy: route.path.utf8.count)
            if end == bytes.endIndex || bytes[end] == UInt8(ascii: "?") { return (end, route) }
        }
        return nil
    }

    /// Whether a query is what a URL may hold (RFC 3986, section 3.4) and no fragment follows.
    private static func isPlain(_ query: Substring.UTF8View) -> Bool {
        query.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "="), UInt8(ascii: "&"),
                UInt8(ascii: "?"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: ","), UInt8(ascii: "%"), UInt8(ascii: "+"), UInt8(ascii: ":"),
                UInt8(ascii: "~"), UInt8(ascii: "*"), UInt8(ascii: ";"), UInt8(ascii: "/"):
                true
            default: false
            }
        }
    }

    /// The answer to a request whose method the decoder does not know, after which the connection is
    /// closed: as to any other method that an address does not take.
    func answer(toUnknownMethodAt path: String) -> ByteBuffer {
        var problem =
            problems.table.methods(of: path).map(Problem.methodNotAllowed)
            ?? .unknownAddress
        problem.headers[.connection] = "close"
        return bytes(of: problem)
    }

    /// The answer to a request whose head is longer, or has more fields, than is read; the connection is
    /// closed behind it.
    var answerToLongHead: ByteBuffer {
        bytes(
            of: .longHead(
                limitBytes: headLimitBytes,
                limitFields: ServiceConfiguration.headFieldLimit
            )
        )
    }

    /// A problem as a whole answer, ready for the way.
    func bytes(of problem: Problem) -> ByteBuffer {
        bytes(problem.answer, nil, crossOrigin: "")
    }

    /// The fields by which pages of other origins may see an answer, each with its line's end.
    private static func fields(
        _ rules: CrossOriginRules,
        _ use: CrossOriginRules.Use,
        from origin: String?
    ) -> String {
        guard let allowed = rules.allowed(use, from: origin) else { return "" }
        return "Access-Control-Allow-Origin: \(allowed)\r\n"
            + "Access-Control-Expose-Headers: \(CrossOriginRules.exposedFields)\r\n"
    }

    /// - Parameters:
    ///   - quota: What is left of a limit, unless the answer says it itself.
    ///   - crossOrigin: Further fields, each with its line's end.
    private func bytes(
        _ answer: WholeAnswer,
        _ quota: QuotaFields?,
        crossOrigin: String,
        variesByOrigin: Bool = false
    ) -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: answer.bytes.count + 640)
        func field(_ name: StaticString, _ value: String) {
            buffer.writeStaticString(name)
            buffer.writeString(value)
            buffer.writeStaticString("\r\n")
        }
        if answer.status == .ok {
            buffer.writeStaticString("HTTP/1.1 200 OK\r\n")
        } else if answer.status == .created {
            buffer.writeStaticString("HTTP/1.1 201 Created\r\n")
        } else {
            field("HTTP/1.1 ", "\(answer.status.code) \(answer.status.reasonPhrase)")
        }
        for more in answer.headers {
            buffer.writeString(more.name.rawName)
            field(": ", more.value)
        }
        field("Content-Type: ", answer.type.rawValue)
        buffer.writeStaticString(
            "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
        )
        if answer.headers[.vary] == nil {
            buffer.writeStaticString("Vary: Accept-Encoding\r\n")
        }
        if variesByOrigin { buffer.writeStaticString("Vary: Origin\r\n") }
        if let quota, answer.headers[.rateLimit] == nil {
            field("RateLimit-Policy: ", quota.policy)
            field("RateLimit: ", quota.state)
        }
        buffer.writeString(crossOrigin)
        field("Content-Length: ", String(answer.bytes.count))
        field("Date: ", date.text)
        field("Server: ", serverName)
        buffer.writeStaticString("\r\n")
        buffer.writeBytes(answer.bytes)
        return buffer
    }
}
