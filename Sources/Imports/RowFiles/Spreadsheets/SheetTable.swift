/// A sheet as a table of lines in a temporary file, which every reader of tables can read as often as it
/// likes.
///
/// A line is a row of the sheet, with as many cells as the widest row has: so a line's number is the row's.
/// The sheet is read once, into rows that lie in a file as they come; how wide it is, and which cells are
/// merged, is known at the end.
package final class SheetTable: Sendable {
    /// The table: UTF-8, commas between cells.
    package let path: String
    /// What the workbook is called.
    package let name: String
    /// `xlsx`, `xls` or `ods`.
    package let kind: String
    /// Which sheet it is, and what else is worth knowing.
    package let notes: [SheetNote]
    /// The name of the sheet.
    package let sheet: String
    /// How long the workbook is.
    package let packedBytes: Int64
    /// How long the table is.
    package let byteCount: Int64
    /// Whether a line break stands within a cell.
    package let holdsLineBreaks: Bool
    private let folder: TemporaryFolder

    /// Reads a sheet.
    ///
    /// - Parameter sheetName: Which one; nil for the only one with a table in it.
    /// - Throws: ``RowFileError`` where it cannot be read, or where it is unclear which sheet is meant.
    package init(_ workbook: Workbook, sheet sheetName: String?) throws(RowFileError) {
        try workbook.requirePlain()
        let sheets = try workbook.sheets()
        guard !sheets.isEmpty else { throw workbook.file.fault("it has no sheet of cells") }
        let index = try workbook.choose(sheetName, sheets)
        folder = try TemporaryFolder()
        name = workbook.file.name
        kind = workbook.kind
        sheet = sheets[index].name
        packedBytes = workbook.file.byteCount

        let reader = try workbook.reader(index)
        var limit = WrittenLimit(workbook.file, sheet: sheets[index].name)
        let rows = try SheetRowFile("rows", in: folder)
        var row = SheetRow()
        while try reader.next(&row) { try rows.write(row, &limit) }
        try rows.close()
        guard rows.count > 0 else { throw .empty(name: name) }

        var remarks = reader.remarks
        let table = try TableWriter("table", in: folder, remarks, limit)
        try rows.read { row throws(RowFileError) in try table.write(row) }
        try table.close()
        remarks.filledCells = table.filledCells
        path = table.path
        byteCount = table.byteCount
        holdsLineBreaks = table.holdsLineBreaks
        notes = SheetNote.all(sheets, chosen: index, isNamed: sheetName != nil, remarks)
    }
}

/// How long a table may become: what repeats a cell over a whole sheet was made to fill disks.
struct WrittenLimit {
    private let workbook: WorkbookFile
    private let sheet: String
    private let limit: Int64
    private var left: Int64

    private static let leastBytes: Int64 = 64 << 20

    init(_ workbook: WorkbookFile, sheet: String) {
        self.workbook = workbook
        self.sheet = sheet
        let (product, overflow) = workbook.byteCount.multipliedReportingOverflow(
            by: WorkbookFile.largestRatio
        )
        limit = overflow ? .max : max(Self.leastBytes, product)
        left = limit
    }

    mutating func spend(_ bytes: Int) throws(RowFileError) {
        left -= Int64(bytes)
        guard left >= 0 else {
            throw workbook.fault(
                "its sheet \"\(sheet)\" becomes a table of more than \(limit >> 20) MB, more than a "
                    + "workbook of its length holds; look whether cells are repeated over whole rows or "
                    + "columns, delete them, and save it again"
            )
        }
    }
}

/// Rows of a sheet in a temporary file, one behind the other.
private final class SheetRowFile {
    private let writer: ScratchWriter
    private(set) var count = 0
    private var head: [UInt8] = []

    init(_ name: String, in folder: TemporaryFolder) throws(RowFileError) {
        writer = try ScratchWriter(name, in: folder)
    }

    func write(_ row: SheetRow, _ limit: inout WrittenLimit) throws(RowFileError) {
        count += 1
        head.removeAll(keepingCapacity: true)
        append(row.number)
        append(row.repeats)
        append(row.cells.count)
        append(row.bytes.count)
        for cell in row.cells {
            append(cell.column)
            append(cell.bounds.lowerBound)
            append(cell.bounds.upperBound)
        }
        try limit.spend(row.bytes.count + head.count)
        try writer.write(head[...])
        try writer.write(row.bytes[...])
    }

    func close() throws(RowFileError) { try writer.close() }

    /// Four bytes, the lowest first; no number here is larger.
    private func append(_ number: Int) {
        for shift in [0, 8, 16, 24] { head.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    func read(_ body: (SheetRow) throws(RowFileError) -> Void) throws(RowFileError) {
        let window = ByteWindow(try PlainByteStream(path: writer.path))
        var row = SheetRow()
        for _ in 0..<count {
            row.begin(try window.number())
            row.repeats = try window.number()
            let cellCount = try window.number()
            let byteCount = try window.number()
            var bounds: [(column: Int, Range<Int>)] = []
            for _ in 0..<cellCount {
                let column = try window.number()
                let start = try window.number()
                bounds.append((column, start..<(try window.number())))
            }
            row.bytes += try window.bytes(byteCount)
            for (column, bounds) in bounds { row.addCell(column, bounds) }
            try body(row)
        }
    }
}

/// The bytes of a file that was written a moment ago, some at a time.
private final class ByteWindow {
    private let stream: any ByteStream
    private var window: [UInt8] = []
    private var position = 0

    init(_ stream: any ByteStream) { self.stream = stream }

    func number() throws(RowFileError) -> Int {
        try bytes(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    func bytes(_ count: Int) throws(RowFileError) -> ArraySlice<UInt8> {
        if window.count - position < count {
            window.removeSubrange(..<position)
            position = 0
            while window.count < count {
                let chunk = try stream.next()
                guard !chunk.isEmpty else { throw .changedWhileRead(name: "a temporary file") }
                window += chunk
            }
        }
        defer { position += count }
        return window[position..<position + count]
    }
}

/// Writes rows as lines.
private final class TableWriter {
    private(set) var holdsLineBreaks = false
    private(set) var filledCells = SheetRemarks.Rows()
    private let writer: ScratchWriter
    private let width: Int
    private var limit: WrittenLimit
    private var line = 1
    private var text: [UInt8] = []
    /// Merged cells that begin farther down, the next one last.
    private var merges: [SheetRemarks.Merge]
    /// Those in which the lines are, by their columns, and the text of their first cells.
    private var open: [Int: (last: Int, text: [UInt8])] = [:]

    init(
        _ name: String,
        in folder: TemporaryFolder,
        _ remarks: SheetRemarks,
        _ limit: WrittenLimit
    ) throws(RowFileError) {
        writer = try ScratchWriter(name, in: folder)
        width = remarks.widest
        merges = remarks.merges.sorted { $0.rows.lowerBound > $1.rows.lowerBound }
        self.limit = limit
    }

    var path: String { writer.path }
    var byteCount: Int64 { writer.byteCount }

    func write(_ row: SheetRow) throws(RowFileError) {
        if row.number > line {
            let blank = [UInt8](repeating: lineFeed, count: row.number - line)
            try writer.write(blank[...])
            line = row.number
        }
        for _ in 0..<row.repeats {
            makeLine(row)
            try limit.spend(text.count)
            try writer.write(text[...])
            line += 1
        }
    }

    func close() throws(RowFileError) { try writer.close() }

    private func makeLine(_ row: SheetRow) {
        text.removeAll(keepingCapacity: true)
        var cells = row.cells[...]
        openMerges(row)
        for column in 0..<width {
            if column > 0 { text.append(UInt8(ascii: ",")) }
            if let cell = cells.first, cell.column == column {
                cells = cells.dropFirst()
                append(row.bytes[cell.bounds])
            } else if !open.isEmpty, let merged = open[column], merged.last >= line {
                append(merged.text[...])
                filledCells.add(line)
            } else if open.isEmpty, cells.isEmpty {
                text += Array(repeating: UInt8(ascii: ","), count: width - 1 - column)
                break
            }
        }
        text.append(lineFeed)
    }

    /// Opens the merged cells that begin in a line, and forgets those that have ended.
    private func openMerges(_ row: SheetRow) {
        if !open.isEmpty { open = open.filter { $0.value.last >= line } }
        while let merge = merges.last, merge.rows.lowerBound <= line {
            merges.removeLast()
            guard merge.rows.lowerBound == line,
                let cell = row.cells.first(where: { $0.column == merge.column })
            else { continue }
            open[merge.column] = (merge.rows.upperBound, Array(row.bytes[cell.bounds]))
        }
    }

    /// Appends a cell, in quotes where it needs them.
    private func append(_ cell: ArraySlice<UInt8>) {
        var needsQuotes = false
        for byte in cell {
            if byte == UInt8(ascii: ",") || byte == quoteMark { needsQuotes = true }
            if byte == SheetText.lineBreak { holdsLineBreaks = true }
        }
        // A blank at an end is kept, and so is a text of nothing else.
        guard needsQuotes else {
            text += cell
            return
        }
        text.append(quoteMark)
        for byte in cell {
            if byte == quoteMark { text.append(quoteMark) }
            text.append(byte)
        }
        text.append(quoteMark)
    }
}
