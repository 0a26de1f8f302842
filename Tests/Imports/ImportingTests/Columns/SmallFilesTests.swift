import Importing
import Polling
import Testing

/// Files of a few mended rows, of which one is still wrong.
@Suite struct SmallFilesTests {
    @Test(
        "the good row is accepted, and the other refused with its own reason",
        arguments: [
            ("lat,lon", "29.7,-95.4", "999,-95.4", "999", "latitude is 999; "),
            ("lat,lon", "29.7,-95.4", "29.7,-195.4", "-195.4", "longitude is -195.4; "),
            ("lat,lon", "29.7,-95.4", "n.a,-95.4", "n.a", "it is no number; "),
            ("latitude,longitude", "29.7,-95.4", "-95.4,29.7", "-95.4", "latitude is -95.4; "),
        ]
    )
    func oneBadRow(header: String, good: String, bad: String, value: String, reason: String)
        async throws
    {
        let imports = Imports()
        let report = try await imports.stations(
            "name,address,\(header)\nGood,1 Elm St,\(good)\nBad,2 Elm St,\(bad)\n"
        )
        #expect(imports.stations.published.map(\.name) == ["Good"])
        let row = try #require(report.rejectedRows.first)
        #expect(row.line == 3)
        #expect(row.cause == "bad_coordinate")
        #expect(row.value == value)
        #expect(row.reason.hasPrefix(reason))
    }

    @Test("columns without a name are told, with what to write")
    func namelessColumns() async throws {
        let report = try await Imports().stations(
            "name,address,lat,,lon,\nHall,1 Elm St,29.7,17,-95.4,18\n"
        )
        let note = try #require(report.notes.first { $0.text.contains("no name in the header") })
        #expect(note.level == .warning)
        #expect(note.lines == [1])
        #expect(
            note.text
                == "columns have no name in the header: column 4, column 6; say what they hold with "
                + "--map \"column 4\"=field"
        )
    }

    @Test("on a map grid too")
    func grid() async throws {
        let imports = Imports()
        let report = try await imports.stations(
            "name,address,postcode,easting,northing\n"
                + "Good,1 Elm St,EX2 9RQ,290000.5,92000.5\nBad,2 Elm St,EX2 9RQ,290000.5x,92000\n"
        )
        #expect(imports.stations.published.map(\.name) == ["Good"])
        #expect(report.rejectedRows.map(\.line) == [3])
        #expect(report.rejectedRows.first?.value == "290000.5x")
    }
}
