internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Refuses what comes too often from one address, and tells how often it may come.
struct RateLimitMiddleware: RouterMiddleware {
    typealias Context = Route.Context

    let limiter: RateLimiter
    /// Whether a proxy in front of the service writes down where requests come from.
    let trustsForwardedFor: Bool
    /// Looks out for one where there should be none.
    let watch: ProxyWatch

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var quota = try check(
            request.method,
            context.endpointPath,
            forwardedFor: request.headers[values: .forwardedFor].last,
            from: context.remoteAddress
        )
        var response = try await next(request, context)
        if quota != nil {
            let tokens = context.cost.tokens(
                bytes: response.body.contentLength ?? 0,
                isPacked: response.headers[.contentEncoding] != nil
            )
            quota =
                charge(
                    request.method,
                    context.endpointPath,
                    tokens,
                    forwardedFor: request.headers[values: .forwardedFor].last,
                    from: context.remoteAddress
                ) ?? quota
        }
        // What came too often for a device tells of that limit.
        if let quota, response.headers[.rateLimit] == nil {
            response.headers[.rateLimitPolicy] = quota.policy
            response.headers[.rateLimit] = quota.state
        }
        return response
    }

    /// - Parameter forwardedFor: The last `X-Forwarded-For`.
    /// - Returns: What is left of the limit; nil where there is none.
    /// - Throws: ``Problem`` of status 429.
    func check(
        _ method: HTTPRequest.Method,
        _ route: String?,
        forwardedFor: @autoclosure () -> String?,
        from address: @autoclosure () -> SocketAddress?
    ) throws(Problem) -> QuotaFields? {
        guard let deed = Self.deed(method, route) else { return nil }
        return try limiter.check(deed, from: client(forwardedFor: forwardedFor(), address()))
    }

    /// Counts what an answer cost beyond the first token, which ``check(_:_:forwardedFor:from:)`` took.
    ///
    /// - Returns: What is left of the limit; nil where nothing is counted.
    func charge(
        _ method: HTTPRequest.Method,
        _ route: String?,
        _ tokens: Int,
        forwardedFor: @autoclosure () -> String?,
        from address: @autoclosure () -> SocketAddress?
    ) -> QuotaFields? {
        guard tokens > 0, Self.deed(method, route) == .query else { return nil }
        return limiter.charge(.query, tokens, from: client(forwardedFor: forwardedFor(), address()))
    }

    private func client(
        forwardedFor: @autoclosure () -> String?,
        _ address: @autoclosure () -> SocketAddress?
    ) -> ClientAddress {
        guard trustsForwardedFor else {
            watch.note(forwardedFor())
            return ClientAddress(address())
        }
        return forwardedFor().flatMap(ClientAddress.init(forwardedFor:)) ?? ClientAddress(address())
    }

    /// Stands for the household that a request comes from: a keyed hash that is good for this process.
    func mark(of request: Request, _ context: Context) -> UInt64 {
        let client = client(
            forwardedFor: request.headers[values: .forwardedFor].last,
            context.remoteAddress
        )
        return limiter.hash(of: client.household)
    }

    /// What a request does; nil when it may be asked for as often as anybody likes, as the page and
    /// the metrics may.
    static func deed(_ method: HTTPRequest.Method, _ route: String?) -> RateLimiter.Deed? {
        switch (method, route) {
        case (.post, "/v1/messages"): .post
        case (.post, "/v1/messages/{id}/reports"): .report
        case (_, let route?):
            route.hasPrefix("/v1/") || route.hasPrefix("/ogc/") ? .query : nil
        // Addresses that do not exist are guessed at, too.
        case (_, nil): .query
        }
    }
}
