import Datasets
import Foundation
import Geodesy
import Polling
import RowFilesTesting
import Testing

@testable import Importing
@testable import RowFiles

/// Refused rows are handed back as a table, mended and added.
@Suite struct RejectsTests {
    private let imports = Imports()
    private let file = """
        id,name,address,lat,lon
        1,Town Hall,1 Main St,42.1,-101.5
        2,"School, old",2 Main St,192.2,-101.6
        3,Church,3 Main St,42.3,-101.7,x,y
        4,Library,4 Main St,42.4,-101.8

        """

    @Test("refused rows come in the file's own columns, with their line and the reason")
    func table() async throws {
        let report = try await imports.stations(file)
        let text = String(decoding: report.rejects(), as: UTF8.self)
        #expect(text.hasPrefix("\u{FEFF}id,name,address,lat,lon,ambit_line,ambit_reason\r\n"))
        let lines = text.split(separator: "\r\n")
        #expect(lines.count == 3)
        #expect(
            lines[1].hasPrefix(
                "2,\"School, old\",2 Main St,192.2,-101.6,3,lat: latitude is 192.2;"
            )
        )
        // What was too much stands in the last column.
        #expect(
            lines[2].hasPrefix("3,Church,3 Main St,42.3,\"-101.7,x,y\",4,the row has 7 values")
        )
    }

    @Test("mended rows are added, and what is published stays; again there is nothing to change")
    func added() async throws {
        let report = try await imports.stations(file)
        let mended = String(decoding: report.rejects(), as: UTF8.self)
            .replacing("192.2", with: "42.2").replacing("\"-101.7,x,y\"", with: "-101.7")
        let second = try await imports.stations(mended) { $0.keepsOthers = true }
        #expect(second.rows.accepted == 2)
        #expect(second.rows.rejected == 0)
        #expect(second.changes.added == 2)
        #expect(second.changes.removed == 0)
        #expect(second.changes.unchanged == 2)
        let stations = imports.stations.published
        #expect(Set(stations.map(\.name)) == ["Town Hall", "School, old", "Church", "Library"])
        #expect(Set(stations.map(\.id)).count == 4)
        #expect(stations.allSatisfy { $0.attributes.isEmpty })
        #expect(second.columns.filter { $0.field == "ignore" }.count == 2)
        let third = try await imports.stations(mended) { $0.keepsOthers = true }
        #expect(third.outcome == .nothingToChange)
        // A record that is published under the same id is replaced.
        let moved = try await imports.stations(
            "id,name,address,lat,lon\n4,Library,4 Main St,42.5,-101.8\n"
        ) {
            $0.keepsOthers = true
        }
        #expect(moved.changes.moved == 1)
        #expect(imports.stations.published.count == 4)
    }

    @Test("an addition tells what the dataset has with it, and joins the districts of all")
    func addition() async throws {
        func run(_ text: String, adds: Bool) async throws -> ImportReport {
            try await withFile(Array(text.utf8), name: "stations.csv") { path in
                var options = ImportOptions(dataset: try DatasetName("dc"))
                options.keepsOthers = adds
                return try await StationImporter(
                    store: imports.stations,
                    districts: Precincts(codes: ["1", "2", "3", "4"]),
                    clock: imports.clock
                ).run(.file(path), options: options)
            }
        }
        let header = "id,name,address,lat,lon,precinct\n"
        let first = try await run(
            header + "a,Town Hall,1 Main St,42.1,-101.5,1\nb,School,2 Main St,,,2\n",
            adds: false
        )
        #expect(first.addition == nil)
        let second = try await run(
            header + "c,Church,3 Main St,42.3,-101.7,3\n" + "a,City Hall,1 Main St,42.1,-101.5,1\n",
            adds: true
        )
        #expect(second.rows.accepted == 2)
        let addition = try #require(second.addition)
        #expect(addition.records == 3)
        #expect(addition.kept == 1)
        #expect(addition.withoutPlace == 1)
        #expect(imports.stations.published.count == 3)
        let join = try #require(second.districts.first)
        #expect(join.named == 3)
        #expect(join.found == 3)
        #expect(join.withoutStation == ["4"])
        let text = second.text()
        #expect(
            text.contains(
                "With these added, \"dc\" has 3 stations: 2 of the file and 1 that stay as they are"
            )
        )
        #expect(text.contains("Published: dc, version 2, 3 stations."))
    }

    /// Published precincts with codes, all of them where the stations stand.
    private struct Precincts: DistrictStore {
        let codes: [String]

        func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws {
            let square = try Polygon(
                exterior: [(42.0, -102.0), (42, -101), (43, -101), (43, -102), (42, -102)].map {
                    try Coordinate(latitude: $0.0, longitude: $0.1)
                }
            )
            let dataset = try DatasetName("p")
            try visit(
                codes.map { code in
                    District(
                        id: District.ID(rawValue: "p.\(code)"),
                        dataset: dataset,
                        reference: DistrictReference(type: "precinct", code: code),
                        name: code,
                        area: MultiPolygon([square])
                    )
                }
            )
        }
    }

    @Test("points that stand beside the cells are a column of the table")
    func points() async throws {
        let report = try await imports.stations(
            #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"A"},"geometry":{"type":"Point","coordinates":[-77,38]}},{"type":"Feature","properties":{"name":"B"},"geometry":{"type":"Point","coordinates":[-77,138]}}]}"#,
            name: "a.geojson"
        )
        let lines = String(decoding: report.rejects(), as: UTF8.self).split(separator: "\r\n")
        #expect(lines[0] == "\u{FEFF}name,wkt,ambit_line,ambit_reason")
        #expect(lines[1].hasPrefix("B,POINT (-77.0 138.0),1,"))
    }
}

/// Several files, texts that were encoded twice, and files that were made to do harm.
@Suite struct UnusualFilesTests {
    @Test("several files with the same columns in any order are one import")
    func severalFiles() async throws {
        let imports = Imports()
        let report = try await withFile(
            Array("id,name,lat,lon\n1,A,42.1,-101.5\n2,B,42.2,-101.5\n".utf8),
            name: "north.csv"
        ) { north in
            try await withFile(
                Array("name;lon;lat;id\nC;-101.5;42.3;3\nD;-101.5;142.4;4\n".utf8),
                name: "south.csv"
            ) { south in
                try await StationImporter(store: imports.stations, clock: imports.clock).run(
                    .files([north, south]),
                    options: ImportOptions(dataset: try DatasetName("dc"))
                )
            }
        }
        #expect(report.rows.read == 4)
        #expect(Set(imports.stations.published.map(\.id.rawValue)) == ["dc.1", "dc.2", "dc.3"])
        #expect(report.rejectedRows.first?.file == "south.csv")
        #expect(report.rejectedRows.first?.line == 3)
        #expect(report.source.file == "north.csv and 1 more file")
        #expect(imports.stations.versions.count == 1)
    }

    @Test("files with other columns are not mixed up")
    func otherColumns() async throws {
        let imports = Imports()
        let error = await #expect(throws: ImportError.self) {
            try await withFile(Array("id,name,lat,lon\n1,A,42.1,-101.5\n".utf8), name: "a.csv") {
                a in
                try await withFile(Array("id,title,lat,lon\n2,B,42,-101\n".utf8), name: "b.csv") {
                    b in
                    try await StationImporter(store: imports.stations, clock: imports.clock).run(
                        .files([a, b]),
                        options: ImportOptions(dataset: try DatasetName("dc"))
                    )
                }
            }
        }
        #expect(error == .otherColumns(name: "b.csv", missing: ["name"], first: "a.csv"))
        #expect(imports.stations.published.isEmpty)
    }

    @Test(
        "text that was encoded twice is offered for repair, and read as it was meant when asked to"
    )
    func encodedTwice() async throws {
        let names = ["Grundschule Köln", "Straße", "Café “Zur Post”", "Łódź", "plain"]
        let rows = names.enumerated().map { "\($0.offset + 1),\($0.element),5\($0.offset).1,7\n" }
            .joined()
        // UTF-8 taken for windows-1252 and written as UTF-8 again, by Foundation.
        // The five bytes that windows-1252 leaves free stand for themselves, as on the web.
        var twice = String.UnicodeScalarView()
        for byte in ("id,name,lat,lon\n" + rows).utf8 {
            let known = String(data: Data([byte]), encoding: .windowsCP1252)?.unicodeScalars.first
            twice.append(known ?? Unicode.Scalar(byte))
        }
        let imports = Imports()
        let asItIs = try await imports.stations(String(twice))
        #expect(asItIs.notes.contains { $0.text.contains("--mend-encoding") })
        #expect(imports.stations.published.contains { $0.name.contains("Ã") })
        let mended = try await imports.stations(String(twice)) { $0.mendsEncoding = true }
        #expect(mended.rows.accepted == 5)
        #expect(Set(imports.stations.published.map(\.name)) == Set(names))
        #expect(mended.notes.contains { $0.text.contains("read as they were meant") })
    }

    @Test("text that was encoded once stays as it is when it is to be mended")
    func encodedOnce() async throws {
        let imports = Imports()
        _ = try await imports.stations("id,name,lat,lon\n1,Köln Ü ß,50.9,6.9\n") {
            $0.mendsEncoding = true
        }
        #expect(imports.stations.published.first?.name == "Köln Ü ß")
    }

    @Test("a line without an end is refused before it fills the memory")
    func longLine() async throws {
        let imports = Imports()
        var bytes = Array("id,name,lat,lon\n1,A,42.1,-101.5\n2,".utf8)
        bytes += Array(repeating: UInt8(ascii: "x"), count: 18 << 20)
        let error = await #expect(throws: ImportError.self) {
            try await imports.stations(bytes: bytes)
        }
        #expect(error == .file(.longRow(line: 3, limitBytes: 8 << 20)))
        #expect(error?.description.contains("line 3 begins a row that is longer than 8 MB") == true)
    }

    /// So many bytes more than a row may have.
    private static let long = String(repeating: "x", count: 9 << 20)

    @Test(
        "a row that is too long is told as that",
        arguments: ["2,\(long),42.1,-101.5\n", "2,\(long),\"42.1\",-101.5\n"]
    )
    func longRow(row: String) async throws {
        let error = await #expect(throws: ImportError.self) {
            try await Imports().stations("id,name,lat,lon\n1,A,42.1,-101.5\n" + row)
        }
        #expect(error == .file(.longRow(line: 3, limitBytes: 8 << 20)))
    }

    @Test(
        "what is too long behind a quote on its line is told with the quote's line",
        arguments: [
            "2,\"\(long)\",42.1,-101.5\n", "2,\"\(long)\(long)\n", "2,\"\(long)",
            "\"2\",\"Hall\",\"\(long)\n",
        ]
    )
    func longQuote(row: String) async throws {
        let error = await #expect(throws: ImportError.self) {
            try await Imports().stations("id,name,lat,lon\n1,\"A\nB\",42.1,-101.5\n" + row)
        }
        #expect(
            error?.description
                == "a quote is opened in line 4, and on the same line 8 MB follow without an end of it, "
                + "the longest that a row may be; close it there, or double it (\"\") where it is part "
                + "of the text. Look also whether line ends were lost"
        )
    }

    @Test("a quote that is closed lines below and more than 8 MB on costs its row alone")
    func lateQuote() async throws {
        // Closed so little behind the limit that reading by pieces has not passed it before.
        let name = String(repeating: "x", count: (8 << 20) - 20)
        let report = try await Imports().stations(
            "id,name,lat,lon\n1,\"A,42.1,-101.5\n2,\(name),42.2,-101.5\n3,\"B\",42.3,-101.5\n",
            mode: .check
        )
        #expect(report.rejectedRows.map(\.line) == [2])
        #expect(report.rejectedRows.first?.reason.contains("not closed within 8 MB") == true)
    }

    @Test("a quote that is closed too far below costs its own row, and says how far was looked")
    func farQuote() async throws {
        let name = String(repeating: "x", count: 1 << 20)
        let rows = (2..<14).map { "\($0),\(name),42.\($0),-101.5\n" }.joined()
        let report = try await Imports().stations(
            "id,name,lat,lon\n1,\"A,42.1,-101.5\n" + rows + "14,\"B\",42.5,-101.5\n",
            mode: .check
        )
        #expect(report.rows.accepted == 13)
        #expect(report.rejectedRows.map(\.line) == [2])
        #expect(
            report.rejectedRows.first?.reason
                == "a quote is opened in line 2 and not closed within 8 MB, the longest that a row may "
                + "be; close it, or double it (\"\") where it is part of the text"
        )
    }

    @Test("what unpacks to forty times its size, and to more than 32 MB, is refused")
    func bomb() throws {
        for (packed, limit) in [(1_000, 32 << 20), (10 << 20, 400 << 20)] as [(Int64, Int64)] {
            var budget = UnpackingLimit(packedBytes: packed)
            try budget.spend(Int(limit), name: "bomb.gz")
            #expect(throws: RowFileError.unpacksTooLarge(name: "bomb.gz", limitBytes: limit)) {
                try budget.spend(1, name: "bomb.gz")
            }
        }
        let huge = UnpackingLimit(packedBytes: .max)
        var budget = huge
        try budget.spend(.max, name: "x")
    }
}
