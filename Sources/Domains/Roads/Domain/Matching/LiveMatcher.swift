public import Geodesy
public import Trajectories

/// Matches fixes as they come: each is placed for good once enough others have followed.
///
/// The likeliest chain up to the last fix is followed back by the lag, and what lies behind is settled.
/// States that do not descend from what is settled are given up, so that later answers go on from
/// earlier ones.
public struct LiveMatcher {
    /// What became of a fix, for good.
    public struct Settled: Sendable, Hashable {
        /// The number of the fix, counted from the first that was fed.
        public let fix: Int
        /// The place on the road; nil where the fix is on none or tells nothing new.
        public let place: Coordinate?
        /// The road, by its index in ``RoadNetwork/roads``.
        public let road: Int?
        /// Whether it begins a new part: no way is known from the one before.
        public let beginsPart: Bool
    }

    private let matcher: MapMatcher
    /// How many fixes that tell something follow before one is settled.
    public let lag: Int
    private let sigma: Double
    private var step: MatchStep
    private var columns: [MatchColumn] = []
    /// Whether the first column begins a part.
    private var begins = true
    private var failures: [Observation] = []
    private var last: Observation?
    private var count = 0

    /// - Parameters:
    ///   - lag: 1 or more.
    ///   - sigmaMeters: The standard deviation of fixes that tell no accuracy.
    public init(_ matcher: MapMatcher, lag: Int = 15, sigmaMeters: Double = 8) {
        precondition(lag >= 1, "a lag is 1 or more")
        self.matcher = matcher
        self.lag = lag
        sigma = max(sigmaMeters, matcher.options.leastEstimateMeters)
        step = MatchStep(matcher.roads, matcher.options)
    }

    /// Takes the next fix.
    ///
    /// A fix whose accuracy says nothing of the road that it is on is passed over, as in a whole track.
    ///
    /// - Returns: The fixes that are settled by it, in their order.
    /// - Throws: ``MatchError`` where it is earlier than the one before; nothing is changed then.
    public mutating func feed(_ fix: Fix) throws(MatchError) -> [Settled] {
        let observed = matcher.observation(fix, count, sigma)
        if let last, observed.at < last.at { throw .disorder(fix: count) }
        count += 1
        if let accuracy = fix.accuracyMeters, accuracy > matcher.options.reachMeters { return [] }
        if let last, matcher.isRedundant(observed, after: last) { return [] }
        last = observed
        let candidates = matcher.roads.candidates(
            for: observed,
            after: columns.last,
            matcher.options
        )
        guard !candidates.isEmpty else { return fail(observed) }
        guard let before = columns.last else {
            columns = [step.first(observed, candidates)]
            return []
        }
        guard let column = step.next(observed, candidates, after: before) else {
            return fail(observed)
        }
        failures.removeAll()
        columns.append(column)
        return columns.count > lag ? settle(columns.count - lag) : []
    }

    /// How many steps along arcs the search for ways has taken.
    public var effort: Int { step.search.steps }

    /// The first fix that is not settled and may still be, counted from the first that was fed; nil where none
    /// waits.
    public var waiting: Int? { columns.first?.fix.index ?? failures.first?.index }

    /// Settles all that is left, and gives back what others can use; nothing is fed from then on.
    public mutating func end() -> [Settled] {
        defer {
            columns = []
            step.search.end()
        }
        return settle(columns.count)
    }

    /// A fix that nothing leads to; the part ends where more follow.
    private mutating func fail(_ fix: Observation) -> [Settled] {
        failures.append(fix)
        guard failures.count >= matcher.options.patience else { return [] }
        let settled = settle(columns.count)
        columns = []
        begins = true
        let waiting = failures
        failures = []
        for fix in waiting {
            let candidates = matcher.roads.candidates(
                for: fix,
                after: columns.last,
                matcher.options
            )
            guard !candidates.isEmpty else { continue }
            if let before = columns.last {
                if let column = step.next(fix, candidates, after: before) {
                    columns.append(column)
                }
            } else {
                columns = [step.first(fix, candidates)]
            }
        }
        return settled
    }

    /// Settles the first columns.
    private mutating func settle(_ number: Int) -> [Settled] {
        guard number > 0, let last = columns.last else { return [] }
        var chain = [Int](repeating: 0, count: columns.count)
        var state = last.best
        for index in columns.indices.reversed() {
            chain[index] = state
            state = Int(columns[index].states[state].previous)
        }
        var settled: [Settled] = []
        for index in 0..<number {
            let candidate = columns[index].states[chain[index]].candidate
            let arc = Int(candidate.arc)
            settled.append(
                Settled(
                    fix: columns[index].fix.index,
                    place: matcher.roads.place(arc, meters: candidate.along),
                    road: Int(matcher.roads.graph.edges[arc >> 1].road),
                    beginsPart: begins && index == 0
                )
            )
        }
        begins = false
        if number < columns.count { prune(after: number - 1, keeping: chain[number - 1]) }
        columns.removeFirst(number)
        return settled
    }

    /// Gives up the states that do not descend from one.
    private mutating func prune(after index: Int, keeping state: Int) {
        var alive: Set<Int32> = [Int32(truncatingIfNeeded: state)]
        for column in index + 1..<columns.count {
            var next: Set<Int32> = []
            for number in columns[column].states.indices {
                if alive.contains(columns[column].states[number].previous) {
                    next.insert(Int32(truncatingIfNeeded: number))
                } else {
                    columns[column].states[number].score = -.infinity
                }
            }
            alive = next
        }
    }
}
