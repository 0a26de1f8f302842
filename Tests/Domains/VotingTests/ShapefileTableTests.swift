import Datasets
import Foundation
import Importing
import Polling
import SpatiaLiteStore
import Testing

/// Shapefiles made byte by byte after ESRI's description, whose tables hold what no usual program
/// writes.
@Suite struct ShapefileTableTests {
    /// A shapefile of points, one a row.
    private struct Layer {
        var fields: [(name: String, width: Int)]
        var rows: [[[UInt8]]]
        var codePage: String?

        /// The table.
        var table: Data {
            var bytes: [UInt8] = [3, 120, 1, 1]
            bytes += ShapefileTableTests.little(rows.count, 4)
            bytes += ShapefileTableTests.little(32 + 32 * fields.count + 1, 2)
            bytes += ShapefileTableTests.little(1 + fields.reduce(0) { $0 + $1.width }, 2)
            bytes += [UInt8](repeating: 0, count: 20)
            for field in fields {
                let name = Array(field.name.utf8)
                bytes += name + [UInt8](repeating: 0, count: 11 - name.count)
                bytes += Array("C".utf8) + [0, 0, 0, 0, UInt8(field.width)]
                bytes += [UInt8](repeating: 0, count: 15)
            }
            bytes.append(0x0D)
            for row in rows {
                bytes.append(0x20)
                for (cell, field) in zip(row, fields) {
                    bytes += cell + [UInt8](repeating: 0x20, count: field.width - cell.count)
                }
            }
            return Data(bytes + [0x1A])
        }

        /// The `.shp` and the `.shx` part.
        var shapes: (shp: Data, shx: Data) {
            var body: [UInt8] = []
            var index: [UInt8] = []
            for number in 0..<rows.count {
                index += ShapefileTableTests.big(50 + body.count / 2)
                index += ShapefileTableTests.big(10)
                body += ShapefileTableTests.big(number + 1) + ShapefileTableTests.big(10)
                body += ShapefileTableTests.little(1, 4)
                for value in [-77.0 + Double(number) / 100, 38.9] {
                    body += ShapefileTableTests.little(value)
                }
            }
            func header(_ length: Int) -> [UInt8] {
                var bytes = ShapefileTableTests.big(9994) + [UInt8](repeating: 0, count: 20)
                bytes += ShapefileTableTests.big(length / 2)
                bytes += ShapefileTableTests.little(1000, 4) + ShapefileTableTests.little(1, 4)
                for value in [-180.0, -90, 180, 90, 0, 0, 0, 0] {
                    bytes += ShapefileTableTests.little(value)
                }
                return bytes
            }
            return (
                Data(header(100 + body.count) + body), Data(header(100 + index.count) + index)
            )
        }

        /// Writes the parts; returns the path of the `.shp`.
        func write(_ name: String, in folder: String, table: Data? = nil) throws -> String {
            let base = folder + "/" + name
            let (shp, shx) = shapes
            try shp.write(to: URL(fileURLWithPath: base + ".shp"))
            try shx.write(to: URL(fileURLWithPath: base + ".shx"))
            try (table ?? self.table).write(to: URL(fileURLWithPath: base + ".dbf"))
            if let codePage {
                try Data(codePage.utf8).write(to: URL(fileURLWithPath: base + ".cpg"))
            }
            return base + ".shp"
        }

        /// Three stations.
        static let plain = Layer(
            fields: [("NAME", 20), ("ADDRESS", 30)],
            rows: ["Library", "School", "Fire Station"].map {
                [Array($0.utf8), Array("12 \($0) Street".utf8)]
            }
        )
    }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func little(_ value: Double) -> [UInt8] {
        little(Int(truncatingIfNeeded: value.bitPattern), 8)
    }

    private static func big(_ value: Int) -> [UInt8] { little(value, 4).reversed() }

    private func stations(_ path: String, _ scratch: ScratchStore) async throws -> ImportReport {
        try await StationImporter(store: scratch.store.stations, clock: scratch.clock)
            .run(.file(path), options: ImportOptions(dataset: try DatasetName("places")))
    }

    private func published(_ scratch: ScratchStore) async throws -> [Station] {
        let directory = StationDirectory(store: scratch.store)
        try await directory.load()
        return directory.all
    }

    /// A text of 252 bytes or more, and what it says.
    struct FullField: Sendable {
        let codePage: String
        /// A character's bytes, those of the last, and how often the first stands before it.
        let bytes: [UInt8]
        let lastBytes: [UInt8]
        let count: Int
        let text: String
        let lastText: String
    }

    /// After the Unicode Consortium's tables of these code pages.
    static let fullFields = [
        FullField(
            codePage: "874",
            bytes: [0xA1],
            lastBytes: [0xCE],
            count: 253,
            text: "\u{0E01}",
            lastText: "\u{0E2E}"
        ),
        FullField(
            codePage: "1252",
            bytes: [0x80],
            lastBytes: [0x99],
            count: 253,
            text: "\u{20AC}",
            lastText: "\u{2122}"
        ),
        FullField(
            codePage: "932",
            bytes: [0x93, 0xFA],
            lastBytes: [0x96, 0x7B],
            count: 126,
            text: "\u{65E5}",
            lastText: "\u{672C}"
        ),
        FullField(
            codePage: "UTF-8",
            bytes: [0xE0, 0xB8, 0x81],
            lastBytes: [0xE0, 0xB8, 0xAE],
            count: 83,
            text: "\u{0E01}",
            lastText: "\u{0E2E}"
        ),
    ]

    @Test(
        "a field that is full of characters that are longer in UTF-8 comes whole",
        arguments: fullFields
    )
    func fullField(_ field: FullField) async throws {
        let scratch = try await ScratchStore()
        let bytes = (0..<field.count).flatMap { _ in field.bytes } + field.lastBytes
        let layer = Layer(
            fields: [("NAME", 20), ("ADDRESS", 254)],
            rows: [[Array("Library".utf8), bytes]],
            codePage: field.codePage
        )
        let report = try await stations(try layer.write("full", in: scratch.folder), scratch)
        #expect(report.rows.accepted == 1)
        let expected = String(repeating: field.text, count: field.count) + field.lastText
        let all = try await published(scratch)
        #expect(all.first?.address == expected)
    }

    @Test("bytes that are no character become U+FFFD, and the report says in which records")
    func undecodable() async throws {
        let scratch = try await ScratchStore()
        var layer = Layer.plain
        layer.codePage = "1252"
        // 0x81 is no character of windows-1252.
        let hole: [UInt8] = [0xE9, 0x20, 0x81, 0x20]
        layer.rows[1][1] = Array("12 Caf".utf8) + hole + Array("Road".utf8)
        let report = try await stations(try layer.write("holes", in: scratch.folder), scratch)
        #expect(report.rows.accepted == 3)
        let note = report.notes.first { $0.text.contains("\u{FFFD}") }
        #expect(note?.lines == [2])
        let all = try await published(scratch)
        #expect(all.contains { $0.address?.contains("Café \u{FFFD} Road") == true })
    }

    @Test("a column's name that is cut within a character keeps the characters before")
    func cutName() async throws {
        let scratch = try await ScratchStore()
        let layer = Layer.plain
        var table = layer.table
        // "Anschriftänderung", cut after ten bytes: the last begins a character.
        let name: [UInt8] = Array("Anschrift".utf8) + [0xC3, 0]
        table.replaceSubrange(64..<75, with: name)
        let path = try layer.write("names", in: scratch.folder, table: table)
        let report = try await stations(path, scratch)
        #expect(report.columns.contains { $0.column == "Anschrift" })
    }

    @Test("a table that is padded behind its columns is read")
    func padded() async throws {
        let scratch = try await ScratchStore()
        let layer = Layer.plain
        var table = layer.table
        // One byte more of the header, as some writers have it.
        table.insert(0, at: 97)
        table[8] = 98
        let path = try layer.write("padded", in: scratch.folder, table: table)
        let report = try await stations(path, scratch)
        #expect(report.rows.accepted == 3)
        let names = try await published(scratch).map(\.name).sorted()
        #expect(names == ["Fire Station", "Library", "School"])
    }

    @Test("a table that is wider than can be read is refused in plain words")
    func wide() async throws {
        let scratch = try await ScratchStore()
        var layer = Layer(
            fields: [("NAME", 20)],
            rows: [[Array("Library".utf8)]]
        )
        for number in 1...130 {
            layer.fields.append((name: "F\(number)", width: 254))
            layer.rows[0].append([])
        }
        let path = try layer.write("wide", in: scratch.folder)
        let error = await #expect(throws: ImportError.self) {
            try await stations(path, scratch)
        }
        let words = "its table's rows are 33,041 bytes wide; at most 32,767 can be read"
        #expect(error?.description.contains(words) == true)
        #expect(error?.description.contains("\"wide.shp\"") == true)
    }

    @Test("a table whose lengths are not those that it states is refused before it is read")
    func lies() async throws {
        let scratch = try await ScratchStore()
        let layer = Layer.plain
        let lies: [(name: String, words: String, change: (inout Data) -> Void)] = [
            ("head", "damaged or something else", { $0 = $0.prefix(20) }),
            ("version", "no dBASE III table", { $0[0] = 0x30 }),
            ("short", "header of its .dbf part is damaged", { $0[8] = 64 }),
            ("zero", "header of its .dbf part is damaged", { $0[8] = 0 }),
            ("long", "header of its .dbf part is damaged", { $0[9] = 1 }),
            ("huge", "header is 65,377 bytes long", { $0[9] = 0xFF }),
            ("columns", "bytes wide together", { $0[32 + 16] = 255 }),
            ("narrow", "bytes wide together", { $0[10] = 10 }),
            ("unended", "header of its .dbf part is damaged", { $0[96] = 0x20 }),
            ("many", "ends before its last row", { $0[7] = 0x7F }),
            ("cut", "ends before its last row", { $0 = $0.prefix($0.count - 10) }),
            ("few", "has 2 rows and its .shx part 3", { $0[4] = 2 }),
        ]
        for lie in lies {
            var table = layer.table
            lie.change(&table)
            let path = try layer.write(lie.name, in: scratch.folder, table: table)
            let error = await #expect(throws: ImportError.self) {
                try await stations(path, scratch)
            }
            let description = error?.description ?? ""
            #expect(description.contains(lie.words), "\(lie.name): \(description)")
            #expect(description.hasPrefix("the shapefile \"\(lie.name).shp\" cannot be read"))
            #expect(!description.contains(NSTemporaryDirectory()), "\(lie.name)")
        }
    }

    @Test("what is no shape is refused without a path of Ambit's own")
    func noShape() async throws {
        let scratch = try await ScratchStore()
        let path = try Layer.plain.write("types", in: scratch.folder)
        var shapes = Layer.plain.shapes.shp
        // A file of multipatches.
        shapes[32] = 31
        try shapes.write(to: URL(fileURLWithPath: path))
        let error = await #expect(throws: ImportError.self) {
            try await stations(path, scratch)
        }
        #expect(error?.description.contains("neither points, lines nor areas") == true)
        #expect(error?.description.contains("ambit-import") == false)
    }

    @Test("what macOS packs beside a shapefile is no second one")
    func appleDouble() async throws {
        let scratch = try await ScratchStore()
        let layer = Layer.plain
        let (shp, shx) = layer.shapes
        let path = scratch.folder + "/places.zip"
        let double = Data([0x00, 0x05, 0x16, 0x07, 0x00, 0x02, 0x00, 0x00])
        try Self.archive([
            ("._places.shp", double), ("gis/._places.shp", double), ("gis/places.shp", shp),
            ("gis/places.shx", shx), ("gis/._places.dbf", double), ("gis/places.dbf", layer.table),
        ])
        .write(to: URL(fileURLWithPath: path))
        let report = try await stations(path, scratch)
        #expect(report.rows.accepted == 3)
        #expect(report.format.kind == "shapefile")
    }

    /// An archive of files that are not compressed (APPNOTE.TXT 6.3, 4.3).
    private static func archive(_ files: [(name: String, data: Data)]) -> Data {
        var contents: [UInt8] = []
        var directory: [UInt8] = []
        for file in files {
            let name = Array(file.name.utf8)
            var common = little(20, 2) + little(0, 2) + little(0, 2) + little(0, 2)
            common += little(0x21, 2) + little(Int(checksum(file.data)), 4)
            common += little(file.data.count, 4) + little(file.data.count, 4)
            common += little(name.count, 2) + little(0, 2)
            directory += little(0x0201_4B50, 4) + little(20, 2) + common
            directory += [UInt8](repeating: 0, count: 10) + little(contents.count, 4) + name
            contents += little(0x0403_4B50, 4) + common + name
            contents += Array(file.data)
        }
        let start = contents.count
        contents += directory
        contents += little(0x0605_4B50, 4) + little(0, 4) + little(files.count, 2)
        contents += little(files.count, 2) + little(directory.count, 4) + little(start, 4)
        return Data(contents + little(0, 2))
    }

    /// CRC-32 (ISO 3309), bit by bit.
    private static func checksum(_ data: Data) -> UInt32 {
        var sum = UInt32.max
        for byte in data {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
