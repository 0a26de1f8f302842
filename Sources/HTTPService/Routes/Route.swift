internal import HTTPTypes
internal import Hummingbird

/// One method of one address, and what answers it.
struct Route: Sendable {
    /// What a route is given: it knows the parameters of the path.
    typealias Context = ServiceContext

    /// The method; `GET` answers `HEAD` too.
    let method: HTTPRequest.Method
    /// The address, with names in braces for what varies: `/v1/messages/{id}`.
    let path: String
    /// Answers a request or throws why not; see ``Problem/init(_:)``.
    let handle: @Sendable (Request, Context) async throws -> Response

    static func get(
        _ path: String,
        _ handle: @escaping @Sendable (Request, Context) async throws -> Response
    ) -> Route {
        Route(method: .get, path: path, handle: handle)
    }

    static func post(
        _ path: String,
        _ handle: @escaping @Sendable (Request, Context) async throws -> Response
    ) -> Route {
        Route(method: .post, path: path, handle: handle)
    }

    static func put(
        _ path: String,
        _ handle: @escaping @Sendable (Request, Context) async throws -> Response
    ) -> Route {
        Route(method: .put, path: path, handle: handle)
    }

    static func delete(
        _ path: String,
        _ handle: @escaping @Sendable (Request, Context) async throws -> Response
    ) -> Route {
        Route(method: .delete, path: path, handle: handle)
    }
}

extension Request {
    /// Refuses a query on an address that takes none.
    func checkNoQuery() throws(Problem) { try QueryReader(uri.query).check() }
}

extension Route.Context {
    /// A part of the path, decoded; nil when it cannot be.
    func pathParameter(_ name: String) -> String? {
        parameters.get(name).flatMap { percentDecoded($0, plusIsSpace: false) }
    }
}
