import Datasets
import Geodesy
import PollingTesting
import Testing

@testable import Polling

/// Stations without places, of another state, that share a code with a district here.
@Suite struct SuppliedFeedTests: ThreePrecincts {
    private func district(_ type: String, _ code: String, _ dataset: String) throws -> District {
        let name = try DatasetName(dataset)
        return District(
            id: District.ID(name, "\(type)-\(code)"),
            dataset: name,
            reference: DistrictReference(type: type, code: code),
            name: code,
            area: MultiPolygon([try box(0, 0, 0.01, 0.01)])
        )
    }

    private func districts(_ dataset: String) throws -> [District] {
        [try district("precinct", "0431", dataset), try district("county", "Maricopa", dataset)]
    }

    private func center(_ dataset: String) throws -> Station {
        Station(
            id: Station.ID(rawValue: "\(dataset).center"),
            dataset: try DatasetName(dataset),
            name: "center",
            coordinate: try place(0.004, 0.004),
            districts: [DistrictReference(type: "county", code: "Maricopa")],
            attributes: ["station_type": "vote center"]
        )
    }

    private var stranger: Station {
        get throws { try station("hall", serving: ["0431"], at: nil, dataset: "texas") }
    }

    @Test("stations without places serve no district of a feed that has stations of its own")
    func feed() async throws {
        let guide = try await guide(
            districts: districts("mar-districts"),
            stations: [center("mar-stations"), stranger]
        )
        let answer = try ask(guide, 0.005, 0.005)
        #expect(answer.choices.isEmpty)
        let warning = try #require(answer.warnings.first { $0.code == .noStation })
        #expect(
            warning.message
                == "You belong to precinct 0431, which has no station of its own: vote at the vote center."
        )
        #expect(!answer.warnings.map(\.code).contains(.doubtfulStation))
    }

    @Test("stations without places stay a choice where the district's feed has no stations")
    func withoutOwn() async throws {
        let guide = try await guide(
            districts: districts("mar-districts"),
            stations: [stranger]
        )
        let answer = try ask(guide, 0.005, 0.005)
        #expect(answer.choices.map { $0.stations.map(\.station.id.rawValue) } == [["texas.hall"]])
        let warning = try #require(answer.warnings.first { $0.code == .doubtfulStation })
        #expect(!warning.message.contains("vote center"))
    }

    @Test("beside a doubtful station the vote centers that serve the voter are told")
    func centers() async throws {
        let guide = try await guide(
            districts: districts("boundaries"),
            stations: [center("polls"), stranger]
        )
        let answer = try ask(guide, 0.005, 0.005)
        #expect(answer.choices.count == 1)
        let warning = try #require(answer.warnings.first { $0.code == .doubtfulStation })
        #expect(warning.message.hasSuffix(" You may vote at the vote center."))
    }
}
