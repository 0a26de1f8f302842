internal import Synchronization

/// What the service counts of itself, told in the Prometheus text format.
///
/// Labels are method, route template and status alone, so that the number of series is bounded.
final class ServiceMetrics: Sendable {
    /// A number that is read when it is asked for.
    struct Gauge: Sendable {
        let name: String
        let help: String
        let read: @Sendable () -> Int
    }

    private struct RequestKey: Hashable {
        let method: String
        let route: String
        let status: Int
    }

    private struct DurationKey: Hashable {
        let method: String
        let route: String
    }

    private struct State {
        var requests: [RequestKey: Int] = [:]
        var durations: [DurationKey: DurationHistogram] = [:]
    }

    private let state = Mutex(State())
    private let gauges: [Gauge]

    /// - Parameter gauges: Numbers that the domains keep.
    init(gauges: [Gauge]) { self.gauges = gauges }

    /// Counts one request.
    ///
    /// - Parameter duration: From the request's head to the answer's, in the service.
    func record(method: String, route: String, status: Int, duration: Duration) {
        let parts = duration.components
        let seconds = Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
        state.withLock { state in
            state.requests[
                RequestKey(method: method, route: route, status: status),
                default: 0
            ] += 1
            state.durations[
                DurationKey(method: method, route: route),
                default: DurationHistogram()
            ].record(seconds)
        }
    }

    /// Everything, series in the order of their labels.
    var text: String {
        let state = state.withLock { $0 }
        var lines: [String] = []
        lines.append("# HELP http_requests_total Requests that were answered.")
        lines.append("# TYPE http_requests_total counter")
        lines += state.requests.map { key, count in
            "http_requests_total{method=\"\(key.method)\",route=\"\(key.route)\","
                + "status=\"\(key.status)\"} \(count)"
        }.sorted()
        lines.append(
            "# HELP http_request_duration_seconds Time from a request's head to its answer."
        )
        lines.append("# TYPE http_request_duration_seconds histogram")
        let durations = state.durations.sorted {
            ($0.key.route, $0.key.method) < ($1.key.route, $1.key.method)
        }
        for (key, histogram) in durations {
            lines += histogram.lines(
                name: "http_request_duration_seconds",
                labels: "method=\"\(key.method)\",route=\"\(key.route)\""
            )
        }
        for gauge in gauges {
            lines.append("# HELP \(gauge.name) \(gauge.help)")
            lines.append("# TYPE \(gauge.name) gauge")
            lines.append("\(gauge.name) \(gauge.read())")
        }
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
