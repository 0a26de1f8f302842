import Testing

@Suite struct RoadTests {
    @Test("one can drive from any junction to any other, one-way streets kept")
    func theNetworkIsConnected() throws {
        let roads = try County.features("roads.geojson")
        #expect(roads.count > 2000)
        var forward: [Place: [Place]] = [:]
        var backward: [Place: [Place]] = [:]
        for road in roads {
            let start = try #require(road.line.first)
            let end = try #require(road.line.last)
            let oneWay = try #require(road.properties["oneway"]?.text)
            try #require(["yes", "no"].contains(oneWay))
            forward[start, default: []].append(end)
            backward[end, default: []].append(start)
            if oneWay == "no" {
                forward[end, default: []].append(start)
                backward[start, default: []].append(end)
            }
        }
        let junctions = Set(forward.keys).union(backward.keys)
        let start = try #require(roads.first?.line.first)
        #expect(reached(from: start, by: forward) == junctions)
        #expect(reached(from: start, by: backward) == junctions)
        let oneWays = Set(
            roads.filter { $0.properties["oneway"]?.text == "yes" }
                .compactMap { $0.properties["name"]?.text }
        )
        #expect(oneWays.count >= 4)
    }

    private func reached(from start: Place, by ways: [Place: [Place]]) -> Set<Place> {
        var seen: Set = [start]
        var front = [start]
        while let place = front.popLast() {
            for next in ways[place] ?? [] where seen.insert(next).inserted { front.append(next) }
        }
        return seen
    }

    @Test("the river is crossed by five bridges and by nothing else")
    func theRiverIsCrossedByBridgesAlone() throws {
        let river = try #require(
            County.features("water.geojson").first { $0.properties["kind"]?.text == "river" }
        )
        var bridges = 0
        for road in try County.features("roads.geojson") {
            let crossings = zip(road.line, road.line.dropFirst()).reduce(0) { sum, step in
                sum
                    + zip(river.line, river.line.dropFirst())
                    .count { cross(step.0, step.1, $0, $1) }
            }
            let isBridge = road.properties["bridge"]?.text == "yes"
            #expect((crossings > 0) == isBridge)
            bridges += isBridge ? 1 : 0
        }
        #expect(bridges == 5)
    }

    @Test("ends that meet are the same numbers: no two junctions are within 20 metres")
    func endsThatMeetAreTheSameNumbers() throws {
        let ends = try County.features("roads.geojson")
            .flatMap { [$0.line[0], $0.line[$0.line.count - 1]] }
        let junctions = Set(ends).sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        for (index, junction) in junctions.enumerated() {
            let near = junctions[(index + 1)...].prefix { $0.x - junction.x < 2500 }
            #expect(near.allSatisfy { $0.meters(to: junction) > 20 }, "\(junction)")
        }
        #expect(junctions.count < ends.count / 2)
    }

    @Test("links are named, lie in the county and meet only at junctions")
    func linksAreNamed() throws {
        let roads = try County.features("roads.geojson")
        let county = try #require(County.districts("county.geojson")["990"]?.first?.first)
        let xs = county.map(\.x)
        let ys = county.map(\.y)
        let west = try #require(xs.min())
        let east = try #require(xs.max())
        let south = try #require(ys.min())
        let north = try #require(ys.max())
        var ends: Set<Place> = []
        var links: Set<[Place]> = []
        for road in roads {
            #expect(road.properties["name"]?.text?.isEmpty == false)
            #expect(road.line.count >= 2)
            #expect(road.line.first != road.line.last)
            #expect(links.insert(road.line).inserted)
            for place in road.line {
                #expect((west...east).contains(place.x) && (south...north).contains(place.y))
            }
            ends.formUnion([road.line[0], road.line[road.line.count - 1]])
        }
        let passed = roads.flatMap { $0.line.dropFirst().dropLast() }
        #expect(passed.allSatisfy { !ends.contains($0) })
        #expect(passed.count > 20)
    }
}
