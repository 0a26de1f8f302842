import Datasets
import Geodesy
import Testing

@testable import Roads

/// What signs forbid on a way that would be the shortest.
@Suite struct RoadSignsTests {
    @Test("what stands across a road stops cars, and only those whom it stops")
    func barrier() {
        var town = Town()
        town.lay("High", [(0, 0), (5, 0), (10, 0)], barriers: [((5, 0), [.drive])])
        #expect(town.way((0, 0), (10, 0)).method == .straightLine)
        #expect(abs(town.way((0, 0), (10, 0), .walk).distance.meters - 1000) < 1)
        #expect(abs(town.way((0, 0), (4, 0)).distance.meters - 400) < 1)
        // Round it, where there is a way round.
        town.lay("Round", [(0, 0), (0, 1), (10, 1), (10, 0)])
        #expect(abs(town.way((0, 0), (10, 0)).distance.meters - 1200) < 1)
    }

    @Test("a barrier at a crossing stops all who come there, and begins there nobody's way")
    func barrierAtCrossing() {
        var town = Town()
        town.lay("West", [(0, 0), (5, 0)], barriers: [((5, 0), [.drive, .walk])])
        town.lay("East", [(5, 0), (10, 0)])
        for mode in TravelMode.allCases {
            #expect(town.way((0, 0), (10, 0), mode).method == .straightLine)
            #expect(town.way((5, 0), (10, 0), mode).method == .road)
        }
    }

    /// A way from First over Middle to the other end, with a detour over North.
    private func long(_ rules: [TurnRule]) -> Town {
        var town = Town()
        town.lay("First", [(0, 0), (4, 0)], key: "first", rules: rules)
        town.lay("Middle", [(4, 0), (5, 0), (6, 0)], key: "middle")
        town.lay("Side", [(5, 0), (5, -1)], key: "side")
        town.lay("Last", [(6, 0), (9, 0)], key: "last")
        town.lay("Cross", [(6, 0), (6, -3)], key: "cross")
        town.lay("Other", [(4, 0), (4, -2)], key: "other")
        town.lay("North", [(0, 0), (0, 6), (9, 6), (9, 0)], key: "north")
        return town
    }

    @Test("a turn by way of another road is forbidden to those alone who come by way of it")
    func longTurn() {
        let direct = ((1.0, 0.0), (8.0, 0.0))
        #expect(abs(long([]).way(direct.0, direct.1).distance.meters - 700) < 1)
        let town = long([
            TurnRule(
                place: Town.place(4, 0),
                via: ["middle"],
                roadKey: "last",
                isMandatory: false
            )
        ])
        let driven = town.way(direct.0, direct.1)
        #expect(driven.method == .road)
        #expect(driven.distance.meters > 800)
        #expect(abs(town.way(direct.0, direct.1, .walk).distance.meters - 700) < 1)
        // Who comes from elsewhere, or turns elsewhere, may.
        #expect(abs(town.way((4, -1), (8, 0)).distance.meters - 500) < 1)
        #expect(abs(town.way((1, 0), (6, -2)).distance.meters - 700) < 1)
        #expect(abs(town.way((4.5, 0), (8, 0)).distance.meters - 350) < 1)
    }

    @Test("where one has to go on by way of another road, one does")
    func longMandatoryTurn() {
        let town = long([
            TurnRule(
                place: Town.place(4, 0),
                via: ["middle"],
                roadKey: "last",
                isMandatory: true
            )
        ])
        #expect(abs(town.way((1, 0), (8, 0)).distance.meters - 700) < 1)
        #expect(town.way((1, 0), (6, -2)).distance.meters > 800)
        #expect(abs(town.way((4, -1), (6, -2)).distance.meters - 500) < 1)
    }

    @Test("a road for residents alone is no short cut, but leads to what lies there")
    func limited() {
        var town = Town()
        town.lay("West", [(0, 0), (2, 0)])
        town.lay("Residents", [(2, 0), (4, 0)], isLimited: true)
        town.lay("East", [(4, 0), (6, 0)])
        town.lay("Round", [(2, 0), (2, 3), (4, 3), (4, 0)])
        #expect(abs(town.way((0, 0), (6, 0)).distance.meters - 1200) < 1)
        #expect(abs(town.way((0, 0), (3, 0)).distance.meters - 300) < 1)
        #expect(abs(town.way((3, 0), (6, 0)).distance.meters - 300) < 1)
        #expect(abs(town.way((2.5, 0), (3.5, 0)).distance.meters - 100) < 1)
        #expect(abs(town.way((0, 0), (6, 0), .walk).distance.meters - 600) < 1)
    }

    @Test("no other road is taken to get round a turn that is forbidden")
    func noStepRound() {
        var town = Town()
        let corner = Town.place(2, 0)
        town.lay(
            "From",
            [(0, 0), (2, 0)],
            driving: .along,
            key: "from",
            rules: [TurnRule(place: corner, roadKey: "to", isMandatory: false)]
        )
        town.lay("To", [(2, 0), (2, 2)], driving: .along, key: "to")
        town.lay("On", [(2, 0), (4, 0)], driving: .along, key: "on")
        #expect(town.way((0, 0), (2, 2)).method == .straightLine)
        #expect(town.way((0, 0), (4, 0)).method == .road)
    }

    @Test("a car takes time to turn round at a dead end, and does not where it must not")
    func turningRound() {
        var streets = Town()
        streets.lay("In", [(0, 0), (2, 0)], driving: .along, key: "in")
        streets.lay("Stub", [(2, 0), (4, 0)], key: "stub")
        streets.lay("Out", [(2, 0), (2, 2)], driving: .along, key: "out")
        streets.roads[0].turnRules = [
            TurnRule(place: Town.place(2, 0), roadKey: "out", isMandatory: false)
        ]
        let way = streets.way((0, 0), (2, 2))
        #expect(abs(way.distance.meters - 800) < 1)
        let free = 800 / (35 / 3.6)
        #expect(way.seconds >= free + 20 && way.seconds <= free + 35)
        streets.roads[1].turnRules = [
            TurnRule(place: Town.place(4, 0), roadKey: "stub", isMandatory: false)
        ]
        #expect(streets.way((0, 0), (2, 2)).method == .straightLine)
    }
}
