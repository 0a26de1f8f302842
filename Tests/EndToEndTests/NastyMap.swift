import Foundation

/// OpenStreetMap files in PBF that were made to take long.
enum NastyMap {
    static func bytes(_ kind: NastyFile, _ length: Int) -> Data {
        let names = field(1, Data(["", "highway"].flatMap { field(1, Data($0.utf8)) }))
        let head = block(
            "OSMHeader",
            field(4, Data("OsmSchema-V0.6".utf8)) + field(4, Data("DenseNodes".utf8))
        )
        switch kind {
        case .manyBlocks:
            let small = block("OSMData", names + nodes(2))
            return (0..<max(1, length / small.count)).reduce(into: head) { all, _ in all += small }
        case .denseNodes:
            return head + block("OSMData", names + nodes(min(length / 3, 8_000_000)))
        default:
            let empty = Data(String(repeating: "\n\0", count: length / 2).utf8)
            return head + block("OSMData", field(1, empty))
        }
    }

    /// So many nodes, a step of one from each to the next.
    private static func nodes(_ count: Int) -> Data {
        let steps = Data(repeating: 2, count: count)
        return field(2, field(2, field(1, steps) + field(8, steps) + field(9, steps)))
    }

    private static func number(_ value: Int) -> Data {
        var (rest, bytes) = (value, Data())
        while rest > 127 {
            bytes.append(UInt8(rest & 127 | 128))
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    private static func field(_ id: Int, _ bytes: Data) -> Data {
        number(id << 3 | 2) + number(bytes.count) + bytes
    }

    private static func block(_ type: String, _ contents: Data) -> Data {
        let blob = field(1, contents)
        let head = field(1, Data(type.utf8)) + number(3 << 3) + number(blob.count)
        return Data((0..<4).reversed().map { UInt8(head.count >> (8 * $0) & 255) }) + head + blob
    }
}
