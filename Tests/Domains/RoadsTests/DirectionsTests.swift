import Geodesy
import Testing

@testable import Roads

@Suite struct DirectionsTests {
    /// Main Street runs north, Oak Avenue east from its middle, Elm Street north again from there.
    private let town = {
        var town = Town()
        town.lay("Main Street", [(0, -3), (0, 0), (0, 3)])
        town.lay("Oak Avenue", [(0, 0), (3, 0), (6, 0)])
        town.lay("Elm Street", [(6, 0), (6, 4)])
        return town
    }()

    @Test("steps name streets, turns, directions and lengths")
    func steps() {
        let way = town.way((0, -2), (6, 3), .walk, arrivingAt: "Town Hall")
        #expect(way.method == .road)
        #expect(way.shortfall == nil)
        #expect(
            way.steps.map(\.instruction) == [
                "Head north on Main Street, 200 m",
                "Turn right onto Oak Avenue, 600 m",
                "Turn left onto Elm Street, 300 m",
                "Arrive: Town Hall is here",
            ]
        )
        #expect(way.steps.map(\.maneuver) == [.depart, .turnRight, .turnLeft, .arrive])
        #expect(way.steps.map(\.direction) == ["north", "east", "north", "north"])
        #expect(abs(way.distance.meters - 1100) < 1)
        // At 5 km/h, and 5 s for the turn where Main Street goes on.
        #expect(abs(way.seconds - 1100 / (5 / 3.6) - 5) < 1)
    }

    @Test(
        "the end is on the side of the road where it lies",
        arguments: [
            (x: 6.3, y: 3.0, words: "Arrive: Town Hall is on the right, 30 m from the road"),
            (x: 5.7, y: 3.0, words: "Arrive: Town Hall is on the left, 30 m from the road"),
            (x: 6.05, y: 3.0, words: "Arrive: Town Hall is on the right"),
            (x: 6.0, y: 4.2, words: "Arrive: Town Hall is straight ahead, 20 m from the road"),
        ]
    )
    func sides(x: Double, y: Double, words: String) {
        let way = town.way((0, -2), (x, y), .walk, arrivingAt: "Town Hall")
        #expect(way.steps.last?.instruction == words)
    }

    @Test(
        "who is there need not go to the road and back",
        arguments: [
            // Beside Oak Avenue, in its middle and at a corner; on it; off all roads by 900 m.
            ((3.0, 0.095), (3.0, 0.095)), ((0.0, 0.095), (0.0, 0.095)), ((3, 0), (3, 0)),
            ((3, -9), (3, -9)),
        ]
    )
    func thereAlready(start: (Double, Double), end: (Double, Double)) {
        for mode in TravelMode.allCases {
            let way = town.way(start, end, mode)
            #expect(way.method == .road)
            #expect(way.steps.map(\.instruction) == ["You are there"])
            #expect(way.steps.map(\.maneuver) == [.arrive])
            #expect(way.distance.meters == 0 && way.seconds == 0)
        }
        let named = town.way(start, end, .walk, arrivingAt: "Town Hall")
        #expect(named.steps.map(\.instruction) == ["You are there: Town Hall"])
        let alone = WayFinder([]).directions(
            from: Town.place(start.0, start.1),
            to: Town.place(end.0, end.1),
            mode: .walk
        )
        #expect(alone.method == .straightLine && alone.distance.meters == 0)
        #expect(alone.steps.map(\.instruction) == ["You are there"])
    }

    @Test("a few metres along one road are gone across, either way, against a one-way street too")
    func aFewMeters() {
        var town = Town()
        town.lay("Oak Avenue", [(0, 0), (3, 0)], driving: .along)
        for (start, end, direction) in [(1.0, 1.08, "east"), (1.08, 1.0, "west")] {
            for mode in TravelMode.allCases {
                let way = town.way((start, 0.09), (end, 0.09), mode)
                #expect(abs(way.distance.meters - 8) < 0.01)
                #expect(
                    way.steps.map(\.instruction)
                        == ["Your destination is 10 m to the \(direction)"]
                )
            }
        }
        // Farther is a way along the road, if there is one.
        let way = town.way((1, 0.09), (1.3, 0.09), .walk)
        #expect(way.steps.first?.maneuver == .depart)
        #expect(abs(way.distance.meters - 48) < 0.1)
    }

    @Test("two places that are near each other on roads apart are not gone across")
    func apartButNear() {
        var town = Town()
        town.lay("High Street", [(0, 0), (3, 0)])
        town.lay("Low Street", [(0, 0.08), (3, 0.08)])
        town.lay("Bridge", [(3, 0), (3, 0.08)])
        let way = town.way((1, 0), (1, 0.08), .walk)
        #expect(abs(way.distance.meters - 408) < 1)
    }

    @Test("a start off the road is led to it")
    func startOffRoad() {
        let way = town.way((-0.5, -2), (0, 2), .walk)
        #expect(
            way.steps.map(\.instruction) == [
                "Go east to Main Street, 50 m", "Head north on Main Street, 400 m",
                "Arrive: your destination is here",
            ]
        )
        #expect(abs(way.distance.meters - 450) < 1)
    }

    @Test("lengths and times of the steps add up, and the line is as long as is said")
    func sums() {
        var random = SeededRandom(seed: 6)
        for _ in 0..<100 {
            let mode = TravelMode.allCases.randomElement(using: &random) ?? .walk
            let way = town.way(
                (.random(in: -2...8, using: &random), .random(in: -4...5, using: &random)),
                (.random(in: -2...8, using: &random), .random(in: -4...5, using: &random)),
                mode
            )
            let line = zip(way.line, way.line.dropFirst())
                .reduce(0.0) { $0 + Geodesic.distance(from: $1.0, to: $1.1).meters }
            #expect(abs(line - way.distance.meters) < 0.01)
            let steps = way.steps.reduce(0.0) { $0 + $1.distance.meters }
            #expect(abs(steps - way.distance.meters) < 0.01)
            #expect(abs(way.steps.reduce(0) { $0 + $1.seconds } - way.seconds) < 0.01)
            let straight = Geodesic.distance(from: way.start, to: way.end).meters
            #expect(way.distance.meters >= straight - 0.01)
        }
    }

    @Test("both ends on one stretch of road")
    func sameStretch() {
        let there = town.way((1, 0), (2, 0), .drive)
        #expect(there.steps.map(\.maneuver) == [.depart, .arrive])
        #expect(there.steps.first?.direction == "east")
        #expect(abs(there.distance.meters - 100) < 0.1)
        let back = town.way((2, 0), (1, 0), .drive)
        #expect(back.steps.first?.direction == "west")
        #expect(abs(back.distance.meters - 100) < 0.1)
    }

    @Test("from a place to itself there is nothing to go")
    func sameProof() {
        let way = town.way((1, 0), (1, 0), .walk)
        #expect(way.method == .road)
        #expect(way.distance.meters < 0.01)
        #expect(way.steps.last?.maneuver == .arrive)
    }

    @Test("a junction where the street turns is told, a bend is not")
    func bends() {
        var town = Town()
        town.lay("Ring", [(0, 0), (2, 0), (2, 2)])
        town.lay("Ring", [(2, 2), (0, 2)])
        let bend = town.way((0, 0), (0, 2), .walk)
        #expect(bend.steps.map(\.maneuver) == [.depart, .arrive])
        town.lay("Spur", [(2, 2), (4, 2)])
        let turn = town.way((0, 0), (0, 2), .walk)
        #expect(
            turn.steps.map(\.instruction) == [
                "Head east on Ring, 400 m", "Turn left to stay on Ring, 200 m",
                "Arrive: your destination is here",
            ]
        )
    }

    @Test("what is one place with a junction has no length, and at the end no turn")
    func shortSteps() {
        #expect(
            town.way((0, -2), (6, 0.01), .walk).steps.map(\.instruction) == [
                "Head north on Main Street, 200 m", "Turn right onto Oak Avenue, 600 m",
                "Arrive: your destination is here",
            ]
        )
        var town = Town()
        town.lay("Oak Avenue", [(0, 0), (3, 0)])
        town.lay("Link", [(3, 0), (3, 0.01)])
        town.lay("Far Street", [(3, 0.01), (6, 0.01)])
        #expect(
            town.way((0, 0), (6, 0.01), .walk).steps.map(\.instruction) == [
                "Head east on Oak Avenue, 300 m", "Turn left onto Link",
                "Turn right onto Far Street, 300 m", "Arrive: your destination is here",
            ]
        )
    }

    @Test("a street that loses its name on a square goes on")
    func gaps() {
        var town = Town()
        town.lay("Grand Avenue", [(0, 0), (3, 0)])
        town.lay(nil, [(3, 0), (4, 0)])
        town.lay("Grand Avenue", [(4, 0), (7, 0)])
        town.lay("Side Street", [(4, 0), (4, 3)])
        #expect(
            town.way((0, 0), (7, 0), .walk).steps.map(\.instruction) == [
                "Head east on Grand Avenue, 700 m", "Arrive: your destination is here",
            ]
        )
        #expect(
            town.way((0, 0), (4, 3), .walk).steps.map(\.instruction) == [
                "Head east on Grand Avenue, 300 m", "Continue on an unnamed street, 100 m",
                "Turn left onto Side Street, 300 m", "Arrive: your destination is here",
            ]
        )
    }

    @Test("roads without a name are called what they are")
    func unnamed() {
        var town = Town()
        town.lay(nil, [(0, 0), (0, 1)], kind: .path)
        town.lay(nil, [(0, 1), (0, 2)], kind: .steps)
        town.lay(nil, [(0, 2), (2, 2)], kind: .service)
        #expect(
            town.way((0, 0), (2, 2), .walk).steps.map(\.instruction) == [
                "Head north on the footpath, 100 m", "Continue on the steps, 100 m",
                "Turn right onto the service road, 200 m", "Arrive: your destination is here",
            ]
        )
    }

    @Test("a street without a name is called one, and the street where one stays on it")
    func unnamedStreets() {
        var town = Town()
        town.lay(nil, [(0, 0), (2, 0)])
        town.lay("Main Street", [(2, 0), (4, 0)])
        town.lay(nil, [(4, 0), (4, 2), (6, 2)])
        town.lay(nil, [(4, 2), (4, 4)], kind: .secondary)
        town.lay(nil, [(2, 2), (4, 2)])
        #expect(
            town.way((0, 0), (6, 2), .walk).steps.map(\.instruction) == [
                "Head east on an unnamed street, 200 m", "Continue on Main Street, 200 m",
                "Turn left onto an unnamed street, 200 m",
                "Turn right to stay on the street, 200 m", "Arrive: your destination is here",
            ]
        )
        #expect(
            town.way((4, 0), (4, 4), .walk).steps.map(\.instruction) == [
                "Head north on an unnamed street, 200 m", "Continue on an unnamed road, 200 m",
                "Arrive: your destination is here",
            ]
        )
    }

    @Test("drivers are cautioned where no road of a dataset is one-way, walkers never")
    func cautions() {
        var town = town
        let way = town.way((0, -2), (6, 3), .drive)
        #expect(way.cautions.map(\.code) == [.oneWayUnknown])
        #expect(
            way.cautions.first?.message.contains("No road of town is marked as one-way") == true
        )
        #expect(town.way((0, -2), (6, 3), .walk).cautions.isEmpty)
        // A straight line leads along no road.
        #expect(town.way((0, -2), (50, 50), .drive).cautions.isEmpty)
        // One street is enough to show that the file tells.
        town.lay("Mews", [(6, 4), (8, 4)], driving: .against)
        #expect(town.way((0, -2), (6, 3), .drive).cautions.isEmpty)
    }

    @Test("the exits of a roundabout are counted")
    func roundabout() {
        var town = Town()
        // Round the middle against the clock, entered from the south.
        town.lay(
            nil,
            [(0, -0.3), (0.3, 0), (0, 0.3), (-0.3, 0), (0, -0.3)],
            driving: .along,
            isRoundabout: true
        )
        town.lay("South Road", [(0, -3), (0, -0.3)])
        town.lay("East Road", [(0.3, 0), (3, 0)])
        town.lay("North Road", [(0, 0.3), (0, 3)])
        town.lay("West Road", [(-0.3, 0), (-3, 0)])
        for (goal, exit, name) in [
            ((3.0, 0.0), "1st", "East Road"), ((0.0, 3.0), "2nd", "North Road"),
            ((-3.0, 0.0), "3rd", "West Road"),
        ] {
            let words = town.way((0, -3), goal).steps.map(\.instruction)
            #expect(words.count == 3)
            #expect(
                words.dropFirst().first?
                    .hasPrefix("At the roundabout, take the \(exit) exit onto \(name), ") == true
            )
        }
    }

    @Test(
        "bearings in words",
        arguments: [
            (0.0, "north"), (22.4, "north"), (22.6, "northeast"), (90, "east"), (180, "south"),
            (-90, "west"), (337.6, "north"), (359.9, "north"), (-135, "southwest"),
        ]
    )
    func compass(bearing: Double, word: String) { #expect(Compass.word(bearing) == word) }

    @Test(
        "lengths in words",
        arguments: [
            (0.0, "0 m"), (2.4, "0 m"), (12, "10 m"), (97.4, "95 m"), (97.6, "100 m"),
            (240, "240 m"), (994.9, "990 m"), (995, "1 km"), (1249, "1.2 km"), (2000, "2 km"),
            (9949, "9.9 km"), (9951, "10 km"), (34_400, "34 km"),
        ]
    )
    func lengths(meters: Double, words: String) { #expect(LengthWords.text(meters) == words) }
}
