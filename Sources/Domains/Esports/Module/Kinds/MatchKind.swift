internal import Agenda
internal import AgendaRecords
internal import Datasets
internal import Esports
package import Importing
internal import TextSearch
internal import Timekeeping

/// How matches are imported, said once.
enum MatchKind {
    private static let title = KindField("title", headers: ["name", "matchname", "match"])
    private static let event = KindField(
        "event",
        headers: ["tournament", "tournamentname", "tournamentid", "eventid", "eventname"]
    )
    private static let stage = KindField("stage", headers: ["round", "phase", "week"])
    private static let sides: [(team: KindField, score: KindField)] = [
        (
            KindField("team_a", headers: ["team1", "teama", "home", "hometeam", "side1"]),
            KindField("score_a", headers: ["score1", "scorea", "homescore"])
        ),
        (
            KindField("team_b", headers: ["team2", "teamb", "away", "awayteam", "side2"]),
            KindField("score_b", headers: ["score2", "scoreb", "awayscore"])
        ),
    ]
    private static let bestOf = KindField("best_of", headers: ["bo", "numberofgames", "bestof"])
    private static let movedFrom = KindField(
        "moved_from",
        headers: ["originalscheduledat", "originalstart"]
    )
    /// What calendars have besides.
    private static let room = KindField("room")
    private static let track = KindField("track", headers: ["categories"])

    static let kind = Kind<Match>(
        .matches,
        one: "a match",
        fields: [
            AgendaFields.id, title, AgendaFields.summary, event, LeagueFields.game,
            LeagueFields.league, stage, sides[0].team, sides[1].team, sides[0].score,
            sides[1].score, bestOf, AgendaFields.starts, AgendaFields.ends, AgendaFields.duration,
            AgendaFields.zone, movedFrom, AgendaFields.status, LeagueFields.streams,
            AgendaFields.link, AgendaFields.uid, AgendaFields.sequence, room, track,
        ],
        formats: [CalendarFormat.of(.sessions), PandaScoreFormat.matches]
    ) { row throws(RowRefusal) in
        let written = try AgendaFields.text(title, row)
        let parsed = written.flatMap(MatchTitle.init(parsing:))
        let sides = try sidesOf(row, parsed)
        let span = try SpanReading.span(row)
        let name = written ?? sides.map { $0.team ?? "?" }.joined(separator: " - ")
        return Match(
            dataset: row.dataset,
            key: try AgendaFields.text(AgendaFields.id, row)
                ?? "\(span.starts)-\(SearchWords.parts(of: name).joined(separator: "-"))",
            title: name,
            event: try AgendaFields.text(event, row),
            game: try AgendaFields.text(LeagueFields.game, row),
            league: try leagueOf(row) ?? parsed?.league,
            stage: try AgendaFields.text(stage, row) ?? parsed?.stage,
            sides: sides,
            bestOf: try mostGames(row),
            span: span,
            movedFrom: try moved(row, span),
            status: try status(row, sides),
            streams: LeagueFields.links(LeagueFields.streams, row),
            origin: try AgendaFields.origin(row),
            summary: try AgendaFields.text(AgendaFields.summary, row, limit: 20_000)
        )
    }

    /// Both sides, of columns or of a title such as `LCK: GEN 2-0 T1`.
    private static func sidesOf(
        _ row: KindRow,
        _ title: MatchTitle?
    ) throws(RowRefusal) -> [Match.Side] {
        var found: [Match.Side] = []
        for (team, score) in sides {
            found.append(
                Match.Side(
                    team: try AgendaFields.text(team, row),
                    score: try row.wholeNumber(score, in: 0...999)
                )
            )
        }
        if found.allSatisfy({ $0.team == nil }), let title { return title.sides }
        let named = found.compactMap(\.team)
        guard named.count == 2 else {
            throw row.refusal(
                named.isEmpty ? nil : sides[found[0].team == nil ? 0 : 1].team,
                .oneTeam,
                ["team": .text(named.first ?? "")]
            )
        }
        guard named[0] != named[1] || named[0].uppercased() == "TBD" else {
            throw row.refusal(sides[1].team, .sameTeam, ["team": .text(named[0])])
        }
        let scores = scores(of: found, in: title)
        return zip(found, scores).map { side, score in
            Match.Side(team: side.team?.uppercased() == "TBD" ? nil : side.team, score: score)
        }
    }

    /// What both have won: as columns say it, else as a title of the same teams does.
    private static func scores(of sides: [Match.Side], in title: MatchTitle?) -> [Int?] {
        let own = sides.map(\.score)
        guard own.allSatisfy({ $0 == nil }), let told = title?.sides else { return own }
        let (names, others) = (sides.map(\.team), told.map(\.team))
        if names == others { return told.map(\.score) }
        return names == others.reversed() ? told.reversed().map(\.score) : own
    }

    private static func leagueOf(_ row: KindRow) throws(RowRefusal) -> String? {
        if let name = try AgendaFields.text(LeagueFields.league, row) { return name }
        return try AgendaFields.text(track, row)
    }

    private static func mostGames(_ row: KindRow) throws(RowRefusal) -> Int? {
        if let number = try row.wholeNumber(bestOf, in: 1...99) { return number }
        return bestOfText(try AgendaFields.text(AgendaFields.summary, row, limit: 20_000))
    }

    private static func bestOfText(_ text: String?) -> Int? {
        // `BO3`, as calendars write it.
        for word in (text ?? "").split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
            let digits = word.drop { !$0.isASCII }.uppercased()
            guard digits.hasPrefix("BO"), let number = Int(digits.dropFirst(2)) else { continue }
            if (1...99).contains(number) { return number }
        }
        return nil
    }

    /// When it was to begin, where that is another moment than it begins now.
    private static func moved(_ row: KindRow, _ span: EventSpan) throws(RowRefusal) -> Timestamp? {
        guard let text = row.text(movedFrom) else { return nil }
        guard let written = WrittenTime(parsing: text) else {
            throw row.refusal(movedFrom, .timeUnreadable, ["field": .text(movedFrom.name)])
        }
        let clock = span.zone.flatMap { ZoneRules(named: $0) }
        guard let moment = written.moment ?? clock?.moment(of: written.wall).moment else {
            throw row.refusal(movedFrom, .zoneMissing)
        }
        return moment == span.startsAt ? nil : moment
    }

    /// What became of it; words of calendars are taken as well.
    private static func status(
        _ row: KindRow,
        _ sides: [Match.Side]
    ) throws(RowRefusal) -> Match.Status {
        let words =
            Match.Status.allCases.map(\.rawValue) + [
                "scheduled", "confirmed", "tentative", "cancelled", "live",
            ]
        switch try row.word(AgendaFields.status, among: words) {
        case nil:
            // A calendar says it by the result alone.
            let isOver = sides.contains { ($0.score ?? 0) > 0 }
            return isOver ? .finished : .notStarted
        case "scheduled"?, "confirmed"?, "tentative"?: return .notStarted
        case "cancelled"?: return .canceled
        case "live"?: return .running
        case let word?: return Match.Status(rawValue: word) ?? .notStarted
        }
    }
}

extension ModuleSentence {
    static let oneTeam = ModuleSentence(
        "esports_one_team",
        .blank,
        "a match has two teams, and the row names one at most (\"{team}\"); write TBD for a team that is not "
            + "known yet"
    )
    static let sameTeam = ModuleSentence(
        "esports_same_team",
        .word,
        "both teams are \"{team}\"; a match has two"
    )
}

extension Match: ImportableRecord {
    package var importKey: String { key }
    package var displayName: String { title }
    package var details: [(field: String, value: String)] {
        var details = [("title", title), ("time", span.words), ("status", status.rawValue)]
        details.append(("sides", sidesText))
        if let event { details.append(("event", event)) }
        if let game { details.append(("game", game)) }
        if let league { details.append(("league", league)) }
        if let stage { details.append(("stage", stage)) }
        if let bestOf { details.append(("best_of", "\(bestOf)")) }
        if let movedFrom { details.append(("moved_from", movedFrom.rfc3339)) }
        if let summary { details.append(("summary", String(summary.prefix(200)))) }
        if !streams.isEmpty { details.append(("streams", streams.joined(separator: " "))) }
        return details
    }
    package static var guards: ImportGuards { .scheduled }
    package var parts: RecordParts {
        RecordParts(
            name: title,
            times: span,
            other: [
                status.rawValue, sidesText, event, game, league, stage, bestOf.map { "\($0)" },
                movedFrom?.rfc3339, streams.joined(separator: " "), summary,
                origin.map { "\($0.sequence) \($0.uid)" },
            ],
            place: nil
        )
    }

    /// `GEN 2, T1 0`.
    private var sidesText: String {
        sides.map { side in
            (side.team ?? "TBD") + (side.score.map { " \($0)" } ?? "")
        }.joined(separator: ", ")
    }
}
