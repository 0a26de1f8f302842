internal import HTTPTypes
internal import Hummingbird

/// Puts routes behind the middleware that every request passes.
enum ServiceRouter {
    /// The methods that HTTP defines for resources (RFC 9110, section 9, and RFC 5789); any other
    /// is not implemented.
    static let methods: [HTTPRequest.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
    ]

    /// A router over all routes. What is to hold for every request is one more middleware here.
    static func make(
        routes: [Route],
        observer: ObservationMiddleware,
        limits: RateLimitMiddleware?
    ) -> Router<Route.Context> {
        let router = Router(
            context: Route.Context.self,
            options: .autoGenerateHeadEndpoints
        )
        router.add(middleware: observer)
        router.add(middleware: PackingMiddleware())
        router.add(middleware: ProblemMiddleware(errorLabel: observer.errorLabel))
        if let limits { router.add(middleware: limits) }
        router.add(middleware: HostMiddleware())
        for (path, routes) in Dictionary(grouping: routes, by: \.path) {
            for route in routes {
                router.on(RouterPath(path), method: route.method) { request, context in
                    if route.isQuick { return try await route.handle(request, context) }
                    return try await awayFromEventLoop { try await route.handle(request, context) }
                }
            }
            refuseOtherMethods(than: routes.map(\.method), on: RouterPath(path), of: router)
        }
        return router
    }

    /// Answers 405 where the address exists and the method does not.
    private static func refuseOtherMethods(
        than taken: [HTTPRequest.Method],
        on path: RouterPath,
        of router: Router<Route.Context>
    ) {
        let allowed = methods.filter {
            taken.contains($0) || ($0 == .head && taken.contains(.get))
        }
        for method in methods where !allowed.contains(method) {
            router.on(path, method: method) { _, _ -> Response in
                throw Problem.methodNotAllowed(allowed)
            }
        }
    }
}
