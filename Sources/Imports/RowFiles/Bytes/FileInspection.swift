internal import Cryptography

/// What one reading of a file's bytes tells, before anything is made of them.
package struct FileInspection: Sendable {
    /// Length and digest of the bytes as they lie on disk.
    package let byteCount: Int64
    /// In hexadecimal digits.
    package let sha256: String
    /// How the file is packed; nil where it is not.
    package let compression: Compression?
    /// How its text is written as bytes.
    package let encoding: TextEncoding
    /// 0 where the file has no byte order mark.
    package let byteOrderMarkLength: Int
    /// How many NUL bytes stand in a text that is not UTF-16.
    package let nulCount: Int
    /// Whether any NUL byte stands in the file, whatever its encoding.
    package let holdsNULs: Bool
    /// The first line with a byte that is not UTF-8, for a file that had to be read in an encoding of
    /// single bytes.
    package let firstForeignLine: Int?
    /// How many characters look like UTF-8 that was read as windows-1252 and written again.
    package let doublyEncodedCount: Int
    /// How many characters stand for what an earlier program could not read (U+FFFD).
    package var replacementCount = 0
    /// What ends its lines; nil where there is one line, or none.
    package let lineEnding: LineEnding?
    /// Whether doubly encoded characters are read as they were meant.
    package var undoesDoubleEncoding = false

    /// What ends the lines of a text.
    package enum LineEnding: String, Sendable {
        case lineFeed = "LF"
        case carriageReturnLineFeed = "CRLF"
        case carriageReturn = "CR"
        case mixed
    }
}

extension FileInspection {
    /// Of a file that is UTF-8 as it stands, or no text to look at.
    package init(byteCount: Int64, sha256: String) {
        self.init(
            byteCount: byteCount,
            sha256: sha256,
            compression: nil,
            encoding: .utf8,
            byteOrderMarkLength: 0,
            nulCount: 0,
            holdsNULs: false,
            firstForeignLine: nil,
            doublyEncodedCount: 0,
            lineEnding: nil
        )
    }

    /// Reads a file once.
    ///
    /// - Throws: ``RowFileError`` when it cannot be read, is empty, or is no text.
    package static func inspect(
        _ input: SourceFile,
        progress: (Int64) -> Void
    ) throws(RowFileError) -> FileInspection {
        let head = try FileReader(path: input.path).read(8)
        guard !head.isEmpty else { throw .empty(name: input.name) }
        let compression = Compression(magic: head[...])
        let stream = try input.openStream(compression)
        let digest = SHA256()
        var scan = TextScan()
        var isFirst = true
        while true {
            let chunk = try stream.next()
            if chunk.isEmpty { break }
            if isFirst {
                if let kind = kindOfBinary(chunk[...]) {
                    throw .notText(name: input.name, kind: kind)
                }
                scan.begin(with: chunk[...])
                isFirst = false
            }
            if compression == nil { digest.update(chunk) }
            scan.add(chunk)
            progress(stream.bytesRead)
        }
        let whole =
            compression == nil
            ? digest.finalize().hexadecimal : try self.digest(of: [input.path]).sha256
        let inspection = try scan.finish(
            name: input.name,
            byteCount: try FileReader(path: input.path).stamp().byteCount,
            sha256: whole,
            compression: compression,
            foreignEncoding: { () throws(RowFileError) in
                try foreignEncoding(try input.openStream(compression))
            }
        )
        guard scan.hasContent else {
            throw compression == nil
                ? .empty(name: input.name) : .emptyInside(name: input.name)
        }
        if let line = scan.lineOfBrokenPair {
            throw .brokenPairs(name: input.name, encoding: inspection.encoding.rawValue, line: line)
        }
        return inspection
    }

    /// Looks at the beginning of a text that comes through a pipe, which cannot be read twice.
    ///
    /// - Throws: ``RowFileError`` when it is empty or no text.
    package static func inspect(
        beginningOf name: String,
        _ chunk: [UInt8]
    ) throws(RowFileError) -> FileInspection {
        guard Compression(magic: chunk[...]) == nil else {
            throw .notText(
                name: name,
                kind: "a zip archive or a workbook, which is read as a file and not through a pipe"
            )
        }
        if let kind = kindOfBinary(chunk[...]) { throw .notText(name: name, kind: kind) }
        var scan = TextScan()
        scan.begin(with: chunk[...])
        // A character may be cut at the end.
        let cut = chunk.reversed().prefix(3).prefix { $0 >= 0x80 }.count
        scan.add(Array(chunk.dropLast(cut)))
        guard scan.hasContent else { throw .empty(name: name) }
        return try scan.finish(
            name: name,
            byteCount: Int64(chunk.count),
            sha256: "",
            compression: nil,
            foreignEncoding: { () throws(RowFileError) in
                var detector = MacRoman.Detector()
                detector.add(chunk)
                return detector.finish()
            }
        )
    }

    /// The encoding of a text that is neither UTF-8 nor UTF-16.
    private static func foreignEncoding(_ stream: any ByteStream) throws(RowFileError)
        -> TextEncoding
    {
        var detector = MacRoman.Detector()
        while true {
            let chunk = try stream.next()
            if chunk.isEmpty { return detector.finish() }
            detector.add(chunk)
        }
    }

    /// The length of files together, and the SHA-256 of their bytes, one file after the other.
    package static func digest(
        of paths: [String]
    ) throws(RowFileError) -> (byteCount: Int64, sha256: String) {
        let digest = SHA256()
        var byteCount: Int64 = 0
        for path in paths {
            let reader = try FileReader(path: path)
            while true {
                let chunk = try reader.read(chunkSize)
                if chunk.isEmpty { break }
                digest.update(chunk)
            }
            byteCount += reader.bytesRead
        }
        return (byteCount, digest.finalize().hexadecimal)
    }

    /// What is known of files that are no text.
    package static func ofFiles(
        _ paths: [String],
        compression: Compression?,
        like other: FileInspection? = nil
    ) throws(RowFileError) -> FileInspection {
        let (byteCount, sha256) = try digest(of: paths)
        return FileInspection(
            byteCount: byteCount,
            sha256: sha256,
            compression: other?.compression ?? compression,
            encoding: other?.encoding ?? .utf8,
            byteOrderMarkLength: other?.byteOrderMarkLength ?? 0,
            nulCount: other?.nulCount ?? 0,
            holdsNULs: other?.holdsNULs ?? true,
            firstForeignLine: other?.firstForeignLine,
            doublyEncodedCount: other?.doublyEncodedCount ?? 0,
            replacementCount: other?.replacementCount ?? 0,
            lineEnding: other?.lineEnding
        )
    }

    /// The same file read in another encoding; a byte order mark goes before it.
    package func reading(as named: TextEncoding) -> FileInspection {
        guard byteOrderMarkLength == 0 else { return self }
        return FileInspection(
            byteCount: byteCount,
            sha256: sha256,
            compression: compression,
            encoding: named,
            byteOrderMarkLength: 0,
            nulCount: nulCount,
            holdsNULs: holdsNULs,
            firstForeignLine: [.windows1252, .macRoman].contains(named) ? firstForeignLine : nil,
            doublyEncodedCount: named == .utf8 ? doublyEncodedCount : 0,
            lineEnding: lineEnding
        )
    }

    /// The same file with what was encoded twice read as it was meant.
    package func mendingEncoding(_ isWanted: Bool) -> FileInspection {
        var inspection = self
        inspection.undoesDoubleEncoding = isWanted && doublyEncodedCount > 0
        return inspection
    }

    /// What a file is whose first bytes are those of a well-known format that is no table.
    static func kindOfBinary(_ head: ArraySlice<UInt8>) -> String? {
        let known: [(magic: [UInt8], kind: String)] = [
            ([0x89, 0x50, 0x4E, 0x47], "a PNG picture"),
            ([0xFF, 0xD8, 0xFF], "a JPEG picture"),
            (Array("GIF8".utf8), "a GIF picture"),
            (Array("%PDF".utf8), "a PDF document"),
            (Array("{\\rtf".utf8), "an RTF document"),
            (Array("SQLite format 3\u{0}".utf8), "an SQLite database"),
            ([0xD0, 0xCF, 0x11, 0xE0], "an old Excel or Word document"),
            ([0x50, 0x4B, 0x03, 0x04], "a zip archive inside another"),
            ([0x7F, 0x45, 0x4C, 0x46], "a program"),
        ]
        if let match = known.first(where: { head.starts(with: $0.magic) }) { return match.kind }
        let start = head.prefix(512).drop { $0 <= 0x20 }
        let text = String(decoding: start.prefix(15), as: UTF8.self).lowercased()
        if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") { return "a web page" }
        return text.hasPrefix("<?xml") ? "an XML document that is no feed" : nil
    }
}

/// Gathers what ``FileInspection`` tells, a chunk at a time.
private struct TextScan {
    private var declared: (TextEncoding, length: Int)?
    private var validator = UTF8Validator()
    private var pairing: UTF16Pairing?
    private var firstForeignLine: Int?
    private var counts = (nul: 0, control: 0, total: 0)
    private var lineEnds = (lineFeed: 0, carriageReturn: 0, both: 0)
    private var previous: UInt8 = 0
    private var doublyEncoded = 0
    private var replaced = 0
    private var recent: UInt32 = 0
    private(set) var hasContent = false

    mutating func begin(with chunk: ArraySlice<UInt8>) {
        declared = TextEncoding.byteOrderMark(in: chunk)
        if declared == nil {
            declared = TextEncoding.utf16WithoutMark(in: chunk.prefix(65_536)).map { ($0, 0) }
        }
        switch declared?.0 {
        case .utf16LittleEndian?: pairing = UTF16Pairing(isBigEndian: false)
        case .utf16BigEndian?: pairing = UTF16Pairing(isBigEndian: true)
        default: break
        }
    }

    private var isUTF16: Bool { pairing != nil }

    /// The line of UTF-16 in which a byte is missing or one too many.
    var lineOfBrokenPair: Int? { pairing?.lineOfFailure }

    mutating func add(_ chunk: [UInt8]) {
        counts.total += chunk.count
        pairing?.add(chunk)
        var index = 0
        var nextLook = 0
        while index < chunk.count {
            if index >= nextLook {
                let plain = PlainText.run(in: chunk, from: index)
                nextLook = plain + PlainText.wordLength
                if plain > index {
                    if !hasContent { hasContent = chunk[index..<plain].contains { $0 > 0x20 } }
                    recent = 0
                    previous = chunk[plain - 1]
                    index = plain
                    continue
                }
            }
            let byte = chunk[index]
            index += 1
            if byte >= 0x80 {
                recent = recent << 8 | UInt32(byte)
                // U+00C2 or U+00C3 followed by U+0080...U+00BF: how a two-byte character looks
                // after UTF-8 was taken for windows-1252 or latin-1.
                if recent & 0xFFFE_FFC0 == 0xC382_C280 { doublyEncoded += 1 }
                if recent & 0xFF_FFFF == 0xEF_BFBD { replaced += 1 }
            } else if byte > 0x20 {
                hasContent = true
                recent = 0
            } else if byte == 0 {
                // In UTF-16 the other half of a unit; the line end goes on behind it.
                counts.nul += 1
                continue
            } else {
                countWhiteSpace(byte)
            }
            previous = byte
        }
        if !isUTF16, firstForeignLine == nil, !validator.isValid(chunk) {
            firstForeignLine = validator.lineOfFailure
        }
    }

    private mutating func countWhiteSpace(_ byte: UInt8) {
        recent = 0
        switch byte {
        case 0x0A where previous == 0x0D:
            lineEnds.both += 1
            lineEnds.carriageReturn -= 1
        case 0x0A: lineEnds.lineFeed += 1
        case 0x0D: lineEnds.carriageReturn += 1
        case 0x09, 0x0B, 0x0C, 0x20: break
        default: counts.control += 1
        }
    }

    mutating func finish(
        name: String,
        byteCount: Int64,
        sha256: String,
        compression: Compression?,
        foreignEncoding: () throws(RowFileError) -> TextEncoding
    ) throws(RowFileError) -> FileInspection {
        if !isUTF16, firstForeignLine == nil, !validator.isComplete {
            firstForeignLine = validator.line
        }
        // A tenth of NUL and control characters: no text has so many.
        let strange = counts.control + (isUTF16 ? 0 : counts.nul)
        guard strange * 10 < counts.total || counts.total == 0 else {
            throw .notText(name: name, kind: "binary data")
        }
        let isForeign = firstForeignLine != nil
        let encoding = isUTF16 || !isForeign ? declared?.0 ?? .utf8 : try foreignEncoding()
        return FileInspection(
            byteCount: byteCount,
            sha256: sha256,
            compression: compression,
            encoding: encoding,
            byteOrderMarkLength: encoding == declared?.0 ? declared?.length ?? 0 : 0,
            nulCount: isUTF16 ? 0 : counts.nul,
            holdsNULs: counts.nul > 0,
            firstForeignLine: firstForeignLine,
            doublyEncodedCount: encoding == .utf8 ? doublyEncoded : 0,
            replacementCount: encoding == .utf8 ? replaced : 0,
            lineEnding: lineEnding
        )
    }

    private var lineEnding: FileInspection.LineEnding? {
        let kinds: [(FileInspection.LineEnding, Int)] = [
            (.lineFeed, lineEnds.lineFeed), (.carriageReturnLineFeed, lineEnds.both),
            (.carriageReturn, lineEnds.carriageReturn),
        ].filter { $0.1 > 0 }
        return kinds.count > 1 ? .mixed : kinds.first?.0
    }
}
