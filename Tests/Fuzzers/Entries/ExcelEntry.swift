/// Has workbooks read as Excel saved them until 2003.
enum ExcelEntry {
    private static let sectorLength = 512
    /// Streams that are shorter lie elsewhere.
    private static let leastLength = 4_096
    private static let end: UInt32 = 0xFFFF_FFFE
    private static let free: UInt32 = 0xFFFF_FFFF

    /// Bytes that begin as a compound file does, as they are; others as the stream of a workbook in one that is
    /// sound.
    ///
    /// Source: Microsoft, "[MS-CFB]: Compound File Binary File Format", 2.
    static func file(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.starts(with: [0xD0, 0xCF]) else { return bytes }
        let length = max(leastLength, bytes.count)
        let count = (length + sectorLength - 1) / sectorLength
        // The first sector is the table, the second the directory, the others the stream.
        let stream = bytes + [UInt8](repeating: 0, count: count * sectorLength - bytes.count)
        return header + table(count) + directory(length) + stream
    }

    private static func little(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    private static var header: [UInt8] {
        var header: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
        header += [UInt8](repeating: 0, count: 16)
        for number: UInt16 in [0x3E, 3, 0xFFFE, 9, 6, 0, 0, 0] { header += little(number) }
        for number in [0, 1, 1, 0, UInt32(leastLength), end, 0, end, 0] { header += little(number) }
        header += little(UInt32(0))
        for _ in 0..<108 { header += little(free) }
        return header
    }

    private static func table(_ count: Int) -> [UInt8] {
        var numbers: [UInt32] = [0xFFFF_FFFD, end]
        for index in 0..<count { numbers.append(index == count - 1 ? end : UInt32(index + 3)) }
        return (0..<sectorLength / 4).flatMap { little($0 < numbers.count ? numbers[$0] : free) }
    }

    private static func directory(_ length: Int) -> [UInt8] {
        func entry(_ name: String, _ type: UInt8, _ start: UInt32, _ length: Int) -> [UInt8] {
            let units = Array(name.utf16) + [0]
            var entry = units.flatMap(little)
            entry += [UInt8](repeating: 0, count: 64 - entry.count)
            entry += little(UInt16(2 * units.count)) + [type, 1]
            for _ in 0..<3 { entry += little(free) }
            entry += [UInt8](repeating: 0, count: 36) + little(start) + little(UInt64(length))
            return entry
        }
        let entries = entry("Root Entry", 5, end, 0) + entry("Workbook", 2, 2, length)
        return entries + [UInt8](repeating: 0, count: sectorLength - entries.count)
    }
}
