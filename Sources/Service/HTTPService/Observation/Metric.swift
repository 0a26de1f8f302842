/// A number, or a distribution of numbers, that is read when somebody asks for `/metrics`.
public struct Metric: Sendable {
    /// How often a number lay at most at each bound.
    public struct Distribution: Sendable {
        /// Upper bounds, inclusive, ascending.
        public let bounds: [Double]
        /// How many numbers lay in each: one more than there are bounds, for what lay above all.
        public let counts: [Int]
        /// All numbers added up.
        public let sum: Double

        /// A distribution with all its members.
        public init(bounds: [Double], counts: [Int], sum: Double) {
            self.bounds = bounds
            self.counts = counts
            self.sum = sum
        }
    }

    private enum Reading {
        case counter(@Sendable () -> Int)
        case gauge(@Sendable () -> Double)
        case histogram(@Sendable () -> Distribution)
    }

    private let name: String
    private let help: String
    private let reading: Reading

    private init(_ name: String, _ help: String, _ reading: Reading) {
        self.name = name
        self.help = help
        self.reading = reading
    }

    /// A whole number that goes up and down.
    init(name: String, help: String, read: @escaping @Sendable () -> Int) {
        self.init(name, help, .gauge { Double(read()) })
    }

    /// A number that only grows; by custom its name ends in `_total`.
    public static func counter(
        _ name: String,
        help: String,
        _ read: @escaping @Sendable () -> Int
    ) -> Metric { Metric(name, help, .counter(read)) }

    /// A number that goes up and down.
    public static func gauge(
        _ name: String,
        help: String,
        _ read: @escaping @Sendable () -> Double
    ) -> Metric { Metric(name, help, .gauge(read)) }

    /// Many numbers by size.
    public static func histogram(
        _ name: String,
        help: String,
        _ read: @escaping @Sendable () -> Distribution
    ) -> Metric { Metric(name, help, .histogram(read)) }

    /// The metric in the Prometheus text format.
    var lines: [String] {
        let title = ["# HELP \(name) \(help)"]
        switch reading {
        case .counter(let read):
            return title + ["# TYPE \(name) counter", "\(name) \(read())"]
        case .gauge(let read):
            let value = read()
            let text = Int(exactly: value).map { "\($0)" } ?? "\(value)"
            return title + ["# TYPE \(name) gauge", "\(name) \(text)"]
        case .histogram(let read):
            let distribution = read()
            var total = 0
            var lines = title + ["# TYPE \(name) histogram"]
            for (index, count) in distribution.counts.enumerated() {
                total += count
                let bound =
                    index < distribution.bounds.count ? "\(distribution.bounds[index])" : "+Inf"
                lines.append("\(name)_bucket{le=\"\(bound)\"} \(total)")
            }
            return lines + ["\(name)_sum \(distribution.sum)", "\(name)_count \(total)"]
        }
    }
}
