internal import Access
internal import Accounts
internal import AccountsModule
internal import Expo
internal import GeoJSON
internal import HTTPService
internal import HTTPTypes
internal import Hummingbird
internal import Importing
internal import Standings
internal import Timekeeping

/// What a fair's organizers see, and nobody else.
struct OrganizerRoutes: Sendable {
    let desk: FairDesk
    let standings: Standings
    let tools: ServiceTools

    var routes: [Route] {
        [
            .get("/v1/fairs/{event}/leaderboard") { request, context in
                try await leaderboard(request, context)
            },
            .get("/v1/fairs/{event}/statistics") { request, context in
                try await statistics(request, context)
            },
            .get("/v1/fairs/{event}/attendees") { request, context in
                try await attendees(request, context)
            },
            .get("/v1/fairs/{event}/codes") { request, context in try await codes(request, context)
            },
        ].forStaff
    }

    private func leaderboard(_ request: Request, _ context: Route.Context) async throws -> Response
    {
        let fair = try desk.fair(context)
        _ = try await desk.admit(fair, request, tools)
        var query = QueryReader(request.uri.query)
        let limit = try query.checked(query.limit())
        let places = try await standings.board(
            of: RatingStore.scope(of: fair.id),
            for: .organizer,
            limit: limit
        )
        let names = try await desk.people.shownNames(of: places.map(\.account))
        var json = JSONWriter(capacity: 128 * (places.count + 1))
        json.object { json in
            json.member("event", fair.id)
            json.member(
                "places",
                array: { list in
                    for place in places {
                        list.object { json in
                            json.member("rank", place.rank)
                            json.member("account", place.account.text)
                            json.member("name", names[place.account])
                            json.member("points", place.points)
                            json.member("reached_at", place.reachedAt.rfc3339)
                        }
                    }
                }
            )
        }
        return Response(type: .json, bytes: json.takeBytes())
    }

    private func statistics(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let fair = try desk.fair(context)
        _ = try await desk.admit(fair, request, tools)
        let statistics = try await FairStatistics(
            fair,
            in: desk.snapshot(),
            ratings: desk.ratings,
            board: desk.board
        )
        return Response(type: .json, bytes: statistics.json())
    }

    /// What an export is written in.
    private enum Format: String, CaseIterable {
        case json, csv
    }

    private func attendees(_ request: Request, _ context: Route.Context) async throws -> Response {
        let fair = try desk.fair(context)
        let holder = try await desk.admit(fair, request, tools)
        var query = QueryReader(request.uri.query)
        let format = try query.checked(query.word("format", standard: Format.json))
        let export = try await AttendeeExport(
            fair,
            settings: try await desk.fairs.settings(of: fair.id),
            ratings: desk.ratings,
            people: desk.people,
            staff: holder.id,
            at: tools.clock.now
        )
        let headers: HTTPFields = [
            .contentDisposition: "attachment; filename=\"attendees.\(format.rawValue)\""
        ]
        return switch format {
        case .json: Response(type: .json, bytes: export.json(), headers: headers)
        case .csv: Response(type: .csv, bytes: export.csv(), headers: headers)
        }
    }

    private func codes(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let fair = try desk.fair(context)
        _ = try await desk.admit(fair, request, tools)
        let (settings, codes) = try await desk.fairs.fair(fair.id)
        let sheet = CodeSheet(
            fair,
            in: try desk.snapshot(),
            codes: codes,
            rule: settings.rule
        )
        let now = tools.clock.now
        var json = JSONWriter(capacity: 160 * (sheet.entries.count + 1))
        json.object { json in
            json.member("event", fair.id)
            json.member("codes", settings.codeRule.rawValue)
            json.member(
                "booths",
                array: { list in
                    for entry in sheet.entries {
                        let rotating = codes.rotating(entry.subject, at: now)
                        list.object { json in
                            json.member("exhibitor", entry.exhibitor)
                            json.member("place", entry.place)
                            json.member("name", entry.name)
                            json.member("booth", entry.booth)
                            json.member("printed", entry.code)
                            json.member("rotating", rotating.code)
                            json.member("until", rotating.until.rfc3339)
                        }
                    }
                }
            )
        }
        return Response(type: .json, bytes: json.takeBytes())
    }
}
