import RowFilesTesting
import Testing

@testable import RowFiles

/// What is read of the cells of an Excel workbook.
@Suite struct ExcelSheetTests {
    /// The lines of the table that a workbook's sheet becomes, a line break in a cell as `|`.
    static func lines(_ bytes: [UInt8], sheet: String? = nil) throws -> [String] {
        try withFile(bytes) { path in
            let file = try #require(try SheetFile(path: path, sheet: sheet))
            let text = try FileReader(path: file.path).read(1 << 20)
            return String(decoding: text, as: UTF8.self).replacing("\u{B}", with: "|")
                .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
                    String.init
                )
        }
    }

    static func notes(_ bytes: [UInt8], sheet: String? = nil) throws -> [SheetNote] {
        try withFile(bytes) { try #require(try SheetFile(path: $0, sheet: sheet)).table.notes }
    }

    private func lines(
        _ rows: String,
        formats: [String] = [],
        strings: String = "",
        behind: String = "",
        is1904: Bool = false
    ) throws -> [String] {
        let sheet = WrittenWorkbook.Sheet(rows: rows, behind: behind)
        return try Self.lines(
            WrittenWorkbook.excel([sheet], formats: formats, strings: strings, is1904: is1904)
        )
    }

    @Test("texts are shared, inline or a formula's, in runs, without how they are pronounced")
    func texts() throws {
        let rows = """
            <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>\
            <c r="C1" t="inlineStr"><is><r><t>in</t></r><r><t xml:space="preserve"> line</t></r></is></c>\
            <c r="D1" t="str"><f>A1</f><v>a, "b"</v></c><c r="E1" t="s"><v>2</v></c></row>
            """
        let strings = """
            <si><t>Hall &amp; Co</t></si>\
            <si><r><rPr><b/></rPr><t>Rich </t></r><r><t>text</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>\
            <si><t>two_x000D_
            lines_x0041_</t></si>
            """
        #expect(
            try lines(rows, strings: strings)
                == [#"Hall & Co,Rich text,in line,"a, ""b""",two|linesA"#]
        )
    }

    @Test("booleans, errors, dates in words, and formulas with and without a value")
    func kinds() throws {
        let rows = """
            <row r="1"><c r="A1" t="b"><v>1</v></c><c r="B1" t="b"><v>0</v></c>\
            <c r="C1" t="e"><v>#REF!</v></c><c r="D1" t="d"><v>2026-11-03T00:00:00</v></c>\
            <c r="E1" t="d"><v>2026-11-03T07:30:00.000</v></c><c r="F1"><f>1+1</f><v>2</v></c>\
            <c r="G1"><f>1+1</f></c><c r="H1"><v>5</v></c></row>
            """
        #expect(
            try lines(rows) == ["TRUE,FALSE,#REF!,2026-11-03,2026-11-03 07:30,2,,5"]
        )
        let notes = try Self.notes(WrittenWorkbook.excel([.init(rows: rows)]))
        #expect(notes == [.valuelessFormulas(count: 1, first: [1])])
    }

    @Test(
        "a number is the shortest text that reads back the same",
        arguments: [
            ("29.760426700000001", "29.7604267"), ("-101.41", "-101.41"), ("12", "12"),
            ("1.5E-5", "0.000015"), ("1E+20", "100000000000000000000"), ("0.10", "0.1"),
            ("5.0", "5"), ("123456789012345", "123456789012345"), ("1.23456E2", "123.456"),
            ("-1.5e-3", "-0.0015"), ("0", "0"), ("-0", "0"), ("007", "7"),
        ]
    )
    func numbers(written: String, read: String) throws {
        #expect(try lines("<row><c><v>\(written)</v></c></row>") == [read])
    }

    @Test("gaps between cells and rows stay, and empty cells behind the last do not")
    func sparse() throws {
        let rows = """
            <row r="2"><c r="B2"><v>1</v></c><c r="D2"><v>2</v></c><c r="XFD2" s="0"/></row>\
            <row r="3"><c r="A3" s="0"/></row>\
            <row r="5"><c r="A5"><v>3</v></c></row>\
            <row r="1048576"><c r="A1048576" s="0"/></row>
            """
        #expect(try lines(rows) == ["", ",1,,2", "", "", "3,,,"])
    }

    @Test("cells and rows without places follow each other")
    func placeless() throws {
        let rows = "<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>"
        #expect(try lines(rows) == ["1,2", "3,"])
    }

    @Test("names may have prefixes, and namespaces may be strict")
    func namespaces() throws {
        let strict = WrittenWorkbook.excel(
            [.init(rows: "<row><c><v>1</v></c></row>")],
            namespace: WrittenWorkbook.strict
        )
        #expect(try Self.lines(strict) == ["1"])
        let prefixed = WrittenWorkbook.excel([
            .init(rows: "<x:row><x:c><x:v>1</x:v></x:c></x:row>")
        ])
        #expect(try Self.lines(prefixed) == ["1"])
    }

    @Test("merged cells say in each of their rows what the first says, where the row has more")
    func merged() throws {
        let rows = """
            <row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>10</v></c><c r="C1"><v>5</v></c></row>\
            <row r="2"><c r="B2"><v>20</v></c></row>\
            <row r="4"><c r="B4"><v>40</v></c></row>\
            <row r="5"><c r="B5"><v>50</v></c></row>
            """
        let behind = """
            <mergeCells count="2"><mergeCell ref="A1:A4"/><mergeCell ref="C1:D1"/></mergeCells>
            """
        #expect(
            try lines(rows, behind: behind) == ["1,10,5", "1,20,", "", "1,40,", ",50,"]
        )
        let notes = try Self.notes(WrittenWorkbook.excel([.init(rows: rows, behind: behind)]))
        #expect(notes == [.filledCells(count: 2, first: [2, 4])])
    }

    @Test("hidden rows and columns are read, and told")
    func hidden() throws {
        let sheet = WrittenWorkbook.Sheet(
            rows: """
                <row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row>\
                <row r="2" hidden="1"><c r="A2"><v>3</v></c></row>
                """,
            before: "<cols><col min=\"2\" max=\"16384\" hidden=\"1\"/></cols>"
        )
        let book = WrittenWorkbook.excel([sheet])
        #expect(try Self.lines(book) == ["1,2", "3,"])
        let notes = try Self.notes(book)
        #expect(notes == [.hiddenRows(count: 1, first: [2]), .hiddenColumns(count: 1)])
    }

    @Test(
        "what no program writes is refused by its place",
        arguments: [
            ("<row r=\"2\"><c r=\"A3\"><v>1</v></c></row>", "a cell of row 2 is called \"A3\""),
            ("<row r=\"2\"/><row r=\"2\"/>", "a row has the number 2"),
            ("<row r=\"0\"/>", "a row has the number 0"),
            ("<row r=\"x\"/>", "a row has the number none"),
            ("<row r=\"1048577\"/>", "a row has the number 1048577"),
            ("<row r=\"1\"><c r=\"XFE1\"/></row>", "a cell of row 1 is called \"XFE1\""),
            ("<row><c t=\"s\"><v>7</v></c></row>", "refers to text 7 of 0"),
            ("<row><c t=\"s\"><v>-1</v></c></row>", "refers to text -1 of 0"),
            (
                "<row r=\"1\"><c r=\"A1\"><v>1</v></c><c r=\"A1\"><v>1</v></c></row>",
                "row 1 has two cells in column 1"
            ),
            ("<row><c><v>1</c></row>", "an element is closed by the name of another"),
            (
                String(repeating: "<row><c><is>", count: 1)
                    + String(repeating: "<a>", count: 300),
                "more than 200 deep"
            ),
        ]
    )
    func damaged(rows: String, words: String) throws {
        let error = #expect(throws: RowFileError.self) { _ = try lines(rows) }
        #expect("\(try #require(error))".contains(words), "\(String(describing: error))")
    }

    @Test("cells in another order are put into theirs")
    func unordered() throws {
        let rows =
            "<row r=\"1\"><c r=\"B1\"><v>2</v></c><c r=\"A1\"><v>1</v></c></row>"
        #expect(try lines(rows) == ["1,2"])
    }

    @Test("texts that memory should not hold lie on disk, and are read in any order")
    func spilledStrings() throws {
        var generator = SeededGenerator(seed: 5)
        let texts = (0..<20_000).map { "text \($0) " + String(repeating: "x", count: $0 % 40) }
        let strings = texts.map { "<si><t>\($0)</t></si>" }.joined()
        let book = WrittenWorkbook.excel([.init()], strings: strings)
        try withFile(book) { path in
            let file = try #require(try Workbook(path: path, name: "book.xlsx")).file
            let shared = try SharedStrings(
                try file.xml("xl/t.xml"),
                of: file,
                memoryLimit: 10_000
            )
            #expect(shared.count == texts.count)
            let order = Array(0..<200) + texts.indices.shuffled(using: &generator).prefix(2_000)
            for index in order {
                var bytes: [UInt8] = []
                #expect(try shared.append(index, to: &bytes))
                #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("text \(index) "))
                #expect(bytes.count == texts[index].utf8.count)
            }
            var none: [UInt8] = []
            #expect(try !shared.append(texts.count, to: &none))
        }
    }

    @Test("rows that are struck through are told, and so are cells and parts of texts in others")
    func struck() throws {
        let rows = """
            <row r="1"><c r="A1" s="0"><v>1</v></c><c r="B1" s="0"><v>2</v></c></row>\
            <row r="2"><c r="A2" s="1"><v>1</v></c><c r="B2" s="1"><v>2</v></c></row>\
            <row r="3"><c r="A3" s="1"><v>1</v></c><c r="B3" s="0"><v>2</v></c></row>\
            <row r="4"><c r="A4" t="s"><v>0</v></c><c r="B4"><v>2</v></c><c r="C4"><v>3</v></c></row>
            """
        let strings =
            "<si><r><rPr><strike/></rPr><t>Old Hall</t></r><r><t> New Hall</t></r></si>"
        let notes = try Self.notes(
            WrittenWorkbook.excel(
                [.init(rows: rows)],
                formats: ["0", WrittenWorkbook.struck],
                strings: strings
            )
        )
        #expect(
            notes == [.struckRows(count: 1, first: [2]), .struckCells(count: 2, first: [3, 4])]
        )
    }
}
