internal import Foundation

/// Whole records of a text as they stand in it, to be taken apart on any thread.
///
/// Each ends in LF or CRLF. A cell is in quotes from its first byte to its last, or has none that matter
/// to anybody: whatever is odd is left to ``DelimitedText/next()``.
package struct TextBlock: Sendable {
    /// Records of UTF-8.
    package let bytes: [UInt8]
    /// The line at which the first record begins, from 1.
    package let line: Int
    /// How many lines there are.
    package let lineCount: Int
    /// What stands between cells.
    package let delimiter: UInt8
    /// Whether a quote stands anywhere.
    package let holdsQuotes: Bool

    /// The longest block. Short ones keep all cores busy and memory small.
    package static let byteLimit = 128 * 1024
}

extension DelimitedText {
    /// The next records that lie whole in what was read, and at least one; more is read only where
    /// there is none.
    ///
    /// - Returns: nil where the next record has to be read by ``next()``: at the end of the text, and
    ///   from the first record on that is written in an unusual way.
    package func nextBlock() throws(RowFileError) -> TextBlock? {
        guard mayReadBlocks else { return nil }
        // What stands above the rows.
        while window.line <= lastLineAbove {
            guard try skipRecord() else { return nil }
        }
        var limit = TextBlock.byteLimit
        while true {
            let start = window.position
            let end = min(window.bytes.count, start + limit)
            let found = BlockEnd.find(in: window.bytes, start..<end, delimiter: delimiter)
            if case .at(let end, let lineCount, let holdsQuotes) = found {
                let bytes = Array(window.bytes[start..<end])
                guard isKnownUTF8 || Self.isUTF8(bytes) else { break }
                let block = TextBlock(
                    bytes: bytes,
                    line: window.line,
                    lineCount: lineCount,
                    delimiter: delimiter,
                    holdsQuotes: holdsQuotes
                )
                window.advance(to: end, lineEnds: lineCount)
                return block
            }
            guard case .none = found, limit <= Self.longestBlockRecord else { break }
            if end < window.bytes.count {
                limit *= 2
            } else {
                guard try window.fill() else { break }
                limit = max(limit, TextBlock.byteLimit)
            }
        }
        mayReadBlocks = false
        return nil
    }

    /// A record that is longer is read by ``next()``.
    private static let longestBlockRecord = 1 << 20

    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        var validator = UTF8Validator()
        return validator.isValid(bytes) && validator.isComplete
    }
}

/// Where the last record ends that lies whole in a piece of a text.
private enum BlockEnd {
    /// Before an index, past so many lines.
    case at(Int, lineCount: Int, holdsQuotes: Bool)
    /// No record is whole.
    case none
    /// Something stands there that a block cannot hold.
    case odd

    static func find(in text: [UInt8], _ range: Range<Int>, delimiter: UInt8) -> BlockEnd {
        guard !range.isEmpty else { return .none }
        return text.withUnsafeBufferPointer { text -> BlockEnd in
            let piece = UnsafeBufferPointer(rebasing: text[range])
            guard let base = piece.baseAddress else { return .none }
            let end: Int
            let holdsQuotes = memchr(base, Int32(quoteMark), piece.count) != nil
            if !holdsQuotes {
                guard let last = piece.lastIndex(of: lineFeed) else {
                    return hasLoneReturn(piece, upTo: piece.count - 1) ? .odd : .none
                }
                end = last + 1
            } else {
                switch lastEnd(amidQuotes: piece, delimiter) {
                case nil: return .odd
                case 0?: return .none
                case let last?: end = last
                }
            }
            guard !hasLoneReturn(piece, upTo: end) else { return .odd }
            return .at(
                range.lowerBound + end,
                lineCount: count(lineFeed, piece, upTo: end),
                holdsQuotes: holdsQuotes
            )
        }
    }

    /// Where the last whole record ends; 0 where none is whole, nil where a quote stands where none
    /// should.
    private static func lastEnd(
        amidQuotes text: UnsafeBufferPointer<UInt8>,
        _ delimiter: UInt8
    ) -> Int? {
        var (index, end, isCellStart) = (0, 0, true)
        while index < text.count {
            let byte = text[index]
            if isCellStart, byte == quoteMark {
                guard let next = closing(text, after: index) else { return end }
                index = next
                guard index < text.count else { return end }
                let follower = text[index]
                guard follower == delimiter || follower == lineFeed || follower == carriageReturn
                else { return nil }
                isCellStart = false
                continue
            }
            index += 1
            isCellStart = byte == delimiter || byte == lineFeed
            if byte == lineFeed { end = index }
        }
        return end
    }

    /// The index behind the quote that closes the one at an index; nil where none does.
    private static func closing(
        _ text: UnsafeBufferPointer<UInt8>,
        after opening: Int
    ) -> Int? {
        var index = opening + 1
        while index < text.count {
            guard text[index] == quoteMark else {
                index += 1
                continue
            }
            guard index + 1 < text.count else { return nil }
            guard text[index + 1] == quoteMark else { return index + 1 }
            index += 2
        }
        return nil
    }

    /// Whether a CR stands there that no LF follows.
    private static func hasLoneReturn(
        _ text: UnsafeBufferPointer<UInt8>,
        upTo end: Int
    ) -> Bool {
        var isLone = false
        visit(carriageReturn, text, upTo: end) { index in
            isLone = index + 1 == text.count || text[index + 1] != lineFeed
            return !isLone
        }
        return isLone
    }

    private static func count(
        _ byte: UInt8,
        _ text: UnsafeBufferPointer<UInt8>,
        upTo end: Int
    ) -> Int {
        var count = 0
        visit(byte, text, upTo: end) { _ in
            count += 1
            return true
        }
        return count
    }

    /// Tells where a byte stands, as long as `visit` wants to know.
    private static func visit(
        _ byte: UInt8,
        _ text: UnsafeBufferPointer<UInt8>,
        upTo end: Int,
        _ visit: (Int) -> Bool
    ) {
        guard let base = text.baseAddress else { return }
        var index = 0
        while index < end, let found = memchr(base + index, Int32(byte), end - index) {
            index = found - UnsafeMutableRawPointer(mutating: base)
            guard visit(index) else { return }
            index += 1
        }
    }
}
