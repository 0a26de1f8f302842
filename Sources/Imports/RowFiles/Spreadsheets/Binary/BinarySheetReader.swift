/// The rows of a sheet of a workbook that Excel saved until 2003.
///
/// A formula is its value as the program that saved the workbook has worked it out. Nothing is worked out
/// here, no macro runs, and no other workbook is looked at.
///
/// Source: [MS-XLS], 2.1.7.20.5 and 2.4.
final class BinarySheetReader: SheetReader {
    private(set) var remarks = SheetRemarks()
    private let workbook: BinaryWorkbook
    private let name: String
    private var records: BinaryRecords
    /// A cell of the next row, which was read with this one's.
    private var waiting: BinaryRecords.Record?
    private var hiddenRows: Set<Int> = []
    private var struck = StruckCells()
    private var empty = EmptyCells()
    private var lastRow = 0
    private var isAtEnd = false

    /// The largest sheet of that time.
    private static let rows = 65_536
    private static let columns = 256

    private typealias Kind = BinaryRecords.Kind

    /// - Parameter name: What errors call the workbook.
    init(
        _ sheet: BinaryWorkbook.Sheet,
        of workbook: BinaryWorkbook,
        name: String
    ) throws(RowFileError) {
        self.workbook = workbook
        self.name = name
        records = try BinaryRecords(try FileReader(path: workbook.path), at: sheet.position)
        guard let first = try records.next(), first.kind == Kind.begin else {
            throw BinaryWorkbook.damaged(name)
        }
    }

    func next(_ row: inout SheetRow) throws(RowFileError) -> Bool {
        while true {
            guard try readRow(&row) else { return false }
            guard let last = row.cells.last else { continue }
            remarks.widest = max(remarks.widest, last.column + 1)
            if hiddenRows.contains(row.number) { remarks.hiddenRows.add(row.number) }
            struck.tell(&remarks, row: row.number)
            return true
        }
    }

    /// Reads the cells of the next row that has any.
    private func readRow(_ row: inout SheetRow) throws(RowFileError) -> Bool {
        var number: Int?
        while let record = try nextRecord() {
            guard Self.cellKinds.contains(record.kind) else {
                try readOther(record)
                continue
            }
            guard let place = record.number(0, 2), record.bytes.count >= 6, place < Self.rows else {
                throw BinaryWorkbook.damaged(name)
            }
            if let number, number != place + 1 {
                waiting = record
                break
            }
            if number == nil {
                guard place + 1 > lastRow else { throw unordered }
                number = place + 1
                lastRow = place + 1
                row.begin(place + 1)
                struck.begin()
            }
            try readCells(record, &row)
        }
        guard number != nil else { return false }
        if row.sortCells() != nil { throw unordered }
        return true
    }

    private func nextRecord() throws(RowFileError) -> BinaryRecords.Record? {
        if let record = waiting {
            waiting = nil
            return record
        }
        guard !isAtEnd else { return nil }
        guard var record = try records.next() else { throw BinaryWorkbook.damaged(name) }
        // A chart that lies in the sheet is one within it.
        var depth = 0
        while record.kind == Kind.begin || depth > 0 {
            if record.kind == Kind.begin { depth += 1 }
            if record.kind == Kind.end { depth -= 1 }
            guard let next = try records.next() else { throw BinaryWorkbook.damaged(name) }
            record = next
        }
        if record.kind == Kind.end {
            isAtEnd = true
            return nil
        }
        return record
    }

    private var unordered: RowFileError {
        .badSpreadsheet(
            name: name,
            reason:
                "the cells of row \(lastRow) are not in order; open it in a spreadsheet program and save it "
                + "as .xlsx"
        )
    }

    // MARK: Cells

    private static let cellKinds: Set<UInt64> = [
        Kind.formula, Kind.numbers, Kind.blanks, Kind.richText, Kind.sharedText, Kind.blank,
        Kind.double, Kind.text, Kind.truth, Kind.number,
    ]

    private func readCells(
        _ record: BinaryRecords.Record,
        _ row: inout SheetRow
    ) throws(RowFileError) {
        let column = record.number(2, 2) ?? 0
        switch record.kind {
        case Kind.numbers:
            // Styles and numbers in turn, and the last column behind them.
            let count = max(0, (record.bytes.count - 6) / 6)
            for index in 0..<count {
                let place = 4 + 6 * index
                try add(column + index, style: record.number(place, 2) ?? 0, &row) { bytes in
                    self.append(Self.number(record, place + 2), record.number(place, 2), to: &bytes)
                }
            }
        case Kind.blanks:
            for _ in 0..<max(0, (record.bytes.count - 6) / 2) { empty.count(isFilled: false) }
        case Kind.blank: empty.count(isFilled: false)
        default:
            let style = record.number(4, 2) ?? 0
            // The text of a formula comes behind it.
            let text = try formulaText(record)
            var isKnown = true
            try add(column, style: style, &row) { bytes in
                isKnown = self.append(record, style, text, to: &bytes)
            }
            guard isKnown else { throw BinaryWorkbook.damaged(name) }
        }
        if empty.areTooMany {
            throw .badSpreadsheet(name: name, reason: EmptyCells.words)
        }
    }

    private func add(
        _ column: Int,
        style: Int,
        _ row: inout SheetRow,
        _ append: (inout [UInt8]) -> Void
    ) throws(RowFileError) {
        guard column < Self.columns else { throw BinaryWorkbook.damaged(name) }
        let start = row.bytes.count
        append(&row.bytes)
        let isFilled = row.endCell(column, from: start)
        guard row.bytes.count <= SheetLimits.rowBytes else {
            throw .badSpreadsheet(name: name, reason: SheetLimits.longRow(row.number))
        }
        empty.count(isFilled: isFilled)
        if isFilled { struck.add(1, isStruck: workbook.struckStyles.contains(style)) }
    }

    /// Appends what a cell of one value shows.
    ///
    /// - Returns: false for a text that is not there.
    private func append(
        _ record: BinaryRecords.Record,
        _ style: Int,
        _ formulaText: [UInt8]?,
        to bytes: inout [UInt8]
    ) -> Bool {
        switch record.kind {
        case Kind.double: append(Self.double(record, 6), style, to: &bytes)
        case Kind.number: append(Self.number(record, 6), style, to: &bytes)
        case Kind.sharedText:
            guard let number = record.number(6, 4), let text = workbook.text(number) else {
                return false
            }
            SheetText.append(text, to: &bytes)
        case Kind.text, Kind.richText:
            var characters: [UInt8] = []
            var text = BinaryText([record.bytes], at: 6)
            guard text.append(to: &characters, lengthBytes: 2) else { return false }
            SheetText.append(characters[...], to: &bytes)
        case Kind.truth:
            let value = record.number(6, 1) ?? 0
            bytes += record.number(7, 1) == 1 ? Self.fault(value) : Self.truth(value)
        case Kind.formula:
            // What is no number has these as its last bytes, and its sort as the first.
            guard record.number(12, 2) == 0xFFFF else {
                append(Self.double(record, 6), style, to: &bytes)
                break
            }
            switch record.number(6, 1) {
            case 0: if let formulaText { SheetText.append(formulaText[...], to: &bytes) }
            case 1: bytes += Self.truth(record.number(8, 1) ?? 0)
            case 2: bytes += Self.fault(record.number(8, 1) ?? 0)
            default: break
            }
        default: break
        }
        return true
    }

    /// The text that a formula has as its value.
    private func formulaText(
        _ record: BinaryRecords.Record
    ) throws(RowFileError) -> [UInt8]? {
        guard record.kind == Kind.formula, record.number(12, 2) == 0xFFFF,
            record.number(6, 1) == 0
        else { return nil }
        // A formula that is shared or fills several cells stands between them.
        for _ in 0..<3 {
            guard let next = try nextRecord() else { return nil }
            guard next.kind == Kind.formulaText else {
                if Self.cellKinds.contains(next.kind) {
                    waiting = next
                    return nil
                }
                continue
            }
            var segments = [next.bytes]
            while let more = try records.nextContinuation() { segments.append(more.bytes) }
            var characters: [UInt8] = []
            var text = BinaryText(segments, at: 0)
            return text.append(to: &characters, lengthBytes: 2) ? characters : nil
        }
        return nil
    }

    private func append(_ number: Double?, _ style: Int?, to bytes: inout [UInt8]) {
        guard let number, number.isFinite else { return }
        if let style, style < workbook.formats.count, let format = workbook.formats[style],
            let text = format.text(of: number, is1904: workbook.is1904)
        {
            bytes += text.utf8
        } else {
            bytes += SheetNumber.text(number).utf8
        }
    }

    private static func double(_ record: BinaryRecords.Record, _ offset: Int) -> Double? {
        ZipDirectory.number(record.bytes, offset, 8).map(Double.init(bitPattern:))
    }

    /// A number in four bytes: 30 bits of a whole number or of a fraction, perhaps of a hundredth
    /// (2.5.217).
    private static func number(_ record: BinaryRecords.Record, _ offset: Int) -> Double? {
        guard let bits = ZipDirectory.number(record.bytes, offset, 4) else { return nil }
        let value =
            bits & 2 != 0
            ? Double(Int32(bitPattern: UInt32(bits)) >> 2)
            : Double(bitPattern: (bits & 0xFFFF_FFFC) << 32)
        return bits & 1 != 0 ? value / 100 : value
    }

    private static func truth(_ value: Int) -> [UInt8] {
        Array((value == 0 ? "FALSE" : "TRUE").utf8)
    }

    /// Source: [MS-XLS], 2.5.10.
    private static func fault(_ code: Int) -> [UInt8] {
        let words: [Int: String] = [
            0x00: "#NULL!", 0x07: "#DIV/0!", 0x0F: "#VALUE!", 0x17: "#REF!", 0x1D: "#NAME?",
            0x24: "#NUM!", 0x2A: "#N/A",
        ]
        return Array((words[code] ?? "#N/A").utf8)
    }

    // MARK: Beside the cells

    private func readOther(_ record: BinaryRecords.Record) throws(RowFileError) {
        switch record.kind {
        case Kind.row:
            if let row = record.number(0, 2), let flags = record.number(12, 2), flags & 0x20 != 0 {
                hiddenRows.insert(row + 1)
            }
        case Kind.columns:
            guard let first = record.number(0, 2), let last = record.number(2, 2),
                let flags = record.number(8, 2), flags & 1 != 0, first <= last,
                remarks.hiddenColumns.count < SheetLimits.hiddenRanges
            else { return }
            remarks.hiddenColumns.append(first...min(last, Self.columns))
        case Kind.merges:
            let count = record.number(0, 2) ?? 0
            for index in 0..<min(count, (record.bytes.count - 2) / 8) {
                let place = 2 + 8 * index
                guard let first = record.number(place, 2), let last = record.number(place + 2, 2),
                    let column = record.number(place + 4, 2), first < last
                else { continue }
                guard remarks.merges.count < SheetLimits.merges else {
                    throw BinaryWorkbook.damaged(name)
                }
                remarks.merges.append(.init(rows: first + 1...last + 1, column: column))
            }
        default: break
        }
    }
}
