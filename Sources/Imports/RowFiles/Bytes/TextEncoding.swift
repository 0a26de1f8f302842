/// How a file writes characters as bytes.
package enum TextEncoding: String, Sendable {
    case utf8 = "UTF-8"
    case utf16LittleEndian = "UTF-16LE"
    case utf16BigEndian = "UTF-16BE"
    /// The superset of ISO 8859-1 that Windows writes.
    case windows1252 = "windows-1252"
    /// What Macintosh computers wrote before Unicode, and spreadsheets on them still do.
    case macRoman = "MacRoman"

    /// The encoding that a byte order mark at the beginning of a file names, and the mark's length.
    package static func byteOrderMark(in bytes: ArraySlice<UInt8>) -> (TextEncoding, length: Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        return nil
    }

    /// UTF-16 without a byte order mark, known by the zero bytes that Latin letters, digits and
    /// separators have in one half of each unit.
    ///
    /// - Parameter bytes: The beginning of a file.
    package static func utf16WithoutMark(in bytes: ArraySlice<UInt8>) -> TextEncoding? {
        guard bytes.count >= 4 else { return nil }
        var zeros = (even: 0, odd: 0)
        var isEven = true
        for byte in bytes {
            if byte == 0 { if isEven { zeros.even += 1 } else { zeros.odd += 1 } }
            isEven.toggle()
        }
        // More than two thirds of one half, and next to nothing of the other.
        let half = bytes.count / 2
        if zeros.odd * 3 > half * 2, zeros.even * 20 < half { return .utf16LittleEndian }
        if zeros.even * 3 > half * 2, zeros.odd * 20 < half { return .utf16BigEndian }
        return nil
    }
}

/// Turns the bytes of a file into UTF-8, a chunk at a time; characters may be cut by a chunk's end.
///
/// NUL bytes are dropped: some exports pad their columns with them. Bytes that are no character
/// become U+FFFD; with an encoding that ``FileInspection`` found there are none, but for a UTF-16
/// file that is damaged.
package struct TextDecoder {
    /// How the bytes are meant.
    package let encoding: TextEncoding
    /// Whether NUL bytes may stand in a text that is not UTF-16.
    private let mayHoldNULs: Bool
    private var bytesToSkip: Int
    private var pendingByte: UInt8?
    private var pendingHighSurrogate: UInt16?

    /// - Parameters:
    ///   - encoding: How the bytes are meant.
    ///   - byteOrderMarkLength: How many bytes at the beginning are no text.
    ///   - mayHoldNULs: Whether NUL bytes may stand in a text that is not UTF-16.
    package init(encoding: TextEncoding, byteOrderMarkLength: Int, mayHoldNULs: Bool = true) {
        self.encoding = encoding
        self.mayHoldNULs = mayHoldNULs
        bytesToSkip = byteOrderMarkLength
    }

    /// The chunk's characters as UTF-8.
    package mutating func decode(_ chunk: [UInt8]) -> [UInt8] {
        let skipped = min(bytesToSkip, chunk.count)
        bytesToSkip -= skipped
        switch encoding {
        case .utf8:
            if skipped == 0, !mayHoldNULs || !chunk.contains(0) { return chunk }
            return chunk[skipped...].filter { $0 != 0 }
        case .windows1252: return Self.decodeWindows1252(chunk)
        case .macRoman: return Self.decodeMacRoman(chunk)
        case .utf16LittleEndian, .utf16BigEndian: return decodeUTF16(chunk[skipped...])
        }
    }

    /// What a cut character at the end of the file leaves.
    package mutating func finish() -> [UInt8] {
        guard pendingByte != nil || pendingHighSurrogate != nil else { return [] }
        (pendingByte, pendingHighSurrogate) = (nil, nil)
        return Array("\u{FFFD}".utf8)
    }

    private static func decodeWindows1252(_ chunk: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(chunk.count + chunk.count / 8)
        for byte in chunk {
            switch byte {
            case 0: continue
            case 0x01..<0x80: text.append(byte)
            case 0x80..<0xA0:
                text.append(contentsOf: UTF8.utf8(windows1252Upper[Int(byte - 0x80)]))
            default:
                text.append(0xC0 | byte >> 6)
                text.append(0x80 | byte & 0x3F)
            }
        }
        return text
    }

    private static func decodeMacRoman(_ chunk: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(chunk.count + chunk.count / 8)
        for byte in chunk where byte != 0 {
            if byte < 0x80 {
                text.append(byte)
            } else {
                text.append(contentsOf: UTF8.utf8(MacRoman.upper[Int(byte - 0x80)].value))
            }
        }
        return text
    }

    private mutating func decodeUTF16(_ chunk: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(chunk.count)
        for byte in chunk {
            guard let first = pendingByte else {
                pendingByte = byte
                continue
            }
            pendingByte = nil
            let unit =
                encoding == .utf16LittleEndian
                ? UInt16(first) | UInt16(byte) << 8 : UInt16(first) << 8 | UInt16(byte)
            append(unit, to: &text)
        }
        return text
    }

    private mutating func append(_ unit: UInt16, to text: inout [UInt8]) {
        if let high = pendingHighSurrogate {
            pendingHighSurrogate = nil
            if UTF16.isTrailSurrogate(unit) {
                let value = 0x10000 + (UInt32(high - 0xD800) << 10 | UInt32(unit - 0xDC00))
                text.append(contentsOf: UTF8.utf8(value))
                return
            }
            text.append(contentsOf: UTF8.utf8(0xFFFD))
        }
        if UTF16.isLeadSurrogate(unit) {
            pendingHighSurrogate = unit
        } else if UTF16.isTrailSurrogate(unit) {
            text.append(contentsOf: UTF8.utf8(0xFFFD))
        } else if unit != 0 {
            text.append(contentsOf: UTF8.utf8(UInt32(unit)))
        }
    }
}

/// Code points of windows-1252 for the bytes 0x80...0x9F; the five bytes that it leaves undefined
/// are control characters, as in the WHATWG Encoding Standard.
private let windows1252Upper: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
]

extension TextEncoding {
    /// The character that windows-1252 means by a byte of 0x80 or more.
    static func windows1252Scalar(_ byte: UInt8) -> Unicode.Scalar {
        let value = 0x80..<0xA0 ~= byte ? windows1252Upper[Int(byte - 0x80)] : UInt32(byte)
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    /// The byte that windows-1252 writes for a character; nil where it has none.
    static func windows1252Byte(_ scalar: Unicode.Scalar) -> UInt8? {
        switch scalar.value {
        case 0..<0x80, 0xA0...0xFF: UInt8(scalar.value)
        default: windows1252Upper.firstIndex(of: scalar.value).map { UInt8(0x80 + $0) }
        }
    }
}

extension UTF8 {
    /// A code point, known to be no surrogate, as one to four bytes.
    fileprivate static func utf8(_ codePoint: UInt32) -> UTF8.EncodedScalar {
        let scalar = Unicode.Scalar(codePoint) ?? "\u{FFFD}"
        return UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }
}
