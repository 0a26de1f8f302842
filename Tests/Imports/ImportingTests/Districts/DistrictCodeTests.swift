import Datasets
import Importing
import Polling
import Testing

/// Codes identify: no district becomes part of another without consent.
@Suite struct DistrictCodeTests {
    private let imports = DistrictImports()

    /// Features in a row of squares, each with some properties.
    private func features(
        _ count: Int,
        _ properties: (Int) -> String
    ) -> [(properties: String, geometry: String)] {
        (0..<count).map { index in
            let x = Double(index) / 10
            let ring = "[[\(x),0],[\(x + 0.09),0],[\(x + 0.09),1],[\(x),1],[\(x),0]]"
            return ("{\(properties(index))}", #"{"type":"Polygon","coordinates":[\#(ring)]}"#)
        }
    }

    @Test(
        "of several columns that may hold the code the unique one wins",
        arguments: ["GEOID20", "UNIQUE_ID", "DISTRICT_CODE", "ctypct"]
    )
    func uniqueWins(header: String) async throws {
        let report = try await imports.run(
            features(60) {
                #""COUNTYFP":"\#($0 / 20)","PRECINCT":"\#($0 % 20)","\#(header)":"4000\#($0)","NAME":"P \#($0)""#
            },
            force: false
        )
        #expect(report.outcome == .published)
        #expect(imports.districts.published.count == 60)
        #expect(Set(imports.districts.published.map(\.reference.code)).count == 60)
        let use = try #require(report.columns.first { $0.column == header })
        #expect(use.field == "code")
        #expect(use.reason.contains("PRECINCT, by its header, has 20 values in the first 60 rows"))
    }

    @Test("rows that would become part of others need force where they are more than 2 %")
    func merging() async throws {
        func run(_ repeated: Int, force: Bool) async throws -> ImportReport {
            try await imports.run(
                features(100) { #""PRECINCT":"\#($0 < repeated ? 99 : $0)","NAME":"P \#($0)""# },
                force: force
            )
        }
        let refused = try await run(3, force: false)
        #expect(refused.outcome == .refused)
        #expect(imports.districts.published.isEmpty)
        let finding = try #require(refused.forceNeeded.first)
        #expect(finding.limit == .mergedDistricts)
        #expect([finding.count, finding.allowed, finding.published] == [3, 2, 100])
        #expect(finding.text.contains("\"PRECINCT\""))
        #expect(finding.text.contains("97 districts would be left"))
        #expect(try await run(2, force: false).outcome == .published)
        #expect(imports.districts.published.count == 98)
        #expect(try await run(3, force: true).outcome == .published)
    }

    @Test("a column that the caller names is taken, unique or not")
    func mapped() async throws {
        let report = try await imports.run(
            features(60) { #""PRECINCT":"\#($0 % 20)","GEOID20":"4000\#($0)""# },
            map: ["PRECINCT=code"],
            force: false
        )
        #expect(report.outcome == .refused)
        #expect(report.columns.first { $0.field == "code" }?.column == "PRECINCT")
    }
}
