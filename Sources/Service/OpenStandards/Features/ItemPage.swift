internal import FeatureCollections
internal import GeoJSON
internal import HTTPService
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import ReferenceSystems
internal import Timekeeping

/// One page of a list of features.
struct ItemPage: Sendable {
    let collection: FeatureCollection
    let query: ItemsQuery
    let selection: ItemSelection
    /// Of the list, without its query.
    let address: String
    let parameters: QueryReader
    let format: AnswerFormat
    let moment: Timestamp

    /// So many bytes are sent at once, or a few more.
    private static let portionBytes = 65_536

    /// Refuses a system in which a place of a feature of the page has no coordinates: nothing is sent yet.
    ///
    /// - Throws: ``Problem`` of status 400.
    func checkPlaces() throws {
        guard !query.system.system.isWGS84 else { return }
        let projector = try Projector(query.system)
        for number in selection.page {
            try collection.content.feature(number).checkPlaces(projector)
        }
    }

    /// The page as GeoJSON: at once where it is no longer than a portion, else one portion after the other,
    /// of which never more than one is in memory.
    ///
    /// - Parameter isHead: Whether the answer is to `HEAD`, whose fields tell a length in any case: HTTP/1.1
    ///   has no other way to say that no body follows.
    func json(_ links: Links, isHead: Bool) throws -> Response {
        let projector = try Projector(query.system)
        var list = FeatureCollectionWriter(capacity: 4096)
        for number in selection.page {
            let feature = collection.content.feature(number)
            list.feature(writtenBy: { $0.feature(feature, of: collection.fields, in: projector) })
            if list.bytes.count > Self.portionBytes {
                return isHead ? try measured(links) : streamed(links)
            }
        }
        finish(&list, links)
        return Response(
            type: .geoJSON,
            bytes: list.takeBytes(),
            headers: query.system.contentField
        )
    }

    private func finish(_ list: inout FeatureCollectionWriter, _ links: Links) {
        list.finish { json in
            json.member("numberMatched", selection.matched)
            json.member("numberReturned", selection.page.count)
            json.member("timeStamp", moment.rfc3339)
            json.links(all(links))
        }
    }

    /// The fields of the page, with the length that it has.
    private func measured(_ links: Links) throws -> Response {
        let projector = try Projector(query.system)
        var list = FeatureCollectionWriter(capacity: Self.portionBytes + 4096)
        var length = 0
        for number in selection.page {
            let feature = collection.content.feature(number)
            list.feature(writtenBy: { $0.feature(feature, of: collection.fields, in: projector) })
            if list.bytes.count > Self.portionBytes { length += list.takeBytes().count }
        }
        finish(&list, links)
        length += list.takeBytes().count
        var headers = query.system.contentField
        headers[.contentType] = ContentType.geoJSON.rawValue
        headers[.contentLength] = "\(length)"
        return Response(status: .ok, headers: headers)
    }

    private func streamed(_ links: Links) -> Response {
        var headers = query.system.contentField
        headers[.contentType] = ContentType.geoJSON.rawValue
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody { writer in
                let projector = try Projector(query.system)
                var list = FeatureCollectionWriter(capacity: Self.portionBytes + 4096)
                for number in selection.page {
                    let feature = collection.content.feature(number)
                    list.feature(writtenBy: {
                        $0.feature(feature, of: collection.fields, in: projector)
                    })
                    if list.bytes.count > Self.portionBytes {
                        try await writer.write(ByteBuffer(bytes: list.takeBytes()))
                    }
                }
                finish(&list, links)
                try await writer.write(ByteBuffer(bytes: list.takeBytes()))
                try await writer.finish(nil)
            }
        )
    }

    func html(_ links: Links) -> Response {
        var page = HTMLPage(
            "\(collection.title): features",
            [
                ("Start", links.root), ("Collections", links.address("collections")),
                (collection.title, links.address("collections", collection.id)),
            ]
        )
        page.paragraph("\(selection.page.count) of \(selection.matched) features.")
        page.table(
            ["id"] + collection.fields.map(\.name),
            selection.page.map { number in
                let feature = collection.content.feature(number)
                return [(feature.id, "\(address)/\(Links.encoded(feature.id))?f=html")]
                    + feature.values.map { ($0.text, nil) }
            }
        )
        page.heading("Links")
        page.list(all(links))
        return page.response(query.system.contentField)
    }

    /// The links of the page.
    private func all(_ links: Links) -> [Link] {
        let type = format == .json ? Link.geoJSON : Link.html
        var all = AnswerFormat.allCases.map { other in
            Link(
                other == format ? "self" : "alternate",
                other == .json ? Link.geoJSON : Link.html,
                address + "?" + parameters.replacing("f", with: other.rawValue),
                other == format ? "This page" : "This page as \(other.rawValue.uppercased())"
            )
        }
        all += ItemFile.allCases.map { file in
            Link(
                "alternate",
                file.type,
                address + "?" + parameters.replacing("f", with: file.rawValue),
                "This page as a file .\(file.rawValue)"
            )
        }
        all.append(
            Link(
                "collection",
                Link.json,
                links.address("collections", collection.id),
                collection.title
            )
        )
        if let next = selection.next {
            all.append(
                Link(
                    "next",
                    type,
                    address + "?"
                        + parameters.replacingCursor(with: "\(collection.revisionTag).\(next)")
                        + (parameters.has("f") ? "" : "&f=\(format.rawValue)"),
                    "The next page"
                )
            )
        }
        return all
    }
}
