import Foundation
import RowFiles
import RowFilesTesting
import TestSupport
import Testing

@testable import Importing

/// Files of OpenStreetMap, whole and damaged.
@Suite struct OpenStreetMapFileTests {
    /// All that a file hands on.
    private final class Everything: OpenStreetMapVisitor {
        let kinds: OpenStreetMapKinds = [.nodes, .ways, .relations]
        var lines: [String] = []

        func keys(of kind: OpenStreetMapKinds) -> Set<String> {
            ["highway", "name", "barrier", "access", "type"]
        }
        func wants(node id: Int64) -> Bool { true }
        func wants(_ kind: OpenStreetMapKinds, tags: [String: String]) -> Bool { true }

        func visit(_ node: OpenStreetMapNode) {
            let place = "\(node.position.latitude) \(node.position.longitude)"
            lines.append("node \(node.id) \(place)\(words(node.tags))")
        }
        func visit(_ way: OpenStreetMapWay) {
            lines.append("way \(way.id) \(way.nodes)\(words(way.tags))")
        }
        func visit(_ relation: OpenStreetMapRelation) {
            let members = relation.members.map { "\($0.role):\($0.kind.rawValue):\($0.id)" }
            lines.append("relation \(relation.id) \(members)\(words(relation.tags))")
        }

        private func words(_ tags: [String: String]) -> String {
            tags.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        }
    }

    private func lines(_ bytes: [UInt8]) async throws -> [String] {
        let everything = Everything()
        try await withFile(bytes, name: "map") { path in
            if bytes.first == 0 {
                try OpenStreetMapBinary(.file(path)).read(by: everything)
            } else {
                try OpenStreetMapText(input: .file(path)).read(by: everything)
            }
        }
        return everything.lines
    }

    private func reason(_ bytes: [UInt8]) async throws -> String {
        let error = await #expect(throws: ImportError.self) {
            try await withFile(bytes, name: "map") { try OpenStreetMapFile(.file($0)) }
        }
        if case .badOpenStreetMap(_, let reason)? = error { return reason }
        return error?.description ?? ""
    }

    @Test("every element is handed on with its tags, from PBF in both its forms and from XML")
    func elements() async throws {
        let expected = [
            "node 1 43.1000001 -7.1", "node 2 43.2 -7.2 access=private barrier=gate",
            "node 7000000003 -3.3 179.9999999", "node 4 43.3 -7.25",
            "way 10 [1, 2, 7000000003] highway=residential name=Rue É",
            "way 11 [2, 4] highway=primary", "way 12 [1, 4]",
            "relation 20 [\"from:2:11\", \"via:1:2\", \"to:2:10\"] type=restriction",
            "relation 21 [\":2:10\"] type=route",
        ]
        #expect(try await lines(MapWriter.town.binary(.dense)) == expected)
        #expect(try await lines(MapWriter.town.binary(.plain)) == expected)
        #expect(try await lines(Array(MapWriter.town.text.utf8)) == expected)
    }

    @Test("roads keep the tags of the nodes on them, and of no others")
    func nodeTags() async throws {
        for bytes in [MapWriter.town.binary(), Array(MapWriter.town.text.utf8)] {
            let file = try await withFile(bytes, name: "map") { try OpenStreetMapFile(.file($0)) }
            #expect(file.ways.map(\.id) == [10, 11])
            #expect(file.tags(ofNode: 2) == ["barrier": "gate", "access": "private"])
            #expect(file.tags(ofNode: 1).isEmpty)
            #expect(file.place(of: 7_000_000_003)?.longitude == 179.9999999)
            #expect(file.place(of: 5) == nil)
            #expect(file.turns[11]?.map(\.to) == [10])
        }
    }

    @Test("positions count in the block's own units")
    func units() async throws {
        var block = MessageWriter()
        var node = MessageWriter()
        node.signed(1, 5)
        node.signed(8, 3)
        node.signed(9, -4)
        var group = MessageWriter()
        group.bytes(1, node.bytes)
        block.bytes(2, group.bytes)
        block.number(17, 1_000_000)
        block.number(19, 40_000_000_000)
        block.number(20, UInt64(bitPattern: -70_000_000_000))
        let file = MapWriter.header() + MapWriter.block("OSMData", MapWriter.blob(block.bytes))
        #expect(try await lines(file) == ["node 5 40.003 -70.004"])
    }

    @Test("what stands in a block that nobody knows is passed over")
    func unknownBlocks() async throws {
        let strange = MapWriter.block("Weather", [1, 2, 3])
        let whole = try await lines(MapWriter.town.binary())
        let header = MapWriter.header()
        let file = header + strange + Array(MapWriter.town.binary().dropFirst(header.count))
        #expect(try await lines(file) == whole)
    }

    @Test("what cannot be understood rightly is refused, and named")
    func features() async throws {
        let data = MapWriter.block("OSMData", MapWriter.blob(MapWriter.town.primitiveBlock()))
        let history = MapWriter.header(features: ["OsmSchema-V0.6", "HistoricalInformation"])
        #expect(try await reason(history + data).contains("\"HistoricalInformation\""))
        var packed = MessageWriter()
        packed.number(2, 10)
        packed.bytes(6, [1, 2, 3])
        let lz4 = MapWriter.block("OSMData", packed.bytes)
        #expect(try await reason(MapWriter.header() + lz4).contains("is packed with LZ4"))
    }

    @Test("a block that is longer or shorter than it says is damaged")
    func statedSizes() async throws {
        let block = MapWriter.town.primitiveBlock()
        for size in [0, block.count - 1, block.count + 1, 24 << 20, (32 << 20) + 1] {
            let blob = MapWriter.blob(block, statedSize: size)
            let reason = try await reason(MapWriter.header() + MapWriter.block("OSMData", blob))
            #expect(reason.hasPrefix("block 2, which begins at byte "), "\(size): \(reason)")
            #expect(reason.hasSuffix("is damaged; copy it again"))
        }
    }

    @Test("lists that don't fit each other are damage, and overflow is")
    func lists() async throws {
        func group(_ field: UInt64, _ fill: (inout MessageWriter) -> Void) -> [UInt8] {
            var element = MessageWriter()
            fill(&element)
            var group = MessageWriter()
            group.bytes(field, element.bytes)
            var table = MessageWriter()
            for text in ["", "highway", "primary"] { table.bytes(1, Array(text.utf8)) }
            var block = MessageWriter()
            block.bytes(1, table.bytes)
            block.bytes(2, group.bytes)
            return MapWriter.header() + MapWriter.block("OSMData", MapWriter.blob(block.bytes))
        }
        let cases: [[UInt8]] = [
            // More places than nodes, and fewer; tags that never end.
            group(2) {
                $0.steps(1, [1])
                $0.steps(8, [1, 2])
                $0.steps(9, [1])
            },
            group(2) {
                $0.steps(1, [1, 2])
                $0.steps(8, [1])
                $0.steps(9, [1])
            },
            group(2) {
                $0.steps(1, [1])
                $0.steps(8, [1])
                $0.steps(9, [1])
                $0.packed(10, [1, 2])
            },
            // A text that is not in the table, a key without a value, a value without a key.
            group(3) {
                $0.packed(2, [9])
                $0.packed(3, [1])
            },
            group(3) { $0.packed(2, [1]) },
            group(3) { $0.packed(3, [1]) },
            // No such sort of member; more roles than members.
            group(4) {
                $0.packed(8, [1])
                $0.steps(9, [1])
                $0.packed(10, [3])
            },
            group(4) {
                $0.packed(8, [1, 1])
                $0.steps(9, [1])
                $0.packed(10, [1])
            },
            // A place that no 64 bits hold.
            group(1) {
                $0.signed(1, 1)
                $0.signed(8, .max)
                $0.signed(9, .min)
            },
        ]
        for (index, file) in cases.enumerated() {
            await #expect(throws: ImportError.self, "case \(index)") { try await lines(file) }
        }
    }

    @Test("a small file that unpacks to very much is refused, and the limit told")
    func bomb() async throws {
        let block = MapWriter.block(
            "OSMData",
            MapWriter.blob([UInt8](repeating: 0x1A, count: 1) + [0] + zeros(8 << 20))
        )
        let file = MapWriter.header() + Array(repeatElement(block, count: 40).joined())
        let error = await #expect(throws: ImportError.self) {
            try await withFile(file, name: "map") { try OpenStreetMapFile(.file($0)) }
        }
        #expect(error == .file(.unpacksTooLarge(name: "map", limitBytes: 32 << 20)))
    }

    /// Many empty fields of an unknown number.
    private func zeros(_ count: Int) -> [UInt8] {
        Array([[UInt8]](repeating: [0x50, 0], count: count / 2).joined())
    }

    @Test("a way with more nodes than any has, and a text that is too long, are refused by name")
    func excess() async throws {
        var map = MapWriter.town
        map.ways[0].nodes = Array(repeating: 1, count: 100_001)
        #expect(try await reason(map.binary()).contains("way 10 has more than 100,000 nodes"))
        map = .town
        map.ways[0].tags[1].value = String(repeating: "x", count: 5_000)
        #expect(try await reason(map.binary()).contains("is 5,000 bytes long"))
        let text = try await reason(Array(map.text.utf8))
        #expect(text.contains("way 10 has a text of 5,000 bytes"))
    }

    @Test("a file whose blocks made libreadosm read outside its memory ends in one sentence")
    func hostile() async throws {
        guard let path = Checkout.realFile("hostile/crashes-readosm.osm.pbf") else { return }
        do {
            let file = try OpenStreetMapFile(.file(path))
            #expect(file.ways.count < 10_000)
        } catch {
            #expect(error.description.hasPrefix("\"crashes-readosm.osm.pbf\" is a file of"))
        }
    }
}
