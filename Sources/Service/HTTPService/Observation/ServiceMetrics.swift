internal import Synchronization
internal import Timekeeping

/// What the service counts of itself, told in the Prometheus text format.
///
/// Labels are method, route template and status alone, so that the number of series is bounded.
final class ServiceMetrics: Sendable {
    private struct Key: Hashable {
        let method: String
        let route: String
    }

    private struct Series {
        /// How many answers of each status, a few of them.
        var statuses: [(status: Int, count: Int)] = []
        var durations = DurationHistogram()

        mutating func record(status: Int, seconds: Double) {
            durations.record(seconds)
            if let index = statuses.firstIndex(where: { $0.status == status }) {
                statuses[index].count += 1
            } else {
                statuses.append((status, 1))
            }
        }
    }

    private let series = Mutex<[Key: Series]>([:])
    private let others: [Metric]

    /// - Parameters:
    ///   - others: What the domains and the store count.
    ///   - gauges: How much there is of what.
    init(others: [Metric] = [], gauges: [Metric]) { self.others = gauges + others }

    /// Counts one request.
    ///
    /// - Parameter duration: From the request's head to the answer's, in the service.
    func record(method: String, route: String, status: Int, duration: Duration) {
        series.withLock { series in
            series[Key(method: method, route: route), default: Series()]
                .record(status: status, seconds: duration.seconds)
        }
    }

    /// Everything, series in the order of their labels.
    var text: String {
        let series = series.withLock { $0 }.sorted {
            ($0.key.route, $0.key.method) < ($1.key.route, $1.key.method)
        }
        var lines: [String] = []
        lines.append("# HELP http_requests_total Requests that were answered.")
        lines.append("# TYPE http_requests_total counter")
        lines += series.flatMap { key, series in
            series.statuses.map { status, count in
                "http_requests_total{method=\"\(key.method)\",route=\"\(key.route)\","
                    + "status=\"\(status)\"} \(count)"
            }
        }.sorted()
        lines.append(
            "# HELP http_request_duration_seconds Time from a request's head to its answer."
        )
        lines.append("# TYPE http_request_duration_seconds histogram")
        for (key, series) in series {
            lines += series.durations.lines(
                name: "http_request_duration_seconds",
                labels: "method=\"\(key.method)\",route=\"\(key.route)\""
            )
        }
        lines += others.flatMap(\.lines)
        return lines.joined(separator: "\n") + "\n"
    }
}

/// Counts durations by size.
struct DurationHistogram: Sendable {
    /// Upper bounds of the buckets in seconds, inclusive, before the one that takes all.
    static let bounds = [
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5,
    ]

    private var counts = [Int](repeating: 0, count: bounds.count + 1)
    private var sum = 0.0

    mutating func record(_ seconds: Double) {
        let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        counts[bucket] += 1
        sum += seconds
    }

    /// Cumulative buckets, sum and count, as Prometheus wants them.
    func lines(name: String, labels: String) -> [String] {
        var total = 0
        var lines: [String] = []
        for (index, count) in counts.enumerated() {
            total += count
            let bound = index < Self.bounds.count ? "\(Self.bounds[index])" : "+Inf"
            lines.append("\(name)_bucket{\(labels),le=\"\(bound)\"} \(total)")
        }
        lines.append("\(name)_sum{\(labels)} \(sum)")
        lines.append("\(name)_count{\(labels)} \(total)")
        return lines
    }
}
