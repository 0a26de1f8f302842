internal import NIOCore
internal import NIOHTTPTypes
internal import Synchronization

/// How many connections each address has open.
final class ConnectionCounter: Sendable {
    private let most: Int
    private let counts = Mutex<[ClientAddress: Int]>([:])

    /// - Parameter most: How many one address may have.
    init(most: Int) { self.most = most }

    /// How many addresses have connections.
    var addressCount: Int { counts.withLock { $0.count } }

    /// Counts a connection.
    ///
    /// - Returns: Whether there may be one more; it is counted in any case.
    func open(_ address: ClientAddress) -> Bool {
        counts.withLock { counts in
            counts[address, default: 0] += 1
            return counts[address, default: 0] <= most
        }
    }

    func close(_ address: ClientAddress) {
        counts.withLock { counts in
            let left = counts[address, default: 1] - 1
            counts[address] = left > 0 ? left : nil
        }
    }
}

/// Closes a connection at once when its address has too many.
final class ConnectionCapHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    private let counter: ConnectionCounter
    private var address: ClientAddress?

    init(counter: ConnectionCounter) { self.counter = counter }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { count(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        count(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        if let address = address.take() { counter.close(address) }
        context.fireChannelInactive()
    }

    private func count(_ context: ChannelHandlerContext) {
        guard address == nil else { return }
        let address = ClientAddress(context.channel.remoteAddress)
        self.address = address
        if !counter.open(address) { context.close(promise: nil) }
    }
}

@available(*, unavailable)
extension ConnectionCapHandler: Sendable {}
