import Datasets
import Geodesy
import Importing
import Polling
import RowFilesTesting
import Testing
import Timekeeping

/// Contests whose precincts are ranges, and contests that a file has in two spellings.
@Suite struct OneContestTests {
    private let imports = BallotImports()
    private static let header = "election,election_date,contest,precinct,party,candidate\n"

    private struct FakeDistricts: DistrictStore {
        func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws {
            let corners = [(38.5, -77.2), (38.5, -76.8), (39, -76.8), (39, -77.2), (38.5, -77.2)]
            let ring = try corners.map { try Coordinate(latitude: $0.0, longitude: $0.1) }
            let dataset = try DatasetName("precincts")
            try visit(
                (1...20).map { number in
                    District(
                        id: District.ID(dataset, "\(number)"),
                        dataset: dataset,
                        reference: DistrictReference(type: "precinct", code: "\(number)"),
                        name: "\(number)",
                        area: MultiPolygon([try Polygon(exterior: ring)])
                    )
                }
            )
        }
    }

    private func read(_ text: String, isPublished: Bool = true) async throws -> ImportReport {
        try await withFile(Array(text.utf8), name: "contests.csv") { path in
            try await ContestImporter(
                store: imports.contests,
                districts: isPublished ? FakeDistricts() : nil,
                clock: imports.clock
            ).run(.file(path), options: ImportOptions(dataset: try DatasetName("c")))
        }
    }

    private func codes(_ report: ImportReport) -> [String] { report.notes.map(\.finding.code) }

    @Test(
        "a range of precincts is all of them",
        arguments: [
            ("001-014", Array(1...14)), ("1 to 9", Array(1...9)), ("11 through 13", [11, 12, 13]),
            ("1-3, 7", [1, 2, 3, 7]), ("Precincts 4-6", [4, 5, 6]), ("12", [12]),
        ]
    )
    func ranges(cell: String, numbers: [Int]) async throws {
        let report = try await read(Self.header + "May,2027-05-11,Mayor,\"\(cell)\",,Ann\n")
        let contest = try #require(imports.contests.published.first)
        #expect(contest.area.precincts.compactMap { Int($0) } == numbers)
        #expect(codes(report).contains("code_lists_read") == (numbers.count > 1))
    }

    @Test("a range of a column of districts that are precincts is all of them, too")
    func district() async throws {
        _ = try await read(
            "election,election_date,contest,district_type,district,candidate\n"
                + "May,2027-05-11,Mayor,precinct,003-005,Ann\n"
        )
        let area = try #require(imports.contests.published.first?.area)
        #expect(area.precincts.compactMap { Int($0) } == [3, 4, 5])
        #expect(area.district == nil)
    }

    @Test("what may be a range and fits no published precinct is one code, and told")
    func unknown() async throws {
        let report = try await read(
            Self.header + "May,2027-05-11,Mayor,101-114,,Ann\nMay,2027-05-11,Mayor,7,,Ann\n"
        )
        #expect(imports.contests.published.first?.area.precincts == ["7", "101-114"])
        #expect(codes(report).contains("code_lists_left"))
    }

    @Test("a candidate in other capitals is the same, and so is the contest")
    func capitals() async throws {
        let report = try await read(
            Self.header + "May,2027-05-11,Governor,11,DEM,Ann Lee\n"
                + "May,2027-05-11,GOVERNOR,12,Dem,ANN LEE\nMay,2027-05-11,Governor ,12,REP,Bob Ray\n"
        )
        #expect(imports.contests.published.map { $0.title.text() } == ["Governor"])
        let contest = try #require(imports.contests.published.first)
        #expect(contest.candidates.map { $0.name.text() } == ["Ann Lee", "Bob Ray"])
        #expect(contest.area.precincts == ["11", "12"])
        #expect(!codes(report).contains("contest_given_twice"))
    }

    @Test(
        "two spellings of one contest are told",
        arguments: [
            ("Lt. Governor", "Lieutenant Governor"),
            ("District 1 Commissioner", "Commissioner, District 1"),
            ("Treasurer", "City Treasurer"),
        ]
    )
    func twice(first: String, second: String) async throws {
        let report = try await read(
            Self.header
                + "May,2027-05-11,\"\(first)\",12,,Cy Po\nMay,2027-05-11,\"\(first)\",12,,Di\n"
                + "May,2027-05-11,\"\(second)\",12,,CY PO\nMay,2027-05-11,\"\(second)\",12,,Di\n"
        )
        #expect(imports.contests.published.count == 2)
        #expect(codes(report).contains("contest_given_twice"))
    }

    @Test(
        "contests that have no more than a name or a number in common are told without a word",
        arguments: [
            [("Judge Seat 1", "Al"), ("Judge Seat 2", "Al")],
            [("Mayor", "Al"), ("Sheriff", "Al")], [("County Clerk", "Al"), ("County Judge", "Bo")],
        ]
    )
    func apart(rows: [(String, String)]) async throws {
        let report = try await read(
            Self.header
                + rows.map { "May,2027-05-11,\($0.0),12,,\($0.1)\n" }.joined()
        )
        #expect(!codes(report).contains("contest_given_twice"))
    }
}
