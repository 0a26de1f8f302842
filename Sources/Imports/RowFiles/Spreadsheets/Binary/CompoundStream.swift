/// A stream of a compound file: a file within a file, whose sectors lie in any order.
///
/// No number in the file is believed before it is compared with the sectors that there are, and each
/// sector is used once, so that no chain goes round in a circle.
///
/// Source: Microsoft, "[MS-CFB]: Compound File Binary File Format", 2.
struct CompoundStream {
    private let reader: FileReader
    private let sectorLength: Int
    /// How many sectors lie behind the header.
    private let sectorCount: Int
    /// Which sector comes behind each.
    private var followers: [UInt32] = []

    private static let headerLength = 512
    private static let entryLength = 128
    private static let smallLength = 64
    /// Streams that are shorter lie in another one, in sectors of 64 bytes.
    private static let leastLength = 4_096
    /// What is no sector's number: an end, or a sector of another use.
    private static let firstMark: UInt32 = 0xFFFF_FFFA

    /// Where a stream lies.
    private struct Entry {
        let name: String
        let type: UInt8
        let start: UInt32
        let length: Int
    }

    /// - Returns: nil where it is no compound file, or is damaged.
    private init?(_ reader: FileReader) throws(RowFileError) {
        self.reader = reader
        let header = try reader.read(at: 0, count: Self.headerLength)
        guard header.count == Self.headerLength, let shift = ZipDirectory.number(header, 30, 2),
            (7...16).contains(shift)
        else { return nil }
        sectorLength = 1 << Int(shift)
        let byteCount = try reader.stamp().byteCount
        sectorCount = Int(max(0, byteCount) / Int64(sectorLength))
        guard try readFollowers(header) else { return nil }
    }

    /// The bytes of the stream of one of some names, in one file on disk.
    ///
    /// - Parameter names: The first that there is counts.
    /// - Returns: nil where there is none, or the file is damaged.
    static func unpack(
        _ names: [String],
        of path: String,
        into writer: ScratchWriter
    ) throws(RowFileError) -> Bool {
        guard let file = try CompoundStream(try FileReader(path: path)),
            let entries = try file.entries()
        else { return false }
        for name in names {
            guard let entry = entries.first(where: { $0.name == name && $0.type == 2 }) else {
                continue
            }
            guard let sectors = file.chain(entry.start) else { return false }
            if entry.length >= leastLength {
                return try file.copy(sectors, entry.length, to: writer)
            }
            return try file.copySmall(entry, entries, to: writer)
        }
        return false
    }

    // MARK: Sectors

    /// Reads which sector follows on which.
    private mutating func readFollowers(_ header: [UInt8]) throws(RowFileError) -> Bool {
        var tables = (0..<109).compactMap {
            ZipDirectory.number(header, 76 + 4 * $0, 4).map(UInt32.init)
        }
        tables = Array(tables.prefix { $0 < Self.firstMark })
        // More places of the table are in sectors of their own, each with the next's number at its end.
        var next = ZipDirectory.number(header, 68, 4).map(UInt32.init) ?? Self.firstMark
        var more = 0
        while next < Self.firstMark {
            more += 1
            // A chain that goes round in a circle has more than there are.
            guard Int(next) < sectorCount, more <= sectorCount, tables.count <= sectorCount else {
                return false
            }
            let bytes = try sector(next)
            guard bytes.count == sectorLength else { return false }
            for place in stride(from: 0, to: sectorLength - 4, by: 4) {
                guard let number = ZipDirectory.number(bytes, place, 4) else { return false }
                if number < UInt64(Self.firstMark) { tables.append(UInt32(number)) }
            }
            next =
                ZipDirectory.number(bytes, sectorLength - 4, 4).map(UInt32.init) ?? Self.firstMark
        }
        guard tables.count <= sectorCount else { return false }
        for table in tables {
            guard followers.count < sectorCount else { break }
            let bytes = try sector(table)
            for place in stride(from: 0, to: bytes.count - 3, by: 4) {
                followers.append(UInt32(ZipDirectory.number(bytes, place, 4) ?? 0xFFFF_FFFF))
            }
        }
        return true
    }

    private func sector(_ number: UInt32) throws(RowFileError) -> [UInt8] {
        try reader.read(at: (Int64(number) + 1) * Int64(sectorLength), count: sectorLength)
    }

    /// The sectors from one on; nil where they go round in a circle, or are not there.
    private func chain(_ start: UInt32) -> [UInt32]? {
        var sectors: [UInt32] = []
        var next = start
        while next < Self.firstMark {
            guard sectors.count <= sectorCount, Int(next) < followers.count else { return nil }
            sectors.append(next)
            next = followers[Int(next)]
        }
        return sectors
    }

    private func copy(
        _ sectors: [UInt32],
        _ length: Int,
        to writer: ScratchWriter
    ) throws(RowFileError) -> Bool {
        var left = length
        for number in sectors where left > 0 {
            let bytes = try sector(number)
            try writer.write(bytes.prefix(left))
            left -= bytes.count
        }
        // The last sector of the file may be cut.
        return left < sectorLength
    }

    private func copySmall(
        _ entry: Entry,
        _ entries: [Entry],
        to writer: ScratchWriter
    ) throws(RowFileError) -> Bool {
        guard let root = entries.first(where: { $0.type == 5 }),
            let holder = chain(root.start),
            let first = ZipDirectory.number(try reader.read(at: 60, count: 4), 0, 4),
            let tables = chain(UInt32(first))
        else { return false }
        var small: [UInt32] = []
        for table in tables {
            let bytes = try sector(table)
            for place in stride(from: 0, to: bytes.count - 3, by: 4) {
                small.append(UInt32(ZipDirectory.number(bytes, place, 4) ?? 0xFFFF_FFFF))
            }
        }
        var (next, left) = (entry.start, entry.length)
        while left > 0 {
            let place = Int(next) * Self.smallLength
            guard Int(next) < small.count, place / sectorLength < holder.count else { return false }
            let bytes = try sector(holder[place / sectorLength])
            let start = place % sectorLength
            guard bytes.count >= start + Self.smallLength else { return false }
            try writer.write(bytes[start..<start + min(left, Self.smallLength)])
            left -= Self.smallLength
            next = small[Int(next)]
        }
        return true
    }

    /// What is in the directory.
    private func entries() throws(RowFileError) -> [Entry]? {
        guard let start = ZipDirectory.number(try reader.read(at: 48, count: 4), 0, 4),
            let sectors = chain(UInt32(start))
        else { return nil }
        var entries: [Entry] = []
        for number in sectors.prefix(10_000) {
            let bytes = try sector(number)
            for place in stride(
                from: 0,
                to: bytes.count - Self.entryLength + 1,
                by: Self.entryLength
            ) {
                guard let name = CompoundFile.name(bytes, place),
                    let start = ZipDirectory.number(bytes, place + 116, 4),
                    let length = ZipDirectory.number(bytes, place + 120, 4)
                else { continue }
                entries.append(
                    Entry(
                        name: name,
                        type: bytes[place + 66],
                        start: UInt32(start),
                        length: Int(length)
                    )
                )
            }
        }
        return entries
    }
}
