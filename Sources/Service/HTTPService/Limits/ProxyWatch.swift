internal import Logging
internal import Synchronization

/// Says once that a proxy seems to stand in front of a service that was told of none.
///
/// To such a service all clients are one, who asks too often.
final class ProxyWatch: Sendable {
    /// A proxy writes its field into every request: the first ones tell, and the others cost nothing.
    static let watchedRequests = 1000

    private let left = Atomic(watchedRequests)
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    /// - Parameter field: `X-Forwarded-For`, where the request has one.
    func note(_ field: @autoclosure () -> String?) {
        guard left.load(ordering: .relaxed) > 0 else { return }
        guard field() != nil else {
            left.subtract(1, ordering: .relaxed)
            return
        }
        guard left.exchange(0, ordering: .relaxed) > 0 else { return }
        logger.warning(
            """
            requests come with X-Forwarded-For: where a proxy in front of the service writes it, all its \
            clients count as one and share its limits; start with AMBIT_FORWARDED_FOR=trust then, and \
            only if nobody can get around the proxy
            """
        )
    }
}
