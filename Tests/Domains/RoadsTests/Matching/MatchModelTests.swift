import Foundation
import Geodesy
import Testing
import Timekeeping
import Trajectories

@testable import Roads

/// The model's parts against all there is to try.
@Suite struct MatchModelTests {
    /// A grid of streets, some of them one-way.
    private func grid(_ size: Int, _ random: inout SeededRandom) -> RoadNetwork {
        var town = Town()
        for x in 0..<size {
            for y in 0..<size {
                let passages: [Passage] = [.both, .both, .along, .against]
                for (dx, dy) in [(1, 0), (0, 1)] where x + dx < size && y + dy < size {
                    town.lay(
                        nil,
                        [(Double(x), Double(y)), (Double(x + dx), Double(y + dy))],
                        driving: passages.randomElement(using: &random)
                    )
                }
            }
        }
        return RoadNetwork(town.roads)
    }

    @Test("no chain of states is likelier than the one that is found", arguments: 0..<12)
    func likeliest(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let network = grid(3, &random)
        var drive = Drive()
        drive.go([(0, 0), (2, 0), (2, 2)], every: 10, noise: 12, random: &random)
        var matcher = MapMatcher(network, mode: .drive)
        matcher.options.candidateEdges = 3
        matcher.options.beam = .infinity
        var step = MatchStep(matcher.roads, matcher.options)
        var columns: [MatchColumn] = []
        for (index, fix) in drive.fixes.enumerated() {
            let observed = matcher.observation(fix, index, 12)
            let candidates = matcher.roads.candidates(for: observed, after: nil, matcher.options)
            if let last = columns.last {
                let next = step.next(observed, candidates, after: last)
                // One-way streets may lead nowhere.
                guard let next else { break }
                columns.append(next)
            } else {
                columns.append(step.first(observed, candidates))
            }
        }
        var best = -Double.infinity
        func go(_ index: Int, _ state: Int, _ score: Double) {
            guard index + 1 < columns.count else {
                best = max(best, score)
                return
            }
            let next = columns[index + 1]
            for other in next.states.indices {
                let cost = next.transitions[state * next.states.count + other]
                guard cost > -.infinity else { continue }
                go(
                    index + 1,
                    other,
                    score + Double(cost) + next.states[other].candidate.logLikelihood
                )
            }
        }
        for state in columns[0].states.indices {
            go(0, state, columns[0].states[state].candidate.logLikelihood)
        }
        try #require(columns.count >= 2)
        let last = columns[columns.count - 1]
        #expect(best > -.infinity)
        #expect(abs(last.states[last.best].score - best) < 0.001)
    }

    @Test("ways between arcs are as short as the shortest of all", arguments: 0..<10)
    func links(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let network = grid(5, &random)
        let roads = MatchingRoads(network, mode: .drive)
        let uTurn = 150.0
        // From the end of each arc to the start of each other, by Bellman and Ford.
        let arcs = (0..<network.edgeCount * 2).filter(roads.isOpen)
        var search = TransitionSearch(roads, uTurnMeters: uTurn)
        for _ in 0..<6 {
            guard let root = arcs.randomElement(using: &random) else { continue }
            var entering = [Double](repeating: .infinity, count: network.edgeCount * 2)
            func follow(_ arc: Int, _ soFar: Double) -> Bool {
                var isChanged = false
                let ways = arcs.filter { roads.tail($0) == roads.tail(arc ^ 1) }
                let others = ways.filter { $0 != arc ^ 1 }
                for next in ways {
                    let turn = next == arc ^ 1 && !others.isEmpty ? uTurn : 0
                    if soFar + turn < entering[next] - 1e-9 {
                        entering[next] = soFar + turn
                        isChanged = true
                    }
                }
                return isChanged
            }
            _ = follow(root, 0)
            var isChanged = true
            while isChanged {
                isChanged = false
                for arc in arcs where entering[arc] < .infinity {
                    if follow(arc, entering[arc] + roads.meters(arc)) { isChanged = true }
                }
            }
            let targets = Array(arcs.shuffled(using: &random).prefix(5))
            let goal = network.nodeVectors[roads.tail(targets[0])]
            for limit in [300.0, 5_000] {
                let links = search.links(
                    from: Int32(root),
                    to: targets.map { Int32($0) },
                    limit: limit,
                    goal: goal
                )
                for (target, link) in zip(targets, links) {
                    if entering[target] <= limit - 1e-6 {
                        #expect(abs(link.meters - entering[target]) < 1e-6)
                    } else {
                        #expect(link.meters > limit - 1e-3)
                    }
                }
            }
        }
    }

    @Test("certainty is what all chains say together", arguments: 0..<6)
    func certainty(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let network = grid(3, &random)
        var drive = Drive()
        drive.go([(0, 0), (2, 0)], every: 5, noise: 15, random: &random)
        var matcher = MapMatcher(network, mode: .drive)
        matcher.options.candidateEdges = 3
        matcher.options.beam = .infinity
        var chain = MatchChain(MatchStep(matcher.roads, matcher.options), drive.fixes.count)
        for (index, fix) in drive.fixes.enumerated() {
            chain.feed(matcher.observation(fix, index, 15))
        }
        chain.end()
        let part = try #require(chain.parts.first)
        let chosen = part.likeliest
        var all = 0.0
        var own = [Double](repeating: 0, count: part.columns.count)
        func go(_ path: [Int], _ weight: Double) {
            guard path.count < part.columns.count else {
                all += weight
                for (index, state) in path.enumerated() {
                    let states = part.columns[index].states
                    if states[state].candidate.arc >> 1 == states[chosen[index]].candidate.arc >> 1
                    {
                        own[index] += weight
                    }
                }
                return
            }
            let column = part.columns[path.count]
            for (other, state) in column.states.enumerated() {
                let cost =
                    path.last.map {
                        Double(column.transitions[$0 * column.states.count + other])
                    } ?? 0
                guard cost > -.infinity else { continue }
                go(path + [other], weight * exp(cost + state.candidate.logLikelihood))
            }
        }
        go([], 1)
        let expected = own.reduce(0) { $0 + $1 / all }
        #expect(abs(part.certainty(of: chosen) - expected) < 1e-4 * Double(own.count))
    }

    @Test("ways through a town are found again from fixes with noise", arguments: [1.0, 10, 30])
    func found(every: Double) throws {
        var random = SeededRandom(seed: 28)
        var town = Town()
        for line in 0..<12 {
            for step in 0..<11 {
                let (at, next) = (Double(step) * 4, Double(step + 1) * 4)
                let across = Double(line) * 4
                town.lay(nil, [(at, across), (next, across)])
                town.lay(nil, [(across, at), (across, next)])
            }
        }
        let network = RoadNetwork(town.roads)
        let matcher = MapMatcher(network, mode: .drive)
        var (right, wrong, all) = (0.0, 0.0, 0.0)
        var ratios: [Double] = []
        for _ in 0..<40 {
            // A walk to the north-east, a block at a time.
            var places = [(0.0, 0.0)]
            for _ in 0..<14 {
                let last = places[places.count - 1]
                let isEast = last.1 >= 44 || last.0 < 44 && Bool.random(using: &random)
                places.append(isEast ? (last.0 + 4, last.1) : (last.0, last.1 + 4))
            }
            var drive = Drive()
            drive.go(places, every: every, noise: 4, random: &random)
            let match = try matcher.match(drive.fixes)
            let truth = Set(
                zip(places, places.dropFirst()).map { [$0.0.0, $0.0.1, $0.1.0, $0.1.1] }
            )
            for arc in match.parts.flatMap(\.arcs) {
                let line = network.roads[arc.road].line
                let isTrue = truth.contains { leg in
                    line[arc.first] == Town.place(leg[0], leg[1])
                        && line[arc.last] == Town.place(leg[2], leg[3])
                }
                if isTrue { right += arc.to - arc.from } else { wrong += arc.to - arc.from }
            }
            let gone = Double(drive.fixes.count - 1) * every * 10
            all += min(gone, 5600)
            ratios.append(match.meters / min(gone, 5600))
        }
        let least = every < 5 ? 0.99 : every < 20 ? 0.98 : 0.95
        #expect((right - wrong) / all > least)
        ratios.sort()
        if every < 30 { #expect(abs(ratios[20] - 1) < 0.01) }
    }
}
