import RowFilesTesting
import Testing

@testable import RowFiles

/// What is read of the cells of an OpenDocument spreadsheet.
@Suite struct OpenDocumentTests {
    private func lines(_ rows: String, columns: String = "") throws -> [String] {
        try ExcelSheetTests.lines(
            WrittenWorkbook.openDocument(
                "<table:table table:name=\"A\">\(columns)\(rows)</table:table>"
            )
        )
    }

    private func cell(_ attributes: String, _ shown: String? = nil) -> String {
        "<table:table-row><table:table-cell \(attributes)>"
            + (shown.map { "<text:p>\($0)</text:p>" } ?? "")
            + "</table:table-cell></table:table-row>"
    }

    @Test(
        "a value is read by its kind, and as it is shown where that says more",
        arguments: [
            ("office:value-type=\"float\" office:value=\"29.7604267\"", "29.76", "29.7604267"),
            ("office:value-type=\"float\" office:value=\"1234\"", "01234", "01234"),
            ("office:value-type=\"float\" office:value=\"0.5\"", "0.50", "0.5"),
            ("office:value-type=\"float\" office:value=\"123456789\"", "12345-6789", "12345-6789"),
            ("office:value-type=\"float\" office:value=\"12\"", "Precinct 12", "Precinct 12"),
            ("office:value-type=\"float\" office:value=\"1500000\"", "1.5E+06", "1500000"),
            ("office:value-type=\"float\" office:value=\"-5\"", "-5,00", "-5"),
            (
                "office:value-type=\"currency\" office:value=\"5\" office:currency=\"USD\"",
                "$5.00",
                "5"
            ),
            ("office:value-type=\"percentage\" office:value=\"0.455\"", "46%", "45.5%"),
            (
                "office:value-type=\"date\" office:date-value=\"2026-11-03\"", "11/03/26",
                "2026-11-03"
            ),
            (
                "office:value-type=\"date\" office:date-value=\"2026-11-03T07:30:00\"",
                "11/03/2026 07:30", "2026-11-03 07:30"
            ),
            ("office:value-type=\"date\" office:date-value=\"2026-01-02\"", "2. Jan", "2. Jan"),
            ("office:value-type=\"time\" office:time-value=\"PT07H30M00S\"", "7:30 AM", "07:30"),
            ("office:value-type=\"time\" office:time-value=\"PT36H00M00S\"", "36:00", "36:00"),
            ("office:value-type=\"boolean\" office:boolean-value=\"true\"", "WAHR", "TRUE"),
            ("office:value-type=\"string\"", "#REF!", "#REF!"),
            ("office:value-type=\"string\" office:string-value=\"x\"", nil, "x"),
            ("", "no type", "no type"),
        ] as [(String, String?, String)]
    )
    func values(attributes: String, shown: String?, read: String) throws {
        #expect(try lines(cell(attributes, shown)) == [read])
    }

    @Test(
        "what refers to cells of other documents is refused",
        arguments: [
            ("of:=['file:///home/ann/other.ods'#$Sheet1.A1]", true),
            ("of:=1+['https://example.org/it''s.ods'#$'a &quot;b'.A1]", true),
            ("of:=&quot;it's&quot;&amp;['other.ods'#$Sheet1.A1]", true),
            ("of:=[.A1]+[$'Sheet ''2'''.B2]", false), ("of:=&quot;'a'#b&quot;", false),
            ("of:=['a &quot;b'.A1]&amp;&quot;'#&quot;", false),
        ]
    )
    func links(formula: String, isRefused: Bool) throws {
        let row = cell(
            "table:formula=\"\(formula)\" office:value-type=\"float\" office:value=\"7\"",
            "7"
        )
        guard isRefused else {
            #expect(try lines(row) == ["7"])
            return
        }
        #expect(throws: RowFileError.self) { try lines(row) }
    }

    @Test("what another document held when it was last looked at is refused")
    func linkedTables() throws {
        let book = WrittenWorkbook.openDocument(
            WrittenWorkbook.table("A", [["x", "y"], ["1", "2"]])
                + WrittenWorkbook.table("'file:///home/ann/other.ods'#$Sheet1", [["7"]])
        )
        #expect(throws: RowFileError.self) { try ExcelSheetTests.lines(book) }
    }

    @Test("a sheet or a range that is a copy of another document's is refused")
    func linkedSheets() {
        let link = "xlink:type=\"simple\" xlink:href=\"other.ods\" table:table-name=\"Sheet1\""
        let rows = cell("office:value-type=\"float\" office:value=\"7\"", "7")
        let words = "refer to other workbooks"
        let whole = #expect(throws: RowFileError.self) {
            try lines(rows, columns: "<table:table-source \(link)/>")
        }
        #expect(whole.map { "\($0)".contains(words) } == true)
        let range = """
            <table:table-row><table:table-cell office:value-type="string">\
            <table:cell-range-source table:name="all" \(link) table:last-column-spanned="1" \
            table:last-row-spanned="1"/><text:p>7</text:p></table:table-cell></table:table-row>
            """
        let part = #expect(throws: RowFileError.self) { try lines(range) }
        #expect(part.map { "\($0)".contains(words) } == true)
    }

    @Test("paragraphs are lines, white space is counted, and notes are no text")
    func texts() throws {
        let rows = """
            <table:table-row><table:table-cell office:value-type="string">\
            <office:annotation><text:p>note</text:p></office:annotation>\
            <text:p>  one  <text:span>two</text:span><text:s text:c="2"/>x<text:tab/>y</text:p>\
            <text:p>three<text:line-break/>four</text:p>\
            </table:table-cell></table:table-row>
            """
        #expect(try lines(rows) == ["one two  x\ty|three|four"])
    }

    @Test("repeated cells and rows are repeated, and empty ones at the ends are not")
    func repeated() throws {
        let rows = """
            <table:table-row table:number-rows-repeated="2"><table:table-cell \
            table:number-columns-repeated="2"/><table:table-cell office:value-type="string" \
            table:number-columns-repeated="2"><text:p>a</text:p></table:table-cell>\
            <table:table-cell table:number-columns-repeated="16380"/></table:table-row>\
            <table:table-row table:number-rows-repeated="2"><table:table-cell/></table:table-row>\
            <table:table-row><table:table-cell office:value-type="float" office:value="7"/>\
            </table:table-row>\
            <table:table-row table:number-rows-repeated="1048571"><table:table-cell \
            table:number-columns-repeated="16384"/></table:table-row>
            """
        #expect(try lines(rows) == [",,a,a", ",,a,a", "", "", "7,,,"])
    }

    @Test("cells that span rows say in each what the first says; covered ones say nothing")
    func spans() throws {
        let rows = """
            <table:table-row><table:table-cell table:number-rows-spanned="2" \
            office:value-type="string"><text:p>A</text:p></table:table-cell><table:table-cell \
            office:value-type="float" office:value="1"/></table:table-row>\
            <table:table-row><table:covered-table-cell office:value-type="string"><text:p>old</text:p>\
            </table:covered-table-cell><table:table-cell office:value-type="float" office:value="2"/>\
            </table:table-row>
            """
        #expect(try lines(rows) == ["A,1", "A,2"])
    }

    @Test("what is repeated over the whole sheet is refused", .timeLimit(.minutes(2)))
    func bombs() throws {
        let text = String(repeating: "x", count: 1_000)
        for (columns, rows) in [(16_384, 1_048_576), (16_384, 1), (16_385, 1), (1, 1_048_577)] {
            let bomb = """
                <table:table-row table:number-rows-repeated="\(rows)"><table:table-cell \
                office:value-type="string" table:number-columns-repeated="\(columns)">\
                <text:p>\(text)</text:p></table:table-cell></table:table-row>
                """
            #expect(throws: RowFileError.self) { try lines(bomb + bomb) }
        }
        let many = """
            <table:table-row table:number-rows-repeated="1048576"><table:table-cell \
            office:value-type="string" table:number-columns-repeated="100"><text:p>xxxxxxxxxx</text:p>\
            </table:table-cell></table:table-row>
            """
        let error = #expect(throws: RowFileError.self) { try lines(many) }
        #expect("\(try #require(error))".contains("becomes a table of more than 64 MB"))
    }

    @Test("groups and headers of rows are passed through, hidden rows and columns told")
    func groups() throws {
        let book = WrittenWorkbook.openDocument(
            """
            <table:table table:name="A"><table:table-column/><table:table-column \
            table:visibility="collapse"/><table:table-header-rows><table:table-row>\
            <table:table-cell office:value-type="float" office:value="1"/><table:table-cell \
            office:value-type="float" office:value="2"/></table:table-row></table:table-header-rows>\
            <table:table-row-group><table:table-row table:visibility="filter"><table:table-cell \
            office:value-type="float" office:value="3"/></table:table-row></table:table-row-group>\
            </table:table>
            """
        )
        #expect(try ExcelSheetTests.lines(book) == ["1,2", "3,"])
        let notes = try ExcelSheetTests.notes(book)
        #expect(notes == [.hiddenRows(count: 1, first: [2]), .hiddenColumns(count: 1)])
    }

    @Test("a row that is struck through is told, and so is a cell in another")
    func struck() throws {
        let rows = ["plain", "gone", "gone"].enumerated().map { row, style in
            "<table:table-row><table:table-cell table:style-name=\"\(style)\"><text:p>a\(row)"
                + "</text:p></table:table-cell><table:table-cell table:style-name="
                + "\"\(row == 1 ? "gone" : "plain")\"><text:p>b</text:p></table:table-cell></table:table-row>"
        }
        let styles =
            "<style:style style:name=\"gone\"><style:text-properties "
            + "style:text-line-through-style=\"solid\"/></style:style><style:style "
            + "style:name=\"plain\"><style:text-properties style:text-line-through-style=\"none\"/>"
            + "</style:style>"
        let notes = try ExcelSheetTests.notes(
            WrittenWorkbook.openDocument(
                "<table:table table:name=\"A\">\(rows.joined())</table:table>",
                styles: styles
            )
        )
        #expect(
            notes == [.struckRows(count: 1, first: [2]), .struckCells(count: 1, first: [3])]
        )
    }
}
