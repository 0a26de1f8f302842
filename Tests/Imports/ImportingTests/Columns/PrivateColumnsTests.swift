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
            "Emergency Contact", "Date of Birth", "Código de acceso", "Contact Phone",
            "Contact Name",
            "Ansprechpartner", "Persona de contacto",
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

    @Test("persons under a heading of contacts, and how they are reached, are not published")
    func contacts() async throws {
        func file(_ contacts: [String]) -> String {
            "id,name,address,Contact,Phone,lat,lon\n"
                + contacts.enumerated().map { index, contact in
                    "\(index),Hall \(index),\(index) New St,\(contact),555-010\(index),42.\(index + 1),-101.4\n"
                }.joined()
        }
        let report = try await imports.stations(file(["Jane Roe", "Al B. Dee", "Mary-Ann O'Hara"]))
        #expect(imports.stations.published.allSatisfy { $0.attributes.isEmpty })
        let note = try #require(report.notes.first { $0.finding.code == "private_columns" })
        #expect(note.text.hasPrefix("Contact"))
        #expect(note.text.contains("Phone"))
        let office = Imports()
        let told = try await office.stations(file(["County Clerk", "Front Desk", "City Hall"]))
        #expect(office.stations.published.first?.attributes["Phone"] == "555-0100")
        #expect(!told.notes.contains { $0.finding.code == "private_columns" })
    }

    @Test(
        "cells that say how the building is opened are not published, and told without what they say",
        arguments: [
            "Key under mat", "alarm code 1234", "Door code: 4711", "Keys are with the janitor",
            "lock box 5512", "Gate code is 9911", "combination 12345",
            "Llave debajo de la alfombra",
            "Schlüssel beim Hausmeister", "Clé sous le paillasson", "pin 123",
        ]
    )
    func cells(text: String) async throws {
        let file =
            "id,name,address,Notes,lat,lon\n"
            + "1,Hall,9 New St,Use the side door,42.1,-101.4\n2,Gym,8 New St,\(text),42.2,-101.4\n"
        let report = try await imports.stations(file)
        let notes = imports.stations.published.map { $0.attributes["Notes"] }
        #expect(notes == ["Use the side door", nil])
        let note = try #require(report.notes.first { $0.finding.code == "private_cells" })
        #expect(note.level == .warning)
        #expect(note.lines == [3])
        #expect(!note.text.contains(text))
        let mapped = Imports()
        _ = try await mapped.stations(file, map: ["Notes=attribute"])
        #expect(mapped.stations.published.last?.attributes["Notes"] == text)
    }

    @Test(
        "words that only sound like it are published",
        arguments: [
            "Zip code 69701", "Use the south entrance. Zip code 69701", "Area code 308", "Key West",
            "Block 1200 of Locust St", "Pine Room", "Code 12", "Alarm bells at noon",
        ]
    )
    func otherCells(text: String) async throws {
        let report = try await imports.stations(
            "id,name,address,Notes,lat,lon\n1,Hall,9 New St,\(text),42.1,-101.4\n"
        )
        #expect(imports.stations.published.first?.attributes["Notes"] == text)
        #expect(!report.notes.contains { $0.finding.code == "private_cells" })
    }
}
