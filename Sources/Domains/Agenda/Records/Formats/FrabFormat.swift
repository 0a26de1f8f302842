internal import Agenda
internal import Datasets
internal import GeoJSON
internal import Importing

/// Schedules as frab, pretalx and others write them (`schedule.xml`, `schedule.json`): the conference is an
/// event, and what stands in its days are sessions.
enum FrabFormat {
    private static let sessionColumns = [
        "id", "title", "summary", "starts", "ends", "duration", "time_zone", "event", "day", "room",
        "track", "people", "language", "link",
    ]
    private static let eventColumns = [
        "id", "title", "starts", "ends", "time_zone", "venue", "city", "link",
    ]

    static func xml(_ kind: DatasetKind) -> KindFormat {
        KindFormat(
            "frab",
            title: "schedule (frab XML)",
            columns: kind == .events ? eventColumns : sessionColumns
        ) { clue in
            guard case .text(let text) = clue, text.first == "<" else { return false }
            return text.contains("<schedule") && text.contains("<conference")
        } read: { files throws(FormatFault) in
            let root = try XMLElement.root(of: files.files.first?.bytes ?? [])
            guard root.name == "schedule", let about = root.all("conference").first else {
                throw FormatFault("its root is no <schedule> with a <conference>", line: root.line)
            }
            let conference = Conference(about.text)
            guard kind == .sessions else { return [conference.row(line: about.line)] }
            return root.all("day").flatMap { day in
                day.all("room").flatMap { room in
                    room.all("event").map { event in
                        let people = (event.all("persons").first?.all("person") ?? []).map {
                            $0.attributes["name"] ?? $0.text
                        }
                        return conference.row(
                            line: event.line,
                            day: (day.attributes["date"], day.attributes["start"]),
                            id: event.attributes["guid"] ?? event.attributes["id"],
                            room: event.text("room") ?? room.attributes["name"],
                            people: people,
                            event.text
                        )
                    }
                }
            }
        }
    }

    static func json(_ kind: DatasetKind) -> KindFormat {
        KindFormat(
            "frab_json",
            title: "schedule (frab JSON)",
            columns: kind == .events ? eventColumns : sessionColumns
        ) { clue in
            guard case .text(let text) = clue, text.first == "{" else { return false }
            return text.contains("\"schedule\"") && text.contains("\"conference\"")
        } read: { files throws(FormatFault) in
            let root = try JSONValue.whole(files.files.first?.bytes ?? [])
            guard let about = root["schedule"]?["conference"] else {
                throw FormatFault("it has no \"schedule\" with a \"conference\"")
            }
            let conference = Conference(about.text)
            guard kind == .sessions else { return [conference.row(line: 1)] }
            var rows: [FormatRow] = []
            for day in about["days"]?.elements ?? [] {
                for room in day["rooms"]?.members ?? [] {
                    for event in room.value.elements {
                        rows.append(
                            conference.row(
                                line: rows.count + 1,
                                day: (day.text("date"), day.text("day_start")),
                                id: event.text("guid") ?? event.text("id"),
                                room: event.text("room") ?? room.name,
                                people: (event["persons"]?.elements ?? []).compactMap { person in
                                    person.text("public_name") ?? person.text("name")
                                        ?? person.text("full_public_name")
                                },
                                event.text
                            )
                        )
                    }
                }
            }
            return rows
        }
    }
}

/// What a schedule says of the whole conference.
private struct Conference {
    private let values: [String: String]

    /// - Parameter text: What it says under a name; nil for nothing.
    init(_ text: (String) -> String?) {
        var values: [String: String] = [:]
        for name in [
            "acronym", "title", "start", "end", "time_zone_name", "venue", "city", "base_url",
            "url", "day_change",
        ] {
            values[name] = text(name)
        }
        self.values = values
    }

    /// The conference itself.
    func row(line: Int) -> FormatRow {
        var row: [String: String] = [:]
        row["id"] = values["acronym"]
        row["title"] = values["title"]
        row["starts"] = values["start"]
        row["ends"] = values["end"]
        row["time_zone"] = values["time_zone_name"]
        row["venue"] = values["venue"]
        row["city"] = values["city"]
        row["link"] = values["url"] ?? values["base_url"]
        return FormatRow(line: line, row)
    }

    /// One of its sessions.
    ///
    /// - Parameters:
    ///   - day: The day's date and when it begins.
    ///   - text: What the session says under a name; nil for nothing.
    func row(
        line: Int,
        day: (date: String?, start: String?),
        id: String?,
        room: String?,
        people: [String],
        _ text: (String) -> String?
    ) -> FormatRow {
        var row: [String: String] = [:]
        row["id"] = id
        row["event"] = values["acronym"]
        row["title"] = [text("title"), text("subtitle")].compactMap { $0 }.joined(separator: ": ")
        let summary = [text("abstract"), text("description")].compactMap { $0 }
        row["summary"] = summary.isEmpty ? nil : summary.joined(separator: "\n\n")
        row["starts"] = text("date") ?? start(text("start"), day)
        row["duration"] = text("duration")
        row["time_zone"] = values["time_zone_name"]
        row["day"] = day.date
        row["room"] = room
        row["track"] = text("track")
        row["people"] = people.isEmpty ? nil : people.joined(separator: "\n")
        row["language"] = text("language")
        row["link"] = text("url")
        return FormatRow(line: line, row.filter { !$0.value.isEmpty })
    }

    /// A clock's time on a day of the programme, which goes on after midnight: until the day begins, or, where that
    /// is not said, until the days of the whole conference change (`09:00:00`).
    private func start(_ clock: String?, _ day: (date: String?, start: String?)) -> String? {
        guard let clock, let date = day.date,
            let time = WrittenTime(parsing: "\(date)T\(clock)"), let second = time.second
        else { return nil }
        let begin = day.start.flatMap { WrittenTime(parsing: $0) }
        let change = values["day_change"].flatMap { WrittenTime(parsing: "\(date)T\($0)") }
        let isPastMidnight = second < (begin?.second ?? change?.second ?? 0)
        let offset = begin?.offsetSeconds.map(WrittenTime.offsetText) ?? ""
        return "\(time.wall.adding(days: isPastMidnight ? 1 : 0))\(offset)"
    }
}
