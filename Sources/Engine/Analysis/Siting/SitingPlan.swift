/// Which of some places should open as stations, so that people have the shortest ways.
public struct SitingPlan: Sendable {
    /// What is to be as small as it can be.
    public enum Objective: String, CaseIterable, Sendable {
        /// The mean of all people's distances.
        case mean
        /// The distance of the person who has it farthest; then the mean.
        case farthest
    }

    /// What becomes of a candidate.
    public enum Decision: String, Sendable {
        /// It stays open, as was asked.
        case keep
        /// It opens.
        case open
        /// It does not.
        case leave
    }

    /// A candidate, and what it is to the people.
    public struct Site: Sendable {
        /// What becomes of it.
        public let decision: Decision
        /// How many people have it nearest of the open ones.
        public let people: Double
        /// The mean of their distances in metres; nil where nobody has.
        public let meanMeters: Double?
        /// The farthest of them; nil where nobody has.
        public let farthestMeters: Double?
        /// The mean and the farthest of all people if this one alone changed: closed where it is open,
        /// opened where it is not. Nil for the only one that is open.
        public let otherwise: (meanMeters: Double, farthestMeters: Double)?
    }

    /// In the order of the candidates.
    public let sites: [Site]
    /// The candidate that serves each person, in their order; nil where no way leads to an open one.
    public let candidateOfPerson: [Int?]
    /// How far each person has, in metres; nil where no way leads to an open one.
    public let metersOfPerson: [Double?]
    /// How many people are served.
    public let people: Double
    /// How many people have a way to some candidate, but to none that is open.
    public let peopleWithoutWay: Double
    /// The mean of their distances in metres, of the people who are served as all that follows.
    public let meanMeters: Double
    /// Half of the people have no farther.
    public let medianMeters: Double
    /// The farthest that anybody has.
    public let farthestMeters: Double
    /// What no plan of as many stations can fall below: of the mean, or with
    /// ``Objective/farthest`` of the farthest distance. Nil where ``peopleWithoutWay`` are left.
    public let leastMeters: Double?

    /// Looks for the best plan.
    ///
    /// The mean is made small by opening the best candidates one by one, exchanging, and Lagrange's
    /// method, which also tells ``leastMeters``. The farthest distance is made small by asking for which
    /// distances so many candidates cover all homes. Every run of the same question ends alike.
    ///
    /// - Parameters:
    ///   - count: How many are to be open, from 1 to the number of candidates.
    ///   - kept: Candidates that are open in any case, each once, `count` or fewer.
    /// - Throws: ``AnalysisError/badSiting(reason:)`` for a number that cannot be.
    /// - Complexity: O(homes * candidates) some hundred times, on all cores.
    public static func find(
        _ costs: SitingCosts,
        opening count: Int,
        keeping kept: [Int] = [],
        objective: Objective = .mean
    ) async throws(AnalysisError) -> SitingPlan {
        guard (1...costs.candidates.count).contains(count) else {
            throw .badSiting(
                reason: "\(count) are to be open of \(costs.candidates.count) candidates; "
                    + "open 1 to \(costs.candidates.count)"
            )
        }
        guard Set(kept).count == kept.count, kept.allSatisfy(costs.candidates.indices.contains)
        else { throw .badSiting(reason: "a candidate that is kept is named twice, or unknown") }
        guard kept.count <= count else {
            throw .badSiting(
                reason: "\(kept.count) are to stay open, and \(count) are to be open in all"
            )
        }
        let search = SitingSearch(costs: costs, kept: kept, count: count)
        let start = await search.improved(search.greedy())
        let people = costs.people.reduce(0, +)
        switch objective {
        case .mean:
            let found = await SitingBound(search: search).find(from: start)
            return SitingPlan(found.state, kept: kept.count, least: found.least / people)
        case .farthest:
            let found = CoverSearch(costs: costs, kept: kept, count: count).find(from: start)
            // Of the plans that reach as far, one with a small mean.
            let near = SitingSearch(
                costs: costs.penalized(beyond: found.reached),
                kept: kept,
                count: count
            )
            var state = SitingState(near.costs, open: found.open)
            state = near.filled(state)
            state = await near.improved(state)
            return SitingPlan(
                SitingState(costs, open: state.open),
                kept: kept.count,
                least: Double(found.least)
            )
        }
    }

    private init(_ state: SitingState, kept: Int, least: Double) {
        let costs = state.costs
        var served = Served(state)
        people = served.people
        peopleWithoutWay = costs.people.reduce(0, +) - served.people
        let all = served.changed { served.meters[$0] }
        meanMeters = all.meanMeters
        farthestMeters = all.farthestMeters
        medianMeters = served.median
        leastMeters = peopleWithoutWay > 0 ? nil : least
        let meters = served.meters
        let candidates = served.candidates
        candidateOfPerson = costs.homeOfPerson.map { home in
            home.flatMap { meters[$0] < .infinity ? candidates[$0] : nil }
        }
        metersOfPerson = costs.homeOfPerson.map { home in
            home.flatMap { meters[$0] < .infinity ? meters[$0] : nil }
        }
        served.keptCount = kept
        sites = costs.candidates.indices.map { served.site($0, state) }
    }
}

/// Who is served by which of the open candidates, measured exactly.
private struct Served {
    let costs: SitingCosts
    let open: [Int]
    var keptCount = 0
    /// The candidate and its distance in metres, by home.
    private(set) var candidates: [Int] = []
    private(set) var meters: [Double] = []
    /// The second nearest of the open ones, in metres; infinite where there is none.
    private var second: [Double] = []

    init(_ state: SitingState) {
        costs = state.costs
        open = state.open
        for home in costs.homes.indices {
            // Of candidates at one distance the first given serves.
            let ways = open.sorted().map {
                (meters: costs.meters(home: home, candidate: $0), at: $0)
            }
            let best = ways.enumerated().min {
                ($0.element.meters, $0.offset) < ($1.element.meters, $1.offset)
            }
            guard let best else { continue }
            candidates.append(best.element.at)
            meters.append(best.element.meters)
            second.append(
                ways.lazy.filter { $0.at != best.element.at }.map(\.meters).min() ?? .infinity
            )
        }
    }

    /// Those to whom a way leads.
    var people: Double {
        costs.people.indices.reduce(0) { $0 + (meters[$1] < .infinity ? costs.people[$1] : 0) }
    }

    /// The distance that half of the served people have at most.
    var median: Double {
        let homes = meters.indices.filter { meters[$0] < .infinity && costs.people[$0] > 0 }
            .sorted { meters[$0] < meters[$1] }
        let half = people / 2
        var passed = 0.0
        for home in homes {
            passed += costs.people[home]
            if passed >= half { return meters[home] }
        }
        return homes.last.map { meters[$0] } ?? 0
    }

    func site(_ candidate: Int, _ state: SitingState) -> SitingPlan.Site {
        let slot = open.firstIndex(of: candidate)
        let own = candidates.indices.filter {
            candidates[$0] == candidate && costs.people[$0] > 0 && meters[$0] < .infinity
        }
        let people = own.reduce(0) { $0 + costs.people[$1] }
        let sum = own.reduce(0) { $0 + costs.people[$1] * meters[$1] }
        return SitingPlan.Site(
            decision: slot.map { $0 < keptCount ? .keep : .open } ?? .leave,
            people: people,
            meanMeters: people > 0 ? sum / people : nil,
            farthestMeters: own.map { meters[$0] }.max(),
            otherwise: slot == nil ? opened(candidate) : closed(candidate)
        )
    }

    private func closed(_ candidate: Int) -> (Double, Double)? {
        guard open.count > 1 else { return nil }
        return changed { home in candidates[home] == candidate ? second[home] : meters[home] }
    }

    private func opened(_ candidate: Int) -> (Double, Double) {
        let column = costs.columns[candidate]
        return changed { home in
            // Only where it may be nearer is it measured.
            Double(column[home]) < meters[home] * 1.000001 + 0.001
                ? min(meters[home], costs.meters(home: home, candidate: candidate)) : meters[home]
        }
    }

    /// The mean and the farthest of all who have a way.
    func changed(_ meters: (Int) -> Double) -> (meanMeters: Double, farthestMeters: Double) {
        var (sum, farthest, people) = (0.0, 0.0, 0.0)
        for home in costs.homes.indices where costs.people[home] > 0 {
            let distance = meters(home)
            guard distance < .infinity else { continue }
            sum += costs.people[home] * distance
            people += costs.people[home]
            farthest = max(farthest, distance)
        }
        return (people > 0 ? sum / people : 0, farthest)
    }
}
