/// Text in rows, as people have it: in whatever encoding, with whatever divides its cells, and with
/// columns under a header or a text a line. It is looked at first and then read record by record.
package final class DelimitedText {
    /// A record, and the line at which it begins, from 1.
    package typealias Record = (line: Int, cells: [String])

    /// What is between cells, as ``findHeader(_:)`` has found it.
    package private(set) var delimiter: UInt8
    /// Records that begin up to this line have been dealt with.
    private(set) var lastLineAbove = 0
    /// Whether nothing has been met so far that ``nextBlock()`` leaves to ``next()``.
    var mayReadBlocks = true
    /// Whether all of the text has been looked at, so that it is UTF-8 by now.
    let isKnownUTF8: Bool
    /// How many NUL bytes a file has, which are left out of its cells; of a pipe nobody has looked.
    package let nulCount: Int
    private var sample: [UInt8]
    private let dialect: CSVDialect
    /// The sheet that the text was made of, where it was.
    private let sheet: SheetFile?
    let window: TextWindow
    private let stream: any ByteStream
    private var reader: CSVReader?
    private var record = RowCells()
    /// The quote that keeps the record from being read.
    private var unclosedQuote: UnclosedQuote?

    /// How much of a text is looked at.
    private static let sampleSize = 256 * 1024
    /// A header is looked for among so many records.
    private static let headerLimit = 20
    /// Stands in no text, so that each line is one cell.
    private static let lineDelimiter: UInt8 = 0x1F

    /// A file on disk, packed or not, which is read once to find its encoding.
    ///
    /// - Throws: ``RowFileError`` when it cannot be read, is empty, or is no text.
    package init(path: String) throws(RowFileError) {
        let input = SourceFile(path: path)
        let inspection = try FileInspection.inspectText(input)
        let beginning = try TextWindow(input, inspection)
        while beginning.bytes.count < Self.sampleSize, try beginning.fill() {}
        sample = beginning.bytes
        dialect = try CSVDialect.detect(in: sample, isWhole: beginning.isComplete)
        delimiter = dialect.delimiter.byte
        stream = try input.openStream(inspection.compression)
        window = TextWindow(stream, inspection)
        isKnownUTF8 = true
        nulCount = inspection.nulCount
        sheet = nil
    }

    /// A sheet of a workbook.
    ///
    /// - Throws: ``RowFileError`` when it cannot be read.
    package init(_ sheet: SheetFile) throws(RowFileError) {
        var input = SourceFile(path: sheet.path)
        input.name = sheet.name
        let inspection = FileInspection(byteCount: sheet.table.byteCount, sha256: "")
        let beginning = try TextWindow(input, inspection)
        while beginning.bytes.count < Self.sampleSize, try beginning.fill() {}
        sample = beginning.bytes
        dialect = try CSVDialect.detect(
            in: sample,
            isWhole: beginning.isComplete,
            delimiter: .comma
        )
        delimiter = dialect.delimiter.byte
        stream = try input.openStream(nil)
        window = TextWindow(stream, inspection)
        isKnownUTF8 = true
        nulCount = 0
        mayReadBlocks = !sheet.table.holdsLineBreaks
        self.sheet = sheet
    }

    /// A text as it arrives, such as on standard input, whose first bytes tell its encoding.
    ///
    /// - Parameters:
    ///   - name: What errors call it.
    ///   - nextChunk: The next bytes of the text; empty at its end.
    package init(
        _ name: String,
        _ nextChunk: @escaping () throws(RowFileError) -> [UInt8]
    ) throws(RowFileError) {
        var beginning = try nextChunk()
        // Whoever writes slowly has written half a header.
        while beginning.count < Self.sampleSize, !beginning.contains(lineFeed) {
            let more = try nextChunk()
            if more.isEmpty { break }
            beginning += more
        }
        let inspection = try FileInspection.inspect(beginningOf: name, beginning)
        stream = ChunkStream(beginning, nextChunk)
        window = TextWindow(stream, inspection)
        let first = TextWindow(ChunkStream(beginning) { () throws(RowFileError) in [] }, inspection)
        while try first.fill() {}
        sample = first.bytes
        dialect = try CSVDialect.detect(in: sample, isWhole: false)
        delimiter = dialect.delimiter.byte
        isKnownUTF8 = false
        nulCount = 0
        sheet = nil
    }

    /// How many bytes of the file on disk have been used so far.
    package var bytesRead: Int64 { stream.bytesRead }

    /// How many cells most records have, and what divides them, as it seems without a header.
    package var usualCellCount: Int { dialect.usualCellCount }
    /// `comma`, `semicolon`, `tab` or `pipe`.
    package var delimiterName: String { dialect.delimiter.rawValue }

    /// The first records, as it seems without a header.
    package func firstRecords() throws(RowFileError) -> [Record] {
        try records(dividedBy: dialect.delimiter.byte)
    }

    /// Finds the record that names the columns, below a title perhaps. What ``next()`` reads comes
    /// behind it.
    ///
    /// A header decides what divides cells where the rows do not: `17;12 Main St, Springfield` has two
    /// cells either way.
    ///
    /// - Parameter recognise: What a record's cells mean as a header, and whether it is the first of
    ///   the text; nil where they are none.
    /// - Returns: nil where none is a header; nothing was read then.
    package func findHeader<Header>(
        _ recognise: (_ cells: [String], _ isFirst: Bool) throws -> Header?
    ) throws -> Header? {
        var dialects: [(delimiter: UInt8, records: [Record])] = []
        let others =
            sheet == nil
            ? CSVDialect.Delimiter.allCases.filter { $0 != dialect.delimiter } : []
        for candidate in [dialect.delimiter] + others {
            dialects.append((candidate.byte, try records(dividedBy: candidate.byte)))
        }
        // A header has one cell when it is divided by something else.
        let byWidth = dialects.enumerated().sorted { left, right in
            let counts = (
                left.element.records.first?.cells.count ?? 0,
                right.element.records.first?.cells.count ?? 0
            )
            return counts.0 != counts.1 ? counts.0 > counts.1 : left.offset < right.offset
        }
        for (delimiter, records) in byWidth.map(\.element) {
            for (index, record) in records.enumerated()
            where sheet != nil || !Self.isDivided(record.cells, otherwiseThanBy: delimiter) {
                let cells = record.cells.map(Self.trimmed)
                guard let header = try recognise(cells, index == 0) else { continue }
                // Of one column each line is a cell, whatever stands in it.
                let isLines = cells.count == 1 && sheet == nil
                self.delimiter = isLines ? Self.lineDelimiter : delimiter
                lastLineAbove = record.line
                return header
            }
        }
        return nil
    }

    /// Reads each line as one cell from now on; to be called before the first ``next()``.
    package func readLines() {
        if sheet == nil { delimiter = Self.lineDelimiter }
        lastLineAbove = 0
    }

    /// The next record that is not an empty line.
    ///
    /// - Returns: nil at the end of the text. Cells are as they are written, white space and all.
    /// - Throws: ``RowFileError/badRecord(line:reason:)`` when a record cannot be read.
    package func next() throws(RowFileError) -> Record? {
        while true {
            guard try skipRecord() else { return nil }
            guard record.line > lastLineAbove else { continue }
            if let unclosedQuote {
                throw .badRecord(line: record.line, reason: unclosedQuote.reason)
            }
            return (record.line, try Self.cells(record))
        }
    }

    /// Reads a record, and makes nothing of it.
    ///
    /// - Returns: false at the end of the text.
    func skipRecord() throws(RowFileError) -> Bool {
        let reader = reader ?? CSVReader(window, delimiter: delimiter)
        self.reader = reader
        sample = []
        unclosedQuote = nil
        switch try reader.next(&record) {
        case .end: return false
        case .record: break
        case .unclosedQuote(let quote): unclosedQuote = quote
        }
        if let sheet, sheet.table.holdsLineBreaks {
            record.replaceBytes(SheetText.lineBreak, with: lineFeed)
        }
        return true
    }

    private static func cells(_ record: borrowing RowCells) throws(RowFileError) -> [String] {
        var cells: [String] = []
        cells.reserveCapacity(record.count)
        for index in 0..<record.count {
            guard let cell = String(validating: record.verbatimBytes(index), as: UTF8.self) else {
                let value = record.verbatim(index)
                let shown = value.count > 60 ? value.prefix(59) + "…" : value[...]
                throw .badRecord(
                    line: record.line,
                    reason:
                        "value \(index + 1) is \"\(shown)\", which is not UTF-8 as "
                        + "the text before it; give it as a file, or convert it first, such as with "
                        + "iconv -f windows-1252 -t utf-8"
                )
            }
            cells.append(cell)
        }
        return cells
    }

    private func records(dividedBy delimiter: UInt8) throws(RowFileError) -> [Record] {
        let reader = CSVReader(TextWindow(sample), delimiter: delimiter)
        var record = RowCells()
        var records: [Record] = []
        reading: while records.count < Self.headerLimit {
            switch try reader.next(&record) {
            case .end: break reading
            case .unclosedQuote: continue
            case .record where record.isBlank: continue
            case .record: records.append((record.line, try Self.cells(record)))
            }
        }
        return records
    }

    /// Whether cells hold what divides cells in other files: a comma alone may stand in a name.
    private static func isDivided(
        _ cells: [String],
        otherwiseThanBy delimiter: UInt8
    ) -> Bool {
        let marks = [UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")].filter {
            $0 != delimiter
        }
        return cells.contains { $0.utf8.contains(where: marks.contains) }
    }

    private static func trimmed(_ cell: String) -> String {
        var rest = cell[...]
        while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
        while rest.last?.isWhitespace == true { rest = rest.dropLast() }
        return String(rest)
    }
}
