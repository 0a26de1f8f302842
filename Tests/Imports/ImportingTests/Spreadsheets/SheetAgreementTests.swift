import Datasets
import Foundation
import Polling
import RowFiles
import RowFilesTesting
import Testing

@testable import Importing

/// The same list as CSV, as an Excel workbook and as an OpenDocument spreadsheet.
@Suite struct SheetAgreementTests {
    private static let names = [
        "Hall", "Élan \"Two\", Annex", "Café\nNorth", "St. Mary's & Co", "007", "=A1", "  spaced  ",
        "a;b|c",
    ]

    /// A list of stations at random.
    private static func list(_ seed: UInt64) -> [[String]] {
        var generator = SeededGenerator(seed: seed)
        var rows = [["id", "name", "lat", "lon", "notes", "zip"]]
        for number in 0..<Int.random(in: 1...40, using: &generator) {
            let name = names.randomElement(using: &generator) ?? ""
            rows.append([
                "\(number + 1)", "\(name) \(number)",
                "\(Double.random(in: 42...43, using: &generator))",
                "\(Double.random(in: -101 ... -100, using: &generator))",
                Bool.random(using: &generator) ? name : "", "0\(1000 + number)",
            ])
        }
        return rows
    }

    private static func csv(_ rows: [[String]]) -> [UInt8] {
        let lines = rows.map { cells in
            cells.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    private static func excel(_ rows: [[String]]) -> [UInt8] {
        WrittenWorkbook.excel([.init(rows: WrittenWorkbook.texts(rows))])
    }

    private static func openDocument(_ rows: [[String]]) -> [UInt8] {
        let spaced = rows.map { $0.map { $0.replacing("\n", with: "\u{1}") } }
        // A line break is an element of its own, and so is more than one space.
        let table = WrittenWorkbook.table("A", spaced)
            .replacing("\u{1}", with: "<text:line-break/>").replacing(
                "  ",
                with: "<text:s text:c=\"2\"/>"
            )
        return WrittenWorkbook.openDocument(table)
    }

    private func stations(_ bytes: [UInt8]) async throws -> [Station] {
        try await withFile(bytes, name: "list") { path in
            let imports = Imports()
            _ = try await imports.stations(path: path)
            return imports.stations.published.sorted { $0.id.rawValue < $1.id.rawValue }
        }
    }

    @Test("are imported to the same records", arguments: 0..<20 as Range<UInt64>)
    func sameRecords(seed: UInt64) async throws {
        let rows = Self.list(seed)
        let expected = try await stations(Self.csv(rows))
        #expect(!expected.isEmpty)
        #expect(try await stations(Self.excel(rows)) == expected)
        #expect(try await stations(Self.openDocument(rows)) == expected)
    }

    @Test("tell rows by the sheet's own numbers, below titles and cells of several lines")
    func rowNumbers() async throws {
        let rows = [
            ["Polling places\nof the county"], [], ["name", "lat", "lon"],
            ["A\nB", "42.1", "-101.4"],
            ["C", "nowhere", "-101.4"],
        ]
        let options: (inout ImportOptions) -> Void = { $0.mode = .check }
        for bytes in [Self.excel(rows), Self.openDocument(rows)] {
            let report = try await withFile(bytes, name: "list.xlsx") {
                try await Imports().stations(path: $0, options)
            }
            #expect(report.rejectedRows.map(\.line) == [5])
            #expect(["xlsx", "ods"].contains(report.format.kind))
            #expect(
                report.notes.contains { $0.finding.code == "titles_passed_over" && $0.lines == [1] }
            )
        }
    }

    @Test("workbooks cut anywhere or changed at random are read or refused")
    func mutants() async throws {
        var generator = SeededGenerator(seed: 11)
        let rounds =
            ProcessInfo.processInfo.environment["AMBIT_TEST_ROUNDS"].flatMap(Int.init) ?? 150
        let rows = Self.list(3)
        for book in [Self.excel(rows), Self.openDocument(rows)] {
            for round in 0..<rounds {
                var bytes = book
                if round % 3 == 0 {
                    bytes.removeLast(Int.random(in: 1...bytes.count, using: &generator))
                } else {
                    for _ in 0...Int.random(in: 0...3, using: &generator) {
                        let index = Int.random(in: bytes.indices, using: &generator)
                        bytes[index] = UInt8.random(in: 0...255, using: &generator)
                    }
                }
                _ = try withFile(bytes) { path -> [String]? in
                    do throws(RowFileError) {
                        return try SheetFile(path: path, sheet: nil)?.notes
                    } catch {
                        return ["\(error)"]
                    }
                }
            }
        }
    }

    @Test("a sheet is named by an option, which other files refuse")
    func option() async throws {
        let book = WrittenWorkbook.excel([
            .init(
                name: "North",
                rows: WrittenWorkbook.texts([["name", "lat", "lon"], ["A", "42", "-101"]])
            ),
            .init(
                name: "South",
                rows: WrittenWorkbook.texts([["name", "lat", "lon"], ["B", "41", "-101"]])
            ),
        ])
        let imports = Imports()
        _ = try await withFile(book, name: "two.xlsx") {
            try await imports.stations(path: $0) { $0.sheet = "South" }
        }
        #expect(imports.stations.published.map(\.name) == ["B"])
        await #expect(
            throws: ImportError.file(
                .noSuchSheet(name: "stations.csv", sheet: "A", sheets: [])
            )
        ) {
            try await imports.stations("name,lat,lon\nA,42,-101\n") { $0.sheet = "A" }
        }
    }
}
