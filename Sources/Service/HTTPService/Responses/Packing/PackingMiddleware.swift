internal import Compressing
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Packs long JSON answers for clients that take gzip, as browsers and phones do.
///
/// A client that does not ask for it costs nothing but a look at its headers. Streams and answers
/// that are packed already pass as they are.
struct PackingMiddleware: RouterMiddleware {
    /// Shorter bodies fit into a packet as they are, in bytes.
    static let shortestBytes = 1400

    func handle(
        _ request: Request,
        context: Route.Context,
        next: (Request, Route.Context) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        guard let length = response.body.contentLength,
            response.headers[.contentEncoding] == nil,
            response.headers[.contentType]?.hasSuffix("json") == true
        else { return response }
        var headers = response.headers
        headers.addVary("Accept-Encoding")
        guard length >= Self.shortestBytes, Gzip.isAccepted(by: request.headers[.acceptEncoding])
        else {
            return Response(status: response.status, headers: headers, body: response.body)
        }
        let collector = BodyCollector()
        try await response.body.write(collector)
        let bytes = collector.bytes
        let gzip = await awayFromEventLoop { Gzip.compressed(bytes, effort: .quick) }
        guard let packed = gzip else {
            return Response(
                status: response.status,
                headers: headers,
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
            )
        }
        headers[.contentEncoding] = "gzip"
        headers[.contentLength] = "\(packed.count)"
        return Response(
            status: response.status,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: packed))
        )
    }
}

/// Keeps what a body writes, instead of sending it.
private final class BodyCollector: ResponseBodyWriter {
    private(set) var bytes: [UInt8] = []

    func write(_ buffer: ByteBuffer) { bytes.append(contentsOf: buffer.readableBytesView) }

    func finish(_ trailingHeaders: HTTPFields?) {}
}
