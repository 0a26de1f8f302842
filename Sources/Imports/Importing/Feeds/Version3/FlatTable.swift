internal import RowFiles

/// The rows of a text file of a feed, under the columns that its first line names.
final class FlatTable {
    /// The columns in small letters, as the specification writes them.
    let columns: [String]
    /// How the file was read.
    let encoding: TextEncoding
    /// The first line that is not UTF-8, of a file in another encoding.
    let firstForeignLine: Int?
    private let rows: CSVRowSource
    private var row = Row()

    /// A row that can be read.
    struct Record {
        let line: Int
        /// The texts by their columns; none where nothing stands in the cell.
        let cells: [(column: String, text: String)]

        subscript(column: String) -> String? { cells.first { $0.column == column }?.text }
    }

    /// - Returns: nil for a file in which nothing stands.
    init?(_ part: FlatFeedFiles.Part) throws(ImportError) {
        let input = SourceFile(name: part.name, path: part.path)
        let inspection: FileInspection
        do throws(RowFileError) { inspection = try FileInspection.inspect(input) { _ in } } catch {
            if case .empty = error { return nil }
            throw ImportError(error)
        }
        let window = try importing(TextWindow(input, inspection))
        while window.bytes.count < Self.sampleSize, try importing(window.fill()) {}
        let layout = try TableLayout.detect(
            in: window.bytes,
            isWhole: window.isComplete,
            delimiter: Self.delimiter(window.bytes),
            headerLine: 1
        )
        do throws(ImportError) {
            rows = try CSVRowSource(input, inspection, layout: layout)
        } catch {
            switch error {
            case .badHeaderLine, .noHeader:
                throw .badFeed(
                    name: part.name,
                    reason: "its first line names no columns; export it again"
                )
            case .file(.empty): return nil
            default: throw error
            }
        }
        columns = rows.columns.map { header in
            header.lowercased().split { $0 == " " || $0 == "-" || $0 == "_" }.joined(separator: "_")
        }
        encoding = inspection.encoding
        firstForeignLine = inspection.firstForeignLine
    }

    private static let sampleSize = 64 << 10

    /// What divides the first line: a comma, as the specification asks, or what else stands in it most
    /// often.
    private static func delimiter(_ text: [UInt8]) -> CSVDialect.Delimiter {
        let line = text.prefix { $0 != lineFeed && $0 != carriageReturn }
        func count(_ delimiter: CSVDialect.Delimiter) -> Int { line.count { $0 == delimiter.byte } }
        return CSVDialect.Delimiter.allCases.reduce(.comma) { count($1) > count($0) ? $1 : $0 }
    }

    /// What became of a row.
    enum Outcome {
        case record(Record)
        case fault(line: Int, reason: Finding)
    }

    /// The next row; nil behind the last.
    func next() throws(ImportError) -> Outcome? {
        guard try rows.next(&row) else { return nil }
        if let fault = row.fault { return .fault(line: row.line, reason: fault.reason) }
        var cells: [(column: String, text: String)] = []
        for (index, column) in columns.enumerated() {
            if let text = row.text(index) { cells.append((column, text)) }
        }
        return .record(Record(line: row.line, cells: cells))
    }
}
