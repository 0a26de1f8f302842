import FeatureFiles
import Geodesy
import Testing

@Suite struct FlatGeobufTests {
    /// A table of so many points, each with a text.
    private func table(_ count: Int, isPlaced: Bool) throws -> SpatialTable {
        var table = SpatialTable(name: "t", columns: [.init(name: "name", kind: .text)])
        table.rows = try (0..<count).map { number in
            let place = try Coordinate(
                latitude: Double(number % 170) - 85,
                longitude: Double(number % 350) - 175
            )
            return .init(
                geometry: isPlaced || number > 0 ? .point(place) : nil,
                values: [.text(String(repeating: "x", count: number % 300))]
            )
        }
        return table
    }

    /// Four bytes, the lowest first.
    private func number(_ bytes: [UInt8], at place: Int) -> Int {
        bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    @Test(
        "features follow one another up to the end, with an index or without one",
        arguments: [true, false],
        [0, 1, 17, 20_000]
    )
    func whole(isPlaced: Bool, count: Int) throws {
        var bytes: [UInt8] = []
        try table(count, isPlaced: isPlaced).writeFlatGeobuf { bytes += $0 }
        #expect(bytes.starts(with: [0x66, 0x67, 0x62, 3]))
        var place = 8 + 4 + number(bytes, at: 8)
        if isPlaced, count > 0 {
            // Nodes of 40 bytes, level by level.
            var level = count
            repeat {
                place += 40 * level
                level = (level + 15) / 16
            } while level > 1
            place += 40
        }
        var found = 0
        while place < bytes.count {
            place += 4 + number(bytes, at: place)
            found += 1
        }
        #expect(place == bytes.count && found == count)
    }
}
