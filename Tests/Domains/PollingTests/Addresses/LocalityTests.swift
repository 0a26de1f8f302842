import Datasets
import Geodesy
import Polling
import PollingTesting
import Testing

/// Lists that say more of where an address lies than its town.
@Suite struct LocalityTests: ThreePrecincts {
    private func answer(_ text: String) async throws -> VoterAnswer {
        let guide = try await guide { store in
            store.addresses =
                try sampleAddresses()
                + [("Babylon Lane", "ADLINGTON", "PR6 9NN"), ("Mill Lane", "EUXTON", "PR7 6AA")]
                .map { street, locality, postcode in
                    var entry = try entry(
                        "list",
                        street,
                        precinct: "2",
                        town: "CHORLEY",
                        postcode: postcode,
                        key: street
                    )
                    let house = try #require(HouseNumber(parsing: "8"))
                    entry.houses = [HouseRange(side: .both, numbers: house...house)]
                    entry.districts += [
                        DistrictReference(type: "locality", code: locality),
                        DistrictReference(type: "administrative_area", code: "LANCASHIRE"),
                    ]
                    return entry
                }
        }
        return try ask(guide, "8 Babylon Lane, \(text)")
    }

    @Test(
        "the locality and what the town lies in are the entry's own, with the town or without it",
        arguments: [
            "Adlington", "Adlington, Lancashire", "Adlington, Chorley", "Chorley, Lancashire",
            "Adlington, Chorley, Lancashire", "Lancashire", "Adlington PR6 9NN",
            "Adlington, Lancashire, PR6 9NN", "Chorley, PR6 9NN", "Lancashire PR6 9NN",
        ]
    )
    func own(text: String) async throws {
        let answer = try await answer(text)
        #expect(answer.assignment?.district?.code == "2")
        #expect(answer.warnings.isEmpty)
    }

    @Test(
        "another place in the same area, or of the same name in another, is asked back",
        arguments: ["Leeds", "Adlington, Cheshire", "Preston, Lancashire", "Euxton, Lancashire"]
    )
    func other(text: String) async throws {
        let answer = try await answer(text)
        #expect(answer.assignment == nil)
        #expect(answer.choices.map(\.district.code) == ["2"])
        #expect(answer.warnings.map(\.code) == [.ambiguousAddress])
    }

    @Test(
        "another locality of the list is told beside the entry's own postcode",
        arguments: ["Euxton", "Euxton, Lancashire", "Euxton Lancashire"]
    )
    func told(text: String) async throws {
        let answer = try await answer("\(text), PR6 9NN")
        #expect(answer.assignment?.district?.code == "2")
        #expect(answer.warnings.map(\.code) == [.doubtfulTown])
    }
}
