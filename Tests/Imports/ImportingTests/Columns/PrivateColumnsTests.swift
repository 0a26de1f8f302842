import Importing
import Polling
import Testing

/// Columns of voters and of those who open the building, which are not published.
@Suite struct PrivateColumnsTests {
    private let imports = Imports()

    @Test("what is the voters' in rows of voters is not published")
    func voters() async throws {
        let report = try await imports.stations(
            """
            precinct,voter_name,voter_address,polling place,polling place address,lat,lon
            101,Ann Lee,1 Home St,Hall,9 New St,42.105,-101.495
            101,Bob Roe,2 Home St,Hall,9 New St,42.105,-101.495
            102,Cy Dee,3 Home St,School,8 New St,42.105,-101.485
            """
        )
        #expect(imports.stations.published.count == 2)
        #expect(imports.stations.published.allSatisfy { $0.attributes.isEmpty })
        #expect(imports.stations.published.first?.address == "9 New St")
        #expect(
            report.columns.filter { $0.field == "ignore" }.map(\.column) == [
                "voter_name", "voter_address",
            ]
        )
    }

    @Test(
        "what is private is left out, and told",
        arguments: [
            "Custodian", "Custodian Home Phone", "Alarm Code", "Key Box", "Voter Name", "VoterID",
            "Cell Phone", "Judge Name", "Hausmeister", "Schlüsselkasten", "Lockbox Combination",
            "Emergency Contact", "Date of Birth", "Código de acceso",
        ]
    )
    func left(header: String) async throws {
        let text = "name,address,\(header),lat,lon\nHall,9 New St,4711 left,42.1,-101.4\n"
        let report = try await imports.stations(text)
        #expect(imports.stations.published.first?.attributes.isEmpty == true)
        let note = try #require(report.notes.first { $0.text.contains("private") })
        #expect(note.level == .warning)
        #expect(note.text.hasPrefix(header))
        let mapped = Imports()
        _ = try await mapped.stations(text, map: ["\(header)=attribute"])
        #expect(mapped.stations.published.first?.attributes == [header: "4711 left"])
    }

    @Test(
        "what only sounds like it is kept",
        arguments: [
            "Registered Voters", "Voters", "Contact", "Phone", "Key", "Supervisor District",
            "Notes", "Mobile", "Keyword", "Accessibility Code",
        ]
    )
    func kept(header: String) async throws {
        let report = try await imports.stations(
            "id,name,address,\(header),lat,lon\n7,Hall,9 New St,q7 left,42.1,-101.4\n"
        )
        #expect(imports.stations.published.first?.attributes[header] == "q7 left")
        #expect(!report.notes.contains { $0.text.contains("private") })
    }
}
