internal import Geodesy
internal import Trajectories

/// Makes an answer of the likeliest states.
struct MatchAssembly {
    private let roads: MatchingRoads
    private let fixes: [Fix]
    private let sigma: Double

    init(_ roads: MatchingRoads, _ fixes: [Fix], _ sigma: Double) {
        self.roads = roads
        self.fixes = fixes
        self.sigma = sigma
    }

    /// Where a fix that was weighed lies on a route: the arc by its number, and how far along.
    private struct Mark {
        let fix: Int
        var arc: Int
        var along: Double
    }

    /// The arcs of a part, and where on them its fixes lie.
    private struct Route {
        var arcs: [Int] = []
        var marks: [Mark] = []
    }

    func assemble(_ chain: inout MatchChain) -> TrackMatch {
        var matched: [TrackMatch.FixMatch] = fixes.indices.map {
            .unmatched(chain.unmatched[$0] ?? .outlier)
        }
        var parts: [TrackMatch.Part] = []
        var breaks: [TrackMatch.Break] = []
        var (certainty, weighed) = (0.0, 0)
        for part in chain.parts {
            let chosen = part.likeliest
            let route = route(part, chosen, &chain.step)
            certainty += part.certainty(of: chosen)
            weighed += chosen.count
            guard let first = route.marks.first, let last = route.marks.last else { continue }
            if let before = parts.last {
                breaks.append(
                    .init(after: before.fixes.upperBound, before: first.fix, reason: part.reason)
                )
            }
            place(route, part: parts.count, chain.unmatched, &matched)
            parts.append(answer(route, first, last))
        }
        let count = matched.count { if case .matched = $0 { true } else { false } }
        return TrackMatch(
            parts: parts,
            breaks: breaks,
            fixes: matched,
            meters: parts.reduce(0) { $0 + $1.meters },
            fractionMatched: fixes.isEmpty ? 0 : Double(count) / Double(fixes.count),
            confidence: weighed > 0 ? certainty / Double(weighed) : 0,
            sigmaMeters: sigma
        )
    }

    // MARK: The route

    private func route(
        _ part: MatchChain.Part,
        _ chain: [Int],
        _ step: inout MatchStep
    ) -> Route {
        var route = Route()
        for (index, column) in part.columns.enumerated() {
            let state = column.states[chain[index]]
            let arc = Int(state.candidate.arc)
            switch state.move {
            case .start: route.arcs = [arc]
            case .onward, .back: break
            case .turn: route.arcs.append(arc)
            case .retreat:
                if route.arcs.count > 1 { route.arcs.removeLast() }
                let end = route.arcs.count - 1
                for mark in route.marks.indices.reversed() {
                    guard route.marks[mark].arc > end else { break }
                    route.marks[mark].arc = end
                    route.marks[mark].along = roads.meters(route.arcs[end])
                }
            case .link:
                let before = part.columns[index - 1].states[chain[index - 1]]
                let states = step.search.path(
                    from: before.state,
                    to: state.candidate.arc,
                    limit: column.limit,
                    goal: column.fix.vector
                )
                route.arcs += states.map { roads.graph.arc(Int($0)) }
                route.arcs.append(arc)
            }
            route.marks.append(
                Mark(
                    fix: column.fix.index,
                    arc: route.arcs.count - 1,
                    along: state.candidate.along
                )
            )
        }
        trim(&route)
        return route
    }

    /// An end of a route that only touches its arc, in metres.
    private static let touchMeters = 1.0

    /// Takes arcs off the ends of a route that are gone for no length.
    private func trim(_ route: inout Route) {
        if let last = route.marks.last, route.arcs.count > 1, last.along < Self.touchMeters {
            route.arcs.removeLast()
            let end = route.arcs.count - 1
            for mark in route.marks.indices where route.marks[mark].arc > end {
                route.marks[mark].arc = end
                route.marks[mark].along = roads.meters(route.arcs[end])
            }
        }
        if let first = route.marks.first, route.arcs.count > 1,
            roads.meters(route.arcs[0]) - first.along < Self.touchMeters
        {
            route.arcs.removeFirst()
            for mark in route.marks.indices {
                if route.marks[mark].arc == 0 { route.marks[mark].along = 0 }
                route.marks[mark].arc = max(0, route.marks[mark].arc - 1)
            }
        }
    }

    private func answer(_ route: Route, _ first: Mark, _ last: Mark) -> TrackMatch.Part {
        let from = route.marks[0].along
        let to = route.marks[route.marks.count - 1].along
        var meters = 0.0
        var line: [Coordinate] = []
        var arcs: [TrackMatch.Arc] = []
        for (index, arc) in route.arcs.enumerated() {
            let edge = roads.graph.edges[arc >> 1]
            let isFirst = index == 0
            let isLast = index == route.arcs.count - 1
            var end = isLast ? to : edge.meters
            // One turned round on the way.
            if !isLast, route.arcs[index + 1] == arc ^ 1 {
                end = turningPlace(route, index) ?? edge.meters
            }
            var start = isFirst ? from : 0
            if !isFirst, route.arcs[index - 1] == arc ^ 1, let turned = arcs.last {
                start = edge.meters - turned.to
            }
            end = max(start, end)
            arcs.append(
                TrackMatch.Arc(
                    road: Int(edge.road),
                    first: Int(arc & 1 == 0 ? edge.first : edge.last),
                    last: Int(arc & 1 == 0 ? edge.last : edge.first),
                    meters: edge.meters,
                    from: start,
                    to: end
                )
            )
            meters += end - start
            line.append(contentsOf: roads.line(arc, from: start, to: end))
        }
        var thin: [Coordinate] = []
        for place in line where thin.last != place { thin.append(place) }
        return TrackMatch.Part(
            arcs: arcs,
            line: thin,
            meters: meters,
            fixes: first.fix...last.fix
        )
    }

    /// Where on an arc one turned round into its other way: as far as fixes went on either.
    private func turningPlace(_ route: Route, _ index: Int) -> Double? {
        let length = roads.meters(route.arcs[index])
        var farthest: Double?
        for mark in route.marks where mark.arc == index || mark.arc == index + 1 {
            let along = mark.arc == index ? mark.along : length - mark.along
            farthest = max(farthest ?? 0, along)
        }
        return farthest
    }

    // MARK: The fixes

    /// Places all fixes from the first to the last of a route on it; those that were not weighed at
    /// the nearest place between the ones around that were.
    private func place(
        _ route: Route,
        part: Int,
        _ unmatched: [TrackMatch.UnmatchedReason?],
        _ matched: inout [TrackMatch.FixMatch]
    ) {
        for (position, mark) in route.marks.enumerated() {
            matched[mark.fix] = .matched(self.position(mark, route, part))
            guard position + 1 < route.marks.count else { break }
            let next = route.marks[position + 1]
            var from = mark
            for fix in mark.fix + 1..<max(next.fix, mark.fix + 1) where unmatched[fix] == nil {
                let found = nearest(fix, from, next, route)
                matched[fix] = .matched(self.position(found, route, part))
                from = found
            }
        }
    }

    private func nearest(_ fix: Int, _ from: Mark, _ to: Mark, _ route: Route) -> Mark {
        guard from.arc <= to.arc else { return Mark(fix: fix, arc: from.arc, along: from.along) }
        let point = EarthVector(fixes[fix].place)
        var best = Mark(fix: fix, arc: from.arc, along: from.along)
        var least = Double.infinity
        for index in from.arc...to.arc {
            let arc = route.arcs[index]
            guard let foot = roads.foot(of: point, onEdge: arc >> 1, within: 1e7),
                foot.distance < least
            else { continue }
            let meters = roads.along(foot).meters
            var along = arc & 1 == 0 ? meters : roads.meters(arc) - meters
            if index == from.arc { along = max(along, from.along) }
            if index == to.arc {
                along = min(along, max(to.along, index == from.arc ? from.along : 0))
            }
            least = foot.distance
            best = Mark(fix: fix, arc: index, along: along)
        }
        return best
    }

    private func position(_ mark: Mark, _ route: Route, _ part: Int) -> TrackMatch.Position {
        let place = roads.place(route.arcs[mark.arc], meters: mark.along)
        return TrackMatch.Position(
            place: place,
            distance: Geodesic.distance(from: fixes[mark.fix].place, to: place),
            part: part,
            arc: mark.arc,
            along: mark.along
        )
    }
}
