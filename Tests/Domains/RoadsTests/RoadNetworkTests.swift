import Datasets
import Geodesy
import Testing

@testable import Roads

@Suite struct RoadNetworkTests {
    /// A block: First Street along the south, Second along the north, A and B up its sides.
    private func block(first: Passage = .both, rules: [TurnRule] = []) -> Town {
        var town = Town()
        town.lay("First", [(0, 0), (4, 0)], driving: first, key: "first", rules: rules)
        town.lay("Second", [(0, 2), (4, 2)], key: "second")
        town.lay("A", [(0, 0), (0, 2)], key: "a")
        town.lay("B", [(4, 0), (4, 2)], key: "b")
        town.lay("B South", [(4, 0), (4, -2)], key: "b-south")
        return town
    }

    @Test("one drives along a one-way street, and around the block against it")
    func oneWayDriving() {
        let town = block(first: .along)
        #expect(abs(town.way((0.5, 0), (3.5, 0)).distance.meters - 300) < 1)
        let around = town.way((3.5, 0), (0.5, 0))
        // On to B, up, back on Second, down A, and into First again.
        #expect(abs(around.distance.meters - (50 + 200 + 400 + 200 + 50)) < 1)
        #expect(around.steps.first?.direction == "east")
        let other = block(first: .against)
        #expect(abs(other.way((3.5, 0), (0.5, 0)).distance.meters - 300) < 1)
        #expect(abs(other.way((0.5, 0), (3.5, 0)).distance.meters - 900) < 1)
    }

    @Test("one walks along a one-way street either way")
    func oneWayWalking() {
        for passage in [Passage.along, .against] {
            let town = block(first: passage)
            #expect(abs(town.way((3.5, 0), (0.5, 0), .walk).distance.meters - 300) < 1)
            #expect(abs(town.way((0.5, 0), (3.5, 0), .walk).distance.meters - 300) < 1)
        }
    }

    @Test("a turn that is forbidden to drivers is not taken, but walked")
    func forbiddenTurn() {
        let corner = Town.place(4, 0)
        let free = block()
        let way = ((3.5, 0.0), (4.0, -1.0))
        #expect(abs(free.way(way.0, way.1).distance.meters - 150) < 1)
        let town = block(rules: [
            TurnRule(place: corner, roadKey: "b-south", isMandatory: false)
        ])
        // Back over First, A, Second and B, and straight on.
        let driven = town.way(way.0, way.1)
        #expect(driven.method == .road)
        #expect(abs(driven.distance.meters - (350 + 200 + 400 + 200 + 100)) < 1)
        #expect(abs(town.way(way.0, way.1, .walk).distance.meters - 150) < 1)
        // From B it is straight on, and allowed.
        #expect(abs(town.way((4, 1), (4, -1)).distance.meters - 200) < 1)
    }

    @Test("where one has to turn, one does")
    func mandatoryTurn() {
        let town = block(rules: [
            TurnRule(place: Town.place(4, 0), roadKey: "b", isMandatory: true)
        ])
        #expect(abs(town.way((3.5, 0), (4, 1)).distance.meters - 150) < 1)
        #expect(abs(town.way((3.5, 0), (4, -1)).distance.meters - 1250) < 1)
    }

    @Test("a rule that names a road that is not there says nothing")
    func ruleWithoutRoad() {
        let town = block(rules: [
            TurnRule(place: Town.place(4, 0), roadKey: "gone", isMandatory: true)
        ])
        #expect(abs(town.way((3.5, 0), (4, -1)).distance.meters - 150) < 1)
    }

    @Test("one turns back at dead ends alone")
    func deadEnd() {
        var town = Town()
        town.lay("Lane", [(0, 0), (1, 0), (2, 0)])
        town.lay("Side", [(1, 0), (1, 1)])
        // Straight back along the lane means driving the other way from the start.
        let back = town.way((1.5, 0), (0.5, 0))
        #expect(abs(back.distance.meters - 100) < 0.1)
        // A one-way entry into a two-way cul-de-sac: in, round at its end, and stuck.
        town.lay("Entry", [(0, -1), (0, 0)], driving: .along)
        #expect(town.way((0, -0.5), (2, 0)).method == .road)
        // Nobody gets into the entry from its end: one stops where it begins.
        let out = town.way((2, 0), (0, -0.5))
        #expect(abs(out.distance.meters - 250) < 0.1)
        #expect(out.steps.last?.instruction.hasSuffix("50 m from the road") == true)
    }

    @Test("roads meet where they share a place on their way, not only at their ends")
    func crossings() {
        var town = Town()
        town.lay("East", [(0, 0), (2, 0), (4, 0)])
        town.lay("North", [(2, -2), (2, 0), (2, 2)])
        #expect(town.finder.network?.nodeCount == 5)
        #expect(abs(town.way((0, 0), (2, 2), .walk).distance.meters - 400) < 1)
    }

    @Test("ends that differ in the last bit are one junction")
    func lastBit() throws {
        // A grid whose lines were made by adding steps up, once from each side.
        let step = 0.1 / 60
        var ascending = [10.0]
        for _ in 0..<30 { ascending.append(ascending[ascending.count - 1] + step) }
        let exact = (0...30).map { 10.0 + Double($0) * step }
        #expect(ascending != exact)
        var roads: [Road] = []
        for row in 0...30 {
            for column in 0..<30 {
                roads.append(
                    Road(
                        dataset: Town.dataset,
                        key: "e\(row)-\(column)",
                        kind: .street,
                        line: [
                            try Coordinate(latitude: exact[row], longitude: ascending[column]),
                            try Coordinate(latitude: exact[row], longitude: ascending[column + 1]),
                        ]
                    )
                )
                roads.append(
                    Road(
                        dataset: Town.dataset,
                        key: "n\(row)-\(column)",
                        kind: .street,
                        line: [
                            try Coordinate(latitude: ascending[column], longitude: exact[row]),
                            try Coordinate(latitude: ascending[column + 1], longitude: exact[row]),
                        ]
                    )
                )
            }
        }
        let network = RoadNetwork(roads)
        #expect(network.nodeCount == 31 * 31)
        #expect(Set(network.walking.parts.ofArc).count == 1)
    }

    @Test("streets pass over and under a motorway, and ramps lead on to it")
    func motorways() {
        var town = Town()
        town.lay("M1", [(0, 0), (2, 0), (4, 0), (6, 0)], kind: .motorway, driving: .along)
        town.lay("Over Street", [(2, -1), (2, 0), (2, 1), (2, 2)])
        town.lay(nil, [(2, 1), (4, 0)], kind: .ramp, driving: .along)
        let way = town.way((2, -1), (6, 0))
        #expect(way.method == .road)
        // Over the motorway and down the ramp, not straight on to it.
        #expect(way.line.contains(Town.place(2, 1)))
        // No exit leads from the motorway to the street: one begins on the street.
        #expect(
            town.way((0, 0), (2, 1)).steps.dropLast().last?.street == "Over Street"
        )
        #expect(town.way((2, -1), (2, 1), .walk).distance.meters < 201)
    }

    @Test("ends off the main network are joined to it where there is no other way")
    func islands() {
        var town = Town()
        town.lay("Main", [(0, 0), (4, 0), (8, 0)])
        town.lay("Side", [(4, 0), (4, 4)])
        town.lay("Courtyard", [(1, 0.4), (2, 0.4)])
        let way = town.way((1.5, 0.5), (8, 0.1), .walk)
        #expect(way.method == .road)
        #expect(way.steps.dropFirst().first?.street == "Main")
        // Within the courtyard its own road is the way.
        #expect(town.way((1.1, 0.5), (1.9, 0.5), .walk).steps.contains { $0.street == "Courtyard" })
    }

    @Test("the quicker way by car may be the longer one")
    func speeds() {
        var town = Town()
        town.lay("Slow", [(0, 0), (10, 0)], speed: 10)
        town.lay("Fast", [(0, 0), (0, 2), (10, 2), (10, 0)], speed: 100)
        #expect(abs(town.way((0, 0), (10, 0)).distance.meters - 1400) < 2)
        #expect(abs(town.way((0, 0), (10, 0), .walk).distance.meters - 1000) < 2)
    }
}
