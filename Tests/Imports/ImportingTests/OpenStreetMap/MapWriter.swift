import RowFilesTesting

@testable import Importing

/// Messages of protocol buffers, for the tests to write.
struct MessageWriter {
    private(set) var bytes: [UInt8] = []

    static func varint(_ value: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    static func zigzag(_ value: Int64) -> UInt64 {
        UInt64(bitPattern: (value << 1) ^ (value >> 63))
    }

    mutating func number(_ field: UInt64, _ value: UInt64) {
        bytes += Self.varint(field << 3) + Self.varint(value)
    }

    mutating func signed(_ field: UInt64, _ value: Int64) { number(field, Self.zigzag(value)) }

    mutating func bytes(_ field: UInt64, _ content: [UInt8]) {
        bytes += Self.varint(field << 3 | 2) + Self.varint(UInt64(content.count)) + content
    }

    mutating func packed(_ field: UInt64, _ values: [UInt64]) {
        bytes(field, values.flatMap(Self.varint))
    }

    /// Each value as the step from the one before.
    mutating func steps(_ field: UInt64, _ values: [Int64]) {
        var last: Int64 = 0
        packed(
            field,
            values.map { value in
                defer { last = value }
                return Self.zigzag(value &- last)
            }
        )
    }
}

/// Writes small files of OpenStreetMap, in PBF and in XML.
struct MapWriter {
    typealias Tags = [(key: String, value: String)]

    struct Node {
        var id: Int64
        /// In units of 1e-7 degrees.
        var latitude: Int64
        var longitude: Int64
        var tags: Tags = []
    }

    struct Way {
        var id: Int64
        var nodes: [Int64]
        var tags: Tags = []
    }

    struct Relation {
        var id: Int64
        var members: [(type: UInt64, id: Int64, role: String)]
        var tags: Tags = []
    }

    var nodes: [Node] = []
    var ways: [Way] = []
    var relations: [Relation] = []

    // MARK: PBF

    /// How the nodes are written.
    enum NodeForm { case dense, plain }

    /// A block's elements, unpacked.
    func primitiveBlock(_ form: NodeForm = .dense) -> [UInt8] {
        var texts = [""]
        func number(_ text: String) -> UInt64 {
            if let index = texts.firstIndex(of: text) { return UInt64(index) }
            texts.append(text)
            return UInt64(texts.count - 1)
        }
        var groups: [[UInt8]] = []
        var group = MessageWriter()
        switch form {
        case .dense:
            var dense = MessageWriter()
            dense.steps(1, nodes.map(\.id))
            dense.steps(8, nodes.map(\.latitude))
            dense.steps(9, nodes.map(\.longitude))
            dense.packed(
                10,
                nodes.flatMap { node in
                    node.tags.flatMap { [number($0.key), number($0.value)] } + [0]
                }
            )
            group.bytes(2, dense.bytes)
        case .plain:
            for node in nodes {
                var message = MessageWriter()
                message.signed(1, node.id)
                message.packed(2, node.tags.map { number($0.key) })
                message.packed(3, node.tags.map { number($0.value) })
                message.signed(8, node.latitude)
                message.signed(9, node.longitude)
                group.bytes(1, message.bytes)
            }
        }
        groups.append(group.bytes)
        group = MessageWriter()
        for way in ways {
            var message = MessageWriter()
            message.number(1, UInt64(bitPattern: way.id))
            message.packed(2, way.tags.map { number($0.key) })
            message.packed(3, way.tags.map { number($0.value) })
            message.steps(8, way.nodes)
            group.bytes(3, message.bytes)
        }
        groups.append(group.bytes)
        group = MessageWriter()
        for relation in relations {
            var message = MessageWriter()
            message.number(1, UInt64(bitPattern: relation.id))
            message.packed(2, relation.tags.map { number($0.key) })
            message.packed(3, relation.tags.map { number($0.value) })
            message.packed(8, relation.members.map { number($0.role) })
            message.steps(9, relation.members.map(\.id))
            message.packed(10, relation.members.map(\.type))
            group.bytes(4, message.bytes)
        }
        groups.append(group.bytes)
        var table = MessageWriter()
        for text in texts { table.bytes(1, Array(text.utf8)) }
        var block = MessageWriter()
        // Behind the elements, as the format allows.
        for group in groups { block.bytes(2, group) }
        block.number(17, 100)
        block.bytes(1, table.bytes)
        return block.bytes
    }

    /// What a `Blob` states: what is in it, packed.
    static func blob(_ content: [UInt8], statedSize: Int? = nil) -> [UInt8] {
        var message = MessageWriter()
        message.number(2, UInt64(statedSize ?? content.count))
        message.bytes(3, packedByZlib(content))
        return message.bytes
    }

    /// A block of the file.
    static func block(_ type: String, _ blob: [UInt8]) -> [UInt8] {
        var header = MessageWriter()
        header.bytes(1, Array(type.utf8))
        header.number(3, UInt64(blob.count))
        let size = UInt32(header.bytes.count)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + header.bytes + blob
    }

    static func header(features: [String] = ["OsmSchema-V0.6", "DenseNodes"]) -> [UInt8] {
        var message = MessageWriter()
        for feature in features { message.bytes(4, Array(feature.utf8)) }
        return block("OSMHeader", blob(message.bytes))
    }

    /// The file, in one block.
    func binary(_ form: NodeForm = .dense) -> [UInt8] {
        Self.header() + Self.block("OSMData", Self.blob(primitiveBlock(form)))
    }

    // MARK: XML

    /// The file as OpenStreetMap's XML.
    var text: String {
        func lines(_ tags: Tags) -> String {
            tags.map { "<tag k=\"\($0.key)\" v=\"\($0.value)\"/>" }.joined()
        }
        let types = ["node", "way", "relation"]
        let nodes = nodes.map { node in
            "<node id=\"\(node.id)\" lat=\"\(Double(node.latitude) / 1e7)\" "
                + "lon=\"\(Double(node.longitude) / 1e7)\">\(lines(node.tags))</node>"
        }
        let ways = ways.map { way in
            "<way id=\"\(way.id)\">" + way.nodes.map { "<nd ref=\"\($0)\"/>" }.joined()
                + lines(way.tags) + "</way>"
        }
        let relations = relations.map { relation in
            "<relation id=\"\(relation.id)\">"
                + relation.members.map {
                    "<member type=\"\(types[Int($0.type)])\" ref=\"\($0.id)\" role=\"\($0.role)\"/>"
                }.joined() + lines(relation.tags) + "</relation>"
        }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<osm version=\"0.6\">\n"
            + (nodes + ways + relations).joined(separator: "\n") + "\n</osm>\n"
    }

    // MARK: A town

    /// A few streets with a gate, a one-way street and a turn that is forbidden.
    static let town = MapWriter(
        nodes: [
            Node(id: 1, latitude: 431_000_001, longitude: -71_000_000),
            Node(
                id: 2,
                latitude: 432_000_000,
                longitude: -72_000_000,
                tags: [("barrier", "gate"), ("access", "private"), ("note", "green")]
            ),
            Node(id: 7_000_000_003, latitude: -33_000_000, longitude: 1_799_999_999),
            Node(id: 4, latitude: 433_000_000, longitude: -72_500_000, tags: [("shop", "yes")]),
        ],
        ways: [
            Way(
                id: 10,
                nodes: [1, 2, 7_000_000_003],
                tags: [("highway", "residential"), ("name", "Rue É"), ("oneway", "-1")]
            ),
            Way(id: 11, nodes: [2, 4], tags: [("highway", "primary"), ("surface", "asphalt")]),
            Way(id: 12, nodes: [1, 4], tags: [("building", "yes")]),
        ],
        relations: [
            Relation(
                id: 20,
                members: [(1, 11, "from"), (0, 2, "via"), (1, 10, "to")],
                tags: [("type", "restriction"), ("restriction", "no_left_turn")]
            ),
            Relation(id: 21, members: [(1, 10, "")], tags: [("type", "route")]),
        ]
    )
}
