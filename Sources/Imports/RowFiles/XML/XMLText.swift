/// The bytes of an XML document as a parser may see them: UTF-8 without NUL bytes and without a character
/// cut at the end, whatever the document's own encoding.
///
/// The parser's words for bytes that are no characters cannot be relied on, so they never get there.
package final class XMLText: ByteStream {
    private let source: any ByteStream
    private let name: String
    private var decoder = TextDecoder(encoding: .utf8, byteOrderMarkLength: 0, mayHoldNULs: false)
    /// The encoding that the XML declaration names.
    private var label: String?
    private var validator = UTF8Validator()
    private var units = UTF16Units()
    /// The beginning of a character that the next chunk goes on with.
    private var held: [UInt8] = []
    private var hasBegun = false
    private var isAtEnd = false

    /// How much of a document is looked at for its XML declaration.
    private static let headSize = 1024

    /// - Parameters:
    ///   - source: The document's own bytes.
    ///   - name: What errors call it.
    package init(_ source: any ByteStream, name: String) {
        self.source = source
        self.name = name
    }

    /// How many bytes of the file on disk have been used so far.
    package var bytesRead: Int64 { source.bytesRead }

    /// The line, from 1, up to which the text was read.
    package var line: Int { validator.line }

    /// The next text; empty at the end.
    ///
    /// - Throws: ``RowFileError/badXMLText(name:reason:)``, or what the source throws.
    package func next() throws(RowFileError) -> [UInt8] {
        if !hasBegun {
            hasBegun = true
            let text = try begin()
            if !text.isEmpty { return text }
        }
        while !isAtEnd {
            let chunk = try source.next()
            isAtEnd = chunk.isEmpty
            if isAtEnd {
                guard validator.isComplete, units.isComplete else { throw breaksOff }
                return []
            }
            let text = try decode(chunk)
            if !text.isEmpty { return text }
        }
        return []
    }

    /// What is said of a document that is not whole.
    package var breaksOff: RowFileError {
        .badXMLText(
            name: name,
            reason: "it breaks off in line \(line): export it again, and look whether the export "
                + "finished"
        )
    }

    // MARK: The beginning

    private func begin() throws(RowFileError) -> [UInt8] {
        var head: [UInt8] = []
        while head.count < Self.headSize {
            let chunk = try source.next()
            if chunk.isEmpty { break }
            head += chunk
        }
        if let (encoding, length) = Self.encodingByBytes(head) {
            decoder = TextDecoder(
                encoding: encoding,
                byteOrderMarkLength: length,
                mayHoldNULs: false
            )
            // The mark is no unit of the text.
            units = UTF16Units(bytesToSkip: length)
        } else if let declared = Self.declaredEncoding(head) {
            label = declared.label
            guard let encoding = Self.encoding(named: declared.label) else {
                throw .badXMLText(
                    name: name,
                    reason: "line 1: it names the encoding \"\(declared.label.prefix(40))\", which "
                        + "cannot be read; export it as UTF-8"
                )
            }
            decoder = TextDecoder(encoding: encoding, byteOrderMarkLength: 0, mayHoldNULs: false)
        }
        var text = try decode(head)
        // From here on it is UTF-8, so the declaration must not name anything else.
        if let declared = Self.declaredEncoding(text) { text.removeSubrange(declared.range) }
        return text
    }

    private static func encodingByBytes(_ head: [UInt8]) -> (TextEncoding, length: Int)? {
        if let mark = TextEncoding.byteOrderMark(in: head[...]) { return mark }
        return TextEncoding.utf16WithoutMark(in: head[...]).map { ($0, length: 0) }
    }

    /// The encoding that the XML declaration names, and where it says so.
    private static func declaredEncoding(
        _ text: [UInt8]
    ) -> (label: String, range: Range<Int>)? {
        let head = text.prefix(headSize)
        guard head.starts(with: Array("<?xml".utf8)),
            let end = head.firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        let word = Array("encoding".utf8)
        var start = 0
        while start < end, !head[start..<end].starts(with: word) { start += 1 }
        guard start < end,
            let open = head[start..<end].firstIndex(where: {
                $0 == quoteMark || $0 == UInt8(ascii: "'")
            }),
            let close = head[(open + 1)..<end].firstIndex(of: head[open])
        else { return nil }
        return (String(decoding: head[(open + 1)..<close], as: UTF8.self), start..<(close + 1))
    }

    /// Of a document whose declaration can be read as ASCII.
    private static func encoding(named label: String) -> TextEncoding? {
        switch label.lowercased() {
        case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "windows-1252", "cp1252":
            .windows1252
        // Programs write UTF-8 below a declaration of UTF-16; whether they did is checked.
        case "utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf16", "utf-16le", "utf-16be", "":
            .utf8
        default: nil
        }
    }

    // MARK: Chunks

    private func decode(_ chunk: [UInt8]) throws(RowFileError) -> [UInt8] {
        switch decoder.encoding {
        case .utf16LittleEndian, .utf16BigEndian:
            let isBig = decoder.encoding == .utf16BigEndian
            if let index = units.firstFault(in: chunk, isBigEndian: isBig) {
                count(chunk[..<index])
                throw damaged("its UTF-16 is damaged")
            }
        case .utf8, .windows1252, .macRoman:
            if let index = chunk.firstIndex(of: 0) {
                count(chunk[..<index])
                throw damaged("a NUL byte stands in it, which no XML holds")
            }
        }
        let decoded = decoder.decode(chunk)
        guard validator.isValid(decoded) else {
            throw damaged(
                label.map { "its bytes are not UTF-8, and it names \"\($0.prefix(40))\"" }
                    ?? "its bytes are not UTF-8, and it names no other encoding",
                line: validator.lineOfFailure
            )
        }
        var text = held.isEmpty ? decoded : held + decoded
        held = []
        if !validator.isComplete, let start = text.lastIndex(where: { $0 >= 0xC0 }) {
            held = Array(text[start...])
            text.removeSubrange(start...)
        }
        return text
    }

    /// Goes on to the line in which some bytes end.
    private func count(_ bytes: ArraySlice<UInt8>) {
        let text = decoder.decode(Array(bytes))
        _ = validator.isValid(text)
    }

    private func damaged(_ what: String, line: Int? = nil) -> RowFileError {
        .badXMLText(
            name: name,
            reason: "line \(line ?? self.line): \(what); export it as UTF-8"
        )
    }
}

/// Looks for what is no character in UTF-16: NUL, and halves of surrogate pairs.
private struct UTF16Units {
    private var bytesToSkip = 0
    private var pending: UInt8?
    private var isInPair = false

    init(bytesToSkip: Int = 0) { self.bytesToSkip = bytesToSkip }

    /// Whether nothing is cut at the end of what was seen.
    var isComplete: Bool { pending == nil && !isInPair }

    /// The index of the byte that ends the first unit that is wrong.
    mutating func firstFault(in chunk: [UInt8], isBigEndian: Bool) -> Int? {
        let skipped = min(bytesToSkip, chunk.count)
        bytesToSkip -= skipped
        for index in skipped..<chunk.count {
            guard let first = pending else {
                pending = chunk[index]
                continue
            }
            pending = nil
            let (high, low) = isBigEndian ? (first, chunk[index]) : (chunk[index], first)
            let unit = UInt16(high) << 8 | UInt16(low)
            guard unit != 0, isInPair == UTF16.isTrailSurrogate(unit) else { return index }
            isInPair = UTF16.isLeadSurrogate(unit)
        }
        return nil
    }
}
