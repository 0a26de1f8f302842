import Importing
import Polling
import Testing

/// Columns and cells of those who work at the polls or open the building.
@Suite struct PrivatePersonsTests {
    private let imports = Imports()
    private static let persons = ["Maple Mapleson", "Oak B. Oakes", "Jane O'Hara", "Cedar Roe"]

    /// A list with one column more, whose cells are given.
    private func file(_ header: String, _ cells: [String]) -> String {
        "id,name,address,\(header),lat,lon\n"
            + cells.enumerated().map { index, cell in
                "\(index + 1),Hall \(index + 1),\(index + 1) New St,\"\(cell)\","
                    + "42.\(index + 1),-101.4\n"
            }.joined()
    }

    private func published(_ header: String) -> [String] {
        imports.stations.published.sorted { $0.name < $1.name }
            .compactMap { $0.attributes[header] }
    }

    @Test(
        "persons under a heading of what they do are not published, and the column is told",
        arguments: [
            "Poll Worker 1", "PW1", "Presiding Judge", "Alt Judge", "Inspector", "Clerk 1",
            "Poll Manager", "Chief", "Deputy", "Supervisor", "Staff", "Assigned To", "Tech",
            "Supply Pickup", "Site Contact", "Wahlvorsteher", "Schriftführerin", "Beisitzer 2",
            "Presidente de mesa", "Secretario", "Vocal 1", "Suplente", "Président du bureau",
            "Assesseur 1", "Secrétaire",
        ]
    )
    func officers(header: String) async throws {
        let report = try await imports.stations(file(header, Self.persons))
        #expect(imports.stations.published.count == Self.persons.count)
        #expect(published(header).isEmpty)
        let note = try #require(report.notes.first { $0.finding.code == "private_columns" })
        #expect(note.level == .warning)
        #expect(note.text.hasPrefix(header))
        let mapped = Imports()
        _ = try await mapped.stations(file(header, Self.persons), map: ["\(header)=attribute"])
        #expect(mapped.stations.published.allSatisfy { $0.attributes[header] != nil })
    }

    @Test(
        "a name and a telephone in one cell are a person's",
        arguments: ["Contact", "Inspector", "Facility Contact"]
    )
    func namesWithPhones(header: String) async throws {
        let cells = Self.persons.enumerated().map { "\($1) 785-555-010\($0)" }
        let report = try await imports.stations(file(header, cells))
        #expect(published(header).isEmpty)
        #expect(report.notes.contains { $0.finding.code == "private_columns" })
    }

    @Test("persons with usual given names are left out under any heading, but for those elected")
    func anyHeading() async throws {
        let persons = ["Jane Roe", "Roe, James", "Mary Dee"]
        _ = try await imports.stations(file("Zuordnung", persons))
        #expect(published("Zuordnung").isEmpty)
        let elected = Imports()
        _ = try await elected.stations(file("Council Member", persons))
        #expect(elected.stations.published.allSatisfy { $0.attributes["Council Member"] != nil })
    }

    @Test(
        "what sounds like a person's and is an office's, a place's or a number is published",
        arguments: [
            ("Contact", "County Clerk 785-555-0100"), ("Contact", "Topeka Schools 785-555-0100"),
            ("Clerk", "Town Clerk"), ("Inspector", "Yes"), ("Judge", "12"),
            ("Poll Workers", "5"), ("Supervisor District", "Oak Hill"),
            ("Phone", "785-555-0100"), ("Phone", "County office 785-555-0100"),
            ("Assigned Area", "North Side"), ("Staff Parking", "Lot behind the hall"),
            ("Gate", "North"), ("Entrance", "Door 12"),
        ]
    )
    func kept(header: String, cell: String) async throws {
        let report = try await imports.stations(file(header, [cell]))
        #expect(published(header) == [cell])
        #expect(!report.notes.contains { $0.finding.code.hasPrefix("private_") })
    }

    @Test(
        "columns of homes, keys and codes are left out by their headings",
        arguments: [
            "PW1 Home Address", "Residence Address", "Security PIN", "Door PIN", "Gate Code",
            "Lock Combo", "Key held by", "Keys with", "Schlüssel bei", "Llaves con", "Clés chez",
            "Adresse personnelle", "Domicilio particular", "Privatanschrift",
        ]
    )
    func headings(header: String) async throws {
        let report = try await imports.stations(file(header, ["14 Elm St", "7 Oak St"]))
        #expect(published(header).isEmpty)
        #expect(
            report.notes.contains {
                $0.finding.code == "private_columns" && $0.text.hasPrefix(header)
            }
        )
    }

    @Test(
        "first and last names in columns of their own are not published",
        arguments: [
            ("First Name", "Last Name"), ("Vorname", "Nachname"), ("Nombre", "Apellidos"),
            ("Prénom", "Nom"),
        ]
    )
    func inParts(first: String, last: String) async throws {
        _ = try await imports.stations(
            "id,Polling Place,address,\(first),\(last),lat,lon\n7,Hall,9 New St,Jane,Roe,42.1,-101.4\n"
        )
        #expect(imports.stations.published.map(\.name) == ["Hall"])
        #expect(imports.stations.published.first?.attributes.isEmpty == true)
    }

    @Test("a column called after a door that holds what is pressed is left out")
    func gates() async throws {
        let report = try await imports.stations(file("Gate", ["#4711", "#4712"]))
        #expect(published("Gate").isEmpty)
        #expect(report.notes.contains { $0.finding.code == "private_columns" })
    }

    @Test(
        "cells of notes with a person's telephone or a code are not published",
        arguments: [
            "Call Maple Mapleson at 785-555-0100", "Contact: Jane Roe (785) 555-0100",
            "Jane Roe 785.555.0100", "Ask for Mr. Mapleson Oakes, +1 785 555 0100",
            "Frau Petra Mapleson, 0170 5550100", "Llame a Pilar Roble 612 345 678",
            "Appelez Nathalie Chêne 01 23 45 67 89", "Phone 785-555-0100 for the key",
            "Custodian: 785-555-0100", "Enter code 4000# at the keypad", "Enter 4000# and wait",
            "Código 4000#", "CALL JANE ROE AT 785-555-0100",
        ]
    )
    func cells(text: String) async throws {
        let report = try await imports.stations(file("Notes", ["Use the side door", text]))
        #expect(published("Notes") == ["Use the side door"])
        let note = try #require(report.notes.first { $0.finding.code == "private_cells" })
        #expect(note.lines == [3])
        #expect(!note.text.contains(text))
    }

    @Test(
        "cells of notes with an office's telephone, and with numbers that are none, are published",
        arguments: [
            "Contact: county office 785-555-0100", "Call the county clerk at 785-555-0100",
            "Questions? Call Johnson County Elections 785-555-0100",
            "Call John Adams School at 785-555-0100",
            "Park at 1200 Mary St, then call 785-555-0100",
            "Open 2026-11-03 07:00 for Jane Roe Day", "Mary Dyer Room, ZIP 67400-1234",
            "Named for John Brown, 08.12.2026", "Mail to info@county.example",
        ]
    )
    func otherCells(text: String) async throws {
        let report = try await imports.stations(file("Notes", [text]))
        #expect(published("Notes") == [text])
        #expect(!report.notes.contains { $0.finding.code.hasPrefix("private_") })
    }
}
