internal import Geodesy
internal import RowFiles

/// A file of OpenStreetMap in XML, which may be read again and again.
///
/// Source: OpenStreetMap wiki, "OSM XML".
struct OpenStreetMapText {
    let input: ImportInput

    private static let kinds: [String: OpenStreetMapKinds] = [
        "node": .nodes, "way": .ways, "relation": .relations,
    ]

    /// Reads the file once, which blocks.
    ///
    /// - Throws: ``ImportError/badOpenStreetMap(name:reason:)`` where the file is damaged, or what the
    ///   visitor throws.
    func read(by visitor: any OpenStreetMapVisitor) throws(ImportError) {
        let wanted = Self.kinds.filter { visitor.kinds.contains($0.value) }
            .mapValues { ($0, keys: visitor.keys(of: $0)) }
        do throws(ImportError) {
            try FeedDocument.read(
                try importing(PlainByteStream(path: input.path)),
                name: input.name,
                keeping: Set(wanted.keys)
            ) { _, element throws(ImportError) in
                guard let (kind, keys) = wanted[element.name] else { return false }
                try hand(element, kind, keys, to: visitor)
                return false
            }
        } catch {
            guard case .badFeed(_, let reason) = error else { throw error }
            throw .badOpenStreetMap(name: input.name, reason: reason)
        }
    }

    private func hand(
        _ element: FeedElement,
        _ kind: OpenStreetMapKinds,
        _ keys: Set<String>,
        to visitor: any OpenStreetMapVisitor
    ) throws(ImportError) {
        let id = try id(element, "id")
        switch kind {
        case .nodes:
            guard visitor.wants(node: id) else { return }
            let node = OpenStreetMapNode(
                id: id,
                position: .init(
                    longitude: try degrees(element, "lon"),
                    latitude: try degrees(element, "lat")
                ),
                tags: try tags(element, keys)
            )
            try visitor.visit(node)
        case .ways:
            let tags = try tags(element, keys)
            guard visitor.wants(kind, tags: tags) else { return }
            let nodes = element.all("nd")
            guard nodes.count <= OpenStreetMapLimits.wayNodes else {
                throw excessive(element, "\(grouped(nodes.count)) nodes")
            }
            var ids: [Int64] = []
            for node in nodes { ids.append(try self.id(node, "ref")) }
            try visitor.visit(OpenStreetMapWay(id: id, nodes: ids, tags: tags))
        default:
            let tags = try tags(element, keys)
            guard visitor.wants(kind, tags: tags) else { return }
            var members: [OpenStreetMapRelation.Member] = []
            for member in element.all("member") {
                guard let kind = Self.kinds[member.attributes["type"] ?? ""] else { continue }
                members.append(
                    .init(
                        kind: kind,
                        id: try self.id(member, "ref"),
                        role: member.attributes["role"] ?? ""
                    )
                )
            }
            try visitor.visit(OpenStreetMapRelation(id: id, members: members, tags: tags))
        }
    }

    private func tags(
        _ element: FeedElement,
        _ keys: Set<String>
    ) throws(ImportError) -> [String: String] {
        var tags: [String: String] = [:]
        for tag in element.children where tag.name == "tag" {
            guard let key = tag.attributes["k"], keys.contains(key),
                let value = tag.attributes["v"]
            else { continue }
            guard value.utf8.count <= OpenStreetMapLimits.textBytes else {
                throw excessive(element, "a text of \(grouped(value.utf8.count)) bytes")
            }
            tags[key] = value
        }
        return tags
    }

    private func id(_ element: FeedElement, _ name: String) throws(ImportError) -> Int64 {
        let text = element.attributes[name] ?? ""
        guard let id = Int64(text) else { throw unreadable(element, name, text, "a whole number") }
        return id
    }

    private func degrees(_ element: FeedElement, _ name: String) throws(ImportError) -> Double {
        let text = element.attributes[name] ?? ""
        guard let degrees = PlainNumber.read(text) else {
            throw unreadable(element, name, text, "a number of degrees")
        }
        return degrees
    }

    private func unreadable(
        _ element: FeedElement,
        _ name: String,
        _ text: String,
        _ allowed: String
    ) -> ImportError {
        .badOpenStreetMap(
            name: input.name,
            reason:
                "line \(element.line): \(name) of a <\(element.name)> is \"\(text.prefix(40))\", "
                + "not \(allowed)"
        )
    }

    private func excessive(_ element: FeedElement, _ what: String) -> ImportError {
        .badOpenStreetMap(
            name: input.name,
            reason: "line \(element.line): "
                + OpenStreetMapLimits.refusal(element.name, Int64(element.id) ?? 0, has: what)
        )
    }
}
