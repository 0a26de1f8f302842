internal import AgendaRecords
internal import GeoJSON
internal import Importing
internal import Timekeeping

/// What networks write of posts: Atom, RSS, an ActivityPub outbox, Bluesky's feed of an author, and lists of
/// Ambit's own words.
enum PostFormats {
    static let columns = ["id", "account", "text", "posted_at", "url", "media"]

    static let feed = KindFormat("feed", title: "feed (Atom, RSS)", columns: columns) { clue in
        guard case .text(let text) = clue, text.first == "<" else { return false }
        return text.contains("<feed") || text.contains("<rss") || text.contains("<channel")
    } read: { files throws(FormatFault) in
        try feedRows(files.files.first?.bytes ?? [])
    }

    static let json = KindFormat("posts_json", title: "posts (JSON)", columns: columns) { clue in
        guard case .text(let text) = clue else { return false }
        return text.first == "[" || text.first == "{"
    } read: { files throws(FormatFault) in
        let document = try JSONValue.whole(files.files.first?.bytes ?? [])
        let rows = jsonRows(document)
        // An account may have posted nothing, or nothing of its own.
        guard !rows.isEmpty || (document["orderedItems"] ?? document["feed"])?.elements != nil
        else {
            throw FormatFault("it has no posts: no orderedItems, feed or list of objects")
        }
        return rows
    }

    /// Whether a text is a list of posts as a network writes it, and has none of the account's own.
    static func isEmptyList(_ bytes: [UInt8]) -> Bool {
        if let document = try? JSONValue(parsing: bytes) {
            let list = document["orderedItems"] ?? document["feed"]
            return list?.elements != nil && jsonRows(document).isEmpty
        }
        return (try? feedRows(bytes))?.isEmpty ?? false
    }

    /// The posts of an Atom feed (RFC 4287) or of RSS 2.0.
    static func feedRows(_ bytes: [UInt8]) throws(FormatFault) -> [FormatRow] {
        let root = try XMLElement.root(of: bytes)
        if root.name == "feed" { return atom(root) }
        guard let channel = root.name == "channel" ? root : root.all("channel").first else {
            throw FormatFault("its root is no <feed> and no <rss>", line: root.line)
        }
        let author = channel.text("title")
        return (channel.all("item") + root.all("item")).map { item in
            var row: [String: String] = [:]
            row["id"] = item.text("guid") ?? item.text("link")
            row["account"] = item.text("author") ?? author
            row["text"] = [item.text("title"), item.text("description")].compactMap { $0 }
                .map(PlainText.of).joined(separator: "\n")
            row["posted_at"] =
                (item.text("pubDate") ?? item.text("dc:date"))
                .flatMap(Moments.read)?.rfc3339
            row["url"] = item.text("link")
            row["media"] = item.all("enclosure").compactMap { $0.attributes["url"] }.first
            return FormatRow(line: item.line, row.filter { !$0.value.isEmpty })
        }
    }

    private static func atom(_ root: XMLElement) -> [FormatRow] {
        let author = root.all("author").first?.text("name") ?? root.text("title")
        return root.all("entry").map { entry in
            let links = entry.all("link")
            func link(_ relation: String) -> String? {
                links.first { ($0.attributes["rel"] ?? "alternate") == relation }?
                    .attributes["href"]
            }
            var row: [String: String] = [:]
            row["id"] = entry.text("id")
            row["account"] = entry.all("author").first?.text("name") ?? author
            let texts = [entry.text("title"), entry.text("summary") ?? entry.text("content")]
            row["text"] = texts.compactMap { $0 }.map(PlainText.of).joined(separator: "\n")
            row["posted_at"] = entry.text("published") ?? entry.text("updated")
            row["url"] = link("alternate")
            row["media"] = link("enclosure")
            return FormatRow(line: entry.line, row.filter { !$0.value.isEmpty })
        }
    }

    /// The posts of a JSON document of any of the networks.
    static func jsonRows(_ document: JSONValue) -> [FormatRow] {
        let found: [[String: String]]
        if let items = document["orderedItems"]?.elements {
            found = items.compactMap(activity)
        } else if let feed = document["feed"]?.elements {
            found = feed.compactMap(bluesky)
        } else if case .array(let elements) = document {
            found = elements.map(own)
        } else if document["text"] != nil {
            found = [own(document)]
        } else {
            found = (document["posts"]?.elements ?? []).map(own)
        }
        return found.enumerated().map { number, row in
            FormatRow(line: number + 1, row.filter { !$0.value.isEmpty })
        }
    }

    /// Source: W3C ActivityPub, section 5.1; boosts of others' posts are left out.
    private static func activity(_ item: JSONValue) -> [String: String]? {
        guard item.text("type") == "Create", let object = item["object"],
            object.text("type") == "Note" || object.text("type") == "Article"
        else { return nil }
        var row: [String: String] = [:]
        row["id"] = object.text("id")
        row["account"] = object.text("attributedTo") ?? item.text("actor")
        row["text"] = object.text("content").map(PlainText.of)
        row["posted_at"] = object.text("published") ?? item.text("published")
        row["url"] = object.text("url") ?? object.text("id")
        row["media"] = (object["attachment"]?.elements ?? []).compactMap { $0.text("url") }.first
        return row
    }

    /// Source: the AT Protocol's lexicon `app.bsky.feed.getAuthorFeed`; reposts are left out.
    private static func bluesky(_ item: JSONValue) -> [String: String]? {
        guard item["reason"] == nil, let post = item["post"], let record = post["record"] else {
            return nil
        }
        var row: [String: String] = [:]
        let handle = post["author"]?.text("handle")
        row["id"] = post.text("uri")
        row["account"] = handle.map { "bluesky:\($0)" }
        row["text"] = record.text("text")
        row["posted_at"] = record.text("createdAt")
        if let handle, let key = post.text("uri")?.split(separator: "/").last {
            row["url"] = "https://bsky.app/profile/\(handle)/post/\(key)"
        }
        row["media"] =
            (post["embed"]?["images"]?.elements ?? []).compactMap {
                $0.text("fullsize", "thumb")
            }.first
        return row
    }

    /// A post in Ambit's words, or in those of networks like it.
    private static func own(_ post: JSONValue) -> [String: String] {
        var row: [String: String] = [:]
        row["id"] = post.text("id_str", "id", "uri")
        row["account"] =
            post.text("account", "screen_name")
            ?? post["user"]?.text("screen_name", "name") ?? post["account"]?.text("acct")
        row["text"] = post.text("full_text", "text", "content").map(PlainText.of)
        row["posted_at"] =
            post.text("posted_at", "created_at", "published").flatMap(Moments.read)?
            .rfc3339
        row["url"] = post.text("url")
        row["media"] = post.text("media", "image")
        return row
    }
}

/// Texts bare of markup.
enum PlainText {
    private static let entities = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "#39": "'",
    ]

    /// A text without tags, with the ends of paragraphs as line breaks and the commonest entities as what
    /// they stand for.
    ///
    /// - Complexity: O(n).
    static func of(_ text: String) -> String {
        guard text.contains("<") || text.contains("&") else { return text }
        var plain = ""
        var rest = text[...]
        while let character = rest.first {
            rest = rest.dropFirst()
            if character == "<", let end = rest.firstIndex(of: ">"),
                rest.first.map({ $0.isLetter || $0 == "/" || $0 == "!" }) ?? false
            {
                let tag = rest[..<end].lowercased()
                if ["br", "/p", "/li", "/div"].contains(where: tag.hasPrefix) { plain += "\n" }
                rest = rest[rest.index(after: end)...]
            } else if character == "&", let end = rest.prefix(8).firstIndex(of: ";"),
                let meant = Self.entities[String(rest[..<end])]
            {
                plain += meant
                rest = rest[rest.index(after: end)...]
            } else {
                plain.append(character)
            }
        }
        return plain.split(separator: "\n").map { line in
            line.split { $0.isWhitespace }.joined(separator: " ")
        }.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
