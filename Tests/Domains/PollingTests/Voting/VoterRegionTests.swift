import Datasets
import Geodesy
import Polling
import PollingTesting
import Testing

/// Whether the state, the country and the county that a voter writes are those of the list.
@Suite struct VoterRegionTests: ThreePrecincts {
    private func guide(hasGazetteer: Bool = true) async throws -> VoterGuide {
        try await guide { store in
            var entry = try entry(
                "list",
                "S Grama Ave",
                precinct: "1",
                town: "Bluestem",
                postcode: "69702",
                at: place(0.005, 0.005)
            )
            let house = try #require(HouseNumber(parsing: "269"))
            entry.houses = [HouseRange(side: .both, numbers: house...house)]
            store.addresses = [entry]
            guard hasGazetteer else { return }
            store.postcodes = [
                PostcodePlace(
                    id: PostcodePlace.ID(rawValue: "zip.69702"),
                    dataset: try DatasetName("zip"),
                    code: "69702",
                    place: "Bluestem",
                    region: "NE",
                    coordinate: try place(0, 0)
                )
            ]
        }
    }

    @Test(
        "the list's own state and country leave no doubt",
        arguments: [
            "Bluestem", "Bluestem, NE", "Bluestem NE 69702", "Bluestem, Nebraska 69702, USA",
            "Bluestem, NE 69702-1234", "Bluestem, United States",
        ]
    )
    func own(town: String) async throws {
        let answer = try ask(try await guide(), "269 S Grama Ave, \(town)")
        #expect(answer.assignment != nil)
        #expect(answer.warnings.filter { $0.code == .doubtfulTown }.isEmpty)
    }

    @Test(
        "another state or country is another town, unless the postcode is the list's",
        arguments: ["TX", "Texas", "Ontario, Canada", "Germany", "New York, USA", "México"]
    )
    func other(region: String) async throws {
        let answer = try ask(try await guide(), "269 S Grama Ave, Bluestem, \(region)")
        #expect(answer.assignment == nil)
        #expect(answer.warnings.first?.code == .ambiguousAddress)
        let coded = try ask(try await guide(), "269 S Grama Ave, Bluestem, \(region) 69702")
        #expect(coded.assignment != nil)
        #expect(coded.warnings.contains { $0.code == .doubtfulTown })
    }

    @Test("where nothing tells the list's state, any may be it")
    func unknown() async throws {
        let answer = try ask(
            try await guide(hasGazetteer: false),
            "269 S Grama Ave, Bluestem, TX"
        )
        #expect(answer.assignment != nil)
    }

    @Test(
        "a county that nothing has, and a town with more words, are told",
        arguments: ["Bluestem, Lincoln County", "Bluestem Heights 69702", "New Bluestem, NE 69702"]
    )
    func doubt(town: String) async throws {
        let answer = try ask(try await guide(), "269 S Grama Ave, \(town)")
        #expect(answer.warnings.contains { $0.code == .doubtfulTown })
    }
}
