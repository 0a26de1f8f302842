import Datasets
import Geodesy
import Importing
import Polling
import RowFilesTesting
import Testing

/// The districts that contests and measures are for, beside those that are published.
@Suite struct BallotUseTests {
    private struct FakeDistricts: DistrictStore {
        let references: [DistrictReference]

        func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws {
            let ring = try [(0.0, 0.0), (0, 1), (1, 1), (0, 0)].map {
                try Coordinate(latitude: $0.0, longitude: $0.1)
            }
            let dataset = try DatasetName("areas")
            try visit(
                references.enumerated().map { number, reference in
                    District(
                        id: District.ID(dataset, "\(number)"),
                        dataset: dataset,
                        reference: reference,
                        name: "",
                        area: MultiPolygon([try Polygon(exterior: ring)])
                    )
                }
            )
        }
    }

    private static let text =
        "election,contest,district_type,district_code,candidate\n"
        + "2026,Sheriff,county,990,Ada\n2026,Sheriff,county,990,Bo\n"
        + "2026,Council 1,ward,1,Cy\n2026,Council 2,ward,2,Di\n"
        + "2026,Board A,school_district,5,Ed\n2026,Board B,school_district,6,Fe\n"

    private func report(
        _ mode: ImportOptions.Mode,
        of text: String = Self.text,
        beside imports: BallotImports = BallotImports(),
        keepsOthers: Bool = false
    ) async throws -> ImportReport {
        var options = ImportOptions(dataset: try DatasetName("contests"), mode: mode)
        options.keepsOthers = keepsOthers
        let districts = FakeDistricts(references: [
            DistrictReference(type: "county", code: "990"),
            DistrictReference(type: "ward", code: "Ward 01"),
        ])
        return try await withFile(Array(text.utf8), name: "contests.csv") { path in
            try await ContestImporter(
                store: imports.contests,
                districts: districts,
                clock: imports.clock
            ).run(.file(path), options: options)
        }
    }

    @Test(
        "the report says n of m contests have a district, by type, when checked and when published",
        arguments: [ImportOptions.Mode.check, .publish]
    )
    func contests(mode: ImportOptions.Mode) async throws {
        let report = try await report(mode)
        #expect(report.ballot.map(\.type) == ["county", "school_district", "ward"])
        #expect(report.ballot.map(\.records) == [1, 2, 2])
        #expect(report.ballot.map(\.found) == [1, 0, 1])
        #expect(report.ballot.map(\.isTypePublished) == [true, false, true])
        #expect(report.ballot.map(\.unknown) == [[], [], ["2"]])
        let text = report.text()
        #expect(text.contains("2 of 5 contests are on the ballot of those who live in a district"))
        #expect(text.contains("school_district: 0 of 2; no district of this type is published"))
        #expect(text.contains("not published: 2"))
    }

    @Test(
        "what stays beside an added file counts when it is checked and when it is published",
        arguments: [ImportOptions.Mode.check, .publish]
    )
    func added(mode: ImportOptions.Mode) async throws {
        let imports = BallotImports()
        _ = try await report(.publish, beside: imports)
        let text =
            "election,contest,district_type,district_code,candidate\n2026,Board C,ward,1,Gil\n"
        let report = try await report(mode, of: text, beside: imports, keepsOthers: true)
        #expect(report.ballot.map(\.records) == [1, 2, 3])
        #expect(report.ballot.map(\.found) == [1, 0, 2])
    }

    @Test("without published districts to hold them against nothing is said")
    func none() async throws {
        let report = try await BallotImports().contests(Self.text)
        #expect(report.ballot.isEmpty)
        #expect(!report.text().contains("Districts of the"))
    }

    @Test("precincts without a boundary are told, where others of a contest have one")
    func precinctsInParts() async throws {
        func notes(_ published: [String], _ named: [String]) async throws -> [String] {
            let text =
                "election,contest,candidate,precinct\n"
                + named.map { "2026,Mayor,Ada,\($0)\n2026,Mayor,Bo,\($0)\n" }.joined()
            let districts = FakeDistricts(
                references: published.map { DistrictReference(type: "precinct", code: $0) }
            )
            let imports = BallotImports()
            return try await withFile(Array(text.utf8), name: "contests.csv") { path in
                try await ContestImporter(
                    store: imports.contests,
                    districts: districts,
                    clock: imports.clock
                ).run(.file(path), options: ImportOptions(dataset: try DatasetName("contests")))
            }.notes.filter {
                $0.level == .warning
                    && ["precincts_unpublished", "districts_in_parts"].contains($0.finding.code)
            }.map(\.text)
        }
        let split = try await notes(["1", "2", "3A", "3B", "30"], ["001", "002", "003"])
        #expect(
            split == [
                "1 of the 3 precincts that these contests name have no published boundary: 003. What is "
                    + "voted on there is on nobody's ballot, while it is on others': write the codes as "
                    + "the boundaries have them",
                "1 of the 3 districts that these contests name may be divided in another way in the "
                    + "published boundaries: 003 (3A, 3B). Voters there do not have what is voted on in "
                    + "it on their ballots, and are told that it may be theirs: write the codes as the "
                    + "boundaries have them",
            ]
        )
        let gone = try await notes(["1", "2"], ["1", "2", "9"])
        #expect(gone.count == 1)
        #expect(gone.first?.hasSuffix("write the codes as the boundaries have them") == true)
        // Most are split, so that it looks like another place's boundaries; the codes say what it may be.
        #expect(try await notes(["1A", "1B", "2A", "2B"], ["1", "2"]).count == 1)
        for (published, named) in [
            (["1", "2", "3"], ["1", "2", "3"]), (["1"], ["1", "2", "3"]), ([], ["1", "2"]),
        ] {
            #expect(try await notes(published, named).isEmpty, "\(published) \(named)")
        }
    }
}
