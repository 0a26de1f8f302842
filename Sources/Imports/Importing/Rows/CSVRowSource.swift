internal import RowFiles

/// The rows of a delimited file under the columns that its header names.
final class CSVRowSource: RowSource {
    let columns: [String]
    let titles: [String]
    private(set) var blankRows = 0
    private let reader: CSVReader
    private let window: TextWindow
    private let stream: any ByteStream
    private let usualCellCount: Int
    private var rowNumber = 0
    private var headerNotes: [ImportNote] = []
    private var oddLines: [Int] = []
    private var oddCount = 0
    private let repeatedHeader: Set<[String]>
    private var pageCount = 0
    private var pageLines: [Int] = []
    private var shortCount = 0
    private var shortLines: [Int] = []

    var bytesRead: Int64 { stream.bytesRead }

    /// - Throws: ``ImportError/noHeader(name:firstLine:)`` when the first row names no columns.
    init(
        _ input: SourceFile,
        _ inspection: FileInspection,
        layout: TableLayout
    ) throws(ImportError) {
        stream = try importing(input.openStream(inspection.compression))
        window = TextWindow(stream, inspection)
        reader = CSVReader(window, delimiter: layout.dialect.delimiter.byte)
        usualCellCount = layout.dialect.usualCellCount
        let header = try Self.readHeader(reader, layout, name: input.name)
        columns = header.columns
        titles = header.titles
        headerNotes = header.notes
        repeatedHeader = layout.header?.repeated ?? []
    }

    func next(_ row: inout Row) throws(ImportError) -> Bool {
        while try reader.next(&row) {
            if row.fault == nil, row.isBlank {
                blankRows += 1
                continue
            }
            if row.fault == nil, repeatsHeader(row) {
                note(row.line, &pageCount, &pageLines)
                continue
            }
            rowNumber += 1
            row.number = rowNumber
            if row.fault == nil { checkCellCount(&row) }
            if row.oddity == .textAfterQuote { note(row.line, &oddCount, &oddLines) }
            if row.oddity == .missingLastCells { note(row.line, &shortCount, &shortLines) }
            return true
        }
        return false
    }

    /// Whether a row is the header again, or a title above it, as on the pages of a report.
    private func repeatsHeader(_ row: borrowing Row) -> Bool {
        // Of most rows the first filled cell tells.
        guard let first = (0..<row.count).first(where: { !row.bounds($0).isEmpty }),
            let text = row.text(first),
            repeatedHeader.contains(where: { first < $0.count && $0[first] == text })
        else { return false }
        var cells = (0..<row.count).map { row.text($0) ?? "" }
        while cells.count > 1, cells.last?.isEmpty == true { cells.removeLast() }
        return repeatedHeader.contains(cells)
    }

    private func note(_ line: Int, _ count: inout Int, _ lines: inout [Int]) {
        count += 1
        if lines.count < 5 { lines.append(line) }
    }

    private func checkCellCount(_ row: inout Row) {
        let wanted = columns.count
        if row.count == wanted { return }
        if row.count > wanted {
            if row.isBlank(from: wanted) { return }
            row.fault = RowFault(
                cause: .wrongCellCount,
                value: row.verbatim(wanted),
                reason: Finding(
                    .tooManyValues,
                    ["values": .number(row.count), "columns": .number(wanted)]
                )
            )
        } else if row.count == usualCellCount {
            row.oddity = .missingLastCells
        } else if window.isComplete, window.position == window.bytes.count {
            row.fault = RowFault(
                cause: .cutOff,
                reason: Finding(
                    .fileEndsInRow,
                    ["values": .number(row.count), "columns": .number(wanted)]
                )
            )
        } else {
            row.fault = RowFault(
                cause: .wrongCellCount,
                reason: Finding(
                    .otherValueCount,
                    ["values": .number(row.count), "columns": .number(wanted)]
                )
            )
        }
    }

    var notes: [ImportNote] {
        var notes = headerNotes
        if oddCount > 0 {
            notes.append(
                ImportNote(
                    .warning,
                    Finding(.textBehindQuote, ["rows": .count(oddCount)]),
                    lines: oddLines
                )
            )
        }
        if pageCount > 0 {
            notes.append(
                ImportNote(
                    .note,
                    Finding(.repeatedHeaders, ["lines": .count(pageCount)]),
                    lines: pageLines
                )
            )
        }
        if shortCount > 0 {
            let missing = Array(columns.dropFirst(usualCellCount))
            notes.append(
                ImportNote(
                    .warning,
                    Finding(
                        .missingLastValues,
                        [
                            "columns": .number(columns.count), "values": .number(usualCellCount),
                            "rows": .count(shortCount), "missing": .texts(missing),
                        ]
                    ),
                    lines: shortLines
                )
            )
        }
        return notes
    }

    private typealias Header = (columns: [String], notes: [ImportNote], titles: [String])

    /// So many lines above the columns' names are kept, and so much of each, in characters.
    private static let titleLimit = (lines: 5, characters: 300)

    /// The columns' names, of the records in which ``HeaderFinder`` has found them.
    private static func readHeader(
        _ reader: CSVReader,
        _ layout: TableLayout,
        name: String
    ) throws(ImportError) -> Header {
        guard let header = layout.header else {
            if let line = layout.namedHeaderLine {
                throw .badHeaderLine(
                    name: name,
                    line: line,
                    reason: "no row of cells begins in this line"
                )
            }
            return try firstRecord(reader, layout, name: name)
        }
        var record = Row()
        var skipped: [Int] = []
        var titles: [String] = []
        while try reader.next(&record) {
            guard record.line >= header.lines.last ?? 0 else {
                if record.fault != nil || !record.isBlank, !header.lines.contains(record.line),
                    record.line > layout.skippedLines
                {
                    skipped.append(record.line)
                    if titles.count < titleLimit.lines { titles.append(title(record)) }
                }
                continue
            }
            guard header.names.count <= columnLimit else {
                throw .tooManyColumns(
                    name: name,
                    columns: header.names.count,
                    limit: columnLimit
                )
            }
            // Cells behind the last name are columns without one.
            let missing = max(0, record.count - header.names.count)
            let cells = header.names + Array(repeating: "", count: missing)
            var (columns, notes) = named(cells, line: record.line)
            if !skipped.isEmpty {
                notes.append(
                    ImportNote(
                        .note,
                        Finding(.titlesPassedOver),
                        lines: Array(skipped.prefix(5))
                    )
                )
            }
            if header.lines.count > 1 {
                notes.append(
                    ImportNote(.note, Finding(.twoHeaderLines), lines: header.lines)
                )
            }
            return (columns, notes, titles)
        }
        throw .file(.empty(name: name))
    }

    /// The cells of a line that stands above the columns' names, in one text.
    private static func title(_ record: borrowing Row) -> String {
        let cells = (0..<record.count).compactMap { record.text($0) }
        return String(cells.joined(separator: ", ").prefix(titleLimit.characters))
    }

    /// The names of a file in which no line looks like a header: the first record, where it is one of
    /// GeoNames' files, which have none.
    private static func firstRecord(
        _ reader: CSVReader,
        _ layout: TableLayout,
        name: String
    ) throws(ImportError) -> Header {
        var record = Row()
        while try reader.next(&record) {
            if record.line <= layout.skippedLines { continue }
            if record.fault == nil, record.isBlank { continue }
            let cells = (0..<record.count).map { record.text($0) ?? "" }
            guard record.fault == nil, PostcodeCollector.isGeoNames(cells) else {
                let line = cells.prefix(8).joined(separator: ", ")
                throw .noHeader(name: name, firstLine: String(line.prefix(80)))
            }
            let (columns, notes) = named(cells, line: record.line)
            return (columns, notes, [])
        }
        throw .file(.empty(name: name))
    }

    /// How many columns a file may have: no list of stations or messages comes near.
    static let columnLimit = 2000

    /// Gives each column a name of its own.
    private static func named(_ cells: [String], line: Int) -> ([String], [ImportNote]) {
        var columns: [String] = []
        var seen: [String: Int] = [:]
        var repeated: [String] = []
        for (index, cell) in cells.enumerated() {
            let base = cell.isEmpty ? "column \(index + 1)" : cell
            let times = (seen[base] ?? 0) + 1
            seen[base] = times
            if times > 1 { repeated.append(base) }
            var name = times == 1 ? base : "\(base) (\(times))"
            while columns.contains(name) { name += "'" }
            columns.append(name)
        }
        var findings: [Finding] = []
        if let first = repeated.first {
            findings.append(
                Finding(.repeatedColumns, ["columns": .texts(repeated), "example": .text(first)])
            )
        }
        let nameless = cells.indices.filter { cells[$0].isEmpty }.map { columns[$0] }
        if let first = nameless.first {
            let shown = Finding.list(Array(nameless.prefix(10)), more: max(0, nameless.count - 10))
            findings.append(
                Finding(.namelessColumns, ["columns": shown, "example": .text(first)])
            )
        }
        return (columns, findings.map { ImportNote(.warning, $0, lines: [line]) })
    }
}
