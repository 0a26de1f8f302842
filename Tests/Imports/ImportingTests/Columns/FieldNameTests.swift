import Polling
import Testing

@testable import Importing

/// The names of fields, by which the documentation calls them.
@Suite struct FieldNameTests {
    @Test("a column that is called as a field of addresses is that field's")
    func addresses() {
        let districts = Field.districts.map(\.name)
        for field in Field.addressFields where !districts.contains(field.name) {
            let key = HeaderKey(field.name).text
            let all = Field.addressFields.flatMap { $0.headers + $0.weakHeaders }
            #expect(all.contains(key), "\(field.name)")
        }
    }

    @Test(
        "names that are off the ballot are left out",
        arguments: ["Not on ballot", "Off ballot", "Off the ballot", "not on the ballot"]
    )
    func offBallot(status: String) async throws {
        let imports = BallotImports()
        _ = try await imports.contests(
            "contest,candidate,candidate_status\nMayor,Ada,Qualified\nMayor,Bob,\(status)\n"
        )
        #expect(
            imports.contests.published.flatMap { $0.candidates.map { $0.name.text() } } == ["Ada"]
        )
    }
}
