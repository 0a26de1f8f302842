import Importing
import Polling
import Testing

/// What the report says of precinct 0, of hours and time zones, and of what would command a terminal.
@Suite struct StationRemarksTests {
    private let imports = Imports()

    private static func rows(_ cells: (Int) -> String) -> String {
        (1...12).map { "Hall \($0),\($0) Main St,29.\(70 + $0),-95.\(30 + $0),\(cells($0))\n" }
            .joined()
    }

    @Test("a precinct 0 among others is a precinct")
    func precinctZero() async throws {
        let report = try await imports.stations(
            "name,address,lat,lon,precinct\n" + Self.rows { "\($0 - 1)" }
        )
        let codes = Set(imports.stations.published.flatMap(\.districts).map(\.code))
        #expect(codes == Set((0..<12).map(String.init)))
        #expect(!report.notes.contains { $0.text.contains("no district") })
    }

    @Test("a 0 that stands far more often than any other code is none, and is told with a count")
    func zeroForNone() async throws {
        let report = try await imports.stations(
            "name,address,lat,lon,precinct\n" + Self.rows { $0 <= 8 ? "0" : "\($0)" }
        )
        let codes = Set(imports.stations.published.flatMap(\.districts).map(\.code))
        #expect(codes == ["9", "10", "11", "12"])
        let note = try #require(report.notes.first { $0.text.hasPrefix("precinct is 0 in 8 rows") })
        #expect(note.level == .warning)
        #expect(note.lines == [2, 3, 4, 5, 6])
    }

    @Test("hours that are not understood are told with their lines, and others are not")
    func hours() async throws {
        let report = try await imports.stations(
            "name,address,lat,lon,hours\n"
                + Self.rows { $0 == 3 ? "from dawn to dusk" : "Mo-Su 07:00-20:00" }
        )
        let notes = report.notes.filter { $0.text.hasPrefix("the hours of") }
        #expect(notes.map(\.lines) == [[4]])
        #expect(notes.first?.text.hasPrefix("the hours of 1 row are not understood") == true)
        #expect(notes.first?.text.hasSuffix(": \"from dawn to dusk\"") == true)
    }

    @Test(
        "a time zone is reported as what it is, and kept for the hours",
        arguments: ["time_zone", "TZ"]
    )
    func timeZone(header: String) async throws {
        let report = try await imports.stations(
            "name,address,lat,lon,\(header)\n" + Self.rows { _ in "America/New_York" }
        )
        #expect(report.columns.last?.field == "time_zone")
        #expect(imports.stations.published.allSatisfy { $0.timeZone == "America/New_York" })
    }

    @Test("a column that is mapped to the time zone is found under any header")
    func mappedTimeZone() async throws {
        _ = try await imports.stations(
            "name,address,lat,lon,clock\n" + Self.rows { _ in "America/New_York" },
            map: ["clock=time_zone"]
        )
        #expect(imports.stations.published.allSatisfy { $0.timeZone == "America/New_York" })
    }

    @Test("what would command a terminal is written out in text, and kept in JSON")
    func controls() async throws {
        let report = try await imports.stations(
            "name,address,lat,lon,no\u{202E}te\nA,1 Elm St,9\u{1B}[2J,-95.3,\nB,2 Elm St,29.7,-95.3,\n"
        )
        let text = report.text(width: 200)
        #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
        #expect(text.contains(#"lat "9\u{1B}[2J": it is no number"#))
        #expect(text.contains(#"no\u{202E}te"#))
        let json = String(decoding: try report.json(), as: UTF8.self)
        #expect(json.contains("\u{202E}"))
    }

    @Test("nor does an error command a terminal")
    func errors() async throws {
        let error = await #expect(throws: ImportError.self) {
            try await imports.stations("na\u{1B}[2Jme,latitude\nA,x\n")
        }
        #expect(error?.description.contains(#"na\u{1B}[2Jme"#) == true)
        #expect(error?.description.unicodeScalars.contains("\u{1B}") == false)
    }
}
