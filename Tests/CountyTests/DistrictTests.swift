import Testing

@Suite struct DistrictTests {
    private struct Edge: Hashable {
        let start: Place
        let end: Place
    }

    @Test(
        "districts of one type tile the county to the last digit",
        arguments: [
            ("precincts.geojson", "code", 60), ("wards.geojson", "code", 6),
            ("school-districts.geojson", "code", 5), ("postcodes.geojson", "postcode", 11),
        ]
    )
    func districtsTileTheCounty(name: String, code: String, count: Int) throws {
        let outline = try #require(County.districts("county.geojson")["990"]?.first?.first)
        let districts = try County.districts(name, code: code)
        #expect(districts.count == count)
        let rings = districts.values.joined().joined()
        #expect(rings.reduce(0) { $0 + doubledArea($1) } == doubledArea(outline))

        // Every border is walked once each way, by two neighbours, or once along the outline.
        var edges: Set<Edge> = []
        for ring in rings {
            #expect(ring.count >= 4 && ring.first == ring.last)
            for (start, end) in zip(ring, ring.dropFirst()) {
                #expect(edges.insert(Edge(start: start, end: end)).inserted)
            }
        }
        let alone = edges.filter { !edges.contains(Edge(start: $0.end, end: $0.start)) }
        for edge in alone {
            let middle = Place(
                x: (edge.start.x + edge.end.x) / 2,
                y: (edge.start.y + edge.end.y) / 2
            )
            let onOutline = zip(outline, outline.dropFirst()).contains {
                middle.meters(toLineFrom: $0, to: $1) < 0.05
            }
            #expect(onOutline, "\(edge) has no neighbour")
        }
    }

    @Test("a random place of the county lies in exactly one precinct, one outside in none")
    func aRandomPlaceLiesInOnePrecinct() throws {
        let county = try #require(County.districts("county.geojson")["990"])
        let precincts = try County.districts("precincts.geojson")
        var chance = Chance(seed: 42)
        var outside = 0
        for _ in 0..<3000 {
            // Odd numbers: no border of the county runs through them for long.
            let place = Place(
                x: -1_019_000_001 + chance.below(7_100_000),
                y: 418_700_001 + chance.below(4_600_000)
            )
            let holders = precincts.filter { covers($0.value, place) }.map(\.key)
            let expected = covers(county, place) ? 1 : 0
            outside += 1 - expected
            #expect(holders.count == expected, "\(place): \(holders)")
        }
        #expect(outside > 100)
    }

    @Test("some precincts have holes, one is in two parts, and rings wind as GeoJSON asks")
    func somePrecinctsHaveHoles() throws {
        let precincts = try County.districts("precincts.geojson")
        #expect(precincts.filter { $0.value.count > 1 }.map(\.key) == ["107"])
        let holed = precincts.filter { $0.value.contains { $0.count > 1 } }
        #expect(holed.count == 10)
        #expect(holed["102"] != nil && holed["302"] != nil)
        for polygon in precincts.values.joined() {
            #expect(doubledArea(polygon[0]) > 0)
            for hole in polygon.dropFirst() { #expect(doubledArea(hole) < 0) }
        }
        // The college is the hole of the precinct around it, corner for corner.
        let hole = try #require(precincts["102"]?[0].dropFirst().first)
        let college = try #require(precincts["115"]?[0][0])
        #expect(Set(hole) == Set(college))
    }

    @Test("wards, school districts and postcodes cut precincts")
    func otherDistrictsCutPrecincts() throws {
        let addresses = try County.table("addresses.csv")
        for (name, code) in [
            ("wards.geojson", "code"), ("school-districts.geojson", "code"),
            ("postcodes.geojson", "postcode"),
        ] {
            let districts = try County.districts(name, code: code)
            var found: [String: Set<String>] = [:]
            for address in addresses {
                let place = try #require(Place(address))
                let holders = districts.filter { covers($0.value, place) }.map(\.key)
                try #require(holders.count == 1)
                found[address["precinct"] ?? "", default: []].insert(holders[0])
            }
            #expect(found.filter { $0.value.count > 1 }.count >= 5, "\(name)")
        }
    }

    @Test("the towns are nine, apart from each other, and Bluestem has its airport")
    func theTownsAreNine() throws {
        let cities = try County.districts("cities.geojson")
        #expect(cities.count == 9)
        #expect(cities["10"]?.count == 2)
        let precincts = try County.districts("precincts.geojson")
        let towns = precincts.filter { $0.key < "300" }.values.joined().joined()
        // Towns are whole precincts; only their common borders fall away.
        #expect(
            cities.values.joined().joined().reduce(0) { $0 + doubledArea($1) }
                == towns.reduce(0) { $0 + doubledArea($1) }
        )
    }
}

/// SplitMix64, so that a failure can be seen again.
struct Chance {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func below(_ end: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return Int(mixed % UInt64(end))
    }
}
