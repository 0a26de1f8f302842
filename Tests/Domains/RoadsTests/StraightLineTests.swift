import Geodesy
import Testing

@testable import Roads

/// What is said where roads lead nowhere.
@Suite struct StraightLineTests {
    private let town = {
        var town = Town()
        town.lay("Main Street", [(0, 0), (10, 0)])
        return town
    }()

    @Test("without roads a straight line says that it is one")
    func noRoads() throws {
        let start = try Coordinate(latitude: 38.9, longitude: -77)
        let end = try Coordinate(latitude: 38.91, longitude: -77)
        let way = WayFinder([]).directions(from: start, to: end, mode: .walk, arrivingAt: "School")
        #expect(way.method == .straightLine)
        #expect(way.shortfall?.code == .noNetwork)
        #expect(way.line == [start, end])
        #expect(way.distance == Geodesic.distance(from: start, to: end))
        #expect(
            way.steps.map(\.instruction) == ["School lies 1.1 km to the north in a straight line"]
        )
    }

    @Test("an end too far from any road says how far")
    func offRoads() {
        let start = town.way((0, 25), (5, 0), .walk)
        #expect(start.method == .straightLine)
        #expect(start.shortfall?.code == .startOffRoads)
        #expect(start.shortfall?.message.hasPrefix("The start is 2.5 km from the nearest") == true)
        let end = town.way((5, 0), (5, -12), .walk)
        #expect(end.shortfall?.code == .endOffRoads)
        #expect(end.shortfall?.message.hasPrefix("The end is 1.2 km from the nearest") == true)
        // 990 m are not too far.
        #expect(town.way((0, 9.9), (5, 0), .walk).method == .road)
    }

    @Test("roads that one may not use are none")
    func closed() {
        var town = Town()
        town.lay("Stairs", [(0, 0), (10, 0)], kind: .steps)
        #expect(town.way((0, 0), (10, 0), .walk).method == .road)
        let driven = town.way((0, 0), (10, 0), .drive)
        #expect(driven.shortfall?.code == .startOffRoads)
        #expect(driven.shortfall?.message.contains("No road that is loaded") == true)
    }

    @Test("roads that are not connected have no way between them")
    func apart() {
        var town = town
        town.lay("Far Street", [(100, 0), (110, 0)])
        // The larger part is the one to which the smaller is joined, if it is near enough.
        let way = town.way((5, 0), (105, 0), .walk)
        #expect(way.method == .straightLine)
        #expect(way.shortfall?.code == .noWay)
    }

    /// Two towns 20 km apart, the smaller with a footpath in a courtyard that leads nowhere, and an
    /// island of 4 km of streets.
    private static let country = {
        var country = Town()
        for row in 0...8 {
            country.lay("Big Row \(row)", (0...8).map { (Double($0), Double(row)) })
            country.lay("Big Column \(row)", (0...8).map { (Double(row), Double($0)) })
        }
        for row in 0...4 {
            country.lay("Row \(row)", (0...4).map { (200 + Double($0), Double(row)) })
            country.lay("Column \(row)", (0...4).map { (200 + Double(row), Double($0)) })
        }
        country.lay(nil, [(201.4, 1.4), (201.6, 1.6)], kind: .path)
        for row in 0...3 {
            country.lay("Isle Row \(row)", (0...3).map { (206 + Double($0), Double(row)) })
            country.lay("Isle Column \(row)", (0...3).map { (206 + Double(row), Double($0)) })
        }
        return country
    }()

    @Test(
        "a footpath that leads nowhere is left for the town around it, also in the smaller of two towns",
        arguments: [false, true]
    )
    func courtyard(isReversed: Bool) throws {
        let (yard, corner) = ((201.5, 1.5), (204.0, 4.0))
        let way =
            isReversed
            ? Self.country.way(corner, yard, .walk) : Self.country.way(yard, corner, .walk)
        #expect(way.method == .road)
        #expect(way.shortfall == nil)
        // From the middle of a block: 50 m to a street, then 150 m to its corner, and on.
        #expect((450...650).contains(way.distance.meters))
        let caution = try #require(way.cautions.first)
        #expect(caution.code == .unconnectedRoad)
        #expect(caution.message.contains(isReversed ? "to the end" : "to the start"))
        #expect(caution.message.contains("the footpath"))
        // By car the footpath is no road at all.
        #expect(Self.country.way(yard, corner, .drive).cautions.map(\.code) == [.oneWayUnknown])
    }

    @Test("an island with streets of its own has no way to it, however near the shore is")
    func island() {
        for (start, end) in [((204.0, 1.0), (206.0, 1.0)), ((206.0, 1.0), (204.0, 1.0))] {
            for mode in TravelMode.allCases {
                let way = Self.country.way(start, end, mode)
                #expect(way.method == .straightLine)
                #expect(way.shortfall?.code == .noWay)
            }
        }
        // On the island one gets about.
        #expect(Self.country.way((206, 0), (209, 3), .walk).method == .road)
    }

    @Test("two towns have no way between them")
    func towns() {
        let way = Self.country.way((1, 1), (201, 1), .walk)
        #expect(way.shortfall?.code == .noWay)
    }

    @Test(
        "places at the edges of the map",
        arguments: [
            (0.0, 0.0), (90, 0), (-90, 0), (90, 180), (0, 180), (0, -180), (38.9, 179.9999),
            (-89.9999, 17), (10, 20),
        ]
    )
    func extremes(latitude: Double, longitude: Double) throws {
        let place = try Coordinate(latitude: latitude, longitude: longitude)
        let other = Town.place(5, 0)
        for mode in TravelMode.allCases {
            for (start, end) in [(place, other), (other, place), (place, place)] {
                let way = town.finder.directions(from: start, to: end, mode: mode)
                #expect(way.start == start && way.end == end)
                #expect(way.seconds >= 0 && way.seconds.isFinite)
                #expect(way.line.count >= 2)
            }
        }
    }

    @Test("a road across the antimeridian is one road")
    func antimeridian() throws {
        func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
            try Coordinate(latitude: latitude, longitude: longitude)
        }
        let road = Road(
            dataset: Town.dataset,
            key: "queen",
            name: "Queen's Road",
            kind: .street,
            line: [
                try place(-16.8, 179.99), try place(-16.8, 179.999), try place(-16.8, -179.999),
                try place(-16.8, -179.99),
            ]
        )
        let finder = WayFinder([road])
        let way = finder.directions(
            from: try place(-16.8001, 179.9905),
            to: try place(-16.8, -179.9905),
            mode: .walk
        )
        #expect(way.method == .road)
        #expect(way.steps.first?.instruction.hasPrefix("Go north to Queen's Road") == true)
        #expect(way.steps.dropFirst().first?.direction == "east")
        let straight = Geodesic.distance(from: way.start, to: way.end).meters
        #expect(way.distance.meters < straight + 15)
        // Snapped within the stretch that crosses.
        let near = try #require(
            finder.network?.snap(
                try place(-16.8001, 180),
                mode: .walk,
                within: WayFinder.roadLimit
            )
        )
        #expect(abs(near.distance.meters - 11.06) < 0.1)
        #expect(near.place.longitude.magnitude > 179.9999)
    }

    @Test("roads around a pole")
    func pole() throws {
        let ring = (0...36).map { step in
            let longitude = Double(step) * 10 - 180
            return try? Coordinate(latitude: 89.99, longitude: longitude)
        }.compactMap { $0 }
        let road = Road(
            dataset: Town.dataset,
            key: "ring",
            name: "Polar Ring",
            kind: .street,
            line: ring
        )
        let way = WayFinder([road]).directions(
            from: try Coordinate(latitude: 89.9905, longitude: -95),
            to: try Coordinate(latitude: 89.9895, longitude: 85),
            mode: .walk
        )
        #expect(way.method == .road)
        // Half of a ring of 1,117 m radius, and 56 m at either end.
        #expect(abs(way.distance.meters - (.pi * 1117 + 112)) < 40)
    }
}
