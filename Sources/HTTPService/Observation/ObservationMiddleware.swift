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
        let duration = start.duration(to: .now)
        let method = Self.name(of: request.method)
        let route = Self.route(context.endpointPath)
        metrics.record(
            method: method,
            route: route,
            status: response.status.code,
            duration: duration
        )
        context.logger.info(
            "request",
            metadata: [
                "method": "\(method)", "route": "\(route)", "status": "\(response.status.code)",
                "duration_ms": "\(duration.milliseconds)",
            ]
        )
        return response
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
