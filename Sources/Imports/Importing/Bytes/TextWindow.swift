/// A file's text as UTF-8, of which a reader sees a window that slides forward.
///
/// A reader looks at ``bytes`` from ``position`` on, asks for more with ``fill()`` when what it
/// looks at is cut, and gives back what it is done with by moving on.
final class TextWindow {
    private let nextChunk: () throws(ImportError) -> [UInt8]
    /// What can be seen. Valid UTF-8, but for a character that may be cut at the end.
    private(set) var bytes: [UInt8] = []
    /// Where the reader stands in ``bytes``.
    private(set) var position = 0
    /// Whether the end of ``bytes`` is the end of the text.
    private(set) var isComplete = false
    /// The line, from 1, in which the reader stands; CR, LF and CRLF each end one.
    private(set) var line = 1

    /// A window on chunks of UTF-8; an empty chunk ends the text.
    init(_ nextChunk: @escaping () throws(ImportError) -> [UInt8]) { self.nextChunk = nextChunk }

    /// A window on a text in memory.
    convenience init(_ text: [UInt8]) {
        var rest = text
        self.init {
            defer { rest = [] }
            return rest
        }
    }

    /// A window on a file.
    convenience init(_ input: ImportInput, _ inspection: FileInspection) throws(ImportError) {
        let stream = try input.openStream(inspection.compression)
        self.init(stream, inspection)
    }

    /// A window on the bytes of a file.
    convenience init(_ stream: any ByteStream, _ inspection: FileInspection) {
        var decoder = TextDecoder(
            encoding: inspection.encoding,
            byteOrderMarkLength: inspection.byteOrderMarkLength,
            mayHoldNULs: inspection.holdsNULs
        )
        var isAtEnd = false
        var mender = inspection.undoesDoubleEncoding ? DoubleEncodingMender() : nil
        self.init { () throws(ImportError) -> [UInt8] in
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
    func fill() throws(ImportError) -> Bool {
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
    func advance(to index: Int, lineEnds: Int) {
        position = index
        line += lineEnds
    }

    /// Moves on to an index of ``bytes``, counting the line ends on the way.
    func advance(to index: Int) {
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

let carriageReturn = UInt8(ascii: "\r")
let lineFeed = UInt8(ascii: "\n")
let quoteMark = UInt8(ascii: "\"")
