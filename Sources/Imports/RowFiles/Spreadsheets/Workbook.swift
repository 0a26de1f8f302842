/// A spreadsheet file with its sheets: `.xlsx`, `.xls` or `.ods`.
package struct Workbook {
    /// A sheet, and what the first of its rows show.
    struct Sheet {
        let name: String
        let isHidden: Bool
        /// Whether a cell of it holds something.
        fileprivate(set) var hasCells = false
        /// Rows in which two cells do, as far as it was looked at.
        fileprivate(set) var wideRows = 0

        /// Whether it has a header and a row below it.
        var isTable: Bool { wideRows > 1 }
    }

    let file: WorkbookFile
    /// What it is: `xlsx`, `xls` or `ods`.
    let kind: String
    private let contents: Contents

    private enum Contents {
        case excel(ExcelWorkbook)
        case openDocument
        case binary(BinaryWorkbook)
    }

    /// How many rows show that a sheet is a table.
    private static let sampleRows = 20

    /// Looks whether an archive is a workbook.
    ///
    /// - Returns: nil where it is something else.
    /// - Throws: ``RowFileError/badSpreadsheet(name:reason:)`` where it is one that is not read, or the
    ///   document of another program for offices.
    init?(path: String, name: String) throws(RowFileError) {
        let entries = try ZipDirectory(try FileReader(path: path), name: name).entries
        let paths = Set(entries.map { $0.path.lowercased() })
        let isOffice = paths.contains("[content_types].xml")
        let isDocument = paths.contains("mimetype") && paths.contains("content.xml")
        guard isOffice || isDocument || OtherDocument.isNumbers(paths) else { return nil }
        if let other = OtherDocument.kind(paths) {
            throw .badSpreadsheet(name: name, reason: other)
        }
        file = try WorkbookFile(path: path, name: name, entries: entries)
        if isOffice {
            kind = "xlsx"
            contents = .excel(try ExcelWorkbook(file))
            return
        }
        kind = "ods"
        contents = .openDocument
        let type = String(decoding: try file.beginning(of: "mimetype"), as: UTF8.self)
        guard type.contains("spreadsheet") else {
            throw .badSpreadsheet(
                name: name,
                reason:
                    "it is another document than a spreadsheet (\(type.prefix(80))); put the table "
                    + "into a spreadsheet, and save it as .ods or CSV"
            )
        }
        let manifest = try file.beginning(of: "META-INF/manifest.xml")
        guard !String(decoding: manifest, as: UTF8.self).contains("encryption-data") else {
            throw .badSpreadsheet(name: name, reason: OtherDocument.locked)
        }
    }

    /// A workbook as Excel saved it until 2003.
    init(_ workbook: BinaryWorkbook, path: String, name: String) throws(RowFileError) {
        file = try WorkbookFile(path: path, name: name, entries: [])
        kind = "xls"
        contents = .binary(workbook)
    }

    /// Whether programs lie in it.
    private var holdsMacros: Bool {
        if case .binary(let workbook) = contents { return workbook.holdsMacros }
        return file.holds("xl/vbaProject.bin") || file.holdsPart(in: "basic/")
            || file.holdsPart(in: "scripts/")
    }

    /// Why a workbook is refused that shows what others held.
    static let linkWords =
        "formulas in it refer to other workbooks, and what they said when it was saved may be old; put their "
        + "values in their place (in Excel: Data, Edit Links, Break Link; in LibreOffice: Edit, Links to External "
        + "Files, Break Link), or save the sheet as CSV"

    /// Whether cells of other workbooks are referred to, as far as the archive's names tell: an OpenDocument
    /// spreadsheet tells it in its cells, where ``OpenDocumentReader`` sees it.
    private var holdsLinks: Bool {
        if case .binary(let workbook) = contents { return workbook.holdsLinks }
        return file.holdsPart(in: "xl/externallinks/")
    }

    /// - Throws: ``RowFileError/badSpreadsheet(name:reason:)`` where what the cells say may be that of
    ///   programs, which are not run, or of other workbooks, which are not looked at.
    func requirePlain() throws(RowFileError) {
        if holdsMacros {
            throw file.fault(
                "it holds macros, which may have made what its cells say; save it as .xlsx (in LibreOffice as "
                    + ".ods after deleting them), or the sheet as CSV"
            )
        }
        if holdsLinks {
            throw file.fault(Self.linkWords)
        }
    }

    /// The sheets in their order; charts have none.
    func sheets() throws(RowFileError) -> [Sheet] {
        var row = SheetRow()
        switch contents {
        case .excel(let workbook):
            var sheets: [Sheet] = []
            for one in workbook.sheets {
                var sheet = Sheet(name: one.name, isHidden: one.isHidden)
                // The only one need not be looked at.
                if workbook.sheets.count > 1 {
                    let reader = try ExcelSheetReader(
                        one,
                        of: workbook,
                        strings: nil,
                        formats: []
                    )
                    try look(at: reader, &sheet, &row)
                }
                sheets.append(sheet)
            }
            return sheets
        case .binary(let workbook):
            var sheets: [Sheet] = []
            for one in workbook.sheets {
                var sheet = Sheet(name: one.name, isHidden: one.isHidden)
                if workbook.sheets.count > 1 {
                    try look(
                        at: try BinarySheetReader(one, of: workbook, name: file.name),
                        &sheet,
                        &row
                    )
                }
                sheets.append(sheet)
            }
            return sheets
        case .openDocument:
            let reader = try OpenDocumentReader(file)
            var sheets: [Sheet] = []
            while try reader.nextSheet() {
                guard sheets.count < SheetLimits.sheets else {
                    throw file.fault("it has more than \(grouped(SheetLimits.sheets)) sheets")
                }
                var sheet = Sheet(name: reader.sheetName, isHidden: reader.isHidden)
                try look(at: reader, &sheet, &row)
                sheets.append(sheet)
            }
            return sheets
        }
    }

    private func look(
        at reader: any SheetReader,
        _ sheet: inout Sheet,
        _ row: inout SheetRow
    ) throws(RowFileError) {
        var count = 0
        while count < Self.sampleRows, sheet.wideRows < 2, try reader.next(&row) {
            sheet.hasCells = true
            count += row.repeats
            if row.cells.count > 1 { sheet.wideRows += row.repeats }
        }
    }

    /// Opens a sheet by its number, from 0.
    func reader(_ index: Int) throws(RowFileError) -> any SheetReader {
        switch contents {
        case .excel(let workbook):
            return try ExcelSheetReader(
                workbook.sheets[index],
                of: workbook,
                strings: try workbook.strings(),
                formats: try workbook.formats(),
                struckStyles: try workbook.struckStyles()
            )
        case .binary(let workbook):
            return try BinarySheetReader(workbook.sheets[index], of: workbook, name: file.name)
        case .openDocument:
            let reader = try OpenDocumentReader(file)
            for _ in 0...index {
                guard try reader.nextSheet() else { throw .changedWhileRead(name: file.name) }
            }
            return reader
        }
    }

    /// Chooses a sheet.
    ///
    /// - Parameter name: What it is called; nil for the only one that has a table, or else the only one
    ///   that has anything. Sheets that are not shown are chosen where no other has.
    /// - Throws: ``RowFileError/severalSheets(name:sheets:)``,
    ///   ``RowFileError/noSuchSheet(name:sheet:sheets:)``, ``RowFileError/empty(name:)``.
    func choose(_ name: String?, _ sheets: [Sheet]) throws(RowFileError) -> Int {
        if let name {
            let wanted = name.lowercased()
            let found =
                sheets.firstIndex { $0.name == name }
                ?? sheets.firstIndex { $0.name.lowercased() == wanted }
            guard let found else {
                throw .noSuchSheet(name: file.name, sheet: name, sheets: sheets.map(\.name))
            }
            return found
        }
        if sheets.count == 1 { return 0 }
        for isHidden in [false, true] {
            for isWanted in [\Sheet.isTable, \.hasCells] {
                let found = sheets.indices.filter {
                    sheets[$0].isHidden == isHidden && sheets[$0][keyPath: isWanted]
                }
                if found.count == 1 { return found[0] }
                guard found.isEmpty else {
                    throw .severalSheets(name: file.name, sheets: found.map { sheets[$0].name })
                }
            }
        }
        throw .empty(name: file.name)
    }
}

/// Documents that are no workbooks that can be read, and what to do with them.
enum OtherDocument {
    static let locked =
        "it is locked with a password; open it, take the password off (Save As, without a password), and "
        + "save it as .xlsx or CSV"

    /// What an archive is, by the paths in it in small letters; nil for a workbook.
    static func kind(_ paths: Set<String>) -> String? {
        let save = "save it as .xlsx or CSV"
        if isNumbers(paths) { return "it is a Numbers document; export it as Excel (.xlsx) or CSV" }
        if paths.contains("xl/workbook.bin") {
            return
                "it is a binary Excel workbook (.xlsb), which is not read; open it in Excel and \(save)"
        }
        if paths.contains("word/document.xml") {
            return "it is a Word document; copy the table into a spreadsheet and \(save)"
        }
        if paths.contains("ppt/presentation.xml") {
            return "it is a PowerPoint presentation; copy the table into a spreadsheet and \(save)"
        }
        return nil
    }

    static func isNumbers(_ paths: Set<String>) -> Bool {
        paths.contains { $0.hasPrefix("index/") && $0.hasSuffix(".iwa") }
            || paths.contains("index.zip")
    }
}
