package import HTTPTypes
package import Hummingbird

/// One method of one address, and what answers it.
package struct Route: Sendable {
    /// What a route is given: it knows the parameters of the path.
    package typealias Context = ServiceContext

    /// The method; `GET` answers `HEAD` too.
    package let method: HTTPRequest.Method
    /// The address, with names in braces for what varies: `/v1/messages/{id}`.
    package let path: String
    /// Answers a request or throws why not; see ``Problem/init(_:)``.
    package let handle: @Sendable (Request, Context) async throws -> Response
    /// Whether it computes little: it then stays on the thread of its connection's event loop, where
    /// others wait for it.
    var isQuick = false
    /// Whether only staff has a use for it: it takes their tokens alone.
    var isForStaff = false
    /// What the tokens begin with that it takes, where another route of this method and address takes
    /// others; nil for whatever no other route takes.
    var tokenPrefix: String?
    /// The same for a `GET` without waiting for anything, as ``PromptResponder`` wants it.
    var promptly: PromptAnswer?

    /// What answers a query at once; nil for a query that may take long, such as one about a large
    /// area. The closure that it returns answers or throws as ``handle`` does. Its answer may be packed
    /// only for a client that takes gzip.
    typealias PromptAnswer =
        @Sendable (_ query: String?, _ takesGzip: Bool) -> (() throws -> WholeAnswer)?

    /// For a `POST` whose whole body is there, as ``PromptResponder`` wants it.
    var promptPost: PromptPost?

    /// How a `POST` is answered, and how long its body may be.
    struct PromptPost: Sendable {
        let bodyLimitBytes: Int
        /// Answers or fails as ``handle`` does, without a task and without waiting: it is called on
        /// the event loop of the connection, and calls back there.
        let answer: Answer

        typealias Answer =
            @Sendable (
                _ head: any HeadFields, _ body: [UInt8], _ resume: @escaping Resume,
                _ answer: @escaping @Sendable (Result<WholeAnswer, any Error>) -> Void
            ) -> Void

        /// Runs something on the event loop of the connection.
        typealias Resume = @Sendable (@escaping @Sendable () -> Void) -> Void
    }

    package static func get(
        _ path: String,
        _ handle: @escaping @Sendable (Request, Context) async throws -> Response
    ) -> Route {
        Route(method: .get, path: path, handle: handle)
    }

    static func get(
        _ path: String,
        promptly: PromptAnswer?,
        _ handle: @escaping @Sendable (Request, Context) async throws -> Response
    ) -> Route {
        Route(method: .get, path: path, handle: handle, promptly: promptly)
    }

    package static func post(
        _ path: String,
        _ handle: @escaping @Sendable (Request, Context) async throws -> Response
    ) -> Route {
        Route(method: .post, path: path, handle: handle)
    }

    /// - Parameter promptly: The same for a body that is there already; it takes no query.
    static func post(
        _ path: String,
        bodyLimitBytes: Int,
        promptly: @escaping PromptPost.Answer,
        _ handle: @escaping @Sendable (Request, Context) async throws -> Response
    ) -> Route {
        Route(
            method: .post,
            path: path,
            handle: handle,
            promptPost: PromptPost(bodyLimitBytes: bodyLimitBytes, answer: promptly)
        )
    }

    package static func put(
        _ path: String,
        _ handle: @escaping @Sendable (Request, Context) async throws -> Response
    ) -> Route {
        Route(method: .put, path: path, handle: handle)
    }

    package static func patch(
        _ path: String,
        _ handle: @escaping @Sendable (Request, Context) async throws -> Response
    ) -> Route {
        Route(method: .patch, path: path, handle: handle)
    }

    package static func delete(
        _ path: String,
        _ handle: @escaping @Sendable (Request, Context) async throws -> Response
    ) -> Route {
        Route(method: .delete, path: path, handle: handle)
    }
}

extension Route {
    /// What no two modules may have: `the address GET /v1/stations`, whatever its parameters are called.
    var address: String {
        let parts = path.split(separator: "/").map { $0.hasPrefix("{") ? "{}" : String($0) }
        let tokens = tokenPrefix.map { " for tokens that begin with \($0)" } ?? ""
        return "the address \(method.rawValue) /" + parts.joined(separator: "/") + tokens
    }
}

extension [Route] {
    /// The same, all of them quick.
    package var quick: [Route] {
        map { route in
            var route = route
            route.isQuick = true
            return route
        }
    }

    /// The same, all of them for staff.
    package var forStaff: [Route] {
        map { route in
            var route = route
            route.isForStaff = true
            return route
        }
    }
}

extension Route {
    /// The same for requests alone whose token begins so, beside another module's route of this method and
    /// address that takes other tokens.
    package func forTokens(beginningWith prefix: String) -> Route {
        var route = self
        route.tokenPrefix = prefix
        return route
    }
}

extension Request {
    /// The token of `Authorization: Bearer TOKEN`; nil where no such field is given, or more than one.
    package var presentedToken: String? { try? bearerToken() }

    /// Refuses a query on an address that takes none.
    package func checkNoQuery() throws(Problem) { try QueryReader(uri.query).check() }
}

extension Route.Context {
    /// A part of the path, decoded; nil when it cannot be.
    package func pathParameter(_ name: String) -> String? {
        parameters.get(name).flatMap { percentDecoded($0, plusIsSpace: false) }
    }
}
