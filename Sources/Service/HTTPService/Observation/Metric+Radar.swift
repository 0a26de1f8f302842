internal import Radar

extension Metric {
    /// What happens on a board and in its live streams.
    static func all(of feed: LiveFeed) -> [Metric] {
        let board = feed.board
        return [
            counter("ambit_posts_total", help: "Messages that were posted and stored.") {
                board.postCount
            },
            gauge("ambit_live_streams", help: "Live streams that are open.") {
                Double(feed.readerCount)
            },
            counter("ambit_live_events_total", help: "Events handed to live streams.") {
                feed.deliveredCount
            },
            counter(
                "ambit_live_dropped_total",
                help: "Live streams that were dropped because they were read too slowly."
            ) { feed.dropCount },
            gauge(
                "ambit_expiry_lag_seconds",
                help: "How late the messages that expired last were taken off the map."
            ) { Double(feed.expiryLagMilliseconds) / 1000 },
        ]
    }
}
