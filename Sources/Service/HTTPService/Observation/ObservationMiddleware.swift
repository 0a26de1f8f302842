internal import HTTPTypes
internal import Hummingbird
internal import Logging

/// Counts and logs each request: method, route, status and duration, and nothing that says who
/// asked or about which place.
struct ObservationMiddleware: RouterMiddleware {
    typealias Context = Route.Context

    let metrics: ServiceMetrics
    /// Names an error for the log.
    let errorLabel: @Sendable (any Error) -> String

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        note(
            request.method,
            context.endpointPath,
            response.status,
            since: start,
            in: context.logger
        )
        return response
    }

    /// Counts and logs one request that was answered.
    func note(
        _ method: HTTPRequest.Method,
        _ endpointPath: String?,
        _ status: HTTPResponse.Status,
        since start: ContinuousClock.Instant,
        in logger: Logger
    ) {
        let duration = start.duration(to: .now)
        let method = Self.name(of: method)
        let route = Self.route(endpointPath)
        metrics.record(method: method, route: route, status: status.code, duration: duration)
        logger.info(
            "request",
            metadata: [
                "method": "\(method)", "route": "\(route)", "status": "\(status.code)",
                "duration_ms": "\(duration.milliseconds)",
            ]
        )
    }

    /// The template of the route, never the path itself: a path can hold anything.
    private static func route(_ endpointPath: String?) -> String {
        guard let endpointPath, endpointPath.hasPrefix("/") else { return "unmatched" }
        return endpointPath
    }

    /// The method, or `other` for a word that HTTP does not define.
    private static func name(of method: HTTPRequest.Method) -> String {
        ServiceRouter.methods.contains(method) ? method.rawValue : "other"
    }
}

extension Duration {
    /// Whole and fractional milliseconds, to the microsecond.
    fileprivate var milliseconds: Double {
        let microseconds =
            components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
        return Double(microseconds) / 1000
    }
}
