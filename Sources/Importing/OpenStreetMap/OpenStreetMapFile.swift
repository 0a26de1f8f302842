internal import CReadOSM
internal import Foundation

/// The roads of a file of OpenStreetMap, in PBF or XML, read by libreadosm.
///
/// A file has its nodes before its ways, and ways name nodes by number alone. So it is read twice:
/// first the ways that are roads and the relations that forbid turns, then the nodes that these
/// name. What is kept grows with the roads, not with the file.
final class OpenStreetMapFile {
    /// A way that is a road.
    struct Way {
        let id: Int64
        let nodes: [Int64]
        let tags: [String: String]
    }

    /// A turn that drivers must not take, or must.
    struct Turn {
        let from: Int64
        let node: Int64
        let to: Int64
        let isMandatory: Bool
    }

    /// The ways that are roads, in the order of the file.
    private(set) var ways: [Way] = []
    /// The turns at a node, by the way that one comes along.
    private(set) var turns: [Int64: [Turn]] = [:]
    /// How many relations forbid turns in ways that are not understood, such as by way of a third
    /// road.
    private(set) var skippedTurns = 0
    private var places: [Int64: GeoJSONGeometry.Position] = [:]

    /// The tags that say something of how one may go.
    static let tags = [
        "highway", "name", "ref", "oneway", "maxspeed", "junction", "foot", "access", "vehicle",
        "motor_vehicle", "motorcar", "oneway:motor_vehicle", "oneway:motorcar",
    ]

    /// Whether a file's first bytes are those of OpenStreetMap's PBF or XML.
    static func isKnown(_ head: ArraySlice<UInt8>) -> Bool {
        // The length of the first header, then its type "OSMHeader".
        let header = Array("OSMHeader".utf8)
        if head.count >= 15, head.dropFirst(6).starts(with: header) { return true }
        return String(decoding: head.prefix(1024), as: UTF8.self).contains("<osm ")
    }

    /// - Throws: ``ImportError/badOpenStreetMap(name:reason:)``.
    init(_ input: ImportInput) throws(ImportError) {
        let isText = try FileReader(path: input.path).read(1) != [0]
        try parse(input, isText: isText, wantsNodes: false)
        try parse(input, isText: isText, wantsNodes: true)
    }

    /// Where a node is; nil for one that the file does not have, as at the edge of an extract.
    func place(of node: Int64) -> GeoJSONGeometry.Position? {
        places[node].flatMap { $0.latitude.isNaN ? nil : $0 }
    }

    // MARK: Reading

    /// Reads the file once, which blocks.
    private func parse(
        _ input: ImportInput,
        isText: Bool,
        wantsNodes: Bool
    ) throws(ImportError) {
        // libreadosm goes by the name's ending.
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let link = folder.path("map" + (isText ? ".osm" : ".pbf"))
        do {
            try FileManager.default.createSymbolicLink(
                atPath: link,
                withDestinationPath: URL(fileURLWithPath: input.path).absoluteURL.path
            )
        } catch { throw .cannotWrite(link, error) }
        var handle: UnsafeRawPointer?
        let opened = readosm_open(link, &handle)
        defer { if let handle { readosm_close(handle) } }
        guard opened == READOSM_OK, let handle else {
            throw try Self.failure(opened, input, isText)
        }
        // The callbacks run while readosm_parse does, and so while self is held.
        let context = Unmanaged.passUnretained(self).toOpaque()
        let code =
            wantsNodes
            ? readosm_parse(handle, context, nodeFound, nil, nil)
            : readosm_parse(handle, context, nil, wayFound, relationFound)
        guard code == READOSM_OK else { throw try Self.failure(code, input, isText) }
    }

    private static func failure(
        _ code: Int32,
        _ input: ImportInput,
        _ isText: Bool
    ) throws(ImportError) -> ImportError {
        // The library says "header" of whichever block it could not read.
        if !isText, let reason = try ProtobufBlocks.fault(in: input.path) {
            return .badOpenStreetMap(name: input.name, reason: reason)
        }
        let reason =
            switch code {
            case READOSM_INSUFFICIENT_MEMORY: "there is too little memory"
            case READOSM_XML_ERROR: "it is no sound XML"
            case READOSM_UNZIP_ERROR: "a block of it cannot be unpacked"
            case READOSM_INVALID_PBF_HEADER: "the beginning of one of its blocks is damaged"
            default: "it breaks off or is damaged"
            }
        return .badOpenStreetMap(name: input.name, reason: reason)
    }

    fileprivate func add(_ node: readosm_node) {
        guard places[node.id] != nil else { return }
        places[node.id] = .init(longitude: node.longitude, latitude: node.latitude)
    }

    fileprivate func add(_ way: readosm_way) {
        let tags = Self.dictionary(way.tags, way.tag_count)
        guard let highway = tags["highway"], RoadText.openStreetMap[highway] != nil,
            let references = way.node_refs, way.node_ref_count > 1
        else { return }
        let nodes = (0..<Int(way.node_ref_count)).map { Int64(references[$0]) }
        let unknown = GeoJSONGeometry.Position(longitude: .nan, latitude: .nan)
        for node in nodes { places[node] = unknown }
        ways.append(Way(id: way.id, nodes: nodes, tags: tags.filter { Self.tags.contains($0.key) }))
    }

    /// Source: OpenStreetMap wiki, "Relation:restriction".
    fileprivate func add(_ relation: readosm_relation) {
        let tags = Self.dictionary(relation.tags, relation.tag_count)
        guard tags["type"] == "restriction" else { return }
        // Those for lorries alone, or at some hours, are not for everybody.
        guard let rule = tags["restriction"] ?? tags["restriction:motorcar"],
            tags["except"]?.contains("motorcar") != true
        else { return }
        var from: [Int64] = []
        var via: [Int64] = []
        var to: [Int64] = []
        var hasViaWay = false
        for index in 0..<Int(relation.member_count) {
            guard let member = relation.members?[index], let role = member.role else { continue }
            let isWay = member.member_type == READOSM_MEMBER_WAY
            switch (String(cString: role), isWay) {
            case ("from", true): from.append(member.id)
            case ("to", true): to.append(member.id)
            case ("via", true): hasViaWay = true
            case ("via", false): via.append(member.id)
            default: break
            }
        }
        let isMandatory = rule.hasPrefix("only_")
        guard isMandatory || rule.hasPrefix("no_"), !hasViaWay, via.count == 1,
            let node = via.first, !from.isEmpty, !to.isEmpty
        else {
            skippedTurns += 1
            return
        }
        for start in from {
            for end in to {
                turns[start, default: []].append(
                    Turn(from: start, node: node, to: end, isMandatory: isMandatory)
                )
            }
        }
    }

    private static func dictionary(
        _ tags: UnsafePointer<readosm_tag>?,
        _ count: Int32
    ) -> [String: String] {
        var dictionary: [String: String] = [:]
        for index in 0..<Int(count) {
            guard let tag = tags?[index], let key = tag.key, let value = tag.value else { continue }
            dictionary[String(cString: key)] = String(cString: value)
        }
        return dictionary
    }
}

/// The file that a callback of libreadosm works for.
private func file(_ context: UnsafeRawPointer?) -> OpenStreetMapFile? {
    context.map { Unmanaged<OpenStreetMapFile>.fromOpaque($0).takeUnretainedValue() }
}

private func nodeFound(
    _ context: UnsafeRawPointer?,
    _ node: UnsafePointer<readosm_node>?
) -> Int32 {
    if let node { file(context)?.add(node.pointee) }
    return READOSM_OK
}

private func wayFound(_ context: UnsafeRawPointer?, _ way: UnsafePointer<readosm_way>?) -> Int32 {
    if let way { file(context)?.add(way.pointee) }
    return READOSM_OK
}

private func relationFound(
    _ context: UnsafeRawPointer?,
    _ relation: UnsafePointer<readosm_relation>?
) -> Int32 {
    if let relation { file(context)?.add(relation.pointee) }
    return READOSM_OK
}
