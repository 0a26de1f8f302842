import Geodesy
import Importing
import Polling
import Testing

/// Cells that are damaged, or of another kind than text.
@Suite struct MendedRowSourceTests {
    private let imports = Imports()

    private func published() -> [Station] {
        imports.stations.published.sorted { $0.id.rawValue < $1.id.rawValue }
    }

    private func found(_ report: ImportReport, _ code: String) -> ImportNote? {
        report.notes.first { $0.finding.code == code }
    }

    @Test("a spreadsheet's errors are blank, whatever its language, and told by their columns")
    func spreadsheetErrors() async throws {
        let report = try await imports.stations(
            """
            id,name,address,notes,lat,lon
            1,Hall A,#REF!,#N/A,42.11,-101.41
            2,#VALUE!,2 Elm St,ramp,42.12,-101.42
            3,Hall C,#BEZUG!,Err:502,42.13,-101.43
            4,Hall #4,4 Elm St,####,42.14,-101.44
            5,#1 Fire House,5 Elm St,,42.15,-101.45

            """
        )
        #expect(
            published().map(\.name) == ["Hall A", "2 Elm St", "Hall C", "Hall #4", "#1 Fire House"]
        )
        #expect(published().map(\.address) == [nil, "2 Elm St", nil, "4 Elm St", "5 Elm St"])
        #expect(published().map { $0.attributes["notes"] } == [nil, "ramp", nil, nil, nil])
        let note = try #require(found(report, "spreadsheet_errors"))
        #expect(note.level == .warning)
        #expect(note.text.hasPrefix("6 cells with a spreadsheet's error"))
        #expect(note.text.contains("(name 1, address 2, notes 3)"))
        #expect(note.lines == [2, 3, 4, 5])
    }

    @Test("what was written for a web page is read as it shows, and told")
    func webTexts() async throws {
        let report = try await imports.stations(
            """
            name,address,lat,lon
            St. Mary&#39;s &amp; St. John,1&nbsp;Elm St,42.11,-101.41
            R&D Center,2 Elm St,42.12,-101.42

            """
        )
        #expect(Set(published().map(\.name)) == ["St. Mary's & St. John", "R&D Center"])
        #expect(published().compactMap(\.address).sorted() == ["1 Elm St", "2 Elm St"])
        let note = try #require(found(report, "web_texts"))
        #expect(note.text.hasPrefix("2 cells written as for a web page (name 1, address 1)"))
        #expect(note.lines == [2])
    }

    @Test("lists in a feature's properties are read with semicolons, never as JSON")
    func listsOfFeatures() async throws {
        let report = try await imports.stations(
            """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{"name":["Hall","Annex"],"address":["12 Main St","Alba"],
            "precinct":["101",102],"place":{"floor":2},"homes":[{"a":1}],"tags":[]},
            "geometry":{"type":"Point","coordinates":[-101.4,42.1]}}]}
            """,
            name: "stations.geojson"
        )
        let station = try #require(published().first)
        #expect(station.name == "Hall; Annex")
        #expect(station.address == "12 Main St, Alba")
        #expect(station.districts.map(\.code) == ["101", "102"])
        #expect(station.attributes["place.floor"] == "2")
        #expect(station.attributes["tags"] == nil)
        #expect(
            found(report, "lists_joined")?.text.contains("name 1, address 1, precinct 1") == true
        )
        #expect(found(report, "lists_left_out")?.text.contains("homes") == true)
    }

    @Test(
        "lists in a table's cells are read in the same way, and what is no list of texts is not",
        arguments: [
            (#""[""101"",""102""]""#, ["101", "102"]), (#""['101', '102']""#, ["101", "102"]),
            (#""[101,102]""#, ["101", "102"]), ("[101.0]", ["101"]), ("[old] 7", ["[old] 7"]),
        ]
    )
    func listsOfTables(cell: String, codes: [String]) async throws {
        _ = try await imports.stations("name,precinct,lat,lon\nHall,\(cell),42.1,-101.4\n")
        #expect(published().first?.districts.map(\.code) == codes)
    }

    @Test("a position in brackets is no list")
    func position() async throws {
        _ = try await imports.stations("name,coordinates\nHall,\"[42.1, -101.4]\"\n")
        #expect(published().first?.coordinate?.latitude == 42.1)
    }

    @Test("a column of JSON objects is neither name nor address")
    func objects() async throws {
        _ = try await imports.stations(
            """
            name,address,lat,lon
            Hall A,"{""street"": ""1 Elm St""}",42.11,-101.41
            Hall B,"{""street"": ""2 Elm St""}",42.12,-101.42

            """
        )
        #expect(published().map(\.address) == [nil, nil])
    }

    @Test("codes, postcodes and houses lose the fraction that a spreadsheet gave them")
    func wholeNumbers() async throws {
        let report = try await imports.stations(
            """
            id,name,house number,street,city,state,zip,precinct,lat,lon
            7.0,Hall A,12.0,Elm St,Alba,UT,84601.0,101.0,40.21,-111.61
            8.0,Hall B,14.0,Elm St,Alba,UT,84601.0,102.0,40.22,-111.62
            9.0,Hall C,,Oak St,Alba,UT,,103.0,40.23,-111.63

            """
        )
        #expect(published().map(\.id.rawValue) == ["dc.7", "dc.8", "dc.9"])
        #expect(published().map(\.postcode) == ["84601", "84601", nil])
        #expect(published().first?.address == "12 Elm St, Alba, UT")
        #expect(published().flatMap(\.districts).map(\.code) == ["101", "102", "103"])
        let note = try #require(found(report, "whole_numbers"))
        #expect(note.level == .note)
        #expect(note.text.hasPrefix("10 whole numbers are written with a fraction (id 3, "))
        #expect(published().first?.coordinate?.latitude == 40.21)
    }

    @Test("where some numbers of a column have fractions, none is taken off")
    func fractions() async throws {
        let report = try await imports.stations(
            "name,precinct,lat,lon\nHall A,12.0,42.11,-101.41\nHall B,12.1,42.12,-101.42\n"
        )
        #expect(Set(published().flatMap(\.districts).map(\.code)) == ["12.0", "12.1"])
        #expect(found(report, "whole_numbers") == nil)
    }
}
