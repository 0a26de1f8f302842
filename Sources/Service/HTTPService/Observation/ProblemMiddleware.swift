internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import NIOHTTP1

/// Turns whatever a route throws into a problem document, and answers `HEAD` without a body.
struct ProblemMiddleware: RouterMiddleware {
    typealias Context = Route.Context

    /// Names an error for the log.
    let errorLabel: @Sendable (any Error) -> String
    /// What each address takes.
    let table: RouteTable

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await answer(request, context, next)
        response.headers[.xContentTypeOptions] = "nosniff"
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func answer(
        _ request: Request,
        _ context: Context,
        _ next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPParserError {
            // The connection is out of step; the server answers 400 and closes it.
            throw error
        } catch {
            // The router knows addresses only by the methods that HTTP defines.
            if !(error is Problem), !ServiceRouter.methods.contains(request.method) {
                let allowed = table.methods(of: request.uri.path)
                return (allowed.map(Problem.methodNotAllowed) ?? .unknownAddress).response()
            }
            return problem(of: error, loggedIn: context.logger).response()
        }
    }

    /// What a client is told of an error; the log is told what the client is not.
    func problem(of error: any Error, loggedIn logger: Logger) -> Problem {
        let problem = Problem(error)
        if problem.status.kind == .serverError, problem.headers[.retryAfter] == nil {
            // A client that goes in the middle of its request is no failure of the service.
            let level: Logger.Level = error is IOError || error is ChannelError ? .debug : .error
            logger.log(
                level: level,
                "request failed",
                metadata: ["error": "\(errorLabel(error))"]
            )
        }
        return problem
    }
}
