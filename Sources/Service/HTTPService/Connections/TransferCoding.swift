internal import HTTPTypes
internal import Hummingbird

/// `Transfer-Encoding`, of which only `chunked` is read.
///
/// A body that is packed besides would be taken as it comes, and be called wrong for another reason.
///
/// Source: RFC 9112, section 6.1.
struct TransferCodingMiddleware: RouterMiddleware {
    typealias Context = Route.Context

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        try Self.check(request)
        return try await next(request, context)
    }

    /// - Throws: ``Problem`` of status 400 for a body in another coding.
    private static func check(_ request: Request) throws(Problem) {
        guard let coding = request.headers[.transferEncoding],
            coding.lowercased().trimmingSpaces != "chunked"
        else { return }
        throw .invalid([
            ParameterError(
                parameter: "Transfer-Encoding",
                fault: .notAField,
                message: "is \"\(coding.prefix(40))\"; only chunked is read: what is packed says "
                    + "so in Content-Encoding, or is a file of gzip or zip"
            )
        ])
    }
}

extension String {
    fileprivate var trimmingSpaces: Substring {
        drop { $0 == " " }.prefix { $0 != " " }
    }
}
