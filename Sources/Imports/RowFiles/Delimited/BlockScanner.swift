/// Takes a ``TextBlock`` apart, record by record.
package struct BlockScanner {
    /// Where a cell lies in the block.
    package struct Cell {
        /// Without the quotes around it.
        package let bounds: Range<Int>
        /// Whether quotes stand around it.
        package let isQuoted: Bool
        /// Whether each quote in it is doubled, as there is one.
        package let isDoubled: Bool
    }

    /// The cells of the record that was read last.
    package private(set) var cells: [Cell] = []
    /// The line at which it begins, from 1.
    package private(set) var line: Int
    /// Its number among the block's records, from 1.
    package private(set) var number = 0
    /// Whether any of its cells is in quotes.
    package private(set) var holdsQuotes = false

    private let delimiter: UInt8
    private let marks: CellMarks
    private var index = 0
    private var nextLine: Int

    /// - Parameter block: What is taken apart, from its beginning.
    package init(_ block: TextBlock) {
        delimiter = block.delimiter
        marks = CellMarks(delimiter: block.delimiter)
        line = block.line
        nextLine = block.line
    }

    /// Reads the next record that is not an empty line.
    ///
    /// - Parameter text: The block's bytes.
    /// - Returns: false behind the last.
    package mutating func next(in text: Span<UInt8>) -> Bool {
        while index < text.count {
            readRecord(text)
            guard cells.count == 1, isBlank(text, cells[0].bounds) else {
                number += 1
                return true
            }
        }
        return false
    }

    private mutating func readRecord(_ text: Span<UInt8>) {
        line = nextLine
        cells.removeAll(keepingCapacity: true)
        holdsQuotes = false
        while index < text.count {
            if text[index] == quoteMark {
                readQuoted(text)
            } else {
                let start = index
                index = marks.next(in: text, from: index)
                let endsRecord = index == text.count || text[index] == lineFeed
                let hasReturn = endsRecord && index > start && text[index - 1] == carriageReturn
                cells.append(
                    Cell(
                        bounds: start..<(hasReturn ? index - 1 : index),
                        isQuoted: false,
                        isDoubled: false
                    )
                )
            }
            // On what ended the cell.
            if index < text.count, text[index] == carriageReturn { index += 1 }
            guard index < text.count, text[index] == delimiter else {
                index += 1
                nextLine += 1
                return
            }
            index += 1
        }
    }

    private mutating func readQuoted(_ text: Span<UInt8>) {
        let start = index + 1
        var isDoubled = false
        index = start
        while index < text.count {
            if text[index] == quoteMark {
                guard index + 1 < text.count, text[index + 1] == quoteMark else { break }
                isDoubled = true
                index += 1
            } else if text[index] == lineFeed {
                nextLine += 1
            }
            index += 1
        }
        holdsQuotes = true
        cells.append(Cell(bounds: start..<index, isQuoted: true, isDoubled: isDoubled))
        index += 1
    }

    private func isBlank(_ text: Span<UInt8>, _ bounds: Range<Int>) -> Bool {
        for index in bounds where text[index] != 0x20 && !(9...13 ~= text[index]) { return false }
        return true
    }

    /// Appends a cell as it is meant, without the quotes about it and in it.
    package func append(_ cell: Cell, of text: Span<UInt8>, to bytes: inout [UInt8]) {
        guard cell.isDoubled else {
            text.extracting(cell.bounds).withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
            return
        }
        var index = cell.bounds.lowerBound
        while index < cell.bounds.upperBound {
            bytes.append(text[index])
            index += text[index] == quoteMark ? 2 : 1
        }
    }

    /// The cells' texts.
    package func texts(of text: Span<UInt8>) -> [String] {
        cells.map { cell in
            var bytes: [UInt8] = []
            append(cell, of: text, to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}

/// Finds where a cell without quotes ends, a word of eight bytes at a time.
///
/// Source: "Determine if a word has a zero byte", S. E. Anderson, "Bit Twiddling Hacks". The lowest of the
/// bytes that it finds is always one.
private struct CellMarks {
    private let delimiter: UInt8
    private let delimiters: UInt64
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080
    private static let lineFeeds = ones &* UInt64(lineFeed)

    init(delimiter: UInt8) {
        self.delimiter = delimiter
        delimiters = Self.ones &* UInt64(delimiter)
    }

    /// The first index from `start` on at which a delimiter or LF stands, or that of the end.
    @inline(__always)
    func next(in text: Span<UInt8>, from start: Int) -> Int {
        var index = start
        let bytes = text.bytes
        while index + 8 <= text.count {
            let word = UInt64(
                littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            )
            let marks = Self.zeros(word ^ delimiters) | Self.zeros(word ^ Self.lineFeeds)
            if marks != 0 { return index + marks.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < text.count, text[index] != delimiter, text[index] != lineFeed { index += 1 }
        return index
    }

    /// Sets the top bit of each byte that is zero, and perhaps of some above the lowest of these.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & tops }
}
