internal import AgendaRecords
internal import GeoJSON
internal import Importing
internal import Timekeeping

/// What start.gg's GraphQL interface answers: tournaments with their places and games.
enum StartFormat {
    static let tournaments = KindFormat(
        "startgg",
        title: "tournaments of start.gg",
        columns: [
            "id", "title", "starts", "ends", "time_zone", "game", "venue", "address", "city",
            "country", "latitude", "longitude", "format", "link", "registration", "streams",
        ]
    ) { clue in
        guard case .text(let text) = clue, text.first == "[" || text.first == "{" else {
            return false
        }
        return text.contains("\"startAt\"")
    } read: { files throws(FormatFault) in
        let document = try JSONValue.whole(files.files.first?.bytes ?? [])
        let nodes = nodes(document)
        guard !nodes.isEmpty else { throw FormatFault("it has no tournaments with nodes") }
        return nodes.enumerated().map { row($0.element, line: $0.offset + 1) }
    }

    /// The tournaments, wherever the query has put them.
    private static func nodes(_ value: JSONValue) -> [JSONValue] {
        if value["startAt"] != nil { return [value] }
        if case .array(let elements) = value { return elements.flatMap(nodes) }
        return value.members.flatMap { nodes($0.value) }
    }

    private static func row(_ one: JSONValue, line: Int) -> FormatRow {
        var row: [String: String] = [:]
        row["id"] = one.text("id", "slug")
        row["title"] = one.text("name")
        row["starts"] = one.text("startAt").flatMap(Moments.read)?.rfc3339
        row["ends"] = one.text("endAt").flatMap(Moments.read)?.rfc3339
        row["time_zone"] = one.text("timezone")
        let events = one["events"]?.elements ?? []
        var games: [String] = []
        for event in events {
            guard let name = event["videogame"]?.text("name", "displayName") else { continue }
            if !games.contains(name) { games.append(name) }
        }
        row["game"] = games.joined(separator: ";")
        row["venue"] = one.text("venueName")
        row["address"] = one.text("venueAddress")
        row["city"] = one.text("city")
        row["country"] = one.text("countryCode")
        row["latitude"] = one.text("lat")
        row["longitude"] = one.text("lng")
        let online = events.map { $0["isOnline"] == .boolean(true) }
        if let first = online.first {
            row["format"] = Set(online).count > 1 ? "hybrid" : first ? "online" : "offline"
        } else if let isOffline = one["hasOfflineEvents"] {
            let isOnline = one["hasOnlineEvents"] == .boolean(true)
            row["format"] =
                isOffline == .boolean(true) ? isOnline ? "hybrid" : "offline" : "online"
        }
        // A place of an online tournament is where its makers live.
        if row["format"] == "online" {
            for field in ["venue", "address", "city", "country", "latitude", "longitude"] {
                row[field] = nil
            }
            row["venue"] = "Online"
        }
        if let path = one.text("url", "slug") {
            let link =
                path.hasPrefix("http")
                ? path : "https://www.start.gg" + (path.hasPrefix("/") ? path : "/\(path)")
            (row["link"], row["registration"]) = (link, link + "/register")
        }
        let streams = (one["streams"]?.elements ?? []).compactMap { $0.text("streamName") }
        row["streams"] = streams.map { "https://www.twitch.tv/\($0)" }.joined(separator: " ")
        return FormatRow(line: line, row.filter { !$0.value.isEmpty })
    }
}
