internal import Agenda
internal import Datasets
internal import Esports
internal import GeoJSON
internal import HTTPService
internal import Hummingbird
internal import Timekeeping

/// Matches: of a tournament, a game, a team, a period; and as a calendar.
struct MatchRoutes: Sendable {
    let league: LeagueAccess

    /// Whether results are told.
    private enum Results: String, CaseIterable {
        case show
        case hide
    }

    /// The most entries of a calendar.
    private static let calendarLimit = 10_000

    var routes: [Route] {
        [
            .get("/v1/matches") { request, _ in try list(request) },
            .get("/v1/matches.ics") { request, _ in try calendar(request) },
            .get("/v1/matches/{id}") { request, context in try one(request, context) },
        ]
    }

    private func filter(_ query: inout QueryReader) -> LeagueSnapshot.MatchFilter {
        let snapshot = league.directory.snapshot
        var filter = LeagueSnapshot.MatchFilter()
        filter.event = query.event(snapshot)
        filter.games = query.games(snapshot)
        filter.team = query.named("team", "team is called so, nor has it as its id") { team in
            snapshot?.knowsTeam(team) ?? true
        }
        filter.status = query.optionalWord("status")
        (filter.from, filter.to) = query.leaguePeriod()
        return filter
    }

    private func list(_ request: Request) throws -> Response {
        var query = QueryReader(request.uri.query)
        let filter = filter(&query)
        let results = query.word("results", standard: Results.show)
        let position = query.matchPosition()
        let (count, shown) = try query.checked(query.limit(), results)
        let snapshot = try league.loaded()
        let start = position.map { snapshot.place(behind: $0.startsAt, $0.id) } ?? 0
        let found = snapshot.matches(filter, from: start, limit: count + 1)
        var list = FeatureCollectionWriter(capacity: 256 + count * 500)
        for number in found.prefix(count) {
            list.feature(writtenBy: {
                $0.match(number, in: snapshot, hidesResults: shown == .hide)
            })
        }
        let last = found.count > count ? found[count - 1] : nil
        return list.response(
            to: request,
            at: league.clock.now,
            next: last.map { number in
                let match = snapshot.matches[number]
                return NextPage(
                    path: "/v1/matches",
                    query: query,
                    cursor: LeagueCursor.text([
                        "\(match.span.startsAt.millisecondsSince1970)", match.id,
                    ])
                )
            }
        )
    }

    private func one(_ request: Request, _ context: Route.Context) throws -> Response {
        var query = QueryReader(request.uri.query)
        let results = try query.checked(query.word("results", standard: Results.show))
        let snapshot = try league.loaded()
        guard let id = context.pathParameter("id"), let match = snapshot.match(id),
            let number = snapshot.matches.firstIndex(of: match)
        else {
            throw Problem(
                status: .notFound,
                detail: "No match has this id; GET /v1/matches lists them"
            )
        }
        var json = JSONWriter(capacity: 1024)
        json.match(number, in: snapshot, hidesResults: results == .hide)
        return .tagged(request, type: .geoJSON, bytes: json.takeBytes(), mayBeKept: true)
    }

    /// What a calendar is called: by what it is of.
    private func name(
        of filter: LeagueSnapshot.MatchFilter,
        in snapshot: LeagueSnapshot
    ) -> String {
        var words: [String] = []
        if let event = filter.event.flatMap(snapshot.tournament) { words.append(event.event.title) }
        if let games = filter.games, games.count == 1, let game = games.first {
            words.append(snapshot.book.games[game].name)
        }
        if let team = filter.team { words.append(snapshot.team(team)?.name ?? team) }
        return words.isEmpty ? "Ambit" : words.joined(separator: ", ")
    }

    private func calendar(_ request: Request) throws -> Response {
        var query = QueryReader(request.uri.query)
        let filter = filter(&query)
        let results = try query.checked(query.word("results", standard: Results.show))
        let snapshot = try league.loaded()
        let found = snapshot.matches(filter, limit: Self.calendarLimit + 1)
        guard found.count <= Self.calendarLimit else {
            throw Problem(
                status: .badRequest,
                detail: "A calendar has at most 10,000 matches; give a game, a team or a period"
            )
        }
        let bytes = MatchCalendar(snapshot).bytes(
            of: found,
            called: name(of: filter, in: snapshot),
            hidesResults: results == .hide
        )
        return .tagged(request, type: .calendar, bytes: bytes, mayBeKept: true)
    }
}

extension QueryReader {
    /// Where the page begins; nil for the first.
    fileprivate mutating func matchPosition() -> (startsAt: Timestamp, id: String)? {
        guard let text = text("cursor") else { return nil }
        if let parts = LeagueCursor.parts(text), parts.count == 2, let start = Int64(parts[0]) {
            return (Timestamp(millisecondsSince1970: start), parts[1])
        }
        note(
            "cursor",
            .unknownCursor,
            "is none that came with a list; take it from the link \"next\""
        )
        return nil
    }
}

/// Makes calendars of matches.
struct MatchCalendar {
    private let snapshot: LeagueSnapshot

    init(_ snapshot: LeagueSnapshot) { self.snapshot = snapshot }

    /// A calendar of the matches at some places of the snapshot.
    func bytes(of numbers: [Int], called name: String, hidesResults: Bool) -> [UInt8] {
        var writer = CalendarWriter(name: name)
        for number in numbers {
            let match = snapshot.matches[number]
            let version = snapshot.versions.first { $0.dataset == match.dataset }
            // Its revision grows with the dataset's versions, any of which may have moved it.
            let sequence = min(
                (match.origin?.sequence ?? 0) + (version?.number ?? 0),
                Int(Int32.max)
            )
            var entry = CalendarWriter.Entry(
                uid: match.origin?.uid ?? "\(match.id)@ambit",
                sequence: sequence,
                changedAt: version?.importedAt ?? Timestamp(millisecondsSince1970: 0),
                span: match.span,
                title: hidesResults ? match.titleWithoutResult : match.title
            )
            switch match.status {
            case .canceled: entry.status = .cancelled
            case .postponed: entry.status = .postponed
            default: entry.status = .scheduled
            }
            let tournament = snapshot.tournament(ofMatchAt: number)
            let known = [tournament?.event.title, match.stage].compactMap { $0 }
                .joined(separator: "\n")
            entry.summary = hidesResults && match.mayTellResult ? nil : match.summary
            if entry.summary == nil, !known.isEmpty { entry.summary = known }
            entry.place = tournament?.event.venue.line
            entry.link = match.streams.first
            entry.category = match.league
            writer.add(entry)
        }
        return writer.finish()
    }
}
