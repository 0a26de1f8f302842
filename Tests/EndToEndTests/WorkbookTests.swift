import Foundation
import TestSupport
import Testing

/// Workbooks that other programs have written, wherever a file may be named.
@Suite struct WorkbookTests {
    /// Writes the same list of places with a library, into the file of the second argument: a title, a
    /// header, two rows with a code with a leading zero, a share, a date, a time, and a row that is none.
    private static let writer = """
        import datetime as d, sys
        kind, path = sys.argv[1:3]
        header = ["name", "lat", "lon", "zip", "share", "day", "opens"]
        rows = [["Hall \\"A\\", North\\nroom", 42.123456789012345, -101.5, 1234, 0.455,
                 d.date(2026, 11, 3), d.time(7, 30)],
                ["Café & <b>", 42.2, -101.25, 99, 1, d.date(2026, 2, 28), d.time(20, 0)]]
        styles = {3: "00000", 4: "0.0%", 5: "m/d/yyyy", 6: "h:mm AM/PM"}
        if kind == "openpyxl":
            import openpyxl
            book = openpyxl.Workbook()
            sheet = book.active
            sheet.title = "Places"
            sheet["A1"] = "Polling places"
            sheet.merge_cells("A1:G1")
            for r, row in enumerate([header] + rows):
                for c, value in enumerate(row):
                    cell = sheet.cell(r + 3, c + 1, value)
                    if r and c in styles: cell.number_format = styles[c]
            book.create_sheet("Notes")["A1"] = "none"
            book.save(path)
        elif kind == "xlsxwriter":
            import xlsxwriter
            book = xlsxwriter.Workbook(path)
            sheet = book.add_worksheet("Places")
            formats = {c: book.add_format({"num_format": f}) for c, f in styles.items()}
            sheet.write(0, 0, "Polling places")
            for r, row in enumerate([header] + rows):
                for c, value in enumerate(row):
                    if r and c in (5, 6): sheet.write_datetime(r + 2, c, value, formats[c])
                    else: sheet.write(r + 2, c, value, formats.get(c) if r else None)
            book.add_worksheet("Notes")
            book.close()
        elif kind == "xlwt":
            import xlwt
            book = xlwt.Workbook()
            sheet = book.add_sheet("Places")
            sheet.write_merge(0, 0, 0, 6, "Polling places")
            formats = {c: xlwt.easyxf(num_format_str=f) for c, f in styles.items()}
            for r, row in enumerate([header] + rows):
                for c, value in enumerate(row):
                    if r and c in formats: sheet.write(r + 2, c, value, formats[c])
                    else: sheet.write(r + 2, c, value)
            book.add_sheet("Notes")
            book.save(path)
        else:
            from odf.opendocument import OpenDocumentSpreadsheet
            from odf.table import Table, TableRow, TableCell
            from odf.text import P
            book = OpenDocumentSpreadsheet()
            sheet = Table(name="Places")
            def cell(row, text, **attributes):
                made = TableCell(**attributes)
                for line in text.split("\\n"): made.addElement(P(text=line))
                row.addElement(made)
            title = TableRow(); cell(title, "Polling places", valuetype="string")
            sheet.addElement(title); sheet.addElement(TableRow())
            for r, row in enumerate([header] + rows):
                line = TableRow()
                for c, value in enumerate(row):
                    if isinstance(value, str): cell(line, value, valuetype="string")
                    elif c == 3: cell(line, "%05d" % value, valuetype="float", value=value)
                    elif c == 4: cell(line, "x %", valuetype="percentage", value=value)
                    elif c == 5: cell(line, value.strftime("%m/%d/%Y"), valuetype="date", datevalue=value.isoformat())
                    elif c == 6: cell(line, "", valuetype="time", timevalue=value.strftime("PT%HH%MM%SS"))
                    else: cell(line, "%.2f" % value, valuetype="float", value=repr(value))
                sheet.addElement(line)
            book.spreadsheet.addElement(sheet)
            book.spreadsheet.addElement(Table(name="Notes"))
            book.save(path)
        """

    enum Library: String, CaseIterable {
        case openpyxl, xlsxwriter, xlwt, odf

        static let present: [Library] = allCases.filter { library in
            let outcome = try? Program.run("python3", ["-c", "import \(library.rawValue)"])
            return outcome?.exitCode == 0
        }

        /// What the format is called, and files end in.
        var format: String {
            switch self {
            case .openpyxl, .xlsxwriter: "xlsx"
            case .xlwt: "xls"
            case .odf: "ods"
            }
        }

        var file: String { "places.\(format)" }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ library: Library) throws -> String {
        let path = folder.path(library.file)
        let outcome = try Program.run("python3", ["-c", Self.writer, library.rawValue, path])
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        return path
    }

    private static let notice: Comment =
        "skipped: python3 lacks openpyxl, xlsxwriter, xlwt or odf (Tests/EndToEndTests/requirements.txt)"

    @Test(
        "cells are read as they are shown, numbers whole",
        .enabled(if: Library.present.count == Library.allCases.count, notice),
        arguments: Library.present
    )
    func cells(library: Library) async throws {
        let path = try write(library)
        let outcome = try await AmbitCommand.run(
            "within",
            path,
            "--bbox",
            "-102,42,-101,43",
            "--format",
            "csv",
            "--fields",
            "name,zip,share,day,opens,lat"
        )
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("Café & <b>"))
        #expect(outcome.output.contains("01234,45.5%,2026-11-03,07:30,42.12345678901234"))
        #expect(outcome.output.contains("00099,100%,2026-02-28,20:00,42.2"))
        #expect(outcome.output.contains("North\nroom"))
    }

    @Test(
        "an import finds the header below the title",
        .enabled(if: Library.present.count == Library.allCases.count, notice),
        arguments: Library.present
    )
    func imports(library: Library) async throws {
        let path = try write(library)
        let outcome = try await AmbitCommand.run(
            "import",
            "stations",
            path,
            "--dataset",
            "d",
            "--check",
            "--database",
            folder.path("test.sqlite"),
            "--report",
            "-"
        )
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("\"kind\" : \"\(library.format)\""))
        #expect(outcome.output.contains("titles_passed_over"))
        #expect(outcome.output.contains("sheet_chosen"))
    }

    @Test(
        "a sheet is named behind the file",
        .enabled(if: Library.present.count == Library.allCases.count, notice)
    )
    func sheets() async throws {
        let path = try write(.openpyxl)
        func run(_ place: String) async throws -> (code: Int32, errors: String) {
            let outcome = try await AmbitCommand.run(
                "within",
                place,
                "--bbox",
                "-102,42,-101,43",
                "--count"
            )
            return (outcome.exitCode, outcome.errors)
        }
        #expect(try await run(path + "#Places").code == 0)
        let wrong = try await run(path + "#West")
        #expect(wrong.code == 1)
        #expect(wrong.errors.contains("it has no sheet \"West\"; it has \"Places\", \"Notes\""))
        let list = try folder.write("lat,lon\n42.5,-101.5\n", to: "list.csv")
        #expect(
            try await run(list + "#A").errors.contains(
                "it is no workbook and no file of layers; leave #A out"
            )
        )
    }
}
