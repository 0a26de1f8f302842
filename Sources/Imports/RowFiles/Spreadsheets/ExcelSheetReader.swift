/// The rows of a sheet of an Excel workbook.
///
/// A formula is its value as the program that saved the workbook has worked it out. Nothing is worked out
/// here, no macro runs, and no other workbook is looked at.
///
/// Source: ECMA-376 part 1, 18.3.1.
final class ExcelSheetReader: SheetReader {
    private(set) var remarks = SheetRemarks()
    private var xml: SheetXML
    private let file: WorkbookFile
    private let sheetName: String
    private let is1904: Bool
    /// nil where it only matters which cells hold something.
    private let strings: SharedStrings?
    private let formats: [NumberFormat?]
    private let struckStyles: Set<Int>
    private var struck = StruckCells()
    private var isInRows = false
    private var lastRow = 0
    private var empty = EmptyCells()
    private var cell = Cell()

    /// What is read of a cell.
    private struct Cell {
        var column = 0
        var style = 0
        var type = ValueType.number
        /// As it is written.
        var value: [UInt8] = []
        var hasValue = false
        var hasFormula = false
        /// Whether a part of the text is struck through.
        var hasStruckText = false
        var badReference: [UInt8]?
    }

    private enum ValueType {
        case number, sharedText, text, boolean, error, date
    }

    /// - Parameters:
    ///   - strings: The workbook's; nil to look only where something stands.
    ///   - formats: The workbook's number formats.
    ///   - struckStyles: The numbers of the styles that are struck through.
    init(
        _ sheet: ExcelWorkbook.Sheet,
        of workbook: ExcelWorkbook,
        strings: SharedStrings?,
        formats: [NumberFormat?],
        struckStyles: Set<Int> = []
    ) throws(RowFileError) {
        guard let xml = try workbook.file.xml(sheet.path) else {
            throw workbook.file.fault(
                "its sheet \"\(sheet.name)\" is missing; open it in a spreadsheet program and save it again"
            )
        }
        self.xml = xml
        file = workbook.file
        sheetName = sheet.name
        is1904 = workbook.is1904
        self.strings = strings
        self.formats = formats
        self.struckStyles = struckStyles
    }

    func next(_ row: inout SheetRow) throws(RowFileError) -> Bool {
        while let event = try xml.next() {
            guard case .start(let name) = event else { continue }
            switch name {
            case "row" where isInRows:
                if try readRow(&row) { return true }
            case "sheetData": isInRows = true
            case "col": try readColumns()
            case "mergeCell": try readMerge()
            default: break
            }
        }
        return false
    }

    // MARK: Rows

    private func readRow(_ row: inout SheetRow) throws(RowFileError) -> Bool {
        var number: Int? = lastRow + 1
        var isHidden = false
        try xml.attributes { name, value in
            switch name {
            case "r": number = ExcelWorkbook.number(value)
            case "hidden": isHidden = ExcelWorkbook.isTrue(value)
            default: break
            }
        }
        guard let number, number > lastRow, number <= SheetLimits.rows else {
            throw xml.fault(
                "a row has the number \(number.map(String.init) ?? "none"); behind row \(lastRow) "
                    + "comes one to \(SheetLimits.rows)"
            )
        }
        lastRow = number
        row.begin(number)
        struck.begin()
        let outside = xml.depth - 1
        var column = -1
        while xml.depth > outside {
            guard case .start(let name)? = try xml.next() else { continue }
            guard name == "c" else {
                try xml.skipElement()
                continue
            }
            try readCell(behind: column)
            column = cell.column
            let start = row.bytes.count
            try appendCell(to: &row.bytes, in: number)
            let isFilled = row.endCell(column, from: start)
            guard row.bytes.count <= SheetLimits.rowBytes else {
                throw xml.fault(SheetLimits.longRow(number))
            }
            empty.count(isFilled: isFilled)
            if isFilled {
                struck.add(1, isStruck: cell.hasStruckText || struckStyles.contains(cell.style))
            }
            if empty.areTooMany {
                throw file.fault("its sheet \"\(sheetName)\": \(EmptyCells.words)")
            }
        }
        if let column = row.sortCells() {
            throw xml.fault("row \(number) has two cells in column \(column + 1)")
        }
        guard let last = row.cells.last else { return false }
        remarks.widest = max(remarks.widest, last.column + 1)
        if isHidden { remarks.hiddenRows.add(number) }
        struck.tell(&remarks, row: number)
        return true
    }

    // MARK: Cells

    private func readCell(behind previous: Int) throws(RowFileError) {
        cell.column = previous + 1
        cell.style = 0
        cell.type = .number
        cell.value.removeAll(keepingCapacity: true)
        cell.hasValue = false
        cell.hasFormula = false
        cell.hasStruckText = false
        cell.badReference = nil
        try xml.attributes { [row = lastRow] name, value in
            switch name {
            case "r":
                if let place = CellPlace(value[...]), place.row == row {
                    cell.column = place.column
                } else {
                    cell.badReference = value
                }
            case "s": cell.style = ExcelWorkbook.number(value) ?? 0
            case "t": cell.type = Self.type(value)
            default: break
            }
        }
        if let text = cell.badReference {
            throw xml.fault(
                "a cell of row \(lastRow) is called "
                    + "\"\(String(decoding: text.prefix(20), as: UTF8.self))\""
            )
        }
        guard cell.column < SheetLimits.columns else {
            throw xml.fault("row \(lastRow) has more than \(SheetLimits.columns) columns")
        }
        let outside = xml.depth - 1
        while xml.depth > outside {
            guard case .start(let name)? = try xml.next() else { continue }
            switch name {
            case "v", "is":
                cell.hasValue = true
                try xml.appendText(
                    to: &cell.value,
                    limit: SharedStrings.longestText,
                    without: "rPh"
                )
                if xml.hasStruckText { cell.hasStruckText = true }
            case "f":
                cell.hasFormula = true
                try xml.skipElement()
            default: try xml.skipElement()
            }
        }
    }

    private static func type(_ text: [UInt8]) -> ValueType {
        switch text.first {
        case UInt8(ascii: "s"): text.count == 1 ? .sharedText : .text
        case UInt8(ascii: "i"): .text
        case UInt8(ascii: "b"): .boolean
        case UInt8(ascii: "e"): .error
        case UInt8(ascii: "d"): .date
        default: .number
        }
    }

    /// Appends the text of the cell that was read.
    private func appendCell(to bytes: inout [UInt8], in row: Int) throws(RowFileError) {
        guard !cell.value.isEmpty else {
            if cell.hasFormula, !cell.hasValue { remarks.valuelessFormulas.add(row) }
            return
        }
        switch cell.type {
        case .sharedText:
            guard let strings else {
                bytes.append(UInt8(ascii: "?"))
                return
            }
            guard let number = ExcelWorkbook.number(cell.value),
                try strings.append(number, to: &bytes)
            else {
                throw xml.fault(
                    "a cell of row \(row) refers to text "
                        + "\(String(decoding: cell.value.prefix(20), as: UTF8.self)) of "
                        + "\(strings.count)"
                )
            }
            if strings.isStruck(number) { cell.hasStruckText = true }
        case .text: SheetText.append(cell.value[...], to: &bytes, isEscaped: true)
        case .boolean: bytes += Array((ExcelWorkbook.isTrue(cell.value) ? "TRUE" : "FALSE").utf8)
        case .error: SheetText.append(cell.value[...], to: &bytes)
        case .date: bytes += Array(ISOMoment.text(String(decoding: cell.value, as: UTF8.self)).utf8)
        case .number: appendNumber(to: &bytes)
        }
    }

    private func appendNumber(to bytes: inout [UInt8]) {
        if cell.style >= 0, cell.style < formats.count, let format = formats[cell.style],
            let number = Double(String(decoding: cell.value, as: UTF8.self)), number.isFinite,
            let text = format.text(of: number, is1904: is1904)
        {
            bytes += Array(text.utf8)
        } else if !SheetNumber.append(cell.value[...], to: &bytes) {
            SheetText.append(cell.value[...], to: &bytes)
        }
    }

    // MARK: Beside the rows

    private func readColumns() throws(RowFileError) {
        var (first, last, isHidden) = (0, 0, false)
        try xml.attributes { name, value in
            switch name {
            case "min": first = ExcelWorkbook.number(value) ?? 0
            case "max": last = ExcelWorkbook.number(value) ?? 0
            case "hidden": isHidden = ExcelWorkbook.isTrue(value)
            default: break
            }
        }
        guard isHidden, first > 0, first <= SheetLimits.columns, last >= first,
            remarks.hiddenColumns.count < SheetLimits.hiddenRanges
        else { return }
        remarks.hiddenColumns.append(first - 1...min(last, SheetLimits.columns) - 1)
    }

    private func readMerge() throws(RowFileError) {
        var reference: [UInt8] = []
        try xml.attributes { name, value in
            if name == "ref" { reference = value }
        }
        let ends = reference.split(separator: UInt8(ascii: ":"))
        guard ends.count == 2, let first = CellPlace(ends[0]), let last = CellPlace(ends[1]),
            first.row < last.row
        else { return }
        guard remarks.merges.count < SheetLimits.merges else {
            throw xml.fault("more than \(grouped(SheetLimits.merges)) cells are merged")
        }
        remarks.merges.append(.init(rows: first.row...last.row, column: first.column))
    }
}

/// Where a cell lies: `C5`.
struct CellPlace {
    /// From 0.
    let column: Int
    /// From 1.
    let row: Int

    /// nil where a text is no place in a sheet.
    init?(_ text: ArraySlice<UInt8>) {
        var (column, row) = (0, 0)
        var isInRow = false
        guard text.count <= 12 else { return nil }
        for byte in text {
            switch byte {
            case UInt8(ascii: "$"): continue
            case UInt8(ascii: "A")...UInt8(ascii: "Z") where !isInRow:
                column = column * 26 + Int(byte - UInt8(ascii: "A")) + 1
            case UInt8(ascii: "a")...UInt8(ascii: "z") where !isInRow:
                column = column * 26 + Int(byte - UInt8(ascii: "a")) + 1
            case 0x30...0x39 where column > 0:
                isInRow = true
                row = row * 10 + Int(byte - 0x30)
            default: return nil
            }
        }
        guard column > 0, column <= SheetLimits.columns, row > 0, row <= SheetLimits.rows else {
            return nil
        }
        self.column = column - 1
        self.row = row
    }
}

/// A date or a time that a workbook holds as text.
enum ISOMoment {
    /// `2026-11-03` of `2026-11-03T00:00:00`, and `2026-11-03 07:30` of `2026-11-03T07:30:00.000`.
    static func text(_ text: String) -> String {
        let parts = text.split(separator: "T", maxSplits: 1)
        guard parts.count == 2, text.first?.isNumber == true else { return text }
        var time = parts[1]
        if let point = time.firstIndex(where: { $0 == "." || $0 == "," }),
            time[point...].dropFirst().allSatisfy({ $0 == "0" })
        {
            time = time[..<point]
        }
        if time.hasSuffix("Z") { return text }
        if time == "00:00:00" || time == "00:00" { return String(parts[0]) }
        if time.count == 8, time.hasSuffix(":00") { time = time.dropLast(3) }
        return "\(parts[0]) \(time)"
    }
}
