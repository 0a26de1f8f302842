import Foundation

/// Texts of many rows, side by side in one piece of memory: a row costs no more than its bytes.
struct CellTable: Sendable {
    let columnCount: Int
    /// The cells' bytes. What is added belongs to the last cell, until ``endCell()`` ends it.
    var bytes: [UInt8] = []
    /// Where each cell ends, row by row.
    private(set) var ends: [Int] = []
    /// How many bytes stand between the end of a cell and the beginning of the next: none, or the one
    /// that divided them in the text that they come from.
    let gap: Int
    /// Whether a cell may hold what has to stand in quotes in CSV; true until ``seal()`` or whoever
    /// made the table has looked.
    var mayNeedQuotes = true

    init(columnCount: Int, gap: Int = 0) {
        self.columnCount = columnCount
        self.gap = gap
    }

    /// A table of a text in which nothing but one byte divides the cells, the last included.
    ///
    /// - Parameter ends: Where each cell ends.
    init(columnCount: Int, dividedBytes bytes: [UInt8], ends: [Int], mayNeedQuotes: Bool) {
        self.init(columnCount: columnCount, gap: 1)
        (self.bytes, self.ends, self.mayNeedQuotes) = (bytes, ends, mayNeedQuotes)
    }

    /// How many rows are whole.
    var rowCount: Int { columnCount == 0 ? 0 : ends.count / columnCount }

    /// Appends a cell as CSV has it.
    @inline(__always)
    func appendCSV(_ row: Int, _ column: Int, to output: inout [UInt8]) {
        let text = bytes.span.extracting(bounds(row, column))
        if mayNeedQuotes { CSVEncoder.append(text, to: &output) } else { output.append(text) }
    }

    /// A cell as text.
    func text(_ row: Int, _ column: Int) -> String {
        bytes.span.extracting(bounds(row, column)).withUnsafeBufferPointer {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @inline(__always)
    private func bounds(_ row: Int, _ column: Int) -> Range<Int> {
        let index = row * columnCount + column
        return (index == 0 ? 0 : ends[index - 1] + gap)..<ends[index]
    }

    /// Looks whether any cell needs quotes in CSV, which is told sooner of all than of each.
    mutating func seal() {
        guard gap == 0 else { return }
        mayNeedQuotes = bytes.withUnsafeBytes { bytes in
            CSVEncoder.quotedBytes.contains { byte in
                bytes.baseAddress.map { memchr($0, Int32(byte), bytes.count) != nil } ?? false
            }
        }
    }

    /// Ends a cell; what is written from now on is the next.
    mutating func endCell() {
        ends.append(bytes.count)
        if gap == 1 { bytes.append(0) }
    }

    /// Adds rows with as many columns and the same gap.
    mutating func append(_ other: CellTable) {
        append(bytes: other.bytes, ends: other.ends)
        mayNeedQuotes = mayNeedQuotes || other.mayNeedQuotes
    }

    /// Adds the cells of whole rows.
    ///
    /// - Parameter others: Where each ends in `more`.
    mutating func append(bytes more: [UInt8], ends others: [Int]) {
        let start = bytes.count
        bytes += more
        ends.append(contentsOf: others.lazy.map { start + $0 })
    }

    /// Makes room for so much in all.
    mutating func reserve(cells: Int, bytes byteCount: Int) {
        ends.reserveCapacity(cells)
        bytes.reserveCapacity(byteCount)
    }
}
