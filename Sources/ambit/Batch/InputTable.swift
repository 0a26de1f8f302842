import Importing
import RowFiles

/// A table, or text a line, out of a file or of standard input: each row with all its cells.
final class InputTable {
    let name: String
    /// What the columns are called, once a header was found or ``readLines(as:)`` was called.
    private(set) var columns: [String] = []

    private let bytes: ByteSource
    private let text: DelimitedText
    private let isFile: Bool

    /// - Throws: `RowFileError` when there is no text.
    init(_ bytes: ByteSource) throws {
        name = bytes.name
        self.bytes = bytes
        if let sheet = bytes.sheet {
            text = try DelimitedText(sheet)
            isFile = true
        } else if let path = bytes.path, bytes.totalByteCount != nil {
            text = try DelimitedText(path: path)
            isFile = true
            if text.nulCount > 0 {
                StandardError.print(
                    "\(name): \(counted(text.nulCount, "NUL bytes")) left out; no text holds any"
                )
            }
        } else {
            text = try DelimitedText(name) { () throws(RowFileError) in
                do { return try bytes.next() } catch let error as RowFileError {
                    throw error
                } catch {
                    throw RowFileError.unreadable(path: bytes.name, reason: "\(error)")
                }
            }
            isFile = false
        }
    }

    /// Finds the header: the first record that `recognise` makes something of, under any of the marks
    /// that divide cells.
    ///
    /// - Returns: nil where there is none.
    func findHeader<Header>(
        _ recognise: ([String], _ isFirst: Bool) throws -> Header?
    ) throws -> Header? {
        var names: [String] = []
        let header = try text.findHeader { cells, isFirst in
            names = cells
            return try recognise(cells, isFirst)
        }
        if header != nil { columns = names }
        return header
    }

    /// Gives the columns names of their own, where no record does.
    func nameColumns(_ names: [String]) { columns = names }

    /// Takes each line for one cell.
    func readLines(as column: String) {
        text.readLines()
        columns = [column]
    }

    /// The first record's cells, as they seem to be divided.
    var firstCells: [String] {
        get throws { try text.firstRecords().first?.cells.map(\.trimmed) ?? [] }
    }

    /// Whether the text is surely a table, which has a header that was not recognised: something else
    /// than commas divides it, or its first record holds no digit and is as wide as all that come
    /// behind it, which do.
    var isTable: Bool {
        get throws {
            guard text.usualCellCount > 1 else { return false }
            guard text.delimiterName == "comma" else { return true }
            let records = try text.firstRecords().map(\.cells)
            guard let first = records.first, first.count > 2, records.count > 1 else {
                return false
            }
            func holdsDigit(_ cells: [String]) -> Bool {
                cells.contains { $0.contains(where: \.isNumber) }
            }
            return !holdsDigit(first)
                && records.dropFirst().allSatisfy { $0.count == first.count && holdsDigit($0) }
        }
    }

    /// The next row; nil after the last.
    ///
    /// - Throws: ``PlaceFileError/badRow(name:line:reason:)`` for a row that cannot be used.
    func next() throws -> (line: Int, cells: [String])? {
        let record: DelimitedText.Record?
        do { record = try text.next() } catch {
            if case .badRecord(let line, let reason) = error {
                throw PlaceFileError.badRow(name: name, line: line, reason: reason)
            }
            throw error
        }
        if isFile { bytes.noteUse(of: Int(text.bytesRead)) }
        guard let record else { return nil }
        guard record.cells.count == columns.count else {
            throw Self.wrongCount(record.cells.count, of: columns.count, name, line: record.line)
        }
        return record
    }

    /// The next rows as they stand in the text; nil where the next one has to be read by ``next()``.
    func nextBlock() throws -> TextBlock? {
        let block = try text.nextBlock()
        if isFile { bytes.noteUse(of: Int(text.bytesRead)) }
        return block
    }

    /// Why a row is bad that has more or fewer cells than there are columns.
    static func wrongCount(
        _ count: Int,
        of columnCount: Int,
        _ name: String,
        line: Int
    ) -> PlaceFileError {
        .badRow(
            name: name,
            line: line,
            reason: "\(counted(count, "values")) for " + counted(columnCount, "columns")
        )
    }
}

extension StringProtocol {
    /// The text as errors quote it: the first 80 characters of a longer one.
    var cut: String { count > 80 ? String(prefix(79)) + "…" : String(self) }
}

extension [String] {
    /// The names as errors list them: each in quotes, the first twenty.
    var quoted: String {
        let limit = 20
        return prefix(limit).map { "\"\($0.cut)\"" }.joined(separator: ", ")
            + (count > limit ? " and \(grouped(count - limit)) more" : "")
    }
}
