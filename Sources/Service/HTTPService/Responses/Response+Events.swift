internal import HTTPTypes
package import Hummingbird
package import HummingbirdCore
internal import NIOCore
internal import Synchronization

/// A place among those who listen, left once: when its answer has ended, or when nobody holds the answer any
/// more, though it was never begun.
///
/// A `HEAD` is answered without a body, and a client may be gone before its answer begins.
private final class ListenersPlace: Sendable {
    private let isLeft = Atomic(false)
    private let leaving: @Sendable () -> Void

    init(_ leaving: @escaping @Sendable () -> Void) { self.leaving = leaving }

    deinit { leave() }

    func leave() {
        if !isLeft.exchange(true, ordering: .acquiringAndReleasing) { leaving() }
    }
}

extension Response {
    /// So often whoever listens is given a sign: one whose connection is gone without a word is found so.
    private static let signPeriod = Duration.seconds(15)

    /// An answer that goes on: server-sent events, until the client goes, or `write` returns.
    ///
    /// - Parameters:
    ///   - request: What is answered.
    ///   - retryMilliseconds: When clients come back after a break: not all at the same moment.
    ///   - sign: Called every 15 seconds; it makes `write` look whether its reader may read on, and write a
    ///     comment. Nil where that is seen to already.
    ///   - leave: Called once, when nobody is to be told anything any more: also where the answer is never
    ///     begun.
    ///   - write: Writes events until there are no more.
    ///
    /// Source: WHATWG HTML, section 9.2, for the form of a stream.
    package static func events(
        to request: Request,
        retryMilliseconds: ClosedRange<Int> = 1000...3000,
        signing sign: (@Sendable () -> Void)? = nil,
        leaving leave: @escaping @Sendable () -> Void,
        _ write: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void
    ) -> Response {
        let place = ListenersPlace(leave)
        let body = request.body
        return Response(
            status: .ok,
            headers: [
                .contentType: ContentType.eventStream.rawValue,
                .cacheControl: "no-store",
                // Proxies that gather answers before they pass them on are asked not to.
                .accelBuffering: "no",
            ],
            body: ResponseBody { writer in
                defer { place.leave() }
                try await body.consumeWithInboundCloseHandler { _ in
                    let retry = Int.random(in: retryMilliseconds)
                    try await writer.write(ByteBuffer(string: "retry: \(retry)\n\n"))
                    let signs = sign.map { sign in
                        Task { while (try? await Task.sleep(for: signPeriod)) != nil { sign() } }
                    }
                    defer { signs?.cancel() }
                    try await write(&writer)
                    try await writer.finish(nil)
                } onInboundClosed: {
                    place.leave()
                }
            }
        )
    }

    /// What a stream says to show that it is there: a comment, which clients pass over.
    package static var eventStreamSign: ByteBuffer { ByteBuffer(string: ":\n\n") }
}
