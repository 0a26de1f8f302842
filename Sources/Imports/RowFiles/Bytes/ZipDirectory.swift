/// What a zip archive says of the files in it: its central directory.
///
/// Source: PKWARE, "APPNOTE.TXT - .ZIP File Format Specification", 4.3.12 to 4.3.16 and 4.5.3. Numbers
/// in it have their lowest byte first; none is believed before it is compared with the archive.
package struct ZipDirectory {
    /// A file in the archive.
    package struct Entry {
        /// Where it lies in the archive.
        package let path: String
        /// Whether it is a file with data: no folder, no link.
        package let isFile: Bool
        let flags: UInt16
        let method: UInt16
        let checksum: UInt32
        let packedSize: UInt64
        let size: UInt64
        /// Where its local header begins in the archive.
        let offset: UInt64

        /// Whether it is a file of its own, and none that macOS packs besides.
        package var isWanted: Bool {
            guard isFile, !path.hasPrefix("__MACOSX/"), !path.hasSuffix(".DS_Store") else {
                return false
            }
            // What macOS keeps of a file besides its bytes (AppleDouble, RFC 1740).
            return path.split(separator: "/").last.map { !$0.hasPrefix("._") } ?? false
        }
    }

    /// In the order of the directory.
    package let entries: [Entry]

    private static let endSignature: UInt64 = 0x0605_4B50
    private static let endLength = 22
    private static let locatorSignature: UInt64 = 0x0706_4B50
    private static let locatorLength = 20
    private static let largeEndSignature: UInt64 = 0x0606_4B50
    private static let largeEndLength = 56
    private static let entrySignature: UInt64 = 0x0201_4B50
    private static let entryLength = 46
    private static let longestComment = 65_535
    /// Archives to import have some ten files.
    private static let mostBytes: UInt64 = 16 << 20

    /// Where the directory lies.
    private struct Place {
        var offset: UInt64
        let length: UInt64
        /// Where what follows it begins: the end of the directory, or that of large archives.
        let end: UInt64
    }

    /// Reads the directory.
    ///
    /// - Throws: ``RowFileError/badArchive(name:reason:)``.
    package init(_ reader: FileReader, name: String) throws(RowFileError) {
        let length = UInt64(try reader.stamp().byteCount)
        var place = try Self.place(reader, length, name)
        guard place.length <= Self.mostBytes else {
            throw .badArchive(name: name, reason: "it holds too many files; pack the one to import")
        }
        guard place.length <= place.end, place.offset <= place.end - place.length else {
            throw ZipFault.damaged.error(name)
        }
        // What stands before the archive, as a program that unpacks it, moves all in it.
        let shift = place.end - place.length - place.offset
        place.offset += shift
        let bytes = try reader.read(at: Int64(place.offset), count: Int(place.length))
        guard bytes.count == Int(place.length) else { throw ZipFault.breaksOff.error(name) }
        entries = try Self.entries(bytes, shift, name)
    }

    // MARK: The end

    private static func place(
        _ reader: FileReader,
        _ length: UInt64,
        _ name: String
    ) throws(RowFileError) -> Place {
        let tailLength = min(length, UInt64(endLength + longestComment))
        let tailStart = length - tailLength
        let tail = try reader.read(at: Int64(tailStart), count: Int(tailLength))
        var index = tail.count - endLength
        while index >= 0 {
            let comment = index + endLength
            if number(tail, index, 4) == endSignature,
                let commentLength = number(tail, index + 20, 2),
                comment + Int(commentLength) <= tail.count
            {
                break
            }
            index -= 1
        }
        guard index >= 0, let size = number(tail, index + 12, 4),
            let offset = number(tail, index + 16, 4)
        else { throw ZipFault.breaksOff.error(name) }
        let end = tailStart + UInt64(index)
        if let large = try largePlace(reader, end) { return large }
        return Place(offset: offset, length: size, end: end)
    }

    /// Where the directory of an archive lies that is too large for the usual numbers (Zip64).
    private static func largePlace(
        _ reader: FileReader,
        _ end: UInt64
    ) throws(RowFileError) -> Place? {
        guard end >= UInt64(locatorLength) else { return nil }
        let locator = try reader.read(
            at: Int64(end) - Int64(locatorLength),
            count: locatorLength
        )
        guard number(locator, 0, 4) == locatorSignature, let offset = number(locator, 8, 8),
            offset <= end
        else { return nil }
        let record = try reader.read(at: Int64(offset), count: largeEndLength)
        guard number(record, 0, 4) == largeEndSignature, let size = number(record, 40, 8),
            let start = number(record, 48, 8)
        else { return nil }
        return Place(offset: start, length: size, end: offset)
    }

    // MARK: Entries

    private static func entries(
        _ bytes: [UInt8],
        _ shift: UInt64,
        _ name: String
    ) throws(RowFileError) -> [Entry] {
        var entries: [Entry] = []
        var index = 0
        while index < bytes.count {
            guard number(bytes, index, 4) == entrySignature,
                let nameLength = number(bytes, index + 28, 2),
                let extraLength = number(bytes, index + 30, 2),
                let commentLength = number(bytes, index + 32, 2),
                case let rest = index + entryLength + Int(nameLength),
                rest + Int(extraLength) + Int(commentLength) <= bytes.count,
                let entry = entry(bytes, index, rest..<rest + Int(extraLength), shift)
            else { throw ZipFault.damaged.error(name) }
            entries.append(entry)
            index = rest + Int(extraLength) + Int(commentLength)
        }
        return entries
    }

    private static func entry(
        _ bytes: [UInt8],
        _ index: Int,
        _ extra: Range<Int>,
        _ shift: UInt64
    ) -> Entry? {
        guard let system = number(bytes, index + 5, 1), let flags = number(bytes, index + 8, 2),
            let method = number(bytes, index + 10, 2), let checksum = number(bytes, index + 16, 4),
            var packedSize = number(bytes, index + 20, 4), var size = number(bytes, index + 24, 4),
            let attributes = number(bytes, index + 38, 4),
            var offset = number(bytes, index + 42, 4)
        else { return nil }
        var large = largeNumbers(bytes, extra)[...]
        // Those that do not fit stand behind, in this order.
        if size == UInt64(UInt32.max), let number = large.popFirst() { size = number }
        if packedSize == UInt64(UInt32.max), let number = large.popFirst() { packedSize = number }
        if offset == UInt64(UInt32.max), let number = large.popFirst() { offset = number }
        let (moved, isBeyond) = offset.addingReportingOverflow(shift)
        guard !isBeyond else { return nil }
        let path = String(decoding: bytes[(index + entryLength)..<extra.lowerBound], as: UTF8.self)
        // Unix's kinds of files (`S_IFMT`, `S_IFREG`), where Unix has packed it.
        let kind = system == 3 ? attributes >> 16 & 0o170000 : 0
        return Entry(
            path: path,
            isFile: (kind == 0 || kind == 0o100000) && !path.hasSuffix("/") && !path.isEmpty,
            flags: UInt16(flags),
            method: UInt16(method),
            checksum: UInt32(checksum),
            packedSize: packedSize,
            size: size,
            offset: moved
        )
    }

    /// The numbers of eight bytes in the extra field of large files.
    private static func largeNumbers(_ bytes: [UInt8], _ extra: Range<Int>) -> [UInt64] {
        var index = extra.lowerBound
        while index + 4 <= extra.upperBound, let kind = number(bytes, index, 2),
            let length = number(bytes, index + 2, 2),
            index + 4 + Int(length) <= extra.upperBound
        {
            if kind == 1 {
                return (0..<Int(length) / 8).compactMap { number(bytes, index + 4 + 8 * $0, 8) }
            }
            index += 4 + Int(length)
        }
        return []
    }

    /// A number of some bytes, the lowest first; nil where there are none.
    package static func number(_ bytes: [UInt8], _ index: Int, _ count: Int) -> UInt64? {
        guard index >= 0, index + count <= bytes.count else { return nil }
        return bytes[index..<index + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// What is wrong with a zip archive, in words that help.
enum ZipFault {
    case damaged, breaksOff, wrongChecksum, locked
    case packedBy(method: UInt16)

    func error(_ name: String) -> RowFileError { .badArchive(name: name, reason: reason) }

    private var reason: String {
        let again = "copy or download it again, or have it sent anew"
        return switch self {
        case .damaged: "the zip is damaged; \(again)"
        case .breaksOff: "the zip breaks off; \(again), and look whether that finished"
        case .wrongChecksum:
            "the zip is damaged, for what is in it does not fit its checksum; \(again)"
        case .locked:
            "it is locked with a password; unpack it with that, and import what comes out"
        case .packedBy(let method):
            "it is packed in a way that is not read (method \(method)); unpack it yourself, and "
                + "import what comes out"
        }
    }
}
