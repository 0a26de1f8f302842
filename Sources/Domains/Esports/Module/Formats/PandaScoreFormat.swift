internal import AgendaRecords
internal import GeoJSON
internal import Importing

/// What PandaScore answers: arrays of tournaments, matches or teams, or one of them.
///
/// Source: PandaScore's description of its API, version 2.
enum PandaScoreFormat {
    static let tournaments = KindFormat(
        "pandascore",
        title: "tournaments of PandaScore",
        columns: [
            "id", "title", "starts", "ends", "game", "league", "tier", "prize", "region", "country",
            "format", "link",
        ]
    ) { clue in
        isKnown(clue, "\"begin_at\"") && !isKnown(clue, "\"opponents\"")
    } read: { files throws(FormatFault) in
        try elements(files).enumerated().map { number, one in
            tournament(one, line: number + 1)
        }
    }

    static let matches = KindFormat(
        "pandascore",
        title: "matches of PandaScore",
        columns: [
            "id", "title", "starts", "ends", "moved_from", "event", "game", "league", "stage",
            "team_a", "team_b", "score_a", "score_b", "best_of", "status", "streams",
        ]
    ) { clue in
        isKnown(clue, "\"scheduled_at\"") || isKnown(clue, "\"opponents\"")
    } read: { files throws(FormatFault) in
        try elements(files).enumerated().map { number, one in match(one, line: number + 1) }
    }

    static let teams = KindFormat(
        "pandascore",
        title: "teams of PandaScore",
        columns: ["id", "name", "acronym", "game", "country", "image"]
    ) { clue in
        isKnown(clue, "\"acronym\"")
    } read: { files throws(FormatFault) in
        try elements(files).enumerated().map { number, one in
            var row: [String: String] = [:]
            row["id"] = one.text("id", "slug")
            row["name"] = one.text("name")
            row["acronym"] = one.text("acronym")
            row["game"] = one["current_videogame"]?.text("name")
            row["country"] = one.text("location")
            row["image"] = one.text("image_url")
            return FormatRow(line: number + 1, row)
        }
    }

    private static func isKnown(_ clue: KindFormat.Clue, _ mark: String) -> Bool {
        guard case .text(let text) = clue, text.first == "[" || text.first == "{" else {
            return false
        }
        return text.contains(mark)
    }

    private static func elements(_ files: FormatFiles) throws(FormatFault) -> [JSONValue] {
        let document = try JSONValue.whole(files.files.first?.bytes ?? [])
        if case .array(let elements) = document { return elements }
        return [document]
    }

    private static func tournament(_ one: JSONValue, line: Int) -> FormatRow {
        var row: [String: String] = [:]
        row["id"] = one.text("id", "slug")
        let names = [
            one["league"]?.text("name"), one["serie"]?.text("full_name", "name"), one.text("name"),
        ]
        row["title"] = names.compactMap { $0 }.joined(separator: " ")
        row["starts"] = one.text("begin_at")
        row["ends"] = one.text("end_at")
        row["game"] = one["videogame"]?.text("name")
        row["league"] = one["league"]?.text("name")
        row["tier"] = one.text("tier")
        row["prize"] = one.text("prizepool")
        row["region"] = one.text("region")
        row["country"] = one.text("country")
        row["format"] = one.text("type")
        row["link"] = one["league"]?.text("url")
        return FormatRow(line: line, row.filter { !$0.value.isEmpty })
    }

    private static func match(_ one: JSONValue, line: Int) -> FormatRow {
        var row: [String: String] = [:]
        row["id"] = one.text("id", "slug")
        row["title"] = one.text("name")
        row["starts"] = one.text("scheduled_at", "begin_at")
        row["ends"] = one.text("end_at")
        // The clock of the end is of no use where the match began at another time than it was to.
        if let begun = one.text("begin_at"), begun != row["starts"] { row["ends"] = nil }
        row["moved_from"] = one.text("original_scheduled_at")
        row["event"] = one["tournament"]?.text("id") ?? one.text("tournament_id")
        row["game"] = one["videogame"]?.text("name")
        row["league"] = one["league"]?.text("name")
        row["stage"] = one["tournament"]?.text("name")
        row["best_of"] = one.text("number_of_games")
        let isForfeit = one["forfeit"] == .boolean(true)
        row["status"] = isForfeit ? "forfeit" : one.text("status")
        let streams = (one["streams_list"]?.elements ?? []).compactMap { $0.text("raw_url") }
        row["streams"] = streams.joined(separator: " ")
        let opponents = (one["opponents"]?.elements ?? []).compactMap { $0["opponent"] }
        let results = one["results"]?.elements ?? []
        for (letter, place) in [("a", 0), ("b", 1)] {
            guard opponents.count > place else { continue }
            let team = opponents[place]
            row["team_\(letter)"] = team.text("name")
            let own = results.first { result in
                (result.text("team_id") ?? result.text("player_id")) == team.text("id")
            }
            row["score_\(letter)"] = own?.text("score")
        }
        // Who plays is often not known before the matches in front of it.
        if row["status"] == "not_started" || row["status"] == "postponed" {
            for letter in ["a", "b"] where row["team_\(letter)"] == nil {
                row["team_\(letter)"] = "TBD"
            }
        }
        return FormatRow(line: line, row.filter { !$0.value.isEmpty })
    }
}
