/// Walks over the blocks of an OpenStreetMap PBF file without unpacking them, to tell where it is
/// damaged.
///
/// Source: OpenStreetMap wiki, "PBF Format": four bytes with the length of a header (at most 64 KiB),
/// the header (`BlobHeader`), and as many bytes as its `datasize` (at most 32 MiB) says.
enum ProtobufBlocks {
    private static let headerLimit = 64 << 10
    private static let blockLimit: UInt64 = 32 << 20

    /// What is wrong with the framing of a file, in words; nil where nothing is.
    static func fault(in path: String) throws(ImportError) -> String? {
        let reader = try FileReader(path: path)
        let length = try reader.stamp().byteCount
        var offset: Int64 = 0
        var block = 1
        while offset < length {
            let place = "block \(grouped(block)), which begins at byte \(grouped(Int(offset)))"
            let size = try reader.read(at: offset, count: 4).reduce(0) { $0 << 8 | Int($1) }
            guard offset + 4 + Int64(size) <= length, length - offset >= 4 else {
                // No header is so long: what stands there is no length.
                return size > headerLimit
                    ? "\(place), is damaged; copy it again" : breaksOff(place, length)
            }
            guard (1...headerLimit).contains(size) else {
                return "\(place), is damaged; copy it again"
            }
            let header = try reader.read(at: offset + 4, count: size)
            guard let dataSize = dataSize(header), dataSize <= blockLimit else {
                return "\(place), is damaged; copy it again"
            }
            offset += 4 + Int64(size) + Int64(dataSize)
            guard offset <= length else { return breaksOff(place, length) }
            block += 1
        }
        return nil
    }

    private static func breaksOff(_ place: String, _ length: Int64) -> String {
        "it breaks off after \(grouped(Int(length))) bytes, in \(place); copy it again, and look "
            + "whether that finished"
    }

    /// Field 3 of a `BlobHeader`; nil where the bytes are no such message.
    private static func dataSize(_ header: [UInt8]) -> UInt64? {
        var rest = header[...]
        var found: UInt64?
        while !rest.isEmpty {
            guard let key = number(&rest) else { return nil }
            switch key & 7 {
            case 0:
                guard let value = number(&rest) else { return nil }
                if key >> 3 == 3 { found = value }
            case 2:
                guard let count = number(&rest), count <= UInt64(rest.count) else { return nil }
                rest = rest.dropFirst(Int(count))
            default: return nil
            }
        }
        return found
    }

    /// A number in groups of seven bits, the lowest first (protocol buffers, "Base 128 varints").
    private static func number(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: 0, to: 63, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            value |= UInt64(byte & 0x7F) << UInt64(shift)
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }
}
