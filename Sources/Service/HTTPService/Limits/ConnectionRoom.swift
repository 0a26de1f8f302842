internal import NIOCore
internal import Synchronization

/// Room for so many connections, from all addresses together.
///
/// Those beyond are answered that there is no room, and closed: a client that waited in the system's
/// queue would not know for what.
final class ConnectionRoom: Sendable {
    /// How many are served at the same time.
    let most: Int
    private let count = Atomic(0)
    private let refused = Atomic(0)

    init(most: Int) { self.most = most }

    /// How many may be open for the moment that it takes to refuse them; more are not accepted.
    var spare: Int { min(64, max(4, most / 8)) }

    /// How many connections have been refused.
    var refusedCount: Int { refused.load(ordering: .relaxed) }

    /// How many are open, those included that are being refused.
    var openCount: Int { count.load(ordering: .relaxed) }

    /// Counts a connection until it closes.
    ///
    /// - Returns: Whether there is room for it.
    func enter(_ channel: any Channel) -> Bool {
        let hasRoom = count.wrappingAdd(1, ordering: .relaxed).newValue <= most
        if !hasRoom { refused.wrappingAdd(1, ordering: .relaxed) }
        channel.closeFuture.whenComplete { _ in self.count.wrappingSubtract(1, ordering: .relaxed) }
        return hasRoom
    }
}

/// Answers whatever comes first with a refusal, and closes the connection when the client has done so
/// or a while has passed.
///
/// It goes on to read after it has answered: closed with bytes unread, a connection is reset, and the
/// answer lost on its way.
final class RefusalHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// How long a client has to ask.
    static let patience = TimeAmount.seconds(1)
    /// How long it then has to take the answer.
    static let linger = TimeAmount.milliseconds(100)

    private var makeAnswer: (() -> ByteBuffer)?
    private var closing: Scheduled<Void>?

    /// - Parameter answer: The whole answer.
    init(answer: @escaping () -> ByteBuffer) { makeAnswer = answer }

    func handlerAdded(context: ChannelHandlerContext) { close(context, in: Self.patience) }

    private func close(_ context: ChannelHandlerContext, in time: TimeAmount) {
        closing?.cancel()
        closing = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        closing?.cancel()
        closing = nil
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let answer = makeAnswer.take() else { return }
        context.writeAndFlush(wrapOutboundOut(answer()), promise: nil)
        context.close(mode: .output, promise: nil)
        close(context, in: Self.linger)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed? = event as? ChannelEvent { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

@available(*, unavailable)
extension RefusalHandler: Sendable {}
