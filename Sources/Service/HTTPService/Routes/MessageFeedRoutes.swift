internal import Geodesy
internal import Hummingbird
internal import Radar
internal import Timekeeping
internal import XMLWriting

/// Messages as a feed for readers of news: what can be seen from a place, the newest first.
///
/// Source: RFC 4287, The Atom Syndication Format; places as GeoRSS Simple writes them.
struct MessageFeedRoutes: Sendable {
    let board: MessageBoard

    /// The path of the feed.
    static let path = "/v1/messages.atom"

    var routes: [Route] {
        [
            .get(Self.path) { request, _ in
                try await awayFromEventLoop { try feed(request) }
            }
        ]
    }

    /// Messages within the reader's radius and within their own, as the list has them; of the reader nothing
    /// is kept.
    private func feed(_ request: Request) throws -> Response {
        let query = try MessageListQuery(
            request.uri.query,
            on: board,
            standard: .newest,
            hasPages: false
        )
        guard board.isLoaded else { throw Problem.notReady }
        var xml = XMLText()
        xml.begin(
            "feed",
            [
                "xmlns": "http://www.w3.org/2005/Atom",
                "xmlns:georss": "http://www.georss.org/georss",
            ]
        )
        let asked = request.uri.query ?? ""
        var entries = XMLText(within: xml)
        var newest: Timestamp?
        let (_, moment) = try board.readMessages(matching: query.query) { message, _ in
            newest = max(newest ?? message.postedAt, message.postedAt)
            entries.entry(message)
        }
        xml.element("id", text: "urn:ambit:messages:\(asked)")
        xml.element("title", text: "Messages nearby")
        // The same feed until something is posted.
        xml.element("updated", text: (newest ?? moment).rfc3339)
        xml.element("author") { $0.element("name", text: "Ambit") }
        xml.empty(
            "link",
            ["rel": "self", "type": "application/atom+xml", "href": "\(Self.path)?\(asked)"]
        )
        xml.append(entries)
        xml.end()
        return Response(type: .atom, bytes: xml.take())
    }
}

extension XMLText {
    /// So much of a message stands in its title, in characters.
    private static let titleLength = 80

    fileprivate mutating func entry(_ message: MessageView) {
        let text = String(decoding: message.textUTF8, as: UTF8.self)
        let line = text.split(whereSeparator: \.isNewline).first ?? ""
        element("entry") { xml in
            xml.element("id", text: "urn:ambit:message:\(message.id)")
            xml.element(
                "title",
                text: line.count > Self.titleLength
                    ? line.prefix(Self.titleLength - 1) + "…" : String(line)
            )
            xml.element("updated", text: message.postedAt.rfc3339)
            xml.element("published", text: message.postedAt.rfc3339)
            xml.empty("category", ["term": message.category.rawValue])
            xml.element("content", ["type": "text"], text: text)
            xml.element(
                "georss:point",
                text: "\(message.coordinate.latitude) \(message.coordinate.longitude)"
            )
        }
    }
}
