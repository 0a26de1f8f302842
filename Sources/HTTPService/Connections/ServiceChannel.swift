internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1

/// A connection: HTTP/1.1 as Hummingbird speaks it, with a short way for what can be answered at
/// once, and with its requests' tasks on the thread of its event loop.
struct ServiceChannel: ServerChildChannel {
    let http: HTTP1Channel
    let responder: PromptResponder
    /// How long a connection may do nothing, or send an unfinished head, before it is closed.
    let idleTimeout: TimeAmount

    func setup(
        channel: any Channel,
        logger: Logger
    ) -> EventLoopFuture<HTTP1Channel.Value> {
        http.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(
                type: ByteToMessageHandler<HTTPRequestDecoder>.self
            )
            try pipeline.addHandler(
                PromptHandler(responder, idleTimeout: idleTimeout),
                position: .after(decoder)
            )
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        let executor = EventLoopExecutor(value.channel.eventLoop)
        await withTaskExecutorPreference(executor) {
            await http.handle(value: value, logger: logger)
        }
    }
}
