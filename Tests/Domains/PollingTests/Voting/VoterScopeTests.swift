import Geodesy
import Testing

@testable import Polling

/// What is told of stations that are merely near, and of vote centers.
@Suite struct VoterScopeTests: ThreePrecincts {
    @Test(
        "stations are near up to a limit, which is inclusive",
        arguments: [
            // At (5, 5.5) there is the far center alone, 55 km away.
            (nil, 5, 5.5, 1), (nil, -39, 0.015, 0), (20_000_000, -39, 0.015, 5),
            (1, 0.005, 0.015, 0), (2000, 0.005, 0.015, 4), (2500, 0.005, 0.015, 5),
        ] as [(Double?, Double, Double, Int)]
    )
    func limit(meters: Double?, latitude: Double, longitude: Double, count: Int) async throws {
        let guide = try await guide()
        var scope = VoterScope.standard
        if let meters { scope.nearbyLimit = try .meters(meters) }
        let answer = try ask(guide, latitude, longitude, scope: scope)
        #expect(answer.nearby.stations.count == count)
        #expect(answer.nearby.limit.meters == meters ?? 100_000)
        let nearest = try #require(answer.nearby.nearestDistance)
        for station in answer.nearby.stations { #expect(station.distance >= nearest) }
        let isFar = answer.nearby.stations.isEmpty
        #expect(isFar == (nearest > answer.nearby.limit))
        let isSaid = answer.warnings.contains { $0.code == .noStationNearby }
        #expect(isSaid == (isFar && answer.assignment == nil))
    }

    @Test("a station exactly as far as the limit is near")
    func inclusive() async throws {
        let guide = try await guide(
            stations: [try station("one", serving: [], at: place(0.005, 0.015))]
        )
        let here = try place(1, 1)
        let distance = Geodesic.distance(from: here, to: try place(0.005, 0.015))
        let at = VoterLocation(coordinate: here, source: .point)
        let near = guide.answer(at: at, scope: VoterScope(nearbyLimit: distance))
        #expect(near.nearby.stations.count == 1)
        let less = try Distance.meters(distance.meters.nextDown)
        #expect(guide.answer(at: at, scope: VoterScope(nearbyLimit: less)).nearby.stations.isEmpty)
    }

    @Test(
        "a position that is good to no more than a country leaves the nearest districts as choices"
    )
    func vaguePosition() async throws {
        let districts = try (0..<80).map { number in
            try district(
                "\(number)",
                MultiPolygon([box(0.01 * Double(number), 0, 0.01 * Double(number + 1), 0.01)])
            )
        }
        let stations = try (0..<80).map { number in
            try station(
                "s\(number)",
                serving: ["\(number)"],
                at: place(0.005, 0.01 * Double(number))
            )
        }
        let guide = try await guide(districts: districts, stations: stations)
        let answer = try ask(guide, 0.005, 0.405, accuracy: 20_000_000)
        #expect(answer.assignment?.district?.code == "40")
        #expect(answer.choices.count == 1 + VoterGuide.neighbourCount)
        #expect(answer.choices.map(\.holdsPlace) == [true] + Array(repeating: false, count: 50))
        #expect(answer.warnings.last?.message.hasSuffix("The nearest 50 of 79 are listed.") == true)
        let outside = try ask(guide, 0.1, 0.405, accuracy: 20_000_000)
        #expect(outside.choices.count == VoterGuide.neighbourCount)
        #expect(
            outside.warnings.first?.message.contains("within 20,000 km of 80 precincts") == true
        )
    }

    @Test("how far the nearest station is, is said in words")
    func words() async throws {
        let answer = try ask(try await guide(), -40, -150)
        let message = try #require(answer.warnings.last?.message)
        let meters = try #require(answer.nearby.nearestDistance).meters
        // The other side of the Earth, some 14,000 km.
        #expect((13_000_000...15_000_000).contains(meters))
        #expect(message.hasPrefix("No station that is loaded lies within 100 km of the place; "))
        #expect(message.contains(try Regex("the nearest is 1[34],[0-9]{3} km away")))
    }

    @Test("where no station has a place, that is said")
    func noPlaces() async throws {
        let guide = try await guide(stations: [try station("bus", serving: ["9"], at: nil)])
        let answer = try ask(guide, 0.005, 0.005)
        #expect(answer.nearby.nearestDistance == nil)
        #expect(answer.warnings.map(\.code) == [.noStation, .noStationNearby])
        #expect(answer.warnings.last?.message == "No station that is loaded has a known place.")
    }

    @Test("vote centers are counted, and as many are listed as is asked for, the nearest first")
    func centers() async throws {
        let centers = try (0..<30).map { number in
            try station(
                "center-\(number)",
                serving: [],
                at: place(0.005, 0.001 * Double(number)),
                kind: "Vote Center"
            )
        }
        let guide = try await guide(stations: centers)
        let answer = try ask(guide, 0.005, 0.0152)
        #expect(answer.voteCenterCount == 30)
        #expect(answer.voteCenters.count == 20)
        #expect(answer.voteCenters.first?.station.name == "center-15")
        let distances = answer.voteCenters.compactMap(\.distance)
        #expect(distances == distances.sorted())
        for (limit, count) in [(0, 0), (1, 1), (30, 30), (1000, 30)] {
            let scope = VoterScope(voteCenterLimit: limit)
            let scoped = try ask(guide, 0.005, 0.0152, scope: scope)
            #expect(scoped.voteCenters.count == count)
            #expect(scoped.voteCenterCount == 30)
        }
        #expect(answer.warnings.first?.message.contains("any of the 30 vote centers") == true)
    }

    @Test(
        "distances in words",
        arguments: [
            (0.4, "0 m"), (12.3, "12 m"), (999.4, "999 m"), (999.6, "1 km"), (9_440, "9.4 km"),
            (9_960, "10 km"), (54_321, "54 km"), (999_600, "1,000 km"), (1_968_213, "1,968 km"),
            (20_003_931, "20,004 km"),
        ]
    )
    func inWords(meters: Double, words: String) throws {
        #expect(try Distance.meters(meters).words == words)
    }
}
