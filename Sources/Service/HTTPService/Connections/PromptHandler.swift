internal import NIOCore
internal import NIOHTTP1

/// Answers on the event loop what ``PromptResponder`` can answer, and hands everything else on.
///
/// It stands right behind the decoder and sends its answers past the encoder, as bytes. Answers keep
/// the order of their requests: while one that was handed on is not answered, those behind it are
/// handed on as well. So is everything while the client does not read fast enough; there waiting is
/// known. A post that is taken here waits for the disk: what comes before it is answered is held, and
/// then nothing more is read.
///
/// A connection on which nothing happens for a while, or whose request's head is not finished for as
/// long, is closed here, too: what stands behind does not see all of it.
final class PromptHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// A request that may be answered here when it has come to its end.
    private struct Request {
        let head: HTTPRequestHead
        let isPost: Bool
        var body: ByteBuffer?
    }

    /// What came while a post waited for its answer.
    private enum Held {
        case part(HTTPServerRequestPart)
        case event(any Sendable)
        case error(any Error)
        case refusal(Refusal)
    }

    /// A request that the decoder does not read, nor anything behind it.
    private enum Refusal {
        /// Its method is none that the decoder knows.
        case unknownMethod(path: String)
        /// Its head is longer, or has more fields, than is read.
        case longHead
    }

    private let responder: PromptResponder
    private let idleTimeout: TimeAmount
    private let requestLine: RequestLineHandler?
    /// The request that is coming in, unless it was handed on.
    private var incoming: Request?
    /// Whether a post was taken and is not answered yet.
    private var isPosting = false
    private var held = CircularBuffer<Held>(initialCapacity: 0)
    /// Whether what was held is being taken.
    private var isTakingHeld = false
    /// Whether there would have been a read while something was held.
    private var wantsRead = false
    /// How many requests were handed on and are not answered yet.
    private var unanswered = 0
    /// The answer to a request that the decoder does not read, until those before it are answered.
    private var waitingRefusal: Refusal?
    /// Whether there was such a request: each further byte is an error of the decoder.
    private var hasRefused = false
    private var mustFlush = false
    /// Where answers get past the encoder.
    private var encoder: ChannelHandlerContext?
    /// When a part of a request came or of an answer went last.
    private var lastActivity = NIODeadline.uptimeNanoseconds(0)
    private var idleTimer: Scheduled<Void>?

    /// For how long the rest of a request is passed over that the decoder does not read.
    private static let lingering = TimeAmount.seconds(2)

    /// - Parameter requestLine: What stands in front of the decoder; nil where nothing does.
    init(
        _ responder: PromptResponder,
        idleTimeout: TimeAmount,
        requestLine: RequestLineHandler? = nil
    ) {
        self.responder = responder
        self.idleTimeout = idleTimeout
        self.requestLine = requestLine
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

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastActivity = context.eventLoop.now
        let part = unwrapInboundIn(data)
        switch part {
        case .head: requestLine?.isBetweenRequests = false
        case .body: break
        case .end: requestLine?.isBetweenRequests = true
        }
        if isPosting { held.append(.part(part)) } else { take(part, context) }
    }

    private func take(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
        switch part {
        case .head(let received):
            let head = received.closingPlainly
            guard HostField.isRight(in: head) else {
                unanswered += 1
                return context.fireChannelRead(wrapInboundOut(.head(HostField.marked(head))))
            }
            if unanswered == 0, context.channel.isWritable {
                let isPost = responder.mayTakePost(head)
                if isPost || responder.mayAnswer(head) {
                    incoming = Request(head: head, isPost: isPost)
                    return
                }
            }
            unanswered += 1
            return context.fireChannelRead(wrapInboundOut(.head(head)))
        case .body(let bytes):
            if incoming?.isPost == true {
                if incoming?.body == nil {
                    incoming?.body = bytes
                } else {
                    incoming?.body?.writeImmutableBuffer(bytes)
                }
                return
            }
            handOnIncoming(context)
        case .end:
            if let request = incoming, request.isPost {
                incoming = nil
                return post(request, context)
            }
            if let head = incoming?.head, let encoder,
                let answer = responder.answer(head, { context.channel.remoteAddress })
            {
                incoming = nil
                encoder.write(NIOAny(IOData.byteBuffer(answer)), promise: nil)
                mustFlush = true
                return
            }
            handOnIncoming(context)
        }
        context.fireChannelRead(wrapInboundOut(part))
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // A body that takes its time is watched by what stands behind.
        if !isPosting, incoming?.isPost == true { handOnIncoming(context) }
        flush(context)
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        // Mostly nothing comes before the answer, and to stop listening and begin again would be two
        // calls to the system.
        if held.isEmpty { context.read() } else { wantsRead = true }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case let event as ChannelEvent where event == .inputClosed:
            if isPosting { return held.append(.event(event)) }
            // A client that sends no more makes those behind close the connection.
            flush(context)
        case let event as ChannelShouldQuiesceEvent where isPosting:
            // Those behind know of no request, and would close the connection.
            return held.append(.event(event))
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !hasRefused else { return }
        guard let refusal = refusal(for: error) else {
            if isPosting { return held.append(.error(error)) }
            return context.fireErrorCaught(error)
        }
        hasRefused = true
        if isPosting { return held.append(.refusal(refusal)) }
        refuse(refusal, context)
    }

    /// What is answered to a request that the decoder does not read; nil where those behind know what to do.
    private func refusal(for error: any Error) -> Refusal? {
        guard let error = error as? HTTPParserError, incoming == nil, let requestLine,
            requestLine.isBetweenRequests
        else { return nil }
        if case .headerOverflow = error { return .longHead }
        return requestLine.unknownMethodPath.map(Refusal.unknownMethod)
    }

    /// Answers a request that the decoder does not read, behind all that came before it.
    private func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext) {
        guard unanswered == 0 else { return waitingRefusal = refusal }
        waitingRefusal = nil
        let answer =
            switch refusal {
            case .unknownMethod(let path): responder.answer(toUnknownMethodAt: path)
            case .longHead: responder.answerToLongHead
            }
        encoder?.writeAndFlush(NIOAny(IOData.byteBuffer(answer)), promise: nil)
        // Where something is left unread, the system ends a connection in a way that takes the answer away
        // from the client; so what still comes is passed over for a moment.
        context.close(mode: .output, promise: nil)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.lingering) {
            context.close(promise: nil)
        }
    }

    private func handOnIncoming(_ context: ChannelHandlerContext) {
        guard let request = incoming.take() else { return }
        unanswered += 1
        context.fireChannelRead(wrapInboundOut(.head(request.head)))
        if let body = request.body { context.fireChannelRead(wrapInboundOut(.body(body))) }
    }

    // MARK: Posts

    private func post(_ request: Request, _ context: ChannelHandlerContext) {
        isPosting = true
        let eventLoop = context.eventLoop
        let here = NIOLoopBound((handler: self, context: context), eventLoop: eventLoop)
        responder.answer(
            request.head,
            body: request.body ?? ByteBuffer(),
            from: responder.countsClients ? context.channel.remoteAddress : nil,
            goingOn: { eventLoop.execute($0) },
            then: { answer in
                @Sendable func finish() {
                    let (handler, context) = here.value
                    handler.finishPost(answer, context)
                }
                // Whoever calls from elsewhere must not end the process.
                if eventLoop.inEventLoop { finish() } else { eventLoop.execute(finish) }
            }
        )
    }

    private func finishPost(_ answer: ByteBuffer, _ context: ChannelHandlerContext) {
        lastActivity = context.eventLoop.now
        isPosting = false
        // The connection is gone: the message stays, and nobody hears of it.
        guard let encoder else { return held.removeAll() }
        encoder.write(NIOAny(IOData.byteBuffer(answer)), promise: nil)
        mustFlush = true
        flush(context)
        // A post among them that is answered at once leaves the rest to the loop that is running.
        if !held.isEmpty, !isTakingHeld {
            isTakingHeld = true
            while !isPosting, let next = held.popFirst() {
                switch next {
                case .part(let part): take(part, context)
                case .event(let event): userInboundEventTriggered(context: context, event: event)
                case .error(let error): context.fireErrorCaught(error)
                case .refusal(let refusal): refuse(refusal, context)
                }
            }
            isTakingHeld = false
            channelReadComplete(context: context)
        }
        if wantsRead, !isPosting {
            wantsRead = false
            context.read()
        }
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        lastActivity = context.eventLoop.now
        // What is no HTTP is answered, too, and never was a request.
        if case .end = unwrapOutboundIn(data) { unanswered = max(0, unanswered - 1) }
        context.write(data, promise: promise)
        if unanswered == 0, let refusal = waitingRefusal { refuse(refusal, context) }
    }

    /// Once for all answers to what was read together.
    private func flush(_ context: ChannelHandlerContext) {
        guard mustFlush else { return }
        mustFlush = false
        context.flush()
    }

    /// One timer for all requests: it is set again when there was something since.
    private func watch(_ context: ChannelHandlerContext, for period: TimeAmount) {
        idleTimer = context.eventLoop.assumeIsolated().scheduleTask(in: period) {
            let idle = context.eventLoop.now - self.lastActivity
            let isWaiting = self.unanswered > 0 || self.isPosting
            guard isWaiting || idle < self.idleTimeout else { return context.close(promise: nil) }
            self.watch(context, for: isWaiting ? self.idleTimeout : self.idleTimeout - idle)
        }
    }
}

@available(*, unavailable)
extension PromptHandler: Sendable {}

extension HTTPRequestHead {
    /// The head with `Connection: close` where its connection is to end behind it, however that is said: what
    /// stands behind knows that one word alone, and not that HTTP/1.0 means it.
    fileprivate var closingPlainly: HTTPRequestHead {
        guard !isKeepAlive else { return self }
        var head = self
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        return head
    }
}
