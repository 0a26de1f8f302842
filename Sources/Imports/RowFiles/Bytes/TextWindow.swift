/// A file's text as UTF-8, of which a reader sees a window that slides forward.
///
/// A reader looks at ``bytes`` from ``position`` on, asks for more with ``fill()`` when what it
/// looks at is cut, and gives back what it is done with by moving on.
package final class TextWindow {
    private let nextChunk: () throws(RowFileError) -> [UInt8]
    /// What can be seen. Valid UTF-8, but for a character that may be cut at the end.
    package private(set) var bytes: [UInt8] = []
    /// Where the reader stands in ``bytes``.
    package private(set) var position = 0
    /// Whether the end of ``bytes`` is the end of the text.
    package private(set) var isComplete = false
    /// The line, from 1, in which the reader stands; CR, LF and CRLF each end one.
    package private(set) var line = 1

    /// A window on chunks of UTF-8; an empty chunk ends the text.
    package init(_ nextChunk: @escaping () throws(RowFileError) -> [UInt8]) {
        self.nextChunk = nextChunk
    }

    /// A window on a text in memory.
    package convenience init(_ text: [UInt8]) {
        var rest = text
        self.init {
            defer { rest = [] }
            return rest
        }
    }

    /// A window on a file.
    package convenience init(_ input: SourceFile, _ inspection: FileInspection) throws(RowFileError)
    {
        let stream = try input.openStream(inspection.compression)
        self.init(stream, inspection)
    }

    /// A window on the bytes of a file.
    package convenience init(_ stream: any ByteStream, _ inspection: FileInspection) {
        var decoder = TextDecoder(
            encoding: inspection.encoding,
            byteOrderMarkLength: inspection.byteOrderMarkLength,
            mayHoldNULs: inspection.holdsNULs
        )
        var isAtEnd = false
        var mender = inspection.undoesDoubleEncoding ? DoubleEncodingMender() : nil
        self.init { () throws(RowFileError) -> [UInt8] in
            while !isAtEnd {
                let chunk = try stream.next()
                isAtEnd = chunk.isEmpty
                // A chunk may decode to nothing: a mark, NULs or half a character.
                var text = isAtEnd ? decoder.finish() : decoder.decode(chunk)
                if mender != nil { text = mender?.mend(text, isLast: isAtEnd) ?? [] }
                if !text.isEmpty { return text }
            }
            return []
        }
    }

    /// Makes more of the text visible; what lies before ``position`` goes, and ``position`` becomes
    /// zero.
    ///
    /// - Returns: false at the end of the text.
    package func fill() throws(RowFileError) -> Bool {
        guard !isComplete else { return false }
        if position > 0 {
            bytes.removeSubrange(..<position)
            position = 0
        }
        let chunk = try nextChunk()
        isComplete = chunk.isEmpty
        if bytes.isEmpty { bytes = chunk } else { bytes.append(contentsOf: chunk) }
        return !isComplete
    }

    /// Moves on to an index of ``bytes``, past that many line ends.
    package func advance(to index: Int, lineEnds: Int) {
        position = index
        line += lineEnds
    }

    /// Moves on to an index of ``bytes``, counting the line ends on the way.
    package func advance(to index: Int) {
        advance(to: index, lineEnds: lineEnds(upTo: index))
    }

    /// How many lines end between ``position`` and an index of ``bytes``.
    func lineEnds(upTo index: Int) -> Int {
        var count = 0
        var previous: UInt8 = position > 0 ? bytes[position - 1] : 0
        for byte in bytes[position..<index] {
            if byte == carriageReturn || byte == lineFeed && previous != carriageReturn {
                count += 1
            }
            previous = byte
        }
        return count
    }
}

/// CR, which ends a line of a text, alone or before LF.
@inlinable package var carriageReturn: UInt8 { 0x0D }
/// LF, which ends a line of a text.
@inlinable package var lineFeed: UInt8 { 0x0A }
/// What stands around a cell of delimited text, and around a text of JSON.
@inlinable package var quoteMark: UInt8 { 0x22 }
