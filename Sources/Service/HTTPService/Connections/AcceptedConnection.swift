internal import HummingbirdCore
internal import NIOCore
internal import Synchronization

/// A connection that was accepted and waits to be served.
///
/// A service that ends may have accepted connections that it never comes to serve: they wait in a
/// queue, and are dropped with it. NIO traps where a channel is dropped without having been run to
/// its end; so the last reference to a connection that nobody has taken closes it in order.
final class AcceptedConnection: ServerChildChannelValue {
    let channel: any Channel
    private let waiting: Mutex<HTTP1Channel.Value?>

    /// - Parameter http: What is to be served; nil for a connection that is only refused.
    init(_ channel: any Channel, serving http: HTTP1Channel.Value?) {
        self.channel = channel
        waiting = Mutex(http)
    }

    deinit {
        guard let http = waiting.withLock({ $0 }) else { return }
        Task { try? await http.executeThenClose { _, _ in } }
    }

    /// The connection to serve, which is from now on the caller's to close; nil when there is none.
    func take() -> HTTP1Channel.Value? { waiting.withLock { $0.take() } }
}
