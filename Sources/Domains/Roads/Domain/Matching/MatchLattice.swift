internal import Geodesy

/// How one gets from one fix to the next.
enum MatchMove: UInt8, Sendable {
    /// Nothing went before.
    case start
    /// On along the same arc.
    case onward
    /// Back a little on the same arc, as noise makes a fix go.
    case back
    /// Back a little into the arc that one came from.
    case retreat
    /// Round, in the middle of an arc.
    case turn
    /// Off the end of one arc, into another.
    case link
}

/// A place where a fix may have been taken, and the likeliest way to it.
struct MatchState: Sendable {
    let candidate: MatchCandidate
    /// The state of the turn rules.
    var state: Int32
    /// The arc from which its arc was entered; -1 where none was.
    var entry: Int32
    /// The logarithm of the likelihood of the likeliest way up to here.
    var score: Double
    /// The state before, by its number in the column before.
    var previous: Int32
    var move: MatchMove
}

/// The possible states of one fix.
struct MatchColumn: Sendable {
    let fix: Observation
    var states: [MatchState]
    /// The logarithms of the likelihoods of going from state i of the column before to state j of
    /// this one, at `i * states.count + j`.
    var transitions: [Float]
    /// The greatest length of a way from the column before.
    var limit: Double

    /// The number of the likeliest state.
    var best: Int {
        var best = 0
        for index in states.indices where states[index].score > states[best].score { best = index }
        return best
    }
}

/// One step of the hidden Markov model: from the states of one fix to those of the next.
///
/// The difference between the length of a way and the straight line between two fixes falls off
/// exponentially, as in the source; its scale here is the fixes' own standard deviation and a share of
/// the line, so that one set of parameters serves every rate.
///
/// Source: P. Newson, J. Krumm, "Hidden Markov map matching through noise and sparseness", ACM GIS
/// (2009).
struct MatchStep {
    var search: TransitionSearch
    let options: MatchOptions
    private var roads: MatchingRoads { search.roads }

    init(_ roads: MatchingRoads, _ options: MatchOptions) {
        search = TransitionSearch(roads, uTurnMeters: options.uTurnMeters)
        self.options = options
    }

    /// The column of a fix before which there is none.
    func first(_ fix: Observation, _ candidates: [MatchCandidate]) -> MatchColumn {
        MatchColumn(
            fix: fix,
            states: candidates.map {
                MatchState(
                    candidate: $0,
                    state: $0.arc,
                    entry: -1,
                    score: $0.logLikelihood,
                    previous: -1,
                    move: .start
                )
            },
            transitions: [],
            limit: 0
        )
    }

    /// How long a way between two fixes may be, in metres.
    private func limit(_ straight: Double, _ from: Observation, _ to: Observation) -> Double {
        let seconds = max(1, to.at - from.at)
        let noise = 3 * (from.sigma + to.sigma) + options.uTurnMeters
        return min(
            straight * options.detourFactor + options.detourMeters,
            roads.mode.greatestMetersPerSecond * seconds + noise
        )
    }

    /// Whether nobody gets from one fix to another in the time between them.
    func isTooFast(_ from: Observation, _ to: Observation) -> Bool {
        let seconds = max(1, to.at - from.at)
        let noise = 3 * (from.sigma + to.sigma)
        return from.vector.distance(to: to.vector)
            > roads.mode.greatestMetersPerSecond * seconds + noise
    }

    /// The column of the next fix.
    ///
    /// - Returns: nil where no way leads to it from any state.
    mutating func next(
        _ fix: Observation,
        _ candidates: [MatchCandidate],
        after column: MatchColumn
    ) -> MatchColumn? {
        let straight = column.fix.vector.distance(to: fix.vector)
        let pair = Pair(
            straight: straight,
            scale: max(column.fix.sigma, fix.sigma) + options.detourShare * straight,
            limit: limit(straight, column.fix, fix),
            back: 3 * max(column.fix.sigma, fix.sigma)
        )
        let count = candidates.count
        var transitions = [Float](repeating: -.infinity, count: column.states.count * count)
        var states = candidates.map {
            MatchState(
                candidate: $0,
                state: $0.arc,
                entry: -1,
                score: -.infinity,
                previous: -1,
                move: .start
            )
        }
        let arcs = candidates.map(\.arc)
        let least = (column.states.lazy.map(\.score).max() ?? 0) - options.beam
        for (number, from) in column.states.enumerated() where from.score >= least {
            let links = search.links(
                from: from.state,
                to: arcs,
                limit: pair.limit,
                goal: fix.vector
            )
            for (index, candidate) in candidates.enumerated() {
                guard let way = way(from, candidate, links[index], pair) else { continue }
                let cost = way.cost / pair.scale
                transitions[number * count + index] = Float(-cost)
                let score = from.score - cost + candidate.logLikelihood
                guard score > states[index].score else { continue }
                states[index].score = score
                states[index].previous = Int32(truncatingIfNeeded: number)
                states[index].move = way.move
                states[index].state = way.state
                states[index].entry = way.entry
            }
        }
        guard states.contains(where: { $0.score > -.infinity }) else { return nil }
        return MatchColumn(
            fix: fix,
            states: states,
            transitions: transitions,
            limit: pair.limit
        )
    }

    /// What is the same for all ways between two fixes.
    private struct Pair {
        /// The straight line, in metres.
        let straight: Double
        /// The scale on which ways differ from it.
        let scale: Double
        /// How long a way may be.
        let limit: Double
        /// How far back noise may take a fix.
        let back: Double
    }

    private struct Way {
        var cost: Double
        var move: MatchMove
        var state: Int32
        var entry: Int32
    }

    /// The least costly way from a state to a candidate, with its cost in metres.
    private func way(
        _ from: MatchState,
        _ to: MatchCandidate,
        _ link: TransitionSearch.Link,
        _ pair: Pair
    ) -> Way? {
        var best: Way?
        func consider(_ way: Way) {
            if way.cost < best?.cost ?? .infinity { best = way }
        }
        let here = from.candidate
        let length = roads.meters(Int(here.arc))
        if here.arc == to.arc {
            let ahead = to.along - here.along
            let isOnward = ahead >= 0
            if isOnward || -ahead <= pair.back {
                let cost = abs(abs(ahead) - pair.straight) + (isOnward ? 0 : -ahead)
                consider(
                    Way(
                        cost: cost,
                        move: isOnward ? .onward : .back,
                        state: from.state,
                        entry: from.entry
                    )
                )
            }
        } else if here.arc == to.arc ^ 1, roads.mayTurnRound(Int(from.state)) {
            let meters = abs(length - to.along - here.along) + options.uTurnMeters
            consider(
                Way(cost: abs(meters - pair.straight), move: .turn, state: to.arc, entry: here.arc)
            )
        } else if from.entry == to.arc {
            let meters = here.along + roads.meters(Int(to.arc)) - to.along
            if meters <= pair.back {
                let cost = abs(meters - pair.straight) + meters
                consider(Way(cost: cost, move: .retreat, state: to.arc, entry: -1))
            }
        }
        let meters = length - here.along + link.meters + to.along
        if meters <= pair.limit {
            consider(
                Way(
                    cost: abs(meters - pair.straight),
                    move: .link,
                    state: link.state,
                    entry: link.before
                )
            )
        }
        return best
    }
}
