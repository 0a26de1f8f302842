import Datasets
import Geodesy
import Importing
import Polling
import RowFilesTesting
import Testing

/// The row that names the columns is found, whatever stands above it.
@Suite struct HeaderFinderTests {
    private let imports = Imports()

    private static let rows = (1...30).map {
        "S\($0),Hall \($0),\($0) Main St,40.\($0 + 10),-98.\($0 + 10)"
    }
    private static let header = "id,name,address,latitude,longitude"

    private func file(_ head: [String], _ rows: [String] = Self.rows) -> String {
        (head + rows).joined(separator: "\n") + "\n"
    }

    private func expectWhole(_ report: ImportReport, _ count: Int = 30) {
        #expect(report.rows.rejected == 0)
        #expect(imports.stations.published.count == count)
        let first = imports.stations.published.first { $0.id.rawValue == "dc.s1" }
        #expect(first?.name == "Hall 1")
        #expect(first?.address == "1 Main St")
        #expect(first?.coordinate?.latitude == 40.11)
    }

    @Test(
        "titles and blank lines above it are passed over",
        arguments: [
            ["Polling places of Adair County"],
            ["Polling places of Adair County,,,,"],
            ["\"Polling Places, November 3, 2026\",,,,", ",,,,", ""],
            ["Polling Places, November 3", ""],
            ["Adair County,Clerk,,,", "printed,2026-10-01,,,", "", ",,,,"],
            ["sep=,", "Report 17", "", "", "", "", "", "", "", "", "", "", "", "", "", "", ""],
        ]
    )
    func titles(lines: [String]) async throws {
        expectWhole(try await imports.stations(file(lines + [Self.header])))
    }

    @Test(
        "names in two lines are put together",
        arguments: [
            ["id,name,address,Coordinates,", ",,,latitude,longitude"],
            ["Station,,,Location,", "id,name,address,latitude,longitude"],
            ["Polling place,,,Coordinates,", "ID,Name,Address,Lat,Lon"],
            ["Adair County,,,,", "Station,,Address,Coordinates,", "id,name,,lat,lng"],
        ]
    )
    func twoLines(lines: [String]) async throws {
        expectWhole(try await imports.stations(file(lines)))
    }

    @Test("a name that another group has as well gets its group's in front")
    func groups() async throws {
        let rows = (1...20).map {
            "S\($0),Hall \($0),Ada \($0),555-\($0),40.\($0 + 10),-98.\($0 + 10)"
        }
        let report = try await imports.stations(
            file(["Station,,Presiding officer,,Coordinates,", "ID,Name,Name,Phone,Lat,Lon"], rows)
        )
        #expect(imports.stations.published.map(\.name).first == "Hall 1")
        #expect(report.columns.map(\.column).contains("Presiding officer Name"))
        #expect(report.notes.contains { $0.text.contains("two lines") && $0.lines == [1, 2] })
    }

    @Test("a header that is repeated on each page is passed over, with the title above it")
    func pages() async throws {
        var lines = ["Adair County,,,,", Self.header]
        for (index, row) in Self.rows.enumerated() {
            if index > 0, index % 10 == 0 { lines += ["Adair County,,,,", Self.header] }
            lines.append(row)
        }
        let report = try await imports.stations(lines.joined(separator: "\n") + "\n")
        expectWhole(report)
        #expect(
            report.notes.contains { $0.text.hasPrefix("4 lines that repeat the columns' names") }
        )
    }

    @Test("rows are numbered as in the file, whatever stands above them")
    func lineNumbers() async throws {
        let report = try await imports.stations(
            file(
                ["Adair County", "", Self.header],
                ["S1,Hall 1,1 Main St,40.1,-98.1", "S2,B,C,x,y"]
            )
        )
        #expect(report.rejectedRows.map(\.line) == [5])
    }

    @Test("a header in the first line stays one, and so does one with blank names")
    func plain() async throws {
        expectWhole(try await imports.stations(file([Self.header])))
        let other = Imports()
        let report = try await other.stations(file(["id,name,,latitude,longitude"]))
        #expect(report.columns.map(\.column)[2] == "column 3")
        #expect(other.stations.published.count == 30)
    }

    @Test("no row of data is taken for a header in a file that has none")
    func noHeader() async throws {
        await #expect(throws: ImportError.self) { try await imports.stations(file([])) }
        await #expect(throws: ImportError.self) {
            try await imports.stations(file([], Self.rows + ["S31,Hall,Main St,,"]))
        }
        #expect(imports.stations.published.isEmpty)
    }

    @Test("the caller names the line of the header")
    func named() async throws {
        func run(_ line: Int, _ text: String) async throws -> ImportReport {
            try await withFile(Array(text.utf8), name: "stations.csv") { path in
                var options = ImportOptions(dataset: try DatasetName("dc"))
                options.headerLine = line
                return try await StationImporter(store: imports.stations, clock: imports.clock)
                    .run(.file(path), options: options)
            }
        }
        let text = file(["Nom,Adresse,Rue,Lat,Lng", "a,b,c,d,e", Self.header])
        expectWhole(try await run(3, text))
        await #expect(throws: ImportError.self) { try await run(99_999, text) }
        await #expect(throws: ImportError.self) { try await run(2, file(["x", "", Self.header])) }
        await #expect(throws: ImportError.optionWithoutColumns("--header", name: "stations.csv")) {
            try await run(1, #"{"type":"FeatureCollection","features":[]}"#)
        }
    }

    @Test("a check shows three stations as they would be published")
    func samples() async throws {
        let report = try await imports.stations(file([Self.header]), mode: .check)
        #expect(report.samples.map(\.name) == ["Hall 1", "Hall 2", "Hall 3"])
        #expect(report.samples.first?.id == "dc.s1")
        #expect(report.samples.first?.details.map(\.field) == ["address", "position"])
        #expect(report.samples.first?.details.map(\.value) == ["1 Main St", "40.11, -98.11"])
        #expect(report.text().contains("Hall 1 (dc.s1)"))
        #expect(try await imports.stations(file([Self.header])).samples.isEmpty)
    }

    @Test("a column whose name is merged over two rows keeps it")
    func mergedDown() async throws {
        let imports = Imports()
        let rows = (1...6).map { "\(100 + $0),Hall \($0),\($0) Elm St,Corbin,69001,45.\($0),-75.6" }
        let report = try await imports.stations(
            "Precinct,Location,,,,Coordinates,\n,Name,Street,City,Zip,Lat,Lon\n"
                + rows.joined(separator: "\n") + "\n"
        )
        #expect(report.columns.map(\.column).first == "Precinct")
        #expect(
            imports.stations.published.flatMap(\.districts).map(\.code).sorted()
                == (101...106).map(String.init)
        )
        #expect(imports.stations.published.contains { $0.name == "Hall 3" })
    }
}
