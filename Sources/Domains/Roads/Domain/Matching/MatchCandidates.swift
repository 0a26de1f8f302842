internal import Geodesy

/// A place on an arc at which a fix may have been taken.
struct MatchCandidate: Sendable {
    let arc: Int32
    /// How far along the arc it lies, in metres.
    let along: Double
    /// How far it is from the fix, in metres.
    let distance: Double
    /// The logarithm of how likely the fix is, were one there; 0 at best.
    let logLikelihood: Double
}

/// A fix as the matcher weighs it.
struct Observation: Sendable {
    /// The fix's number.
    let index: Int
    let at: Double
    let place: Coordinate
    let vector: EarthVector
    /// The standard deviation of its place, in metres.
    let sigma: Double
    /// The direction of travel as a vector, where the fix tells it and moves.
    let heading: EarthVector?
}

extension MatchingRoads {
    /// Where a fix may have been taken: the nearest place of each street around, both ways where both
    /// are open; of a street in hairpins that of each of its arms.
    ///
    /// Streets are often cut where they only bend. An end of an edge counts only where no edge that
    /// meets it there comes clearly nearer: then the street goes on toward the fix, and its nearest
    /// place is of the other edge.
    ///
    /// - Parameter column: The states of the fix before. Their arcs count as well where the fix is not
    ///   too far from them: noise takes fixes backward and aside, and whoever stands goes nowhere.
    func candidates(
        for fix: Observation,
        after column: MatchColumn?,
        _ options: MatchOptions
    ) -> [MatchCandidate] {
        var found = candidates(for: fix, options)
        guard let column, !found.isEmpty else { return found }
        let own = found.count
        let least = (column.states.lazy.map(\.score).max() ?? 0) - options.beam
        for state in column.states where state.score >= least {
            let arc = state.candidate.arc
            guard !found.contains(where: { $0.arc == arc }),
                let foot = foot(
                    of: fix.vector,
                    onEdge: Int(arc >> 1),
                    within: options.standingSigmas * fix.sigma
                )
            else { continue }
            append(foot, fix, options, &found)
            if !column.states.contains(where: { $0.candidate.arc == arc ^ 1 }) {
                found.removeAll { $0.arc == arc ^ 1 }
            }
            if found.count > own + options.candidateEdges { break }
        }
        return found
    }

    private func candidates(for fix: Observation, _ options: MatchOptions) -> [MatchCandidate] {
        var feet: [Foot] = []
        var nearestAtNode: [Int32: Double] = [:]
        var reach = min(options.reachMeters, max(50, 6 * fix.sigma))
        while true {
            feet.removeAll(keepingCapacity: true)
            forEachEdge(around: fix.place, within: reach) { edge in
                feet += self.feet(
                    of: fix.vector,
                    onEdge: edge,
                    within: reach,
                    apart: options.hairpinSigmas * fix.sigma
                )
            }
            if !feet.isEmpty || reach >= options.reachMeters { break }
            reach = min(options.reachMeters, reach * 4)
        }
        guard !feet.isEmpty else { return [] }
        for foot in feet {
            let edge = graph.edges[Int(foot.edge)]
            for node in [edge.tail, edge.head] {
                nearestAtNode[node] = min(nearestAtNode[node] ?? .infinity, foot.distance)
            }
        }
        feet.sort { ($0.distance, $0.edge) < ($1.distance, $1.edge) }
        var found: [MatchCandidate] = []
        var last: Foot?
        var edges = 0
        for foot in feet where foot.edge != last?.edge || foot.segment != last?.segment {
            if let node = node(foot),
                let nearest = nearestAtNode[Int32(truncatingIfNeeded: node)],
                foot.distance > nearest + options.nodeSlack * fix.sigma
            {
                continue
            }
            last = foot
            append(foot, fix, options, &found)
            edges += 1
            if edges == options.candidateEdges { break }
        }
        return found
    }

    private func append(
        _ foot: Foot,
        _ fix: Observation,
        _ options: MatchOptions,
        _ found: inout [MatchCandidate]
    ) {
        let (along, direction) = along(foot)
        let off = options.placeCost(foot.distance / fix.sigma)
        for arc in [2 * Int(foot.edge), 2 * Int(foot.edge) + 1] where isOpen(arc) {
            var cost = off
            if let heading = fix.heading {
                let length = direction.dot(direction).squareRoot()
                let cosine = length > 0 ? direction.dot(heading) / length : 0
                cost += options.headingWeight * (1 - (arc & 1 == 0 ? cosine : -cosine))
            }
            found.append(
                MatchCandidate(
                    arc: Int32(truncatingIfNeeded: arc),
                    along: arc & 1 == 0 ? along : meters(arc) - along,
                    distance: foot.distance,
                    logLikelihood: -cost
                )
            )
        }
    }
}
