internal import NIOCore
internal import NIOHTTP1

/// Answers on the event loop what ``PromptResponder`` can answer at once, and hands everything else
/// on.
///
/// It stands right behind the decoder and sends its answers past the encoder, as bytes. Answers keep
/// the order of their requests: while one that was handed on is not answered, those behind it are
/// handed on as well. So is everything while the client does not read fast enough; there waiting is
/// known.
///
/// A connection on which nothing happens for a while, or whose request's head is not finished for as
/// long, is closed here, too: what stands behind does not see all of it.
final class PromptHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let responder: PromptResponder
    private let idleTimeout: TimeAmount
    /// The head of a request that may be answered here, when it has come to its end without a body.
    private var head: HTTPRequestHead?
    /// How many requests were handed on and are not answered yet.
    private var unanswered = 0
    private var mustFlush = false
    /// Where answers get past the encoder.
    private var encoder: ChannelHandlerContext?
    /// When a part of a request came or of an answer went last.
    private var lastActivity = NIODeadline.uptimeNanoseconds(0)
    private var idleTimer: Scheduled<Void>?

    init(_ responder: PromptResponder, idleTimeout: TimeAmount) {
        self.responder = responder
        self.idleTimeout = idleTimeout
    }

    func handlerAdded(context: ChannelHandlerContext) {
        encoder = try? context.pipeline.syncOperations.context(
            handlerType: HTTPResponseEncoder.self
        )
        lastActivity = context.eventLoop.now
        watch(context, for: idleTimeout)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        idleTimer?.cancel()
        (idleTimer, encoder) = (nil, nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        idleTimer?.cancel()
        idleTimer = nil
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastActivity = context.eventLoop.now
        switch unwrapInboundIn(data) {
        case .head(let head):
            if unanswered == 0, context.channel.isWritable, responder.mayAnswer(head) {
                self.head = head
                return
            }
            unanswered += 1
        case .body: handOnHead(context)
        case .end:
            if let head, let encoder,
                let answer = responder.answer(head, { context.channel.remoteAddress })
            {
                self.head = nil
                encoder.write(NIOAny(IOData.byteBuffer(answer)), promise: nil)
                mustFlush = true
                return
            }
            handOnHead(context)
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        flush(context)
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A client that sends no more makes those behind close the connection.
        if case ChannelEvent.inputClosed? = event as? ChannelEvent { flush(context) }
        context.fireUserInboundEventTriggered(event)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        lastActivity = context.eventLoop.now
        // What is no HTTP is answered, too, and never was a request.
        if case .end = unwrapOutboundIn(data) { unanswered = max(0, unanswered - 1) }
        context.write(data, promise: promise)
    }

    /// Once for all answers to what was read together.
    private func flush(_ context: ChannelHandlerContext) {
        guard mustFlush else { return }
        mustFlush = false
        context.flush()
    }

    private func handOnHead(_ context: ChannelHandlerContext) {
        guard let head = head.take() else { return }
        unanswered += 1
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// One timer for all requests: it is set again when there was something since.
    private func watch(_ context: ChannelHandlerContext, for period: TimeAmount) {
        idleTimer = context.eventLoop.assumeIsolated().scheduleTask(in: period) {
            let idle = context.eventLoop.now - self.lastActivity
            let isIdle = self.unanswered == 0 && idle >= self.idleTimeout
            guard !isIdle else { return context.close(promise: nil) }
            self.watch(
                context,
                for: self.unanswered == 0 ? self.idleTimeout - idle : self.idleTimeout
            )
        }
    }
}

@available(*, unavailable)
extension PromptHandler: Sendable {}
