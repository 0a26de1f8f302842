internal import HTTPTypes
internal import Hummingbird

/// Tells browsers which other origins' pages may see an answer, whatever the answer is.
struct CrossOriginMiddleware: RouterMiddleware {
    typealias Context = Route.Context

    let rules: CrossOriginRules
    let table: RouteTable

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        let path = context.endpointPath
        // A preflight asks about another method than its own.
        let asked = request.preflightedMethod ?? request.method
        let use = table.use(asked, path)
        if rules.variesByOrigin(use) { response.headers.addVary("Origin") }
        guard let allowed = rules.allowed(use, from: request.headers[.origin]) else {
            return response
        }
        response.headers[.accessControlAllowOrigin] = allowed
        guard request.preflightedMethod != nil, let path else {
            response.headers[.accessControlExposeHeaders] = CrossOriginRules.exposedFields
            return response
        }
        response.headers[.accessControlAllowMethods] =
            table.methods(at: path)
            .filter { rules.allowed(table.use($0, path), from: request.headers[.origin]) != nil }
            .map(\.rawValue).joined(separator: ", ")
        response.headers[.accessControlAllowHeaders] = CrossOriginRules.requestFields(
            rules.allowed(.taking, from: request.headers[.origin]) == nil ? .reading : .taking
        )
        response.headers[.accessControlMaxAge] = Self.preflightSeconds
        return response
    }

    /// For how long a browser need not ask again; none keeps it for longer than two hours.
    private static let preflightSeconds = "7200"
}

extension Request {
    /// The method that a browser asks for before it sends the request itself.
    fileprivate var preflightedMethod: HTTPRequest.Method? {
        guard method == .options, headers[.origin] != nil else { return nil }
        return headers[.accessControlRequestMethod].flatMap { HTTPRequest.Method($0) }
    }
}

extension HTTPFields {
    /// Says that the answer depends on one more field of the request.
    mutating func addVary(_ name: String) {
        self[.vary] = self[.vary].map { "\($0), \(name)" } ?? name
    }
}
