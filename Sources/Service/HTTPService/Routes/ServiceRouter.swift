internal import HTTPTypes
internal import Hummingbird

/// Puts routes behind the middleware that every request passes.
enum ServiceRouter {
    /// The methods that HTTP defines for resources (RFC 9110, section 9, and RFC 5789). No address
    /// takes any other.
    static let methods: [HTTPRequest.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
    ]

    /// A router over all routes. What is to hold for every request is one more middleware here.
    static func make(
        routes: [Route],
        observer: ObservationMiddleware,
        limits: RateLimitMiddleware?,
        crossOrigin: CrossOriginRules
    ) -> Router<Route.Context> {
        let router = Router(
            context: Route.Context.self,
            options: .autoGenerateHeadEndpoints
        )
        let table = RouteTable(routes)
        let problems = ProblemMiddleware(errorLabel: observer.errorLabel, table: table)
        router.add(middleware: observer)
        router.add(middleware: CrossOriginMiddleware(rules: crossOrigin, table: table))
        router.add(middleware: PackingMiddleware())
        router.add(middleware: problems)
        if let limits {
            router.add(middleware: limits)
            // So that the limits see an answer whatever came of the request.
            router.add(middleware: problems)
        }
        router.add(middleware: HostMiddleware())
        router.add(middleware: TransferCodingMiddleware())
        for (path, routes) in Dictionary(grouping: routes, by: \.path) {
            for route in routes {
                router.on(RouterPath(path), method: route.method) { request, context in
                    if route.isQuick { return try await route.handle(request, context) }
                    return try await awayFromEventLoop { try await route.handle(request, context) }
                }
            }
            answerOtherMethods(than: table.methods(at: path), on: RouterPath(path), of: router)
        }
        return router
    }

    /// Tells what the address takes: 204 where that is asked for, else 405.
    private static func answerOtherMethods(
        than allowed: [HTTPRequest.Method],
        on path: RouterPath,
        of router: Router<Route.Context>
    ) {
        router.on(path, method: .options) { _, _ in
            Response(
                status: .noContent,
                headers: [
                    .allow: allowed.map(\.rawValue).joined(separator: ", "),
                    .cacheControl: "no-store",
                ]
            )
        }
        for method in methods where !allowed.contains(method) {
            router.on(path, method: method) { _, _ -> Response in
                throw Problem.methodNotAllowed(allowed)
            }
        }
    }
}
