import Datasets
import Geodesy
import Polling
import PollingTesting
import Testing

/// Lists of addresses of a part of what stations are of, with neither places nor postcodes that the stations
/// have.
@Suite struct PartialListTests: ThreePrecincts {
    /// Stations of precincts 1 to 4 in as many streets of two towns, the first `count` in Ashton.
    private func stations(inAshton count: Int = 1) throws -> [Station] {
        try ["Fir", "Elm", "Ash", "Bay"].enumerated().map { index, street in
            try station(
                "\(index + 1)",
                serving: ["\(index + 1)"],
                at: place(0.005, 0.005 + 0.01 * Double(index)),
                address: "\(index + 2) \(street) St, \(index < count ? "Ashton" : "Belmont"), KS"
            )
        }
    }

    private func list(_ streets: [String], _ town: String, postcode: String? = nil) throws
        -> [AddressEntry]
    {
        try streets.enumerated().map { index, street in
            try entry(
                "list",
                street,
                precinct: "2",
                town: town,
                postcode: postcode,
                key: "\(index)"
            )
        }
    }

    @Test(
        "a list of a few streets of one of their towns may go with stations, and one of another town not"
    )
    func few() async throws {
        let cases: [(Int, String, [[String]])] = [
            (1, "Ashton", [["2"]]), (4, "Ashton", [["2"]]), (1, "Salem", []),
        ]
        for (count, town, names) in cases {
            let stations = try stations(inAshton: count)
            let guide = try await guide(districts: [], stations: stations) { store in
                store.addresses = try list(["Oak St", "Low St"], town)
            }
            let answer = try ask(guide, "5 Oak St")
            #expect(answer.assignment == nil)
            #expect(answer.choices.map { $0.stations.map(\.station.name) } == names)
            #expect(
                answer.warnings.first?.code == (names.isEmpty ? .noStation : .doubtfulStation)
            )
        }
    }

    @Test(
        "a list of more streets than the stations stand in, which has none of theirs, is elsewhere's"
    )
    func many() async throws {
        let guide = try await guide(districts: [], stations: stations()) { store in
            let streets = ["Oak", "Low", "High", "Mill", "Lake"].map { "\($0) St" }
            store.addresses = try list(streets, "Ashton")
        }
        let answer = try ask(guide, "5 Oak St")
        #expect(answer.assignment == nil && answer.choices.isEmpty)
        #expect(answer.warnings.first?.code == .noStation)
    }

    @Test(
        "a list of many streets, two of which stations of its town stand in, may go with them",
        arguments: [
            (["Fir", "Elm"], "Ashton", [["2"]]), (["Fir"], "Ashton", []),
            (["Fir", "Elm"], "Salem", []),
        ] as [([String], String, [[String]])]
    )
    func shared(own: [String], town: String, names: [[String]]) async throws {
        let stations = try ["Fir", "Elm", "Ash", "Bay", "Ivy", "Yew"].enumerated()
            .map { index, street in
                try station(
                    "\(index + 1)",
                    serving: ["\(index + 1)"],
                    at: place(0.005, 0.005 + 0.01 * Double(index)),
                    address: "\(index + 2) \(street) St, Ashton, KS"
                )
            }
        let guide = try await guide(districts: [], stations: stations) { store in
            let others = ["Oak", "Low", "High", "Mill", "Lake", "Pond"]
            store.addresses = try list((own + others).map { "\($0) St" }, town)
        }
        let answer = try ask(guide, "5 Oak St")
        #expect(answer.assignment == nil)
        #expect(answer.choices.map { $0.stations.map(\.station.name) } == names)
        #expect(answer.warnings.first?.code == (names.isEmpty ? .noStation : .doubtfulStation))
    }

    @Test(
        "a postcode whose boundary lies in a precinct votes there, whatever a list's town is",
        arguments: ["Ashton", "Salem"]
    )
    func boundary(town: String) async throws {
        let zips = try DatasetName("zips")
        let zip = District(
            id: District.ID(zips, "10009"),
            dataset: zips,
            reference: DistrictReference(type: "zip", code: "10009"),
            name: "10009",
            area: MultiPolygon([try box(0.012, 0.002, 0.018, 0.008)])
        )
        for streets in [[], ["Oak St"], ["Oak St", "Low St"]] {
            let guide = try await guide(
                districts: standardDistricts() + [zip],
                stations: stations()
            ) { store in
                store.addresses = try list(streets, town, postcode: "10009")
            }
            let answer = try #require(guide.answer(postcode: "10009"))
            #expect(answer.assignment?.stations.map(\.station.name) == ["2"], "\(streets)")
            #expect(!answer.warnings.contains { $0.code == .noStation })
        }
    }
}
