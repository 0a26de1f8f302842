internal import Agenda
internal import Datasets
internal import GeoJSON
internal import Importing

/// What Eventyay exports: a zip with the files `event` and `sessions`, or one of these by itself.
enum EventyayFormat {
    static func of(_ kind: DatasetKind) -> KindFormat {
        KindFormat(
            "eventyay",
            title: "export of Eventyay",
            columns: kind == .events
                ? [
                    "id", "title", "summary", "starts", "ends", "time_zone", "venue", "link",
                    "latitude", "longitude",
                ]
                : [
                    "id", "title", "summary", "starts", "ends", "time_zone", "event", "room",
                    "track", "people", "language", "link",
                ]
        ) { clue in
            isKnown(clue, kind)
        } read: { files throws(FormatFault) in
            let event = try document("event", files, isWanted: kind == .events)
            if kind == .events {
                guard let event else { throw FormatFault("it has no file \"event\"") }
                return [EventyayRows.event(event)]
            }
            guard let sessions = try document("sessions", files, isWanted: true) else {
                throw FormatFault("it has no file \"sessions\"")
            }
            guard case .array(let all) = sessions else {
                throw FormatFault("its sessions are \(sessions.kind), and no list")
            }
            return all.enumerated().map {
                EventyayRows.session($0.element, number: $0.offset + 1, of: event)
            }
        }
    }

    private static func isKnown(_ clue: KindFormat.Clue, _ kind: DatasetKind) -> Bool {
        switch clue {
        case .archive(let paths):
            return paths.contains { name(of: $0) == (kind == .events ? "event" : "sessions") }
        case .text(let text):
            let times =
                text.contains("\"starts-at\"") || text.contains("\"starts_at\"")
                || text.contains("\"start_time\"")
            guard times else { return false }
            return kind == .events
                ? text.first == "{"
                    && (text.contains("\"location-name\"") || text.contains("\"location_name\""))
                : text.first == "[" && text.contains("\"microlocation\"")
        }
    }

    /// A file's name without folders and ending.
    private static func name(of path: String) -> String {
        let last = path.split(separator: "/").last ?? ""
        return String(last.split(separator: ".").first ?? "").lowercased()
    }

    /// One of the documents; where there is a single file it is the one that is wanted.
    private static func document(
        _ name: String,
        _ files: FormatFiles,
        isWanted: Bool
    ) throws(FormatFault) -> JSONValue? {
        let named = files.files.first { Self.name(of: $0.path) == name }
        let only = files.files.count == 1 && isWanted ? files.files.first : nil
        guard let file = named ?? only else { return nil }
        return try JSONValue.whole(file.bytes)
    }
}

/// Makes rows of what Eventyay writes; older exports write `start_time` for `starts-at`.
private enum EventyayRows {
    static func event(_ event: JSONValue) -> FormatRow {
        var row: [String: String] = [:]
        row["id"] = event.text("identifier") ?? event.text("id")
        row["title"] = event.text("name")
        row["summary"] = event.text("description")
        row["starts"] = event.text("starts-at", "starts_at", "start_time")
        row["ends"] = event.text("ends-at", "ends_at", "end_time")
        row["time_zone"] = event.text("timezone")
        row["venue"] = event.text("location-name", "location_name")
        row["link"] = event.text("event-url", "event_url")
        row["latitude"] = event.text("latitude")
        row["longitude"] = event.text("longitude")
        return FormatRow(line: 1, row)
    }

    static func session(_ session: JSONValue, number: Int, of event: JSONValue?) -> FormatRow {
        var row: [String: String] = [:]
        row["id"] = session.text("id")
        row["event"] = event?.text("identifier") ?? event?.text("id")
        row["title"] = [session.text("title"), session.text("subtitle")].compactMap { $0 }
            .joined(separator: ": ")
        let summary = [
            session.text("short-abstract", "short_abstract"),
            session.text("long-abstract", "long_abstract"),
        ].compactMap { $0 }
        row["summary"] = summary.isEmpty ? nil : summary.joined(separator: "\n\n")
        row["starts"] = session.text("starts-at", "starts_at", "start_time")
        row["ends"] = session.text("ends-at", "ends_at", "end_time")
        row["time_zone"] = event?.text("timezone")
        row["room"] = session["microlocation"]?.text("name")
        row["track"] = session["track"]?.text("name")
        row["people"] = (session["speakers"]?.elements ?? []).compactMap { $0.text("name") }
            .joined(separator: "\n")
        row["language"] = session.text("language")
        row["link"] = session.text("signup-url", "signup_url")
        let made = FormatRow(line: number, row.filter { !$0.value.isEmpty })
        guard let state = session.text("state"), !["accepted", "confirmed"].contains(state) else {
            return made
        }
        return made.refused("title", .notAccepted, ["state": .text(state)])
    }
}
