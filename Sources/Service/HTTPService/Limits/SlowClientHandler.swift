internal import NIOCore
internal import NIOHTTPTypes

/// Closes connections whose clients take too long to send a request's body or to read an answer.
///
/// A body must begin within a period and then bring some bytes in each; an answer must move on
/// within a period. A head that takes too long is the server's idle timeout's business. A service that ends
/// waits for the rest of a body no longer than two seconds.
final class SlowClientHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How many bytes of a body must come in a period.
    static let leastBytes = 4096

    /// So long the rest of a body is waited for when the service ends.
    private static let atTheEnd = TimeAmount.seconds(2)

    private let period: TimeAmount
    private var bodyTimer: Scheduled<Void>?
    private var writeTimer: Scheduled<Void>?
    private var receivedBytes = 0
    /// Whether a request has begun and not come to its end.
    private var awaitsBody = false

    init(period: TimeAmount) { self.period = period }

    func handlerRemoved(context: ChannelHandlerContext) { cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            receivedBytes = Self.leastBytes
            awaitsBody = true
        case .body(let bytes): receivedBytes += bytes.readableBytes
        case .end:
            awaitsBody = false
            bodyTimer?.cancel()
            bodyTimer = nil
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Most requests have come to their end by now and need no timer.
        if awaitsBody, bodyTimer == nil { watchBody(context) }
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent, awaitsBody {
            bodyTimer?.cancel()
            bodyTimer = context.eventLoop.assumeIsolated().scheduleTask(
                in: min(period, Self.atTheEnd)
            ) {
                context.close(promise: nil)
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        writeTimer?.cancel()
        writeTimer = nil
        if !context.channel.isWritable {
            writeTimer = context.eventLoop.assumeIsolated().scheduleTask(in: period) {
                context.close(promise: nil)
            }
        }
        context.fireChannelWritabilityChanged()
    }

    private func watchBody(_ context: ChannelHandlerContext) {
        bodyTimer = context.eventLoop.assumeIsolated().scheduleTask(in: period) {
            guard self.receivedBytes >= Self.leastBytes else {
                return context.close(promise: nil)
            }
            self.receivedBytes = 0
            self.watchBody(context)
        }
    }

    private func cancel() {
        bodyTimer?.cancel()
        bodyTimer = nil
        writeTimer?.cancel()
        writeTimer = nil
    }
}

@available(*, unavailable)
extension SlowClientHandler: Sendable {}
