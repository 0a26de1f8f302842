/// The sheets of an OpenDocument spreadsheet (`.ods`), one after the other, and their rows.
///
/// Source: OASIS, "Open Document Format for Office Applications 1.3, Part 3", chapter 9.
final class OpenDocumentReader: SheetReader {
    private(set) var remarks = SheetRemarks()
    /// The sheet that is read.
    private(set) var sheetName = ""
    private(set) var isHidden = false

    private var xml: SheetXML
    private let file: WorkbookFile
    private var hiddenStyles: Set<String> = []
    /// The names of the styles of cells and of pieces of text that are struck through.
    private var struckStyles: Set<String> = []
    private var struck = StruckCells()
    private static let mostStyles = 100_000
    private var tableDepth: Int?
    private var lastRow = 0
    private var columns = 0
    private var empty = EmptyCells()
    private var cell = OpenDocumentCell()
    /// Whether a part of the cell that is read is struck through.
    private var hasStruckText = false

    /// The part with the sheets.
    static let contentPath = "content.xml"

    init(_ file: WorkbookFile) throws(RowFileError) {
        self.file = file
        guard let xml = try file.xml(Self.contentPath) else {
            throw file.fault("it lacks its sheets (\(Self.contentPath)); save it again")
        }
        self.xml = xml
    }

    /// Goes on to the next sheet.
    ///
    /// - Returns: false when there are no more.
    func nextSheet() throws(RowFileError) -> Bool {
        if let depth = tableDepth {
            while xml.depth >= depth { _ = try xml.next() }
        }
        tableDepth = nil
        remarks = SheetRemarks()
        (lastRow, columns) = (0, 0)
        var style = ""
        while let event = try xml.next() {
            guard case .start(let name) = event else { continue }
            switch name {
            case "style":
                try xml.attributes { name, value in
                    if name == "name" { style = String(decoding: value, as: UTF8.self) }
                }
            case "text-properties":
                try readStrike(of: style)
            case "table-properties":
                var isHidden = false
                try xml.attributes { name, value in
                    if name == "display" { isHidden = value == Array("false".utf8) }
                }
                if isHidden, hiddenStyles.count < SheetLimits.sheets { hiddenStyles.insert(style) }
            case "tracked-changes", "dde-links": try xml.skipElement()
            case "table":
                if try beginTable() { return true }
            default: break
            }
        }
        return false
    }

    /// Remembers a style that is struck through.
    ///
    /// Source: OASIS, "Open Document Format 1.3, Part 3", 20.366 to 20.375.
    private func readStrike(of style: String) throws(RowFileError) {
        var isStruck = false
        try xml.attributes { name, value in
            switch name {
            case "text-line-through-style", "text-line-through-type":
                isStruck = isStruck || value != Array("none".utf8)
            default: break
            }
        }
        if isStruck, struckStyles.count < Self.mostStyles { struckStyles.insert(style) }
    }

    private func beginTable() throws(RowFileError) -> Bool {
        var (sheetName, style) = ("", "")
        try xml.attributes { name, value in
            switch name {
            case "name": sheetName = String(decoding: value, as: UTF8.self)
            case "style-name": style = String(decoding: value, as: UTF8.self)
            default: break
            }
        }
        // What another workbook held when it was last looked at, kept for the formulas that refer to it.
        guard !sheetName.hasPrefix("'file:"), !sheetName.hasPrefix("'http") else {
            throw file.fault(Workbook.linkWords)
        }
        self.sheetName = sheetName
        isHidden = hiddenStyles.contains(style)
        tableDepth = xml.depth
        return true
    }

    func next(_ row: inout SheetRow) throws(RowFileError) -> Bool {
        guard let depth = tableDepth else { return false }
        while xml.depth >= depth {
            guard let event = try xml.next() else { break }
            guard case .start(let name) = event else { continue }
            switch name {
            case "table-row":
                if try readRow(&row) { return true }
            case "table-column": try readColumn()
            // The whole sheet is a copy of one of another document.
            case "table-source": throw file.fault(Workbook.linkWords)
            case "table-header-rows", "table-rows", "table-row-group", "table-header-columns",
                "table-columns", "table-column-group":
                break
            default: try xml.skipElement()
            }
        }
        tableDepth = nil
        return false
    }

    // MARK: Rows

    private func readColumn() throws(RowFileError) {
        var (repeats, isHidden) = (1, false)
        try xml.attributes { name, value in
            switch name {
            case "number-columns-repeated": repeats = ExcelWorkbook.number(value) ?? 1
            case "visibility": isHidden = value != Array("visible".utf8)
            default: break
            }
        }
        guard columns < SheetLimits.columns, repeats > 0 else { return }
        let end = columns + min(repeats, SheetLimits.columns - columns)
        if isHidden, remarks.hiddenColumns.count < SheetLimits.hiddenRanges {
            remarks.hiddenColumns.append(columns...end - 1)
        }
        columns = end
    }

    private func readRow(_ row: inout SheetRow) throws(RowFileError) -> Bool {
        var (repeats, isHidden) = (1, false)
        try xml.attributes { name, value in
            switch name {
            case "number-rows-repeated": repeats = ExcelWorkbook.number(value) ?? 1
            case "visibility": isHidden = value != Array("visible".utf8)
            default: break
            }
        }
        // Nothing that is shown lies farther down.
        repeats = min(max(1, repeats), SheetLimits.rows)
        let number = lastRow + 1
        lastRow = min(lastRow + repeats, 2 * SheetLimits.rows)
        row.begin(number)
        row.repeats = repeats
        struck.begin()
        let outside = xml.depth - 1
        var column = 0
        while xml.depth > outside {
            guard case .start(let name)? = try xml.next() else { continue }
            guard name == "table-cell" || name == "covered-table-cell" else {
                try xml.skipElement()
                continue
            }
            try readCell(isCovered: name == "covered-table-cell", in: number)
            let count = min(cell.repeats, SheetLimits.columns)
            try appendCells(count, at: column, to: &row)
            column = min(column + count, SheetLimits.columns)
        }
        guard let last = row.cells.last else { return false }
        guard lastRow <= SheetLimits.rows else {
            throw xml.fault(
                "its sheet \"\(sheetName)\" has more than \(grouped(SheetLimits.rows)) rows"
            )
        }
        remarks.widest = max(remarks.widest, last.column + 1)
        if isHidden { remarks.hiddenRows.add(number) }
        struck.tell(&remarks, row: number)
        return true
    }

    private func appendCells(
        _ count: Int,
        at column: Int,
        to row: inout SheetRow
    ) throws(RowFileError) {
        let start = row.bytes.count
        if !cell.isCovered { cell.append(to: &row.bytes) }
        let length = row.bytes.count - start
        empty.count(isFilled: length > 0)
        if empty.areTooMany {
            throw file.fault("its sheet \"\(sheetName)\": \(EmptyCells.words)")
        }
        guard length > 0 else {
            if cell.hasFormula, !cell.isCovered { remarks.valuelessFormulas.add(row.number) }
            return
        }
        if !struckStyles.isEmpty {
            let isStruck = cell.hasStruckText || struckStyles.contains(cell.style)
            struck.add(count, isStruck: isStruck)
        }
        guard column + count <= SheetLimits.columns else {
            throw xml.fault("row \(row.number) has more than \(SheetLimits.columns) columns")
        }
        guard start + length * count <= SheetLimits.rowBytes else {
            throw xml.fault(SheetLimits.longRow(row.number))
        }
        row.endCell(column, from: start)
        for next in 1..<max(2, count) where next < count {
            let from = row.bytes.count
            row.bytes += row.bytes[start..<start + length]
            row.endCell(column + next, from: from)
        }
        if cell.rowSpan > 1, remarks.merges.count < SheetLimits.merges {
            let last = row.number + min(cell.rowSpan, SheetLimits.rows) - 1
            remarks.merges.append(.init(rows: row.number...last, column: column))
        }
    }

    // MARK: Cells

    private func readCell(isCovered: Bool, in row: Int) throws(RowFileError) {
        var cell = self.cell
        cell.begin()
        cell.isCovered = isCovered
        try xml.attributes { name, value in cell.read(name, value) }
        guard !cell.refersElsewhere else { throw file.fault(Workbook.linkWords) }
        let outside = xml.depth - 1
        var paragraphs = 0
        hasStruckText = false
        while xml.depth > outside {
            guard case .start(let name)? = try xml.next() else { continue }
            // From here on cells are a copy of those of another document.
            guard name != "cell-range-source" else { throw file.fault(Workbook.linkWords) }
            guard name == "p" else {
                // Notes, pictures, tables of their own.
                try xml.skipElement()
                continue
            }
            if paragraphs > 0 { cell.shown.append(lineFeed) }
            paragraphs += 1
            try appendParagraph(to: &cell.shown)
        }
        if cell.shown.allSatisfy({ $0 == lineFeed }) { cell.shown.removeAll() }
        cell.hasStruckText = hasStruckText
        self.cell = cell
    }

    /// Reads a paragraph: runs of white space are one space, and further ones are counted.
    private func appendParagraph(to shown: inout [UInt8]) throws(RowFileError) {
        let outside = xml.depth - 1
        var isBehindSpace = true
        while xml.depth > outside {
            switch try xml.next() {
            case .text?:
                for byte in xml.text {
                    let isSpace = XMLBytes.isSpace(byte)
                    if isSpace, isBehindSpace { continue }
                    shown.append(isSpace ? 0x20 : byte)
                    isBehindSpace = isSpace
                }
            case .start("s")?:
                var count = 1
                try xml.attributes { name, value in
                    if name == "c" { count = ExcelWorkbook.number(value) ?? 1 }
                }
                let spaces = min(max(1, count), SharedStrings.longestText)
                shown += Array(repeating: UInt8(0x20), count: spaces)
                isBehindSpace = false
            case .start("span")? where !struckStyles.isEmpty:
                var style = ""
                try xml.attributes { name, value in
                    if name == "style-name" { style = String(decoding: value, as: UTF8.self) }
                }
                if struckStyles.contains(style) { hasStruckText = true }
            case .start("tab")?: shown.append(0x09)
            case .start("line-break")?:
                shown.append(lineFeed)
                isBehindSpace = true
            case .start("annotation")?, .start("note")?, .start("ruby-text")?, .start("frame")?:
                try xml.skipElement()
            default: break
            }
            guard shown.count <= SharedStrings.longestText else {
                throw xml.fault("a cell is longer than \(SharedStrings.longestText >> 10) KB")
            }
        }
    }
}
