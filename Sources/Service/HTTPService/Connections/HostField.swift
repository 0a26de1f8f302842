internal import HTTPTypes
internal import Hummingbird
internal import NIOHTTP1

/// `Host`, which every request of HTTP/1.1 has once.
///
/// Who reads another one than a proxy in front of the service has read may be shown what is not
/// theirs. Further inside a request has one host or none, and which version of HTTP it came in is
/// forgotten: so a request without exactly one is marked where it comes in, and refused where all are
/// answered.
///
/// Source: RFC 9112, section 3.2.
enum HostField {
    /// Stands in place of hosts that are missing or too many: no host is called so.
    private static let mark = "?"

    /// Whether a head has as many as it must: one, and of HTTP/1.0 at most one.
    static func isRight(in head: HTTPRequestHead) -> Bool {
        var count = 0
        for (name, _) in head.headers where isHost(name) { count += 1 }
        let version = (head.version.major, head.version.minor)
        return count == 1 || (count == 0 && version < (1, 1))
    }

    private static func isHost(_ name: String) -> Bool {
        // Each request has some ten fields: of most the length is enough.
        guard name.utf8.count == 4 else { return false }
        var word: UInt32 = 0
        for byte in name.utf8 { word = word &<< 8 | UInt32(byte | 0x20) }
        // "host" in small letters: no other byte becomes one of them.
        return word == 0x686F_7374
    }

    /// The head, marked unless it ``isRight(in:)``.
    static func marked(_ head: HTTPRequestHead) -> HTTPRequestHead {
        guard !isRight(in: head) else { return head }
        var marked = head
        marked.headers.replaceOrAdd(name: "Host", value: mark)
        return marked
    }

    /// - Throws: ``Problem`` of status 400 for a request that was marked.
    static func check(_ request: Request) throws(Problem) {
        guard request.head.authority == mark else { return }
        throw .invalid([
            ParameterError(
                parameter: "Host",
                fault: .notAField,
                message: "is missing or given more than once; every request of HTTP/1.1 has one"
            )
        ])
    }
}

/// Refuses requests whose `Host` is missing or doubled.
struct HostMiddleware: RouterMiddleware {
    typealias Context = Route.Context

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        try HostField.check(request)
        return try await next(request, context)
    }
}
