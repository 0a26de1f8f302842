import Polling
import Testing

@testable import Importing

@Suite struct PostcodeTextTests {
    @Test(
        "the only postcode among other words",
        arguments: [
            ("QLD Australia 4310", "4310"), ("50667 Köln", "50667"), ("D-50667 Köln", "50667"),
            ("Omaha NE 68102-1234", "68102-1234"), ("EX2 9RQ, UK", "EX2 9RQ"),
            ("1234 AB Amsterdam", "1234 AB"), ("SE-123 45 Stockholm", "123 45"),
            ("00-950 Warszawa", "00-950"), ("K1A 0B1 Ottawa", "K1A 0B1"),
            ("4310 QLD Australia", "4310"),
        ]
    )
    func only(cell: String, code: String) { #expect(PostcodeText.only(in: cell) == code) }

    @Test(
        "a postcode as it stands, several, or none",
        arguments: [
            "EX2 9RQ", "20001-1234", "68102", "Box 1234, AK 99801", "Perth 6330 WA", "Springfield",
            "", "99 Elm Street",
        ]
    )
    func none(cell: String) { #expect(PostcodeText.only(in: cell) == nil) }

    @Test("a station's postcode is read out of a longer cell, and told")
    func stations() async throws {
        let imports = Imports()
        let report = try await imports.stations(
            "name,address,postcode,lat,lon\nHall,1 Main St,QLD Australia 4310,-27.9,152.5\n"
                + "Barn,2 Main St,4311,-27.8,152.4\n"
        )
        #expect(imports.stations.published.compactMap(\.postcode).sorted() == ["4310", "4311"])
        let note = try #require(report.notes.first { $0.text.contains("among other words") })
        #expect(note.text.contains("\"QLD Australia 4310\" as 4310"))
    }
}
