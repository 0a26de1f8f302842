import Datasets
import Geodesy
import Polling
import PollingTesting
import Testing

/// Addresses that may be of several districts which vote at one station.
@Suite struct SharedStationTests: ThreePrecincts {
    @Test(
        "an address of several districts is assigned where they vote at one station, and it is said"
    )
    func sharedStation() async throws {
        func ask(_ stations: [(String, [String])]) async throws -> VoterAnswer {
            let guide = try await guide(
                stations: standardStations()
                    + stations.map { try station($0.0, serving: $0.1, at: place(0.005, 0.0125)) }
            ) { store in
                store.addresses =
                    try sampleAddresses()
                    + [("81", "Altstadt"), ("82", "Neustadt/Süd")].map { precinct, town in
                        var entry = try entry(
                            "list",
                            "Rosengasse",
                            precinct: precinct,
                            town: town,
                            key: precinct
                        )
                        entry.districts.append(DistrictReference(type: "city", code: "7"))
                        return entry
                    }
            }
            return try self.ask(guide, "Rosengasse 5")
        }
        let shared = try await ask([("both", ["81", "82"])])
        #expect(shared.assignment?.stations.map(\.station.name) == ["both"])
        #expect(shared.assignment?.method == .address)
        #expect(shared.assignment?.district == nil)
        #expect(shared.choices.isEmpty)
        #expect(
            shared.matchedAddresses == ["Rosengasse, Altstadt", "Rosengasse, Neustadt/Süd"]
        )
        #expect(shared.warnings.map(\.code) == [.severalDistricts])
        #expect(shared.warnings.first?.message.contains("precinct 81 and precinct 82") == true)
        // One of them has another station too, or one of its own, or none.
        for stations in [
            [("both", ["81", "82"]), ("second", ["82"])], [("east", ["81"]), ("west", ["82"])],
            [("east", ["81"])], [],
        ] {
            let answer = try await ask(stations)
            #expect(answer.assignment == nil, "\(stations)")
            #expect(answer.choices.map(\.district.code) == ["81", "82"], "\(stations)")
            #expect(answer.warnings.map(\.code) == [.ambiguousAddress], "\(stations)")
        }
    }
}
