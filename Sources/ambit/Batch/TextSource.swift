import Importing

/// What voters ask by, where it is no place.
enum VoterText: String, Sendable {
    case address, postcode

    /// `an address`.
    var phrase: String { self == .address ? "an address" : "a postcode" }

    /// The option that asks by it.
    var option: String { "--" + rawValue }

    fileprivate var question: VoterColumns.Question { self == .address ? .address : .postcode }
}

/// A row with what is asked, and all that it says.
struct TextRow: Sendable {
    let text: String
    let values: [Value]
}

/// Addresses or postcodes in text: one a line, or in the columns of a table whose header names them.
/// An address may be in several columns: house number, street, town and postcode.
final class TextSource: FeedSource {
    var columns: [String] { table.columns }

    private let kind: VoterText
    private let table: InputTable
    private let parts: VoterColumns

    /// - Parameter column: The column to read; nil to find it by its name.
    /// - Throws: ``PlaceFileError`` or `RowFileError` when there is no text, or its columns do not tell
    ///   which of them is meant.
    init(_ bytes: ByteSource, _ kind: VoterText, column: String?) throws {
        self.kind = kind
        let name = bytes.name
        func bad(_ reason: String) -> PlaceFileError { .badFile(name: name, reason: reason) }
        let wanted = "give \(kind.phrase) a line, or a table with such a column"
        let start = try bytes.peek()
        guard !start.isEmpty else { throw bad("it is empty; \(wanted)") }
        let first = start.first { !" \t\r\n".utf8.contains($0) }
        guard first != UInt8(ascii: "{"), first != UInt8(ascii: "[") else { throw bad(wanted) }
        let table = try InputTable(bytes)
        self.table = table
        if let column {
            let named = try table.findHeader { cells, _ in cells.firstIndex(of: column) }
            guard let named else {
                throw bad(
                    "there is no column \"\(column.cut)\"; the first line has "
                        + (try table.firstCells).quoted
                )
            }
            parts = VoterColumns(column: named)
            return
        }
        switch try table.findHeader({ cells, _ in VoterColumns.find(kind.question, in: cells) }) {
        case .found(let columns)?:
            parts = columns
            sayColumns()
        case .ambiguous(let names)?:
            throw bad(
                "the \(kind.rawValue) may stand in any of the columns \(names.quoted); name "
                    + "the one that is meant with --column"
            )
        case nil:
            let isTable = try table.isTable
            guard !isTable else {
                throw bad(
                    "no column is known to hold \(kind.phrase); name it with --column. The first "
                        + "line has \((try table.firstCells).quoted)"
                )
            }
            table.readLines(as: kind.rawValue)
            parts = VoterColumns(column: 0)
        }
    }

    /// Says which columns of a table are read, and which are not: one that belongs to the address under a
    /// name that is not known would be missing without a word.
    private func sayColumns() {
        let read = Set(parts.columns)
        let names = table.columns.indices.filter { !read.contains($0) }.map { table.columns[$0] }
        guard !names.isEmpty else { return }
        StandardError.print(
            "The \(kind.rawValue) is read from \(read.sorted().map { table.columns[$0] }.quoted), and not from "
                + "\(names.quoted)."
        )
    }

    func next() throws -> TextRow? {
        var row = try table.next()
        // Exports of spreadsheets end in rows of nothing but marks.
        while let cells = row?.cells, cells.allSatisfy(\.trimmed.isEmpty) { row = try table.next() }
        guard let (line, cells) = row else { return nil }
        func bad(_ reason: String) -> PlaceFileError {
            .badRow(name: table.name, line: line, reason: reason)
        }
        let text = parts.text(of: cells)
        guard !text.isEmpty else { throw bad("there is not \(kind.phrase) in it") }
        guard text.count <= Vote.longestText else {
            throw bad(
                "\(kind.rawValue) has \(text.count) characters; at most \(Vote.longestText) are read"
            )
        }
        return TextRow(text: text, values: cells.map { .text($0) })
    }
}
