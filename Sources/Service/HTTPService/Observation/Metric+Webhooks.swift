internal import Radar

extension Metric {
    /// What webhooks were told, and what it took.
    static func all(of desk: WebhookDesk?) -> [Metric] {
        guard let counts = desk?.counts else { return [] }
        return [
            gauge("ambit_webhooks", help: "Webhooks whose address is proven.") {
                Double(counts.webhookCount)
            },
            gauge("ambit_webhook_events_waiting", help: "Events that wait for webhooks.") {
                Double(counts.waitingCount)
            },
            counter("ambit_webhook_deliveries_total", help: "Events that webhooks took.") {
                counts.deliveredCount
            },
            counter("ambit_webhook_failures_total", help: "Tries to tell a webhook that failed.") {
                counts.failedCount
            },
            counter("ambit_webhook_dead_letters_total", help: "Events that were given up.") {
                counts.deadCount
            },
            counter(
                "ambit_webhook_events_left_total",
                help: "Events for which a gap stands, because too many waited for their webhook."
            ) { counts.leftCount },
            gauge(
                "ambit_webhooks_unreadable",
                help: "Webhooks that the key beside the database does not open."
            ) { Double(counts.unreadableCount) },
            histogram("ambit_webhook_seconds", help: "How long a try to tell a webhook took.") {
                let (times, seconds) = counts.durations
                return .init(bounds: WebhookCounts.durationBounds, counts: times, sum: seconds)
            },
        ]
    }
}
