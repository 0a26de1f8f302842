internal import AgendaRecords
internal import GeoJSON
internal import Importing

/// What Eventyay exports beside events and sessions: sponsors and rooms, in a zip or each by itself.
enum EventyayPlaces {
    static let exhibitors = KindFormat(
        "eventyay",
        title: "export of Eventyay",
        columns: ["id", "event", "name", "summary", "tier", "level", "logo", "links"]
    ) { clue in
        isKnown(clue, file: "sponsors") { text in
            text.contains("\"logo-url\"") || text.contains("\"logo_url\"")
                || text.contains("\"sponsor_type\"")
        }
    } read: { files throws(FormatFault) in
        try rows(of: "sponsors", files) { sponsor, row in
            row["name"] = sponsor.text("name")
            row["summary"] = sponsor.text("description")
            row["tier"] = sponsor.text("type", "sponsor-type", "sponsor_type")
            row["level"] = sponsor.text("level")
            row["logo"] = link(sponsor.text("logo-url", "logo_url", "logo"))
            row["links"] = sponsor.text("url")
        }
    }

    static let places = KindFormat(
        "eventyay",
        title: "export of Eventyay",
        columns: ["id", "event", "name", "floor", "latitude", "longitude"]
    ) { clue in
        isKnown(clue, file: "microlocations") { text in
            text.contains("\"floor\"") && text.contains("\"latitude\"")
        }
    } read: { files throws(FormatFault) in
        try rows(of: "microlocations", files) { room, row in
            row["name"] = room.text("name")
            row["floor"] = room.text("floor")
            row["latitude"] = room.text("latitude")
            row["longitude"] = room.text("longitude")
        }
    }

    private static func isKnown(
        _ clue: KindFormat.Clue,
        file: String,
        _ isText: (String) -> Bool
    ) -> Bool {
        switch clue {
        case .archive(let paths): paths.contains { name(of: $0) == file }
        case .text(let text):
            text.first == "[" && text.contains("\"id\"") && !text.contains("\"microlocation\"")
                && isText(text)
        }
    }

    /// A file's name without folders and ending.
    private static func name(of path: String) -> String {
        let last = path.split(separator: "/").last ?? ""
        return String(last.split(separator: ".").first ?? "").lowercased()
    }

    private static func rows(
        of name: String,
        _ files: FormatFiles,
        _ fill: (JSONValue, inout [String: String]) -> Void
    ) throws(FormatFault) -> [FormatRow] {
        func document(_ name: String, isWanted: Bool) throws(FormatFault) -> JSONValue? {
            let named = files.files.first { Self.name(of: $0.path) == name }
            let only = files.files.count == 1 && isWanted ? files.files.first : nil
            guard let file = named ?? only else { return nil }
            return try JSONValue.whole(file.bytes)
        }
        guard let list = try document(name, isWanted: true) else {
            throw FormatFault("it has no file \"\(name)\"")
        }
        guard case .array(let all) = list else {
            throw FormatFault("its \(name) are \(list.kind), and no list")
        }
        let event = try document("event", isWanted: false)
        return all.enumerated().map { number, value in
            var row: [String: String] = [:]
            row["id"] = value.text("id")
            row["event"] = event?.text("identifier") ?? event?.text("id")
            fill(value, &row)
            return FormatRow(line: number + 1, row.filter { !$0.value.isEmpty })
        }
    }

    /// A link as a whole; one within the export leads nowhere outside it.
    private static func link(_ text: String?) -> String? {
        text.flatMap { ExpoFields.isLink($0) ? $0 : nil }
    }
}
