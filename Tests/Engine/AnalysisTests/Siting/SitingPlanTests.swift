import Geodesy
import Testing

@testable import Analysis

/// Plans beside the best of all that there are, whose distances PROJ measures.
@Suite struct SitingPlanTests {
    /// A few homes with a few candidates.
    struct Scene {
        let homes: [Coordinate]
        let weights: [Double]
        let candidates: [Coordinate]

        init(seed: UInt64, box: BoundingBox, homes: Int = 40, candidates: Int = 9) throws {
            var random = SeededRandom(seed: seed)
            self.homes = try (0..<homes).map { _ in try random.place(in: box) }
            weights = (0..<homes).map { _ in Double(Int.random(in: 0...4, using: &random)) }
            self.candidates = try (0..<candidates).map { _ in try random.place(in: box) }
        }

        func meters(_ home: Int, _ open: [Int]) -> Double {
            open.map { Karney.meters(homes[home], candidates[$0]) }.min() ?? .infinity
        }

        func mean(_ open: [Int]) -> Double {
            homes.indices.reduce(0) { $0 + weights[$1] * meters($1, open) }
                / weights.reduce(0, +)
        }

        func farthest(_ open: [Int]) -> Double {
            homes.indices.filter { weights[$0] > 0 }.map { meters($0, open) }.max() ?? 0
        }

        /// All ways to open so many, with some among them.
        func choices(_ count: Int, keeping kept: [Int]) -> [[Int]] {
            var choices: [[Int]] = [[]]
            for candidate in candidates.indices {
                choices += choices.filter { $0.count < count }.map { $0 + [candidate] }
            }
            return choices.filter { $0.count == count && Set(kept).isSubset(of: $0) }
        }

        func costs() async throws -> SitingCosts {
            try await SitingCosts(people: homes, weights: weights, candidates: candidates)
        }
    }

    static let boxes: [BoundingBox] = [
        try! BoundingBox(west: -101.8, south: 41.9, east: -101.2, north: 42.3),
        try! BoundingBox(west: 179.4, south: -17.5, east: -179.5, north: -16.5),
        try! BoundingBox(west: -180, south: 89, east: 180, north: 90),
        try! BoundingBox(west: -180, south: -60, east: 180, north: 60),
    ]

    @Test(arguments: 0..<24)
    func theMeanIsTheBestThereIsOrTheBoundTellsHowFarOff(seed: Int) async throws {
        let scene = try Scene(seed: UInt64(seed), box: Self.boxes[seed % 4])
        let count = 1 + seed % 5
        let kept = seed % 3 == 0 ? [4] : []
        let plan = try await SitingPlan.find(scene.costs(), opening: count, keeping: kept)
        let open = plan.sites.indices.filter { plan.sites[$0].decision != .leave }
        let best = scene.choices(count, keeping: kept).map(scene.mean).min() ?? 0
        #expect(open.count == count)
        #expect(kept.allSatisfy { plan.sites[$0].decision == .keep })
        #expect(abs(plan.meanMeters - scene.mean(open)) < 0.001)
        #expect(abs(plan.farthestMeters - scene.farthest(open)) < 0.001)
        #expect((plan.leastMeters ?? 1e9) <= best * (1 + 1e-6))
        #expect((plan.leastMeters ?? 0) >= best * 0.8)
        #expect(plan.meanMeters <= best * (1 + 1e-6))
    }

    @Test(arguments: 0..<24)
    func theFarthestIsTheLeastThereIs(seed: Int) async throws {
        let scene = try Scene(seed: UInt64(100 + seed), box: Self.boxes[seed % 4])
        let count = 1 + seed % 5
        let kept = seed % 3 == 0 ? [2] : []
        let plan = try await SitingPlan.find(
            scene.costs(),
            opening: count,
            keeping: kept,
            objective: .farthest
        )
        let open = plan.sites.indices.filter { plan.sites[$0].decision != .leave }
        let choices = scene.choices(count, keeping: kept)
        let best = choices.map(scene.farthest).min() ?? 0
        #expect(open.count == count)
        #expect(abs(plan.farthestMeters - best) < 0.001 + best * 1e-6)
        #expect(abs((plan.leastMeters ?? 0) - best) < 0.001 + best * 1e-6)
        // Of the plans that reach as far, a search of exchanges finds a good mean.
        let means = choices.filter { scene.farthest($0) < best * (1 + 1e-9) }.map(scene.mean)
        #expect(plan.meanMeters <= (means.min() ?? 0) * 1.1)
    }

    @Test func eachSiteTellsWhatChangingItAloneWouldDo() async throws {
        let scene = try Scene(seed: 7, box: Self.boxes[1])
        let plan = try await SitingPlan.find(scene.costs(), opening: 3)
        let open = plan.sites.indices.filter { plan.sites[$0].decision != .leave }
        for (candidate, site) in plan.sites.enumerated() {
            let changed =
                open.contains(candidate) ? open.filter { $0 != candidate } : open + [candidate]
            let otherwise = try #require(site.otherwise)
            #expect(abs(otherwise.meanMeters - scene.mean(changed)) < 0.001)
            #expect(abs(otherwise.farthestMeters - scene.farthest(changed)) < 0.001)
        }
        for (home, candidate) in plan.candidateOfPerson.enumerated() {
            let candidate = try #require(candidate)
            let meters = Karney.meters(scene.homes[home], scene.candidates[candidate])
            #expect(abs(meters - scene.meters(home, open)) < 0.001)
            #expect(abs((plan.metersOfPerson[home] ?? 0) - meters) < 0.001)
        }
        #expect(plan.sites.reduce(0) { $0 + $1.people } == scene.weights.reduce(0, +))
    }

    @Test func peopleOfOnePlaceCountTogether() async throws {
        let home = try Coordinate(latitude: 10, longitude: 20)
        let other = try Coordinate(latitude: 10, longitude: 20.1)
        let costs = try await SitingCosts(
            people: [home, other, home],
            candidates: [other, home]
        )
        #expect(costs.homes == [home, other])
        #expect(costs.people == [2, 1])
        let plan = try await SitingPlan.find(costs, opening: 1)
        #expect(plan.candidateOfPerson == [1, 1, 1])
        #expect(plan.medianMeters == 0)
        #expect(plan.sites[1].otherwise == nil)
    }

    @Test func whoeverHasNoWayIsLeftOutAndCounted() async throws {
        let places = try (0..<4).map { try Coordinate(latitude: Double($0), longitude: 0) }
        // Two halls on either side of a river, and a hut on an island.
        let costs = try await SitingCosts(
            people: places + [places[0]],
            weights: [1, 2, 4, 8, 16],
            candidates: [places[0], places[2]],
            by: { homes in
                { candidate in
                    homes.indices.map { home in
                        if home == 3 { return .infinity }
                        return (home < 2) == (candidate == 0) ? Float(10 * home + 10) : .infinity
                    }
                }
            }
        )
        #expect(costs.homeOfPerson == [0, 1, 2, nil, 0])
        let plan = try await SitingPlan.find(costs, opening: 1)
        #expect(plan.sites.map(\.decision) == [.open, .leave])
        #expect(plan.candidateOfPerson == [0, 0, nil, nil, 0])
        #expect(plan.metersOfPerson == [10, 20, nil, nil, 10])
        #expect(plan.people == 19 && plan.peopleWithoutWay == 4)
        #expect(plan.leastMeters == nil)
        #expect(abs(plan.meanMeters - (17 * 10 + 2 * 20) / 19) < 1e-9)
        let both = try await SitingPlan.find(costs, opening: 2)
        #expect(both.peopleWithoutWay == 0 && both.candidateOfPerson == [0, 0, 1, nil, 0])
    }

    @Test func whatCannotBeIsRefusedInWords() async throws {
        let place = try Coordinate(latitude: 1, longitude: 1)
        func reason(_ body: () async throws -> Void) async -> String {
            do { try await body() } catch { return "\(error)" }
            return ""
        }
        let costs = try await SitingCosts(people: [place], candidates: [place, place])
        #expect(
            await reason { _ = try await SitingPlan.find(costs, opening: 3) }
                == "3 are to be open of 2 candidates; open 1 to 2"
        )
        #expect(
            await reason { _ = try await SitingPlan.find(costs, opening: 1, keeping: [0, 1]) }
                == "2 are to stay open, and 1 are to be open in all"
        )
        #expect(
            await reason { _ = try await SitingCosts(people: [], candidates: [place]) }
                == "there are no people"
        )
        #expect(
            await reason {
                _ = try await SitingCosts(people: [place], weights: [-1], candidates: [place])
            } == "weight 1 is -1.0; a weight is 0 to 1e12"
        )
    }

    /// Large enough that Lagrange's prices and exchanges both have work.
    @Test func aTownIsPlannedCloseToTheBound() async throws {
        let scene = try Scene(seed: 3, box: Self.boxes[0], homes: 600, candidates: 40)
        let plan = try await SitingPlan.find(scene.costs(), opening: 8)
        #expect((plan.leastMeters ?? 1e9) <= plan.meanMeters)
        #expect((plan.leastMeters ?? 0) > 0.99 * plan.meanMeters)
    }
}
