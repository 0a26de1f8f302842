/// Splits delimited text (RFC 4180) into records, on bytes.
///
/// - Cells may be enclosed in quotes; within them delimiters and line ends are text and a doubled
///   quote is one quote.
/// - CR, LF and CRLF each end a record, and may be mixed.
/// - A quote inside a cell that doesn't begin with one is text. Text behind a closing quote makes
///   the whole cell literal: `"The Mobile" Hall`.
/// - A quote that is never closed costs the record that it stands in and no other: reading goes on
///   in the next line.
package final class CSVReader {
    private let window: TextWindow
    private let delimiter: UInt8

    /// The longest record; a quote that is not closed within it, lines below, is taken for unclosed.
    package static let recordLimit = 8 << 20

    /// - Parameters:
    ///   - window: The text, which is read from where the window stands.
    ///   - delimiter: The byte between cells.
    package init(_ window: TextWindow, delimiter: UInt8) {
        self.window = window
        self.delimiter = delimiter
    }

    /// Reads the next record that is not an empty line.
    ///
    /// - Throws: ``RowFileError/longRow(line:limitBytes:)``, ``RowFileError/longQuote(line:limitBytes:)``, or
    ///   what the window's chunks throw.
    /// - Complexity: O(length of the record), amortised.
    package func next(_ record: inout RowCells) throws(RowFileError) -> Next {
        while true {
            record.begin(line: window.line)
            switch parse(window.bytes, from: window.position, into: &record) {
            case .record(let end, let lineEnds):
                guard end - window.position <= Self.recordLimit else { throw tooLong }
                // An empty line is no record, but for its line number.
                let isEmptyLine = record.count == 1 && record.isBlank
                window.advance(to: end, lineEnds: lineEnds)
                if isEmptyLine { continue }
                return .record
            case .unclosedQuote(let opening):
                return .unclosedQuote(passLine(ofQuoteAt: opening))
            case .longQuote(let opening):
                throw .longQuote(
                    line: window.line + window.lineEnds(upTo: opening),
                    limitBytes: Self.recordLimit
                )
            case .cut:
                // Whether a quote that is opened late is ever closed is seen so much farther on.
                guard window.bytes.count - window.position <= 2 * Self.recordLimit else {
                    throw tooLong
                }
                if try !window.fill(), window.position == window.bytes.count { return .end }
            }
        }
    }

    private var tooLong: RowFileError {
        .longRow(line: window.line, limitBytes: Self.recordLimit)
    }

    /// What comes next in a text.
    package enum Next {
        /// A record.
        case record
        /// A line that is passed over, for a quote in it is never closed.
        case unclosedQuote(UnclosedQuote)
        /// The end of the text.
        case end
    }

    private enum Outcome {
        /// A record that ends before an index, past that many line ends.
        case record(end: Int, lineEnds: Int)
        /// A quote stands at an index and is not closed where it should be.
        case unclosedQuote(Int)
        /// A quote stands at an index, and more than a record may hold follows on its line.
        case longQuote(Int)
        /// The window ends before the record does.
        case cut
    }

    private func parse(_ text: [UInt8], from start: Int, into record: inout RowCells) -> Outcome {
        let bytes = text.span
        let (count, isComplete, delimiter) = (bytes.count, window.isComplete, delimiter)
        @inline(__always)
        func isEnd(_ byte: UInt8) -> Bool {
            byte == delimiter || byte == lineFeed || byte == carriageReturn
        }
        guard start < count else { return .cut }
        var index = start
        var lineEnds = 0
        while true {
            let cellStart = index
            if index < count, bytes[index] == quoteMark {
                let lineEndsBefore = lineEnds
                let cell = quotedCell(bytes, from: index, into: &record, lineEnds: &lineEnds)
                let end = if case .closed(let next) = cell { next } else { count }
                if end - index > Self.recordLimit {
                    // Reading goes on in the next line, if there is one.
                    return lineEnds > lineEndsBefore ? .unclosedQuote(index) : .longQuote(index)
                }
                guard case .closed = cell else { return isComplete ? .unclosedQuote(index) : .cut }
                index = end
                while index < count, bytes[index] == 0x20 { index += 1 }
                if index < count, !isEnd(bytes[index]) {
                    // A closing quote with text behind it, lines below the opening one, closed
                    // nothing: it opens another cell, and the first quote was never closed.
                    guard lineEnds == lineEndsBefore else { return .unclosedQuote(cellStart) }
                    record.dropCell()
                    record.hasTextAfterQuote = true
                    while index < count, !isEnd(bytes[index]) { index += 1 }
                    record.append(bytes.extracting(cellStart..<index))
                }
            } else {
                while index < count, !isEnd(bytes[index]) { index += 1 }
                record.append(bytes.extracting(cellStart..<index))
            }
            guard index < count else {
                guard isComplete else { return .cut }
                record.endCell()
                return .record(end: index, lineEnds: lineEnds)
            }
            record.endCell()
            if bytes[index] == delimiter {
                index += 1
                continue
            }
            if bytes[index] == carriageReturn {
                if index + 1 == count, !isComplete { return .cut }
                if index + 1 < count, bytes[index + 1] == lineFeed { index += 1 }
            }
            return .record(end: index + 1, lineEnds: lineEnds + 1)
        }
    }

    private enum QuotedOutcome {
        /// The cell's closing quote lies just before an index.
        case closed(next: Int)
        /// The window ends first.
        case cut
    }

    private func quotedCell(
        _ bytes: Span<UInt8>,
        from opening: Int,
        into record: inout RowCells,
        lineEnds: inout Int
    ) -> QuotedOutcome {
        let count = bytes.count
        var index = opening + 1
        var segment = index
        while index < count {
            let byte = bytes[index]
            if byte == quoteMark {
                guard index + 1 < count else {
                    guard window.isComplete else { return .cut }
                    record.append(bytes.extracting(segment..<index))
                    return .closed(next: index + 1)
                }
                record.append(bytes.extracting(segment..<index))
                guard bytes[index + 1] == quoteMark else { return .closed(next: index + 1) }
                // A doubled quote: the second one begins the next segment.
                segment = index + 1
                index += 2
                continue
            }
            if byte == carriageReturn
                || byte == lineFeed && bytes[index - 1] != carriageReturn
            {
                lineEnds += 1
            }
            index += 1
        }
        return .cut
    }

    /// Passes over what lies up to the end of the line in which a quote is opened.
    private func passLine(ofQuoteAt opening: Int) -> UnclosedQuote {
        let line = window.line + window.lineEnds(upTo: opening)
        let start = window.position
        var offset = opening - start
        // The line's end may lie outside the window only when the window is complete.
        while start + offset < window.bytes.count, !isLineEnd(window.bytes[start + offset]) {
            offset += 1
        }
        var end = start + offset
        if end < window.bytes.count {
            let isPair =
                window.bytes[end] == carriageReturn && end + 1 < window.bytes.count
                && window.bytes[end + 1] == lineFeed
            end += isPair ? 2 : 1
        }
        let excerpt = window.bytes[opening..<min(opening + 40, start + offset)]
        let isLong = window.bytes.count - opening > Self.recordLimit
        window.advance(to: end)
        return UnclosedQuote(
            line: line,
            excerpt: String(decoding: excerpt, as: UTF8.self),
            isTooLong: isLong
        )
    }

    private func isLineEnd(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }
}

/// A quote that is opened and not closed where it should be.
package struct UnclosedQuote: Sendable, Hashable {
    /// The line in which it is opened, from 1.
    package let line: Int
    /// The beginning of what stands behind it on its line, the quote included.
    package let excerpt: String
    /// Whether it is not closed within ``CSVReader/recordLimit``.
    package let isTooLong: Bool

    /// What is wrong and how to mend it, in English.
    package var reason: String {
        isTooLong
            ? Self.tooLong(line: "\(line)", megabytes: "\(CSVReader.recordLimit >> 20)")
            : Self.neverClosed(line: "\(line)")
    }

    /// The sentence about a quote that is never closed.
    package static func neverClosed(line: String) -> String {
        """
        a quote is opened in line \(line) and never closed; close it, or double it ("") \
        where it is part of the text
        """
    }

    /// The sentence about one that is not closed within the longest row.
    package static func tooLong(line: String, megabytes: String) -> String {
        """
        a quote is opened in line \(line) and not closed within \(megabytes) MB, the longest \
        that a row may be; close it, or double it ("") where it is part of the text
        """
    }
}
