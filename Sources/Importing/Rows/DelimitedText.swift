/// Comma-separated UTF-8 text read record by record as it arrives, such as standard input.
package final class DelimitedText {
    private let reader: CSVReader
    private var record = Row()

    /// - Parameter nextChunk: The next bytes of the text; empty at its end.
    package init(_ nextChunk: @escaping () -> [UInt8]) {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var isAtStart = true
        let window = TextWindow {
            let chunk = nextChunk()
            defer { isAtStart = false }
            return isAtStart && chunk.starts(with: byteOrderMark)
                ? Array(chunk.dropFirst(byteOrderMark.count)) : chunk
        }
        reader = CSVReader(window, delimiter: UInt8(ascii: ","))
    }

    /// The next record that is not an empty line, and the line at which it begins, from 1.
    ///
    /// - Returns: nil at the end of the text. Cells are as they are written, white space and all.
    /// - Throws: ``ImportError/badRecord(line:reason:)`` when a record cannot be read.
    package func next() throws(ImportError) -> (line: Int, cells: [String])? {
        guard try reader.next(&record) else { return nil }
        if let fault = record.fault { throw .badRecord(line: record.line, reason: fault.reason) }
        var cells: [String] = []
        cells.reserveCapacity(record.count)
        for index in 0..<record.count {
            guard let cell = String(validating: record.verbatimBytes(index), as: UTF8.self) else {
                throw .badRecord(
                    line: record.line,
                    reason:
                        "value \(index + 1) is \"\(record.verbatim(index))\", which is not UTF-8; "
                        + "convert the file first, such as with iconv -f windows-1252 -t utf-8"
                )
            }
            cells.append(cell)
        }
        return (record.line, cells)
    }
}
