import RowFilesTesting
import Testing

@testable import RowFiles

/// Which sheet of a workbook is read, and which workbooks are refused.
@Suite struct SheetChoiceTests {
    private typealias Sheet = WrittenWorkbook.Sheet

    private static let list = WrittenWorkbook.texts([["name", "lat"], ["Hall", "42"]])
    private static let words = WrittenWorkbook.texts([["Written by hand"]])

    private func error(_ bytes: [UInt8], sheet: String? = nil) throws -> String {
        let error = #expect(throws: RowFileError.self) {
            _ = try ExcelSheetTests.lines(bytes, sheet: sheet)
        }
        return "\(try #require(error))"
    }

    @Test("the only sheet with a table is read, and the others are told")
    func onlyTable() throws {
        let book = WrittenWorkbook.excel([
            Sheet(name: "Read me", rows: Self.words), Sheet(name: "Empty"),
            Sheet(name: "Stations", rows: Self.list),
            Sheet(name: "Lists", state: "veryHidden", rows: Self.list),
        ])
        #expect(try ExcelSheetTests.lines(book) == ["name,lat", "Hall,42"])
        let notes = try ExcelSheetTests.notes(book)
        #expect(
            notes == [.chosen(sheet: "Stations", others: ["Read me", "Empty", "Lists"])]
        )
    }

    @Test("of several tables one has to be named, as it is written or not")
    func several() throws {
        let book = WrittenWorkbook.excel([
            Sheet(name: "North", rows: Self.list), Sheet(name: "South", rows: Self.list),
        ])
        #expect(
            try error(book).contains(
                "hold a table: \"North\", \"South\"; say which with --sheet NAME"
            )
        )
        #expect(try ExcelSheetTests.lines(book, sheet: "south").count == 2)
        #expect(try error(book, sheet: "West").contains("has \"North\", \"South\""))
    }

    @Test("a hidden sheet is read where no other has cells")
    func hidden() throws {
        let book = WrittenWorkbook.excel([
            Sheet(name: "A"), Sheet(name: "B", state: "hidden", rows: Self.list),
        ])
        #expect(try ExcelSheetTests.lines(book).count == 2)
        #expect(try ExcelSheetTests.notes(book).contains(.hiddenSheet("B")))
        let document = WrittenWorkbook.openDocument(
            WrittenWorkbook.table("A", [["x", "y"], ["1", "2"]], style: "h")
                + WrittenWorkbook.table("B", [["a", "b"], ["3", "4"]]),
            styles:
                "<style:style style:name=\"h\"><style:table-properties table:display=\"false\"/>"
                + "</style:style>"
        )
        #expect(try ExcelSheetTests.lines(document) == ["a,b", "3,4"])
        #expect(try ExcelSheetTests.lines(document, sheet: "A") == ["x,y", "1,2"])
    }

    @Test("a workbook without cells is empty")
    func empty() throws {
        #expect(try error(WrittenWorkbook.excel([Sheet(), Sheet(name: "B")])).contains("is empty"))
        #expect(try error(WrittenWorkbook.excel([Sheet()])).contains("is empty"))
        #expect(try error(WrittenWorkbook.excel([])).contains("no sheet of cells"))
        #expect(try error(WrittenWorkbook.openDocument("")).contains("no sheet of cells"))
    }

    @Test("a workbook with macros, or with formulas that refer to other workbooks, is refused")
    func macrosAndLinks() throws {
        func book(_ path: String) -> [UInt8] {
            WrittenWorkbook.excel([Sheet(rows: Self.list)], more: [(path, "x")])
        }
        #expect(try error(book("xl/vbaProject.bin")).contains("it holds macros"))
        #expect(
            try error(book("xl/externalLinks/externalLink1.xml"))
                .contains("formulas in it refer to other workbooks")
        )
        #expect(try ExcelSheetTests.lines(book("xl/comments1.xml")).count == 2)
    }

    /// A compound file with streams of some names ([MS-CFB] 2.2, 2.6).
    static func compound(_ streams: [String]) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var header: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
        header += little(0, 16) + little(0x3E, 2) + little(3, 2) + little(0xFFFE, 2) + little(9, 2)
        header += little(6, 2) + little(0, 10) + little(1, 4) + little(1, 4) + little(0, 4)
        header += little(4_096, 4) + little(-2, 4) + little(0, 4) + little(-2, 4) + little(0, 4)
        header += little(0, 4)
        header += Array(repeating: 0xFF, count: 512 - header.count)
        // The table: itself, then the directory's sectors, one behind the other.
        let names = ["Root Entry"] + streams
        let count = (names.count + 3) / 4
        var table = little(-3, 4)
        for sector in 1...count { table += little(sector == count ? -2 : sector + 1, 4) }
        table += Array(repeating: 0xFF, count: 512 - table.count)
        var directory: [UInt8] = []
        for name in names {
            let text: [UInt8] =
                name.utf16.flatMap { unit -> [UInt8] in little(Int(unit), 2) } + [0, 0]
            directory += text + Array(repeating: 0, count: 64 - text.count)
            directory += little(text.count, 2) + Array(repeating: 0, count: 62)
        }
        directory += Array(repeating: 0, count: count * 512 - directory.count)
        return header + table + directory
    }

    @Test("workbooks of other sorts are refused with what to do")
    func otherSorts() throws {
        let cases: [([UInt8], String)] = [
            (Self.compound(["Workbook"]), "it is damaged"),
            (Self.compound(["A", "B", "C", "D", "E", "Book"]), "it is damaged"),
            (Self.compound(["EncryptionInfo", "EncryptedPackage"]), "locked with a password"),
            (Self.compound(["WordDocument"]), "a Word document"),
            (Self.compound([]), "as Office saved it until 2003"),
            (Array(Self.compound(["Workbook"]).prefix(20)), "as Office saved it until 2003"),
            (
                WrittenWorkbook.archive([
                    ("[Content_Types].xml", "<Types/>"), ("xl/workbook.bin", "x"),
                ]), "(.xlsb)"
            ),
            (
                WrittenWorkbook.archive([
                    ("[Content_Types].xml", "<Types/>"), ("word/document.xml", "<x/>"),
                ]), "a Word document"
            ),
            (
                WrittenWorkbook.archive([("Index/Document.iwa", "x"), ("Index/Tables.iwa", "x")]),
                "a Numbers document"
            ),
            (
                WrittenWorkbook.archive([("[Content_Types].xml", "<Types/>"), ("a.xml", "<x/>")]),
                "lacks its list of sheets"
            ),
            (WrittenWorkbook.openDocument("", type: "text"), "another document than a spreadsheet"),
            (
                WrittenWorkbook.openDocument("", manifest: "<encryption-data/>"),
                "locked with a password"
            ),
        ]
        for (bytes, words) in cases {
            #expect(try error(bytes).contains(words))
        }
    }

    @Test("a workbook that is packed once more is unpacked")
    func packed() throws {
        let book = WrittenWorkbook.excel([Sheet(rows: Self.list)])
        var outer = WrittenWorkbook.archive([("list.xlsx", book)])
        #expect(try ExcelSheetTests.lines(outer) == ["name,lat", "Hall,42"])
        outer = WrittenWorkbook.archive([("list.xls", Self.compound(["Workbook"]))])
        #expect(try error(outer).contains("it is damaged"))
    }

    @Test(
        "five million cells with nothing but a style are too many, unless many more hold something"
    )
    func emptyCells() {
        var cells = EmptyCells()
        for _ in 0..<SheetLimits.emptyCells { cells.count(isFilled: false) }
        #expect(!cells.areTooMany)
        cells.count(isFilled: false)
        #expect(cells.areTooMany)
        for _ in 0...SheetLimits.emptyCells / SheetLimits.emptyCellsPerCell {
            cells.count(isFilled: true)
        }
        #expect(!cells.areTooMany)
    }
}
