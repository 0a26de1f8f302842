import Datasets
import Geodesy
import Polling
import RowFilesTesting
import TestSupport
import Testing

@testable import Importing

/// Contests and measures of several precincts in one cell, and of parts of them.
@Suite struct BallotPrecinctsTests {
    private struct Precincts: DistrictStore {
        func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws {
            let corners = [(38.5, -77.2), (38.5, -76.8), (39, -76.8), (39, -77.2), (38.5, -77.2)]
            let ring = try corners.map { try Coordinate(latitude: $0.0, longitude: $0.1) }
            let dataset = try DatasetName("p")
            try visit(
                (101...112).map { code in
                    District(
                        id: District.ID(dataset, "\(code)"),
                        dataset: dataset,
                        reference: DistrictReference(type: "precinct", code: "\(code)"),
                        name: "",
                        area: MultiPolygon([try Polygon(exterior: ring)])
                    )
                }
            )
        }
    }

    private let imports = BallotImports()

    private func measures(_ text: String) async throws -> ImportReport {
        try await withFile(Array(text.utf8), name: "measures.csv") { path in
            try await MeasureImporter(
                store: imports.measures,
                districts: Precincts(),
                clock: imports.clock
            ).run(.file(path), options: ImportOptions(dataset: try DatasetName("dc")))
        }
    }

    @Test(
        "a measure of a range or a list of precincts is on the ballot of each",
        arguments: [
            ("101-103", ["101", "102", "103"]), ("104, 106", ["104", "106"]),
            ("101 thru 103", ["101", "102", "103"]),
        ]
    )
    func ranges(cell: String, expected: [String]) async throws {
        for header in ["district_type,district_code", "district_type,districts"] {
            _ = try await measures("measure_id,title,\(header)\nm1,Levy,precinct,\"\(cell)\"\n")
            let measure = try #require(imports.measures.published.first)
            #expect(measure.area == BallotArea(precincts: expected), "\(header)")
        }
        _ = try await measures("measure_id,title,precinct\nm1,Levy,\"\(cell)\"\n")
        #expect(imports.measures.published.first?.area.precincts == expected)
    }

    @Test("a measure of one precinct is that one's")
    func single() async throws {
        _ = try await measures("measure_id,title,precinct\nm1,Levy,104\n")
        #expect(
            imports.measures.published.map(\.area)
                == [BallotArea(district: DistrictReference(type: "precinct", code: "104"))]
        )
    }

    @Test("a part of a district is told, for nobody has it on the ballot")
    func parts() async throws {
        let report = try await measures("measure_id,title,precinct\nm1,Levy,103 (part)\n")
        let note = try #require(report.notes.first { $0.finding.code == "part_of_district" })
        #expect(note.lines == [2])
        #expect(note.text.hasPrefix("1 row names a part of a district, such as \"103 (part)\""))
        let contest = try await imports.contests(
            "contest,candidate,district_type,district\nMayor,A,ward,part of 3\nMayor,B,ward,3\n"
        )
        #expect(contest.notes.contains { $0.finding.code == "part_of_district" })
        let plain = try await imports.contests(
            "contest,candidate,district_type,district\nMayor,A,ward,3\nMayor,B,ward,3\n"
        )
        #expect(!plain.notes.contains { $0.finding.code == "part_of_district" })
    }

    @Test("what is voted on everywhere by a word alone is of no district called so")
    func everywhere() async throws {
        for word in ["Countywide", "CITYWIDE", "statewide"] {
            #expect(DistrictText.isEverywhere(word))
        }
        #expect(!DistrictText.isEverywhere("Countyline"))
    }
}
