internal import Logging
public import Outgoing
public import Radar
internal import ServiceLifecycle

/// Serves webhooks as long as the service runs.
struct WebhookService: Service {
    let desk: WebhookDesk
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await desk.run { logger.note($0, of: "work of webhooks") }
        }
    }

    /// What runs for a desk: deliveries, and the sweep of what is over.
    static func all(of desk: WebhookDesk?, logger: Logger) -> [any Service] {
        guard let desk else { return [] }
        return [
            WebhookService(desk: desk, logger: logger),
            Sweeper(logger: logger) { try await desk.sweep(limit: $0) },
        ]
    }
}

/// How a board's webhooks are served, as whoever starts the service has set it.
package struct WebhookMaker: Sendable {
    /// What serves the webhooks of a board.
    package let desk: @Sendable (MessageBoard) -> WebhookDesk

    package init(_ desk: @escaping @Sendable (MessageBoard) -> WebhookDesk) { self.desk = desk }
}

extension WebhookDesk.Means {
    /// Posts JSON by a client.
    ///
    /// - Parameter ids: What messages are called outside.
    public static func posting(by client: OutgoingClient, calling ids: PublicIDs) -> Self {
        Self { request in
            let outcome = await client.post(
                OutgoingClient.Post(url: request.url, fields: request.fields, body: request.body)
            )
            return switch outcome {
            case .answered(let status, let body, let seconds):
                .answered(status: status, body: body, retryAfterSeconds: seconds)
            case .refused: .refused
            case .failed(let reason): .failed(reason)
            }
        } body: { notice, webhook, moment in
            notice.json(of: webhook, at: moment, ids)
        }
    }
}
