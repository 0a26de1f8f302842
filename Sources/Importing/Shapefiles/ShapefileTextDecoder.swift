#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Turns the texts of a shapefile's table into Unicode.
///
/// SpatiaLite's reader has room for 511 bytes of a text that is converted, and writes on behind it. A
/// field of 255 bytes in another encoding may become 765 of UTF-8, but from ISO 8859-1 it becomes 510
/// at most. So the reader is told that the texts are ISO 8859-1, in which every byte is a character,
/// and what it hands out is turned back into the file's bytes, and these into text.
///
/// A wrapper of `iconv`. The handle is private, used by one thread at a time by the owner of the
/// object, and closed exactly once, when that goes.
final class ShapefileTextDecoder {
    /// What the reader is told that the texts are.
    static let readerCharset = "ISO-8859-1"

    /// What `iconv` returns where bytes are no character.
    private static let failed = Int(bitPattern: UInt.max)

    /// Nil for UTF-8, which needs none.
    private let handle: iconv_t?

    /// - Throws: ``ImportError/badShapefile(name:reason:)`` when this system lacks the encoding.
    init(_ parts: ShapefileParts) throws(ImportError) {
        guard parts.charset.iconvName != "UTF-8" else {
            handle = nil
            return
        }
        let opened = iconv_open("UTF-8", parts.charset.iconvName)
        guard let opened, opened != iconv_t(bitPattern: -1) else {
            throw .badShapefile(
                name: parts.name,
                reason:
                    "its texts are \(parts.charset.name) (\(parts.charset.reason)), which this "
                    + "system cannot read; export it again as UTF-8"
            )
        }
        handle = opened
    }

    deinit { if let handle { iconv_close(handle) } }

    /// A text that the reader handed out.
    ///
    /// - Returns: The text, with U+FFFD where bytes are no character, and whether there are none such.
    /// - Complexity: O(length).
    func decode(_ text: UnsafePointer<CChar>) -> (text: String, isWhole: Bool) {
        let bytes = Self.fileBytes(of: text)
        guard let handle, !bytes.isEmpty else {
            if let valid = String(validating: bytes, as: UTF8.self) { return (valid, true) }
            return (String(decoding: bytes, as: UTF8.self), false)
        }
        var source = bytes.map { CChar(bitPattern: $0) }
        // No byte becomes more than four, nor than U+FFFD's three.
        var target = [CChar](repeating: 0, count: 4 * bytes.count + 4)
        var written = 0
        var isWhole = true
        source.withUnsafeMutableBufferPointer { source in
            target.withUnsafeMutableBufferPointer { target in
                var next = source.baseAddress
                var left = source.count
                var end = target.baseAddress
                var room = target.count
                while iconv(handle, &next, &left, &end, &room) == Self.failed, left > 0,
                    room > 3
                {
                    isWhole = false
                    for byte in "\u{FFFD}".utf8 {
                        end?.pointee = CChar(bitPattern: byte)
                        end = end?.advanced(by: 1)
                    }
                    room -= 3
                    next = next?.advanced(by: 1)
                    left -= 1
                }
                written = target.count - room
            }
        }
        let decoded = target[..<written].lazy.map { UInt8(bitPattern: $0) }
        return (String(decoding: decoded, as: UTF8.self), isWhole)
    }

    /// The name of a column, which is cut after ten bytes, perhaps within a character.
    func decodeName(_ text: UnsafePointer<CChar>) -> String {
        var name = decode(text).text
        while name.hasSuffix("\u{FFFD}") { name.removeLast() }
        return name
    }

    /// The bytes in the file of a text of U+0001...U+00FF in UTF-8.
    private static func fileBytes(of text: UnsafePointer<CChar>) -> [UInt8] {
        var bytes: [UInt8] = []
        var lead: UInt8?
        var next = text
        while next.pointee != 0 {
            let byte = UInt8(bitPattern: next.pointee)
            next += 1
            if let first = lead {
                lead = nil
                bytes.append(first << 6 | byte & 0x3F)
            } else if byte == 0xC2 || byte == 0xC3 {
                lead = byte
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}
