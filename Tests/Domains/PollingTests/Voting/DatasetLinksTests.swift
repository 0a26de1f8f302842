import Datasets
import Geodesy
import PollingTesting
import Testing

@testable import Polling

/// Two counties in one database: a code that both have names two districts.
@Suite struct DatasetLinksTests: ThreePrecincts {
    /// Precincts of a dataset of their own, 0.01 degrees wide, from a longitude eastward.
    private func precincts(
        _ codes: [String],
        from west: Double,
        _ dataset: String,
        type: String = "precinct"
    ) throws -> [District] {
        let name = try DatasetName(dataset)
        return try codes.enumerated().map { number, code in
            let edge = west + 0.01 * Double(number)
            return District(
                id: District.ID(name, "\(type)-\(code)"),
                dataset: name,
                reference: DistrictReference(type: type, code: code),
                name: "\(type) \(code)",
                area: MultiPolygon([try box(edge, 0, edge + 0.01, 0.01)])
            )
        }
    }

    private func stations(
        _ codes: [String],
        from west: Double?,
        _ dataset: String
    ) throws -> [Station] {
        try codes.enumerated().map { number, code in
            try station(
                "s\(code)",
                serving: [code],
                at: west.map { try place(0.005, $0 + 0.005 + 0.01 * Double(number)) },
                address: nil,
                dataset: dataset
            )
        }
    }

    private func assigned(_ guide: VoterGuide, _ longitude: Double) throws -> [String] {
        try ask(guide, 0.005, longitude).assignment?.stations.map(\.station.id.rawValue) ?? []
    }

    @Test("each of two neighbouring counties has its own precinct 1, whatever is nearer")
    func neighbours() async throws {
        let guide = try await guide(
            districts: precincts(["1", "2"], from: 0, "west")
                + precincts(["2", "1"], from: 0.02, "east"),
            stations: stations(["1", "2"], from: 0, "w") + stations(["2", "1"], from: 0.02, "e")
        )
        for (longitude, id) in [
            (0.001, "w.s1"), (0.0199, "w.s2"), (0.0201, "e.s2"), (0.039, "e.s1"),
        ] {
            #expect(try assigned(guide, longitude) == [id])
        }
    }

    @Test("a county whose stations are not loaded is not sent to its neighbour's")
    func onlyBoundaries() async throws {
        let guide = try await guide(
            districts: precincts(["1", "2"], from: 0, "west")
                + precincts(["2", "1"], from: 0.02, "east"),
            stations: stations(["1", "2"], from: 0, "w")
        )
        let answer = try ask(guide, 0.005, 0.0205)
        #expect(answer.assignment == nil && answer.choices.isEmpty)
        #expect(answer.warnings.map(\.code).contains(.noStation))
        #expect(try assigned(guide, 0.015) == ["w.s2"])
    }

    @Test("without the own boundaries a neighbour's stations do not serve the boundaries here")
    func onlyStationsElsewhere() async throws {
        // 55 km apart.
        let guide = try await guide(
            districts: precincts(["1", "2"], from: 0.5, "east"),
            stations: stations(["1", "2"], from: 0, "w")
        )
        let answer = try ask(guide, 0.005, 0.505)
        #expect(answer.assignment == nil)
        #expect(answer.warnings.map(\.code) == [.noStation])
    }

    @Test("a station across the border serves its own county, unless the code is there, too")
    func across() async throws {
        let own = try stations(["1", "2", "3"], from: 0, "w").dropLast()
        let stray = try station(
            "s3",
            serving: ["3"],
            at: place(0.005, 0.032),
            address: nil,
            dataset: "w"
        )
        let west = try precincts(["1", "2", "3"], from: 0, "west")
        let apart = try await guide(
            districts: west + precincts(["7", "8"], from: 0.03, "east"),
            stations: own + [stray]
        )
        #expect(try assigned(apart, 0.025) == ["w.s3"])
        let shared = try await guide(
            districts: west + precincts(["3", "8"], from: 0.03, "east"),
            stations: own + [stray] + stations(["3", "8"], from: 0.03, "e")
        )
        #expect(try assigned(shared, 0.025) == [])
        #expect(try assigned(shared, 0.035) == ["e.s3"])
    }

    @Test("stations without places are a choice, unless the names are those of one feed")
    func unplaced() async throws {
        let districts = try precincts(["1", "2"], from: 0, "va-districts")
        let doubtful = try await guide(
            districts: districts,
            stations: stations(["1", "2"], from: nil, "polls")
        )
        let answer = try ask(doubtful, 0.005, 0.005)
        #expect(answer.assignment == nil)
        #expect(answer.choices.map { $0.stations.map(\.station.id.rawValue) } == [["polls.s1"]])
        #expect(answer.warnings.first?.code == .doubtfulStation)
        #expect(answer.warnings.first?.message.contains("polls") == true)
        let feed = try await guide(
            districts: districts,
            stations: stations(["1", "2"], from: nil, "va-stations")
        )
        #expect(try assigned(feed, 0.005) == ["va-stations.s1"])
    }

    /// A list of addresses and some stations, and whether a voter of the list is sent to one of them.
    struct ListCase: Sendable, CustomTestStringConvertible {
        enum Outcome: Sendable { case assigned, choice, none }

        let testDescription: String
        var list: [(street: String, postcode: String?, x: Double?)] = []
        var stations: [(address: String?, postcode: String?, x: Double?)] = []
        var names = ("polls", "list")
        var town: String?
        let outcome: Outcome
    }

    private static let lists = [
        ListCase(
            testDescription: "stations in the postcodes of the list",
            list: [("Oak St", "20001", nil), ("Elm St", "20002", nil)],
            stations: [("9 Fir St", "20001", 0), ("8 Fir St", "20002", 0)],
            outcome: .assigned
        ),
        ListCase(
            testDescription: "stations in other postcodes, though in streets of the same names",
            list: [("Oak St", "50674", nil), ("Elm St", "50675", nil)],
            stations: [("9 Oak St", "20001", 0), ("8 Elm St", "20002", 0)],
            outcome: .none
        ),
        ListCase(
            testDescription: "a neighbour's stations, one in four of which shares a postcode",
            list: [("Oak St", "20901", nil), ("Elm St", "20902", nil), ("Ash St", "20903", nil)],
            stations: [
                ("1 A St", "20901", 0), ("2 A St", "20001", 0), ("3 A St", "20002", 0),
                ("4 A St", "20003", 0),
            ],
            outcome: .none
        ),
        ListCase(
            testDescription: "the stations of a state, those in the list's postcodes alone",
            list: [("Oak St", "20001", nil), ("Elm St", "20001", nil)],
            stations: [
                ("1 A St", "20001", 0), ("2 A St", "20002", 9), ("3 A St", "20003", 9),
                ("4 A St", "20004", 9),
            ],
            outcome: .assigned
        ),
        ListCase(
            testDescription: "electors of the same postcode area as the station's",
            list: [("Fore St", "EX2 9RZ", nil)],
            stations: [("Ide", "EX2 9AB", 0)],
            outcome: .assigned
        ),
        ListCase(
            testDescription: "stations in streets of the list, without postcodes",
            list: [("Oak Street", nil, nil), ("Elm St", nil, nil)],
            stations: [("9 OAK ST, Springfield", nil, 0), ("Elm St. 8", nil, 0)],
            outcome: .assigned
        ),
        ListCase(
            testDescription: "stations in streets of the same names, in another town",
            list: [("Oak St", nil, nil), ("Elm St", nil, nil)],
            stations: [("9 Oak St, Springfield NE", nil, 0), ("8 Elm St, Springfield NE", nil, 0)],
            town: "Lincoln, NE",
            outcome: .none
        ),
        ListCase(
            testDescription: "stations in streets of the list, in its town",
            list: [("Oak St", nil, nil), ("Elm St", nil, nil)],
            stations: [("9 Oak St, LINCOLN NE", nil, 0), ("8 Elm St, Lincoln", nil, 0)],
            town: "Lincoln, NE",
            outcome: .assigned
        ),
        ListCase(
            testDescription: "stations of which one in three is in a street of a name of the list",
            list: [("Main St", nil, nil), ("Elm St", nil, nil)],
            stations: [
                ("9 Main St", nil, 0), ("8 Georgia Ave", nil, 0), ("7 Florida Ave", nil, 0),
            ],
            outcome: .none
        ),
        ListCase(
            testDescription: "stations among the places of the list",
            list: [("Oak St", nil, 0.001), ("Elm St", nil, 0.012)],
            stations: [(nil, nil, 0), (nil, nil, 0.01)],
            outcome: .assigned
        ),
        ListCase(
            testDescription: "stations 100 km from all places of the list",
            list: [("Oak St", nil, 0.9), ("Elm St", nil, 0.91)],
            stations: [("9 Oak St", nil, 0), ("8 Elm St", nil, 0.01)],
            outcome: .none
        ),
        ListCase(
            testDescription: "stations without address, postcode and place",
            list: [("Oak St", "20001", nil)],
            stations: [(nil, nil, nil)],
            outcome: .choice
        ),
        ListCase(
            testDescription: "the datasets of one feed, of which no more is known",
            list: [("Oak St", "20001", nil)],
            stations: [(nil, nil, nil)],
            names: ("va-stations", "va-addresses"),
            outcome: .assigned
        ),
    ]

    @Test("a list of addresses goes with stations on its ground", arguments: lists)
    func list(one: ListCase) async throws {
        let stations = try one.stations.enumerated().map { number, station in
            let dataset = try DatasetName(one.names.0)
            return Station(
                id: Station.ID(rawValue: "\(dataset).\(number + 1)"),
                dataset: dataset,
                name: "Hall \(number + 1)",
                address: station.address,
                postcode: station.postcode,
                coordinate: try station.x.map { try place(0.005, $0) },
                // All have the first one's code as well, as counties of a state do.
                districts: [DistrictReference(type: "precinct", code: "17")]
            )
        }
        let guide = try await guide(districts: [], stations: stations) { store in
            store.addresses = try one.list.enumerated().map { number, address in
                try entry(
                    one.names.1,
                    address.street,
                    precinct: "17",
                    town: one.town,
                    postcode: address.postcode,
                    at: address.x.map { try place(0.005, $0) },
                    key: "\(number)"
                )
            }
        }
        let answer = try ask(guide, "5 \(try #require(one.list.first).street)")
        switch one.outcome {
        case .assigned:
            #expect(answer.assignment?.station.station.name == "Hall 1")
        case .choice:
            #expect(answer.assignment == nil)
            #expect(answer.choices.map(\.stations.count) == [1])
            #expect(answer.warnings.map(\.code) == [.doubtfulStation])
        case .none:
            #expect(answer.assignment == nil && answer.choices.isEmpty)
            #expect(answer.warnings.first?.code == .noStation)
        }
    }

    @Test("of a state's stations those of other counties are none of the list's")
    func state() async throws {
        let one = try #require(Self.lists.first { $0.testDescription.hasPrefix("the stations of") })
        let stations = try one.stations.enumerated().map { number, station in
            Station(
                id: Station.ID(rawValue: "tx.\(number)"),
                dataset: try DatasetName("tx"),
                name: "Hall \(number)",
                address: station.address,
                postcode: station.postcode,
                districts: [DistrictReference(type: "precinct", code: "17")]
            )
        }
        let guide = try await guide(districts: [], stations: stations) { store in
            store.addresses = [try entry("list", "Oak St", precinct: "17", postcode: "20001")]
        }
        let answer = try ask(guide, "Oak St")
        #expect(answer.assignment?.stations.map(\.station.name) == ["Hall 0"])
    }

    @Test("stations of several counties for one code leave the choice")
    func counties() async throws {
        let stations = try ["Ada", "Boise"].map { county in
            Station(
                id: Station.ID(rawValue: "id.\(county)"),
                dataset: try DatasetName("id"),
                name: county,
                postcode: "83701",
                districts: [
                    DistrictReference(type: "precinct", code: "17"),
                    DistrictReference(type: "county", code: county),
                ]
            )
        }
        let guide = try await guide(districts: [], stations: stations) { store in
            store.addresses = [try entry("list", "Oak St", precinct: "17", postcode: "83701")]
        }
        let answer = try ask(guide, "Oak St")
        #expect(answer.assignment == nil)
        #expect(answer.choices.map(\.stations.count) == [2])
        #expect(answer.warnings.first?.message.hasPrefix("2 counties have a precinct 17") == true)
    }

    @Test("one street in the lists of two counties, with one code, leaves the choice")
    func twoLists() async throws {
        func hall(_ dataset: String, _ postcode: String) throws -> Station {
            Station(
                id: Station.ID(rawValue: "\(dataset).hall"),
                dataset: try DatasetName(dataset),
                name: dataset,
                postcode: postcode,
                districts: [DistrictReference(type: "precinct", code: "17")]
            )
        }
        let guide = try await guide(
            districts: [],
            stations: [try hall("ada", "83701"), try hall("boise", "83602")]
        ) { store in
            store.addresses = [
                try entry("ada-list", "Oak St", precinct: "17", postcode: "83701"),
                try entry("boise-list", "Oak St", precinct: "17", postcode: "83602"),
                try entry("copy-of-ada", "Elm St", precinct: "17", postcode: "83701"),
                try entry("ada-list", "Elm St", precinct: "17", postcode: "83701", key: "2"),
            ]
        }
        let answer = try ask(guide, "Oak St")
        #expect(answer.assignment == nil)
        #expect(answer.choices.map { $0.stations.map(\.station.name) } == [["ada"], ["boise"]])
        #expect(try ask(guide, "Oak St, 83602").assignment?.station.station.name == "boise")
        // Two lists that agree on the station need no choice.
        #expect(try ask(guide, "Elm St").assignment?.station.station.name == "ada")
    }

    @Test("a county of the same name elsewhere has vote centers that are not the voter's")
    func centers() async throws {
        func center(_ dataset: String, _ longitude: Double) throws -> Station {
            Station(
                id: Station.ID(rawValue: "\(dataset).center"),
                dataset: try DatasetName(dataset),
                name: dataset,
                coordinate: try place(0.005, longitude),
                districts: [DistrictReference(type: "county", code: "Montgomery")],
                attributes: ["station_type": "vote center"]
            )
        }
        let guide = try await guide(
            districts: precincts(["Montgomery"], from: 0, "md", type: "county"),
            stations: [try center("md-polls", 0.004), try center("tx-polls", 20)]
        )
        let answer = try ask(guide, 0.005, 0.005)
        #expect(answer.voteCenters.map(\.station.name) == ["md-polls"])
    }

    @Test(
        "names of one feed's datasets",
        arguments: [
            ("va-stations", "va-addresses", true), ("va-stations", "md-addresses", false),
            ("stations", "addresses", false), ("va-stations", "va-list", false),
            ("list", "list", true),
        ]
    )
    func feeds(one: String, other: String, isOne: Bool) throws {
        #expect(DatasetLinks.isOneFeed(try DatasetName(one), try DatasetName(other)) == isOne)
    }
}
