internal import Geodesy
internal import Timekeeping
public import Trajectories

/// Finds the way along roads that a track of fixes tells.
///
/// A hidden Markov model: what is hidden is the place on a road, what is seen are the fixes, and the
/// likeliest chain of places is found by Viterbi's algorithm. See <doc:MapMatching>.
public struct MapMatcher: Sendable {
    let roads: MatchingRoads
    /// The roads that tracks are matched on.
    public var network: RoadNetwork { roads.network }
    /// How one goes.
    public var mode: TravelMode { roads.mode }
    package var options = MatchOptions()

    /// A matcher on a network for one mode.
    ///
    /// - Complexity: O(n) for n places on all roads; keep it for all tracks.
    public init(_ network: RoadNetwork, mode: TravelMode) {
        roads = MatchingRoads(network, mode: mode)
    }

    /// The way that some fixes tell.
    ///
    /// - Parameter fixes: In the order of their times; of several of one moment the first counts.
    /// - Parameter effort: How many steps along arcs the search for ways may take; nil for as many as it
    ///   needs. Fixes that are far apart in a town need thousands each.
    /// - Throws: ``MatchError`` where the order is another, the effort is spent, or the task is cancelled.
    /// - Complexity: O(n) for n fixes, each with the roads within a few hundred metres and those on the
    ///   way to the next.
    public func match(_ fixes: [Fix], effort: Int? = nil) throws(MatchError) -> TrackMatch {
        for index in fixes.indices.dropFirst() where fixes[index].at < fixes[index - 1].at {
            throw .disorder(fix: index)
        }
        let sigma = sigma(of: fixes)
        var chain = MatchChain(MatchStep(roads, options), fixes.count)
        var last: Observation?
        // A fix that tells nothing new goes with the one that told it.
        var told: [(fix: Int, by: Int)] = []
        defer { chain.step.search.end() }
        for (index, fix) in fixes.enumerated() {
            if Task.isCancelled { throw .cancelled }
            if let effort, chain.step.search.steps > effort {
                throw .tooMuchWork(fix: index)
            }
            if let accuracy = accuracy(fix), accuracy > options.reachMeters {
                chain.unmatched[index] = .inaccurate
                continue
            }
            let observed = observation(fix, index, sigma)
            if let last, index < fixes.count - 1, isRedundant(observed, after: last) {
                told.append((index, last.index))
                continue
            }
            last = observed
            chain.feed(observed)
        }
        chain.end()
        for (fix, other) in told { chain.unmatched[fix] = chain.unmatched[other] }
        return MatchAssembly(roads, fixes, sigma).assemble(&chain)
    }

    /// Whether a fix tells nothing that the last one did not.
    func isRedundant(_ fix: Observation, after last: Observation) -> Bool {
        fix.at <= last.at
            || fix.vector.distance(to: last.vector) < options.thinningSigmas
                * max(fix.sigma, last.sigma)
    }

    /// The accuracy that a fix tells; devices that know none say 0 or less.
    private func accuracy(_ fix: Fix) -> Double? {
        fix.accuracyMeters.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    }

    func observation(_ fix: Fix, _ index: Int, _ sigma: Double) -> Observation {
        let isMoving = fix.speedMetersPerSecond.map { $0 >= 2 } ?? true
        return Observation(
            index: index,
            at: Double(fix.at.millisecondsSince1970) / 1000,
            place: fix.place,
            vector: EarthVector(fix.place),
            sigma: accuracy(fix).map { max(options.leastSigmaMeters, $0) } ?? sigma,
            heading: isMoving
                ? fix.headingDegrees.flatMap {
                    $0.isFinite ? EarthVector(heading: $0, at: fix.place) : nil
                } : nil
        )
    }

    /// The standard deviation of fixes that tell none, from how far they are from the nearest road:
    /// the median absolute deviation, as in the source, which outliers do not move.
    private func sigma(of fixes: [Fix]) -> Double {
        let telling = fixes.indices.filter { accuracy(fixes[$0]) == nil }
        let every = max(1, telling.count / 400)
        var distances: [Double] = []
        for number in stride(from: 0, to: telling.count, by: every) {
            let place = fixes[telling[number]].place
            let vector = EarthVector(place)
            var nearest = Double.infinity
            roads.forEachEdge(around: place, within: 50) { edge in
                if let foot = roads.foot(of: vector, onEdge: edge, within: min(50, nearest)) {
                    nearest = foot.distance
                }
            }
            if nearest < .infinity { distances.append(nearest) }
        }
        guard !distances.isEmpty else { return options.leastEstimateMeters }
        distances.sort()
        let median = distances[distances.count / 2]
        return min(
            options.greatestEstimateMeters,
            max(options.leastEstimateMeters, 1.4826 * median)
        )
    }
}

/// Why fixes cannot be matched.
public enum MatchError: Error, Sendable, Hashable {
    /// A fix is earlier than the one before it; its number, from 0.
    case disorder(fix: Int)
    /// The effort was spent before a fix; its number, from 0.
    case tooMuchWork(fix: Int)
    /// The task was cancelled.
    case cancelled
}
