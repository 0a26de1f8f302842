import Datasets
import Geodesy
import Polling
import PollingTesting
import Testing

/// A list assigns an address to a district in which it does not lie.
@Suite struct ListPlaceTests: ThreePrecincts {
    private func answer(
        at place: Coordinate?,
        precinct: String = "1",
        postcode: String? = nil,
        districts more: [District] = []
    ) async throws -> VoterAnswer {
        let guide = try await guide(districts: try standardDistricts() + more) { store in
            let own = try entry(
                "list",
                "Oak St",
                precinct: precinct,
                postcode: postcode,
                at: place
            )
            let others = try (1...9).map { number in
                try entry(
                    "list",
                    "Street \(number)",
                    precinct: "\(number % 3 + 1)",
                    postcode: "10001",
                    at: self.place(0.005, 0.005 + 0.01 * Double(number % 3)),
                    key: "s\(number)"
                )
            }
            store.addresses = [own] + others
        }
        return try ask(guide, "5 Oak St")
    }

    @Test("an address in the middle of another precinct is told, with both")
    func elsewhere() async throws {
        let answer = try await answer(at: place(0.005, 0.0151))
        #expect(answer.assignment?.station.station.name == "one")
        let warning = try #require(answer.warnings.first { $0.code == .addressElsewhere })
        #expect(warning.wording == .addressElsewhere)
        #expect(warning.values["district"] == .district(.init(type: "precinct", code: "1")))
        #expect(warning.values["other"] == .district(.init(type: "precinct", code: "2")))
        guard case .distance(let distance) = warning.values["distance_m"] else {
            Issue.record("no distance")
            return
        }
        // 0.0051 degrees of the equator: a * pi / 180 * 0.0051.
        #expect(abs(distance.meters - 567.73) < 0.01)
    }

    @Test("an address beyond all precincts is told with how far it lies outside")
    func outside() async throws {
        let answer = try await answer(at: place(0.005, -0.002))
        #expect(answer.warnings.contains { $0.wording == .addressOutside })
    }

    @Test(
        "an address that lies in its precinct, or within 30 m of it, is told without a word",
        arguments: [0.005, 0.0102, 0.00999]
    )
    func fits(longitude: Double) async throws {
        let answer = try await answer(at: place(0.005, longitude))
        #expect(answer.assignment?.station.station.name == "one")
        #expect(!answer.warnings.contains { $0.code == .addressElsewhere })
    }

    @Test("without a place a postcode that lies elsewhere as a whole is told")
    func postcode() async throws {
        let polygon = try district(
            "20002",
            MultiPolygon([box(0.021, 0.001, 0.029, 0.009)]),
            type: "postcode"
        )
        let far = try await answer(at: nil, postcode: "20002", districts: [polygon])
        let warning = try #require(far.warnings.first { $0.code == .addressElsewhere })
        #expect(warning.wording == .postcodeElsewhere)
        #expect(warning.values["postcode"] == .text("20002"))
        let wide = try district(
            "20002",
            MultiPolygon([box(0.001, 0.001, 0.029, 0.009)]),
            type: "postcode"
        )
        let near = try await answer(at: nil, postcode: "20002", districts: [wide])
        #expect(!near.warnings.contains { $0.code == .addressElsewhere })
    }

    @Test("a postcode of the same number in another country is not held against an address")
    func otherCountry() async throws {
        let polygon = try district("20002", MultiPolygon([box(9, 9, 9.1, 9.1)]), type: "postcode")
        let answer = try await answer(at: nil, postcode: "20002", districts: [polygon])
        #expect(!answer.warnings.contains { $0.code == .addressElsewhere })
    }
}
