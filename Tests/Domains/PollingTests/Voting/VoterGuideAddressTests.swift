import Datasets
import Geodesy
import Polling
import PollingTesting
import Testing

@Suite struct VoterGuideAddressTests: ThreePrecincts {
    @Test("an address of a list is assigned by that list, whatever is near")
    func address() async throws {
        let guide = try await guide { $0.addresses = try sampleAddresses() }
        let answer = try ask(guide, "Aachener Str. 12, 50674")
        #expect(answer.assignment?.method == .address)
        #expect(answer.assignment?.district?.code == "1")
        #expect(answer.assignment?.station.station.name == "one")
        #expect(answer.assignment?.boundaryDistance == nil)
        #expect(answer.location == nil)
        #expect(answer.nearby.stations.isEmpty)
        #expect(answer.districts.map(\.reference.code) == ["1"])
        #expect(answer.sources.isEmpty)
        #expect(guide.answer(address: "Nowhere 1") == nil)
    }

    /// Numbers 10 to 12c of one street, a house each, in two precincts.
    private func houses() throws -> [AddressEntry] {
        try ["10", "12", "12A", "14"].enumerated().map { index, number in
            var entry = try entry(
                "list",
                "Bobolink Cir",
                precinct: number == "12A" ? "2" : "1",
                key: "house-\(index)"
            )
            let house = try #require(HouseNumber(parsing: number))
            entry.houses = [HouseRange(side: .even, numbers: house...house)]
            return entry
        }
    }

    @Test(
        "a house that the list lacks is asked back with those of its number: 12b, where it has 12 and 12a"
    )
    func houseBetween() async throws {
        let guide = try await guide { $0.addresses = try sampleAddresses() + houses() }
        for text in ["12B Bobolink Cir", "12 b bobolink circle", "Bobolink Cir 12b"] {
            let answer = try ask(guide, text)
            #expect(answer.assignment == nil)
            #expect(answer.choices.flatMap(\.addresses) == ["12 Bobolink Cir", "12a Bobolink Cir"])
            #expect(answer.warnings.map(\.code).first == .ambiguousAddress)
            #expect(
                answer.warnings.first?.message.contains(
                    "no house 12b: of this number they have 12 and 12a."
                ) == true
            )
        }
        // Also where both vote at one place: nobody says that 12b does.
        let same = try await self.guide { store in
            store.addresses =
                try sampleAddresses()
                + houses().map { entry in
                    var entry = entry
                    entry.districts = [DistrictReference(type: "precinct", code: "1")]
                    return entry
                }
        }
        #expect(try ask(same, "12B Bobolink Cir").assignment == nil)
        #expect(try ask(same, "12A Bobolink Cir").assignment != nil)
    }

    @Test(
        "a town that only a gazetteer or the station names is that of the list's parts, and it is said"
    )
    func townOfParts() async throws {
        let text = "Aachener Str. 75, Köln"
        // The list has the street in Erfurt, too.
        let unknown = try ask(try await guide { $0.addresses = try sampleAddresses() }, text)
        #expect(unknown.assignment == nil)
        #expect(unknown.choices.map(\.district.code) == ["2", "3"])
        #expect(
            unknown.warnings.first?.message.contains("ask again with it instead of the town")
                == true
        )
        func gazetteer(_ places: [(String, String)]) async throws -> VoterGuide {
            try await guide { store in
                store.addresses = try sampleAddresses()
                store.postcodes = try places.map { code, name in
                    PostcodePlace(
                        id: PostcodePlace.ID(rawValue: "zip.\(code)"),
                        dataset: try DatasetName("zip"),
                        code: code,
                        place: name,
                        coordinate: try place(0, 0)
                    )
                }
            }
        }
        let places = [("50931", "Köln"), ("99084", "Erfurt")]
        let known = try ask(try await gazetteer(places), text)
        #expect(known.assignment?.district?.code == "2")
        #expect(known.warnings.map(\.code) == [.assumedTown])
        #expect(known.warnings.first?.message.contains("Lindenthal, 50931") == true)
        // In front of the street, too; behind its postcode a gazetteer is not needed, and it is said.
        let front = try ask(try await gazetteer(places), "Köln Aachener Str. 75")
        #expect(front.assignment?.district?.code == "2")
        #expect(front.warnings.map(\.code) == [.assumedTown])
        #expect(try ask(try await gazetteer([]), "Köln Aachener Str. 75").assignment == nil)
        let coded = try ask(try await gazetteer(places), "50931 Köln Aachener Str. 75")
        #expect(coded.assignment?.district?.code == "2")
        #expect(coded.warnings.isEmpty)
        let alone = try ask(try await gazetteer([]), "50931 Köln Aachener Str. 75")
        #expect(alone.assignment?.district?.code == "2")
        #expect(alone.warnings.map(\.code) == [.assumedTown])
        #expect(alone.warnings.first?.message.contains("between your postcode") == true)
        // The town with the list's part of it.
        for part in ["Köln Lindenthal", "Lindenthal, Köln"] {
            let answer = try ask(try await gazetteer(places), "Aachener Str. 75, \(part)")
            #expect(answer.assignment?.district?.code == "2", "\(part)")
        }
        // Another town, one whose name holds the place's, and a part that the list has elsewhere.
        for other in ["Bonn", "Neu Köln", "Köln Altstadt", "Köln 10115"] {
            let answer = try ask(try await gazetteer(places), "Aachener Str. 75, \(other)")
            #expect(answer.assignment == nil, "\(other)")
        }
    }

    @Test(
        "of a town's name with one of its parts the words that the list lacks are the gazetteer's"
    )
    func townAndPart() async throws {
        func guide(_ town: String) async throws -> VoterGuide {
            try await self.guide { store in
                let own = try entry(
                    "list",
                    "Heumarkt",
                    precinct: "2",
                    town: town,
                    postcode: "50667",
                    key: "6"
                )
                store.addresses = try sampleAddresses() + [own]
                store.postcodes = [
                    PostcodePlace(
                        id: PostcodePlace.ID(rawValue: "zip.50667"),
                        dataset: try DatasetName("zip"),
                        code: "50667",
                        place: "Köln",
                        coordinate: try place(0, 0)
                    )
                ]
            }
        }
        let part = try ask(try await guide("Altstadt/Nord"), "Heumarkt 1, Köln Altstadt")
        #expect(part.assignment?.district?.code == "2")
        #expect(part.warnings.map(\.code) == [.assumedTown])
        for other in ["Altstadt/Süd", "Köln Altstadt Süd", "Bonn Altstadt"] {
            let answer = try ask(try await guide("Altstadt/Nord"), "Heumarkt 1, \(other)")
            #expect(answer.assignment == nil, "\(other)")
            #expect(answer.warnings.map(\.code) == [.ambiguousAddress])
        }
    }

    @Test(
        "a town that the postcode is not in: asked back where it is another's, else assigned with a warning",
        arguments: [
            // A gazetteer knows the postcode's town, and that of others.
            ("Aachener Str. 75, 50931 Bonn", true, nil, [.ambiguousAddress]),
            ("Aachener Str. 75, 50931 Bad Honnef", true, nil, [.ambiguousAddress]),
            ("50931 Bonn Aachener Str. 75", true, nil, [.ambiguousAddress]),
            ("Aachener Str. 75, Bonn, Hessen 50931", true, nil, [.ambiguousAddress]),
            ("Aachener Str. 75, 50931 Köln", true, "2", []),
            ("Aachener Str. 75, 50931 Koeln", true, "2", []),
            ("Aachener Str. 75, 50931 Köln-Nippes", true, "2", []),
            ("Aachener Str. 75, 50931 Lindenthal", true, "2", []),
            ("Aachener Str. 75, 50931", true, "2", []),
            // Another part of the town, as the list has it; the town with it; two words that are it.
            ("Aachener Str. 75, 50931 Altstadt", true, "2", [.doubtfulTown]),
            ("Aachener Str. 75, 50931 Köln-Altstadt", true, "2", [.doubtfulTown]),
            ("Aachener Str. 75, 50931 Lindenthal/Altstadt", true, "2", [.doubtfulTown]),
            ("Aachener Str. 75, 50931 Köln-Lindenthal", true, "2", []),
            // The list's own part of the town in another town, with the postcode and without.
            ("Aachener Str. 75, 50931 Lindenthal, Bonn", true, nil, [.ambiguousAddress]),
            ("Aachener Str. 75, Lindenthal, Bonn", true, nil, [.ambiguousAddress]),
            // Another country's town; one that nothing has.
            ("Aachener Str. 75, 50931 Cologne", true, "2", [.doubtfulTown]),
            ("Aachener Str. 75, 50931 Wonn", true, "2", [.doubtfulTown]),
            // The list alone does not know whether its towns are towns.
            ("Aachener Str. 75, 50931 Bonn", false, "2", []),
            ("Aachener Str. 75, 50931 Köln-Nippes", false, "2", []),
            // It has this one with other postcodes alone.
            ("Aachener Str. 75, 50931 Altstadt", false, "2", [.doubtfulTown]),
            ("Aachener Str. 75, 50931 Lindenthal", false, "2", []),
            // It has the street there, too.
            ("Aachener Str. 75, 50931 Erfurt", false, nil, [.ambiguousAddress]),
        ] as [(String, Bool, String?, [VoterWarning.Code])]
    )
    func otherTown(
        text: String,
        hasGazetteer: Bool,
        district: String?,
        warnings: [VoterWarning.Code]
    ) async throws {
        let guide = try await guide { store in
            store.addresses = try sampleAddresses()
            guard hasGazetteer else { return }
            store.postcodes = try [
                ("50931", "Köln", "DE"), ("53111", "Bonn", "DE"), ("53604", "Bad Honnef", "DE"),
                ("86920", "Au", "DE"),
                ("55322", "Cologne", "US"),
            ].map { code, name, country in
                PostcodePlace(
                    id: PostcodePlace.ID(rawValue: "zip.\(code)"),
                    dataset: try DatasetName("zip"),
                    code: code,
                    place: name,
                    region: "Hessen",
                    country: country,
                    coordinate: try place(0, 0)
                )
            }
        }
        let answer = try ask(guide, text)
        #expect(answer.assignment?.district?.code == district)
        #expect(answer.warnings.map(\.code) == warnings)
        let others = text.hasSuffix("Erfurt") ? ["3"] : []
        if district == nil { #expect(answer.choices.map(\.district.code) == ["2"] + others) }
    }

    @Test("what a gazetteer of another country says of a postcode is not held against an address")
    func otherCountry() async throws {
        let guide = try await guide { store in
            store.addresses = try sampleAddresses()
            store.postcodes = [
                PostcodePlace(
                    id: PostcodePlace.ID(rawValue: "zip.50931"),
                    dataset: try DatasetName("zip"),
                    code: "50931",
                    place: "Tripoli",
                    country: "US",
                    coordinate: try place(42.8, -92.3)
                )
            ]
        }
        for town in ["Köln", "Tripoli", "Lindenthal"] {
            let answer = try ask(guide, "Aachener Str. 75, 50931 \(town)")
            #expect(answer.assignment?.district?.code == "2")
            #expect(answer.warnings.isEmpty, "\(town)")
        }
    }

    @Test("a list of one town knows its town")
    func oneTown() async throws {
        let guide = try await guide { store in
            store.addresses = [
                try entry(
                    "list",
                    "Main St NW",
                    precinct: "2",
                    town: "Washington",
                    postcode: "20001"
                )
            ]
        }
        #expect(try ask(guide, "Main St NW, Washington DC 20001").warnings.isEmpty)
        #expect(try ask(guide, "Main St NW 20001").warnings.isEmpty)
        for country in ["USA", "United States", "United States of America"] {
            #expect(try ask(guide, "Main St NW 20001, \(country)").warnings.isEmpty, "\(country)")
        }
        let other = try ask(guide, "Main St NW, Arlington 20001")
        #expect(other.assignment?.district?.code == "2")
        #expect(other.warnings.map(\.code) == [.doubtfulTown])
        #expect(other.warnings.first?.message.contains("in Washington, 20001, and") == true)
    }

    @Test(
        "beside a postcode of few houses a name that nothing knows is no town, and another town is one",
        arguments: [
            ("Poplar Cottage, 11 High Street, Ide, Exeter, EX2 9RN", false, true, []),
            ("Poplar Cottage, 11 High Street, Ide, Exeter, EX2 9RN", true, true, []),
            ("Poplar Cottage, 11 High Street, EX2 9RN", false, true, []),
            ("Poplar Cottage, 11 High Street, EX2 9RN", true, true, []),
            // The list's own other town, without the entry's.
            ("Poplar Cottage, 11 High Street, Crediton, EX2 9RN", false, true, [.doubtfulTown]),
            // A gazetteer's, also where it has the postcode in none.
            ("Poplar Cottage, Plymouth, EX2 9RN", false, true, []),
            ("Poplar Cottage, Plymouth, EX2 9RN", true, false, [.ambiguousAddress]),
            ("Poplar Cottage, 11 High Street, Plymouth, EX2 9RN", true, true, [.doubtfulTown]),
            ("Laurel Cottage, Plymouth, EX2 9RW", true, true, [.doubtfulTown]),
            ("Laurel Cottage, 23 High Street, EX2 9RW", true, true, []),
        ] as [(String, Bool, Bool, [VoterWarning.Code])]
    )
    func postcodeOfFewHouses(
        text: String,
        hasGazetteer: Bool,
        isAssigned: Bool,
        warnings: [VoterWarning.Code]
    ) async throws {
        let guide = try await guide { store in
            store.addresses = try [
                ("Poplar Cottage", "Ide", "EX2 9RN"), ("Laurel Cottage", "Ide", "EX2 9RW"),
                ("Rose Lane", "Exeter", "EX2 9RZ"), ("Mill Lane", "Crediton", "EX17 1AA"),
            ].enumerated().map { index, row in
                try entry(
                    "list",
                    row.0,
                    precinct: "2",
                    town: row.1,
                    postcode: row.2,
                    at: place(0.005, 0.015),
                    key: "\(index)"
                )
            }
            guard hasGazetteer else { return }
            store.postcodes = try [("EX2 9RN", "Ide"), ("PL1 1AA", "Plymouth")].map { code, name in
                PostcodePlace(
                    id: PostcodePlace.ID(rawValue: "zip.\(code)"),
                    dataset: try DatasetName("zip"),
                    code: code,
                    place: name,
                    country: "GB",
                    coordinate: try place(0, 0)
                )
            }
        }
        let answer = try ask(guide, text)
        #expect((answer.assignment != nil) == isAssigned)
        #expect(answer.warnings.map(\.code) == warnings)
    }

    @Test("a range of houses holds those between its ends with whatever letter")
    func houseWithinRange() async throws {
        let guide = try await guide { $0.addresses = try sampleAddresses() }
        for text in ["Aachener Str. 12b, 50674", "Aachener Str. 71c, 50674"] {
            #expect(try ask(guide, text).assignment?.district?.code == "1")
        }
        let missing = try ask(guide, "Aachener Str. 73b, 50674")
        #expect(missing.assignment == nil)
        #expect(missing.warnings.first?.message.contains("but not the house") == true)
    }

    @Test("an address whose list names a station is assigned to that, with what is near its place")
    func addressToStation() async throws {
        let guide = try await guide { $0.addresses = try sampleAddresses() }
        let answer = try ask(guide, "5 Main Street NW, Washington")
        #expect(answer.assignment?.stations.map(\.station.name) == ["two"])
        #expect(answer.location?.source == .address)
        #expect(answer.nearby.stations.first?.station.name == "one")
        #expect(answer.districts.map(\.reference.code) == ["990", "2"])
    }

    @Test(
        "a list names a station by the key of its file, which the id need not tell",
        arguments: [
            ("B1/1", "slashed"), ("b1/1", "slashed"), ("B1-1", nil), ("C2", "plain"),
            ("c2", "plain"), ("D4", nil), ("E 5; E6", "double"), ("E6", "double"),
            ("E 5", "double"),
        ] as [(String, String?)]
    )
    func keyOfFile(key: String, name: String?) async throws {
        func station(_ id: String, _ name: String, key: String? = nil) throws -> Station {
            var station = try self.station(id, serving: [], at: nil, dataset: "town-stations")
            station.name = name
            station.attributes[Station.keyAttribute] = key
            return station
        }
        let stations = [
            try station("b1-1", "slashed", key: "B1/1"), try station("c2", "plain"),
            try station("d1", "first", key: "D4"), try station("d2", "second", key: "D4"),
            try station("e5", "double", key: "E 5; E6"),
        ]
        var entry = try entry("town-addresses", "Elm St", precinct: "1")
        entry.districts = []
        entry.stationKey = key
        let guide = try await guide(stations: stations) { $0.addresses = [entry] }
        let answer = try ask(guide, "Elm St")
        #expect(answer.assignment?.stations.map(\.station.name) == name.map { [$0] })
    }

    @Test("a street in several districts without a house leaves the choice by address")
    func ambiguousAddress() async throws {
        let guide = try await guide { $0.addresses = try sampleAddresses() }
        let answer = try ask(guide, "Aachener Straße")
        #expect(answer.assignment == nil)
        #expect(answer.choices.map(\.district.code) == ["1", "2", "3"])
        #expect(answer.choices[1].addresses == ["75-327 Aachener Str., Lindenthal, 50931"])
        #expect(answer.choices[1].stations.map(\.station.name) == ["two"])
        #expect(answer.warnings.map(\.code) == [.ambiguousAddress])
        // Both sides of one number are in the list's gap: 73 is nobody's.
        let gap = try ask(guide, "Aachener Str. 73, 50674")
        #expect(gap.assignment == nil)
        #expect(gap.choices.map(\.district.code) == ["1"])
        #expect(gap.warnings.map(\.code) == [.ambiguousAddress])
    }
}
