import Testing

@Suite struct AddressTests {
    @Test("every address lies in its precinct and in its postcode area, and stands once")
    func everyAddressLiesInItsPrecinct() throws {
        let precincts = try County.districts("precincts.geojson")
        let postcodes = try County.districts("postcodes.geojson", code: "postcode")
        let addresses = try County.table("addresses.csv")
        #expect(addresses.count > 4000)
        #expect(Set(addresses.map { $0["id"] }).count == addresses.count)
        var texts: Set<String> = []
        for address in addresses {
            let place = try #require(Place(address))
            #expect(covers(try #require(precincts[address["precinct"] ?? ""]), place), "\(address)")
            #expect(covers(try #require(postcodes[address["postcode"] ?? ""]), place), "\(address)")
            #expect(Int(address["house_number"] ?? "") ?? 0 > 0)
            let text = ["house_number", "street", "city"].map { address[$0] ?? "" }
            #expect(texts.insert(text.joined(separator: "|")).inserted, "\(text)")
        }
    }

    @Test("every precinct has addresses, and so has every street of the list")
    func everyPrecinctHasAddresses() throws {
        let addresses = try County.table("addresses.csv")
        let found = Set(addresses.compactMap { $0["precinct"] })
        #expect(found == Set(try County.districts("precincts.geojson").keys))
        let streets = Set(
            try County.features("roads.geojson").compactMap { $0.properties["name"]?.text }
        )
        #expect(Set(addresses.compactMap { $0["street"] }).isSubset(of: streets))
    }

    @Test("houses stand 15 to 30 metres from their street, even numbers north or east of it")
    func housesStandBesideTheirStreet() throws {
        var lines: [String: [(Place, Place)]] = [:]
        for road in try County.features("roads.geojson") {
            lines[road.properties["name"]?.text ?? "", default: []] += zip(
                road.line,
                road.line.dropFirst()
            )
        }
        for address in try County.table("addresses.csv") {
            let place = try #require(Place(address))
            let nearest = try #require(
                lines[address["street"] ?? ""]?
                    .min {
                        place.meters(toLineFrom: $0.0, to: $0.1)
                            < place.meters(toLineFrom: $1.0, to: $1.1)
                    }
            )
            let distance = place.meters(toLineFrom: nearest.0, to: nearest.1)
            #expect((15.0...30).contains(distance), "\(address): \(distance)")
            let isEven = (Int(address["house_number"] ?? "") ?? 0).isMultiple(of: 2)
            if nearest.0.y == nearest.1.y { #expect(isEven == (place.y > nearest.0.y)) }
            if nearest.0.x == nearest.1.x { #expect(isEven == (place.x > nearest.0.x)) }
        }
    }

    @Test("most postcodes straddle precincts, two do not, and two have no area")
    func mostPostcodesStraddlePrecincts() throws {
        var precincts: [String: Set<String>] = [:]
        for address in try County.table("addresses.csv") {
            precincts[address["postcode"] ?? "", default: []].insert(address["precinct"] ?? "")
        }
        #expect(precincts.filter { $0.value.count == 1 } == ["69704": ["115"], "69726": ["208"]])
        let points = try County.table("postcodes.csv")
        let areas = try County.districts("postcodes.geojson", code: "postcode")
        #expect(Set(areas.keys) == Set(precincts.keys))
        let pointsAlone = Set(points.compactMap { $0["postcode"] }).subtracting(areas.keys)
        #expect(pointsAlone == ["69703", "69799"])
        #expect(points.count == 13)
        for row in points {
            #expect(Place(row) != nil)
            #expect(Int(row["accuracy_m"] ?? "") ?? 0 > 0)
        }
    }
}
