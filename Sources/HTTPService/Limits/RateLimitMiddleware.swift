internal import HTTPTypes
internal import Hummingbird

/// Refuses what comes too often from one address.
struct RateLimitMiddleware: RouterMiddleware {
    typealias Context = Route.Context

    let limiter: RateLimiter
    /// Whether a proxy in front of the service writes down where requests come from.
    let trustsForwardedFor: Bool

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        if let deed = Self.deed(request.method, context.endpointPath) {
            let forwarded =
                trustsForwardedFor ? ClientAddress(forwardedIn: request.headers) : nil
            try limiter.check(deed, from: forwarded ?? ClientAddress(context.remoteAddress))
        }
        return try await next(request, context)
    }

    /// What a request does; nil when it may be asked for as often as anybody likes, as the page and
    /// the metrics may.
    static func deed(_ method: HTTPRequest.Method, _ route: String?) -> RateLimiter.Deed? {
        switch (method, route) {
        case (.post, "/v1/messages"): .post
        case (.post, "/v1/messages/{id}/reports"): .report
        case (.post, "/v1/devices"): .register
        case (_, let route?): route.hasPrefix("/v1/") ? .query : nil
        // Addresses that do not exist are guessed at, too.
        case (_, nil): .query
        }
    }
}
