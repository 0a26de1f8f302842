internal import Roads
internal import RowFiles

/// The roads of a file of OpenStreetMap, in PBF or XML.
///
/// A file has its nodes before its ways, and ways name nodes by number alone. So it is read twice:
/// first the ways that are roads and the relations that forbid turns, then the nodes that these
/// name. What is kept grows with the roads, not with the file, and is bounded by the file's length.
final class OpenStreetMapFile {
    /// A turn that drivers must not take, or must.
    struct Turn {
        let from: Int64
        /// Where the two roads meet; nil where others are in between.
        let node: Int64?
        /// The roads in between, in the order of the file.
        let via: [Int64]
        let to: Int64
        let isMandatory: Bool
    }

    /// The ways that are roads, in the order of the file.
    private(set) var ways: [OpenStreetMapWay] = []
    /// The turns at a node, by the way that one comes along.
    private(set) var turns: [Int64: [Turn]] = [:]
    /// How many relations forbid turns in ways that are not understood, such as by way of a third
    /// road.
    private(set) var skippedTurns = 0
    /// The sorts of elements that are read now.
    private(set) var kinds: OpenStreetMapKinds
    private var wayOfID: [Int64: Int] = [:]
    private var places: [Int64: GeoJSONGeometry.Position] = [:]
    private var nodeTags: [Int64: [String: String]] = [:]
    private var budget: KeptRoads

    /// Whether a file's first bytes are those of OpenStreetMap's PBF or XML.
    static func isKnown(_ head: ArraySlice<UInt8>) -> Bool {
        // The length of the first header, then its type "OSMHeader".
        let header = Array("OSMHeader".utf8)
        if head.count >= 15, head.dropFirst(6).starts(with: header) { return true }
        return String(decoding: head.prefix(1024), as: UTF8.self).contains("<osm ")
    }

    /// - Throws: ``ImportError/badOpenStreetMap(name:reason:)``.
    init(_ input: ImportInput) throws(ImportError) {
        let reader = try importing(FileReader(path: input.path))
        budget = KeptRoads(name: input.name, fileBytes: try importing(reader.stamp().byteCount))
        kinds = [.ways, .relations]
        if try importing(reader.read(1)) == [0] {
            let binary = OpenStreetMapBinary(input)
            try binary.read(by: self)
            kinds = .nodes
            try binary.read(by: self)
        } else {
            let text = OpenStreetMapText(input: input)
            try text.read(by: self)
            kinds = .nodes
            try text.read(by: self)
        }
        for (way, all) in turns {
            let kept = all.filter { course(of: $0) != nil }
            skippedTurns += all.count - kept.count
            turns[way] = kept
        }
    }

    /// Where a node is; nil for one that the file does not have, as at the edge of an extract.
    func place(of node: Int64) -> GeoJSONGeometry.Position? {
        places[node].flatMap { $0.latitude.isNaN ? nil : $0 }
    }

    /// The tags of a node on a road, as far as ``NodeSigns`` names them, such as those of a gate.
    func tags(ofNode node: Int64) -> [String: String] { nodeTags[node] ?? [:] }
}

extension OpenStreetMapFile {
    /// The node at which a turn begins, and the roads in between in the order in which one goes.
    ///
    /// - Returns: nil where the file lacks one of them, or they do not hang together.
    func course(of turn: Turn) -> (node: Int64, via: [Int64])? {
        if let node = turn.node { return (node, []) }
        guard var behind = nodes(ofWay: turn.from), let end = nodes(ofWay: turn.to) else {
            return nil
        }
        var rest = turn.via
        var ordered: [Int64] = []
        var first: Int64?
        while !rest.isEmpty {
            let next = rest.indices.lazy.compactMap { index in
                self.nodes(ofWay: rest[index]).flatMap { nodes in
                    [nodes.first, nodes.last].compactMap(\.self).first(where: behind.contains)
                        .map { (index, nodes, $0) }
                }
            }.first
            guard let (index, nodes, joint) = next else { return nil }
            if first == nil { first = joint }
            ordered.append(rest.remove(at: index))
            behind = nodes
        }
        guard let first, behind.contains(where: end.contains) else { return nil }
        return (first, ordered)
    }

    private func nodes(ofWay id: Int64) -> [Int64]? { wayOfID[id].map { ways[$0].nodes } }
}

extension OpenStreetMapFile: OpenStreetMapVisitor {
    func keys(of kind: OpenStreetMapKinds) -> Set<String> {
        switch kind {
        case .nodes: NodeSigns.keys
        case .ways: WaySigns.keys
        default: Self.relationTags
        }
    }

    func wants(node id: Int64) -> Bool { places[id] != nil }

    func wants(_ kind: OpenStreetMapKinds, tags: [String: String]) -> Bool {
        kind == .ways
            ? WaySigns(tags: tags).kindWord != nil
            : tags["type"] == "restriction"
    }

    func visit(_ node: OpenStreetMapNode) throws(ImportError) {
        places[node.id] = node.position
        guard !node.tags.isEmpty else { return }
        try budget.spend(tags: node.tags)
        nodeTags[node.id] = node.tags
    }

    func visit(_ way: OpenStreetMapWay) throws(ImportError) {
        guard way.nodes.count > 1 else { return }
        try budget.spend(way)
        let unknown = GeoJSONGeometry.Position(longitude: .nan, latitude: .nan)
        for node in way.nodes { places[node] = unknown }
        if wayOfID[way.id] == nil { wayOfID[way.id] = ways.count }
        ways.append(way)
    }

    /// Source: OpenStreetMap wiki, "Relation:restriction".
    func visit(_ relation: OpenStreetMapRelation) throws(ImportError) {
        let tags = relation.tags
        // Those for lorries alone, at some hours, or while a light is red, are not for everybody.
        let modes = Set(
            (tags["except"] ?? "").split(separator: ";").map { $0.filter { $0 != " " } }
        )
        guard let rule = Self.ruleKeys.lazy.compactMap({ tags[$0] }).first,
            !rule.hasSuffix("_on_red"), tags["hour_on"] == nil, tags["day_on"] == nil,
            modes.isDisjoint(with: ["motorcar", "motor_vehicle", "vehicle"])
        else { return }
        func ids(_ role: String, _ kind: OpenStreetMapKinds) -> [Int64] {
            relation.members.filter { $0.role == role && $0.kind == kind }.map(\.id)
        }
        let (from, via, to) = (ids("from", .ways), ids("via", .nodes), ids("to", .ways))
        let roads = ids("via", .ways)
        let isMandatory = rule.hasPrefix("only_")
        guard isMandatory || rule.hasPrefix("no_"), via.count + (roads.isEmpty ? 0 : 1) == 1,
            !from.isEmpty, !to.isEmpty, from.count == 1 || rule.hasPrefix("no_entry"),
            to.count == 1 || rule.hasPrefix("no_exit"), roads.count <= Self.viaLimit,
            from.count <= Self.turnLimit, to.count <= Self.turnLimit
        else {
            skippedTurns += 1
            return
        }
        for start in from {
            guard turns[start, default: []].count + to.count <= Self.turnLimit else {
                skippedTurns += 1
                continue
            }
            for end in to {
                try budget.spendTurn()
                turns[start, default: []].append(
                    Turn(
                        from: start,
                        node: via.first,
                        via: roads,
                        to: end,
                        isMandatory: isMandatory
                    )
                )
            }
        }
    }

    /// The tags of a relation that say what it forbids.
    private static let relationTags = Set(
        ruleKeys + ["type", "except", "hour_on", "day_on"]
    )
    /// The keys of what is forbidden, one for fewer before one for more.
    private static let ruleKeys = [
        "restriction:motorcar", "restriction:motor_vehicle", "restriction:vehicle", "restriction",
    ]
    /// No turn leads by way of more roads.
    private static let viaLimit = 30
    /// No road has more turns that are forbidden.
    private static let turnLimit = 200
}

/// How much may be kept of the roads of a file: a small one that was made to do harm must not fill
/// the memory.
///
/// A road of a thousand nodes costs some 60 KB here and some 10 KB in a packed file.
private struct KeptRoads {
    private let name: String
    private let limit: Int64
    private var left: Int64

    private static let leastBytes: Int64 = 200 << 20
    private static let largestRatio: Int64 = 30
    /// What things cost in bytes, about.
    private static let wayCost = 200
    private static let nodeCost = 56
    private static let tagCost = 64
    private static let turnCost = 64

    init(name: String, fileBytes: Int64) {
        self.name = name
        let (product, overflow) = fileBytes.multipliedReportingOverflow(by: Self.largestRatio)
        limit = overflow ? .max : max(Self.leastBytes, product)
        left = limit
    }

    mutating func spend(_ way: OpenStreetMapWay) throws(ImportError) {
        try spend(Self.wayCost + way.nodes.count * Self.nodeCost)
        try spend(tags: way.tags)
    }

    mutating func spend(tags: [String: String]) throws(ImportError) {
        try spend(tags.reduce(0) { $0 + Self.tagCost + $1.value.utf8.count })
    }

    mutating func spendTurn() throws(ImportError) { try spend(Self.turnCost) }

    private mutating func spend(_ bytes: Int) throws(ImportError) {
        left -= Int64(bytes)
        guard left >= 0 else { throw .file(.unpacksTooLarge(name: name, limitBytes: limit)) }
    }
}
