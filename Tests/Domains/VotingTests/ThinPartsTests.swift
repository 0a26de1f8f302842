import Datasets
import Foundation
import Geodesy
import Importing
import Polling
import SpatiaLiteStore
import Testing

/// Shapefiles made byte by byte, with parts of too few points and with tables as some writers end them.
@Suite struct ThinPartsTests {
    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func little(_ value: Double) -> [UInt8] {
        little(Int(truncatingIfNeeded: value.bitPattern), 8)
    }

    private static func big(_ value: Int) -> [UInt8] { little(value, 4).reversed() }

    /// A record's contents: a polygon of rings.
    private static func polygon(_ rings: [[(Double, Double)]]) -> [UInt8] {
        let points = rings.flatMap { $0 }
        var bytes = little(5, 4)
        let (xs, ys) = (points.map(\.0), points.map(\.1))
        for value in [xs.min() ?? 0, ys.min() ?? 0, xs.max() ?? 0, ys.max() ?? 0] {
            bytes += little(value)
        }
        bytes += little(rings.count, 4) + little(points.count, 4)
        var start = 0
        for ring in rings {
            bytes += little(start, 4)
            start += ring.count
        }
        for point in points { bytes += little(point.0) + little(point.1) }
        return bytes
    }

    /// Writes a shapefile of polygons whose codes are their numbers; returns the path of the `.shp`.
    private static func write(
        _ records: [[[(Double, Double)]]],
        endOfColumns: UInt8,
        in folder: String
    ) throws -> String {
        var (body, index): ([UInt8], [UInt8]) = ([], [])
        for (number, rings) in records.enumerated() {
            let content = polygon(rings)
            index += big(50 + body.count / 2) + big(content.count / 2)
            body += big(number + 1) + big(content.count / 2) + content
        }
        func header(_ length: Int) -> [UInt8] {
            var bytes = big(9994) + [UInt8](repeating: 0, count: 20) + big(length / 2)
            bytes += little(1000, 4) + little(5, 4)
            for value in [-180.0, -90, 180, 90, 0, 0, 0, 0] { bytes += little(value) }
            return bytes
        }
        var table: [UInt8] = [3, 120, 1, 1] + little(records.count, 4) + little(65, 2)
        table += little(5, 2) + [UInt8](repeating: 0, count: 20)
        table += Array("CODE".utf8) + [UInt8](repeating: 0, count: 7) + Array("C".utf8)
        table += [0, 0, 0, 0, 4] + [UInt8](repeating: 0, count: 15) + [endOfColumns]
        for number in 1...records.count {
            let text = Array("\(number)".utf8)
            table += [0x20] + text + [UInt8](repeating: 0x20, count: 4 - text.count)
        }
        let base = folder + "/layer"
        let parts: [(String, [UInt8])] = [
            (".shp", header(100 + body.count) + body), (".shx", header(100 + index.count) + index),
            (".dbf", table + [0x1A]),
        ]
        for (ending, bytes) in parts {
            try Data(bytes).write(to: URL(fileURLWithPath: base + ending))
        }
        return base + ".shp"
    }

    /// Clockwise, as an exterior is.
    private static func square(_ x: Double) -> [(Double, Double)] {
        [(x, 38), (x, 39), (x + 1, 39), (x + 1, 38), (x, 38)]
    }

    @Test(
        "parts of too few points are left out and told, whatever ends the table's header",
        arguments: [0x0D, 0x0A] as [UInt8]
    )
    func thinParts(endOfColumns: UInt8) async throws {
        let scratch = try await ScratchStore()
        let thin = [(-70.0, 38.0), (-70.0, 38.0)]
        let path = try Self.write(
            [
                [Self.square(-77), thin], [Self.square(-75)],
                [[(-73, 38), (-73, 39), (-73, 38)]],
            ],
            endOfColumns: endOfColumns,
            in: scratch.folder
        )
        let report = try await scratch.districts(path, into: "shapes", type: "ward")
        #expect(report.rows.accepted == 2)
        #expect(report.rejectedRows.map(\.row) == [3])
        let note = try #require(report.notes.first { $0.text.contains("too few points") })
        #expect(note.level == .warning)
        #expect(note.text.contains("2 records with 2 parts"))
        #expect(note.lines == [1, 3])
        let published = try await scratch.published()
        #expect(published.count == 2)
        #expect(published.allSatisfy { $0.area.polygons.count == 1 })
    }
}
