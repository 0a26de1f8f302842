import Foundation

extension NastyFile {
    /// Archives, and what `gzip` makes.
    func packed(_ length: Int) throws -> Data {
        let list = Data(Self.header.utf8)
        // As much as a thousand times smaller.
        let most = min(100 * length, 400 << 20)
        switch self {
        case .manyEntries:
            return Self.archive((0..<length / 100).map { ("f\($0).txt", Data()) })
        case .gzipBomb: return try Self.gzip(list + Data(repeating: 0x61, count: most))
        case .rowBomb:
            let rows = Self.repeated("Hall,42,-101\n", min(10 * length, 30 << 20))
            return try Self.gzip(list + Data(rows.utf8))
        case .zipBomb:
            let bomb = Data(repeating: 0x61, count: most)
            // A member of gzip is a deflated stream between ten bytes and eight, of which four are its
            // checksum (RFC 1952).
            let packed = try Self.gzip(bomb)
            return Self.archive([
                (
                    "list.csv", packed.dropFirst(10).dropLast(8), packed.suffix(8).prefix(4),
                    bomb.count
                )
            ])
        default:
            let row = try Self.gzip(Data("a,1,2\n".utf8))
            return (0..<max(1, length / row.count)).reduce(into: try Self.gzip(list)) { all, _ in
                all += row
            }
        }
    }

    static func gzip(_ data: Data) throws -> Data {
        let folder = try TemporaryFolder()
        let path = folder.path("data")
        try data.write(to: URL(filePath: path))
        _ = try Program.run("gzip", ["--no-name", path])
        return try Data(contentsOf: URL(filePath: path + ".gz"))
    }

    /// An archive of files that are not packed (APPNOTE.TXT 6.3, 4.3).
    static func archive(_ files: [(name: String, data: Data)]) -> Data {
        archive(files.map { ($0.name, $0.data, nil, $0.data.count) })
    }

    /// - Parameter files: What is packed, with its checksum where it is deflated, and its length.
    static func archive(
        _ files: [(name: String, packed: Data, checksum: Data?, length: Int)]
    ) -> Data {
        func little(_ value: Int, _ count: Int) -> Data {
            Data((0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
        }
        var (contents, directory) = (Data(), Data())
        for file in files {
            let name = Data(file.name.utf8)
            let sum = file.checksum ?? little(Int(Self.checksum(file.packed)), 4)
            var common = little(20, 2) + little(0, 2) + little(file.checksum == nil ? 0 : 8, 2)
            common += little(0, 2) + little(0x21, 2) + sum + little(file.packed.count, 4)
            common += little(file.length, 4) + little(name.count, 2) + little(0, 2)
            directory += little(0x0201_4B50, 4) + little(20, 2) + common
            directory += Data(count: 10) + little(contents.count, 4) + name
            contents += little(0x0403_4B50, 4) + common + name + file.packed
        }
        let start = contents.count
        let end = little(0x0605_4B50, 4) + little(0, 4) + little(files.count, 2)
        return contents + directory + end + little(files.count, 2) + little(directory.count, 4)
            + little(start, 4) + little(0, 2)
    }

    /// CRC-32 (ISO 3309).
    private static func checksum(_ data: Data) -> UInt32 {
        var sum = UInt32.max
        for byte in data {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
