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
    let room: ConnectionRoom
    /// How long a connection may do nothing, or send an unfinished head, before it is closed.
    let idleTimeout: TimeAmount

    func setup(
        channel: any Channel,
        logger: Logger
    ) -> EventLoopFuture<AcceptedConnection> {
        guard room.enter(channel) else { return refuse(channel) }
        return http.setup(channel: channel, logger: logger)
            .map { AcceptedConnection(channel, serving: $0) }
            .flatMapThrowing { connection in
                let pipeline = channel.pipeline.syncOperations
                let decoder = try pipeline.handler(
                    type: ByteToMessageHandler<HTTPRequestDecoder>.self
                )
                let requestLine = RequestLineHandler()
                try pipeline.addHandler(requestLine, position: .before(decoder))
                try pipeline.addHandler(
                    PromptHandler(responder, idleTimeout: idleTimeout, requestLine: requestLine),
                    position: .after(decoder)
                )
                return connection
            }
    }

    private func refuse(_ channel: any Channel) -> EventLoopFuture<AcceptedConnection> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(
                RefusalHandler { responder.bytes(of: .noMoreConnections) }
            )
            return AcceptedConnection(channel, serving: nil)
        }
    }

    func handle(value: AcceptedConnection, logger: Logger) async {
        guard let connection = value.take() else { return }
        let executor = EventLoopExecutor(connection.channel.eventLoop)
        await withTaskExecutorPreference(executor) {
            await http.handle(value: connection, logger: logger)
        }
    }
}
