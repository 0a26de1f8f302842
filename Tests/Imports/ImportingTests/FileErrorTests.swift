import RowFiles
import Testing

@testable import Importing

/// What an import makes of the errors and faults of files.
@Suite struct FileErrorTests {
    @Test(
        "an error of a file keeps its sentence and has a code of its own",
        arguments: [
            (RowFileError.fileNotFound(path: "a.csv"), ImportError.Code.fileNotFound),
            (.isDirectory(path: "a"), .isDirectory),
            (.unreadable(path: "a.csv", reason: "Permission denied"), .unreadable),
            (.empty(name: "a.csv"), .empty), (.emptyInside(name: "a.zip"), .emptyInside),
            (.notText(name: "a.png", kind: "a PNG picture"), .notText),
            (.brokenPairs(name: "a.csv", encoding: "UTF-16LE", line: 3), .brokenPairs),
            (.badArchive(name: "a.zip", reason: "it holds no file"), .badArchive),
            (.unpacksTooLarge(name: "a.zip", limitBytes: 32 << 20), .unpacksTooLarge),
            (.longRow(line: 3, limitBytes: 8 << 20), .longRow),
            (.longQuote(line: 3, limitBytes: 8 << 20), .longQuote),
            (.badRecord(line: 3, reason: "it is none"), .badRecord),
            (.notGeoJSON(name: "a.json", reason: "it ends too early"), .notGeoJSON),
            (.badShapefile(name: "a.shp", reason: "it lacks its .dbf part"), .badShapefile),
            (.badSpreadsheet(name: "a.xlsx", reason: "it is locked"), .badSpreadsheet),
            (.severalSheets(name: "a.xlsx", sheets: ["A", "B"]), .severalSheets),
            (.noSuchSheet(name: "a.xlsx", sheet: "C", sheets: ["A"]), .noSuchSheet),
            (.noRoom(folder: "/tmp"), .noRoom),
            (.noTemporaryFolder(folder: "/tmp", reason: "No such file"), .noTemporaryFolder),
            (.changedWhileRead(name: "a.csv"), .changedWhileRead),
        ]
    )
    func codes(error: RowFileError, code: ImportError.Code) {
        let imported = ImportError(error)
        #expect(imported == .file(error))
        #expect(imported.code == code)
        #expect(imported.description == error.description)
    }

    @Test("a stopped reading is a stopped import, and XML that is no text a bad feed")
    func others() {
        #expect(ImportError(.cancelled) == .cancelled)
        let text = RowFileError.badXMLText(name: "feed.xml", reason: "line 2: a NUL byte")
        #expect(ImportError(text) == .badFeed(name: "feed.xml", reason: "line 2: a NUL byte"))
    }

    @Test("options are called as whoever asks calls them, in what a file's error says")
    func wording() {
        let error = ImportError(.severalSheets(name: "a.xlsx", sheets: ["A", "B"]))
        #expect(error.text(as: .options).contains("--sheet NAME"))
        #expect(!error.text(as: .parameters).contains("--sheet"))
    }

    @Test("a quote that is never closed is its row's fault, and of no row behind it")
    func unclosedQuote() throws {
        let text = Array("1,\"open,2\n3,\"4\" nails\n5,6\n".utf8)
        let reader = CSVReader(TextWindow(text), delimiter: UInt8(ascii: ","))
        var row = Row()
        #expect(try reader.next(&row))
        #expect(row.fault?.cause == .unclosedQuote)
        #expect(row.fault?.value == "\"open,2")
        #expect(row.fault?.reason.code == "quote_never_closed")
        #expect(
            row.fault?.reason.text
                == "a quote is opened in line 1 and never closed; close it, or double it (\"\") where it "
                + "is part of the text"
        )
        #expect(try reader.next(&row))
        #expect(row.fault == nil)
        #expect(row.oddity == .textAfterQuote)
        #expect(try reader.next(&row))
        #expect(row.oddity == nil && row.fault == nil && row.line == 3)
        #expect(try !reader.next(&row))
    }
}
