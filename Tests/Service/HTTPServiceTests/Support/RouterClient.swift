import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import Synchronization

@testable import HTTPService

extension AmbitService {
    /// The router's answer to one request, without a connection.
    ///
    /// - Parameter body: What is sent, in parts of at most 32 KiB as a connection brings them; nil for a
    ///   request without a body.
    func answer(
        _ method: HTTPRequest.Method,
        _ uri: String,
        headers: HTTPFields = [:],
        body: ByteBuffer? = nil
    ) async throws -> Answer {
        let application = application
        var fields = headers
        if let body { fields[.contentLength] = "\(body.readableBytes)" }
        let request = Request(
            head: HTTPRequest(
                method: method,
                scheme: "http",
                authority: "localhost",
                path: uri,
                headerFields: fields
            ),
            body: RequestBody(asyncSequence: Self.parts(of: body))
        )
        let context = Route.Context(
            source: ApplicationRequestContextSource(
                channel: NIOAsyncTestingChannel(),
                logger: application.logger
            )
        )
        // As the server answers what no middleware has caught.
        let response =
            (try? await application.responder.respond(to: request, context: context))
            ?? Response(status: .internalServerError)
        let received = ReceivedBody()
        try await response.body.write(received)
        let bytes = received.bytes
        return Answer(
            status: response.status.code,
            headers: response.headers,
            body: String(decoding: bytes, as: UTF8.self),
            bytes: bytes
        )
    }

    private static func parts(of body: ByteBuffer?) -> AsyncStream<ByteBuffer> {
        AsyncStream { parts in
            var left = body ?? ByteBuffer()
            while let part = left.readSlice(length: min(32 * 1024, left.readableBytes)),
                part.readableBytes > 0
            {
                parts.yield(part)
            }
            parts.finish()
        }
    }
}

/// The body of an answer, as far as it was written.
private final class ReceivedBody: ResponseBodyWriter, Sendable {
    private let written = Mutex<[UInt8]>([])

    var bytes: [UInt8] { written.withLock { $0 } }

    func write(_ buffer: ByteBuffer) { written.withLock { $0 += Array(buffer: buffer) } }

    func finish(_ trailingHeaders: HTTPFields?) {}
}
