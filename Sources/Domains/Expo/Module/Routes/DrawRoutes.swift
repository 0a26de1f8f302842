internal import Access
internal import Accounts
internal import AccountsModule
internal import Expo
internal import GeoJSON
internal import HTTPService
internal import HTTPTypes
internal import Hummingbird
internal import Importing
internal import Timekeeping

/// Draws: organizers begin and draw them, and everybody can check them.
struct DrawRoutes: Sendable {
    let desk: FairDesk
    let tools: ServiceTools

    private static let prizeLimit = 200
    private static let countLimit: Int64 = 1000

    var routes: [Route] {
        [
            .get("/v1/draws") { request, _ in try await list(request) },
            .get("/v1/draws/{id}") { request, context in try await show(request, context) },
        ]
            + [
                .post("/v1/draws") { request, _ in try await begin(request) },
                .post("/v1/draws/{id}/winners") { request, context in
                    try await draw(request, context)
                },
                .get("/v1/draws/{id}/winners") { request, context in
                    try await winners(request, context)
                },
            ].forStaff
    }

    // MARK: For everybody

    private func list(_ request: Request) async throws -> Response {
        let snapshot = try desk.snapshot()
        var query = QueryReader(request.uri.query)
        let fair = try query.checked(query.requiredFair(snapshot))
        let entries = try await desk.draws.entries(of: fair.id)
        var json = JSONWriter(capacity: 1024 * (entries.count + 1))
        json.object { json in
            json.member(
                "draws",
                array: { list in for entry in entries { list.draw(entry, withEntrants: false) } }
            )
        }
        return Response(type: .json, bytes: json.takeBytes())
    }

    private func show(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        return answer(try await entry(context))
    }

    private func answer(
        _ entry: DrawStore.Entry,
        status: HTTPResponse.Status = .ok
    ) -> Response {
        var json = JSONWriter(capacity: 2048)
        json.draw(entry, withEntrants: true)
        return Response(
            status: status,
            type: .json,
            bytes: json.takeBytes(),
            headers: status == .created ? [.location: "/v1/draws/\(entry.id)"] : [:]
        )
    }

    private func entry(_ context: Route.Context) async throws -> DrawStore.Entry {
        guard let id = context.pathParameter("id").flatMap({ Int64($0) }),
            let entry = try await desk.draws.entry(id)
        else { throw Self.unknown }
        return entry
    }

    private static let unknown = Problem(
        status: .notFound,
        detail: "There is no such draw; GET /v1/draws lists those of a fair"
    )

    // MARK: For organizers

    private func admit(_ entry: DrawStore.Entry, _ request: Request) async throws
        -> (fair: FairSnapshot.Fair, staff: Int64)
    {
        guard let fair = try desk.snapshot().fair(entry.fair) else { throw Self.unknown }
        return (fair, try await desk.admit(fair, request, tools).id)
    }

    private func begin(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        try await desk.admitOrganizer(request, tools)
        var reader = try JSONObjectReader(
            parsing: await request.jsonBody(limitBytes: tools.bodyLimitBytes)
        )
        let (event, prize) = (reader.string("event"), reader.string("prize"))
        let winners = reader.wholeNumber("winners") ?? 1
        let reserves = reader.wholeNumber("reserves") ?? 0
        let visits = reader.wholeNumber("least_visits") ?? 1
        var faults = BodyFaults(reader.errors())
        if event == nil { faults.note("event", .missing, "is missing; name the fair") }
        if let prize {
            if !(1...Self.prizeLimit).contains(prize.count) {
                faults.note(
                    "prize",
                    .wrongLength,
                    "has \(prize.count) characters; it has 1 to \(Self.prizeLimit)",
                    .range("\(prize.count)", 1, Self.prizeLimit)
                )
            }
        } else {
            faults.note("prize", .missing, "is missing; say what is drawn")
        }
        for (name, number, least) in [
            ("winners", winners, Int64(1)), ("reserves", reserves, 0), ("least_visits", visits, 0),
        ] where !(least...Self.countLimit).contains(number) {
            faults.note(
                name,
                .outOfRange,
                "is \(number); it is \(least) to \(Self.countLimit)",
                .range("\(number)", Int(least), Int(Self.countLimit))
            )
        }
        try faults.check()
        let fair = try desk.fair(named: event ?? "")
        _ = try await desk.admit(fair, request, tools)
        let entry = try await desk.draws.commit(
            DrawStore.Plan(
                fair: fair.id,
                prize: prize ?? "",
                winners: Int(winners),
                reserves: Int(reserves),
                leastVisits: Int(visits)
            ),
            at: tools.clock.now
        )
        return answer(entry, status: .created)
    }

    private func draw(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let entry = try await entry(context)
        _ = try await admit(entry, request)
        do {
            return answer(
                try await desk.draws.run(
                    entry.id,
                    among: desk.people,
                    at: tools.clock.now
                ),
                status: .created
            )
        } catch let fault as DrawStore.Fault {
            throw Self.problem(fault)
        }
    }

    static func problem(_ fault: DrawStore.Fault) -> Problem {
        switch fault {
        case .unknown: unknown
        case .drawnBefore:
            Self.conflict(
                "id",
                .taken,
                "This draw was drawn before; begin another one"
            )
        case .tooFewEntrants(let count, let winners):
            Self.conflict(
                "winners",
                .beyondLimit,
                "Only \(count) visitors may win, and \(winners) are to be drawn; nothing was drawn",
                ["count": .number(Int64(count)), "winners": .number(Int64(winners))]
            )
        }
    }

    private static func conflict(
        _ parameter: String,
        _ fault: ParameterFault,
        _ reason: String,
        _ values: [String: Finding.Value] = [:]
    ) -> Problem {
        Problem(
            status: .conflict,
            detail: reason,
            errors: [
                ParameterError(
                    parameter: parameter,
                    fault: fault,
                    message: reason,
                    values: values
                )
            ]
        )
    }

    /// Who won, and how they are reached.
    private func winners(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let entry = try await entry(context)
        let (fair, staff) = try await admit(entry, request)
        guard let result = entry.result else {
            throw Problem(
                status: .conflict,
                detail: "This draw is not drawn yet; POST /v1/draws/\(entry.id)/winners draws it"
            )
        }
        let tickets = result.outcome.winners + result.outcome.reserves
        let holders = try await desk.draws.holders(of: tickets, in: entry)
        let accounts = tickets.compactMap { holders[$0] }
        let until = try await desk.fairs.settings(of: fair.id).contactsUntil(fair)
        let mayReach = until.map { tools.clock.now < $0 } ?? true
        let contacts =
            mayReach ? try await desk.people.contacts(of: accounts, lookedAtBy: staff) : [:]
        let names = try await desk.people.shownNames(of: accounts)
        var json = JSONWriter(capacity: 256 * (tickets.count + 1))
        json.object { json in
            json.member("id", entry.id)
            json.member("prize", entry.prize)
            for (name, part) in [
                ("winners", result.outcome.winners), ("reserves", result.outcome.reserves),
            ] {
                json.member(
                    name,
                    array: { list in
                        for ticket in part {
                            let account = holders[ticket]
                            list.object { json in
                                json.member("ticket", ticket)
                                json.member("account", account?.text)
                                json.member("name", account.flatMap { names[$0] })
                                json.member("email", account.flatMap { contacts[$0]?.email })
                                json.member("phone", account.flatMap { contacts[$0]?.phone })
                            }
                        }
                    }
                )
            }
        }
        return Response(type: .json, bytes: json.takeBytes())
    }
}

extension JSONWriter {
    /// A draw as an object; what decides it is told once it is drawn.
    fileprivate mutating func draw(_ entry: DrawStore.Entry, withEntrants: Bool) {
        object { json in
            json.member("id", entry.id)
            json.member("event", entry.fair)
            json.member("prize", entry.prize)
            json.member("winners_wanted", entry.winners)
            json.member("reserves_wanted", entry.reserves)
            json.member("least_visits", entry.leastVisits)
            json.member("commitment", entry.commitment)
            json.member("committed_at", entry.committedAt.rfc3339)
            json.member("drawn_at", entry.result?.drawnAt.rfc3339)
            json.member("seed", entry.result?.seed)
            json.member("entrants_hash", entry.result?.outcome.entrantsHash)
            json.texts("winners", entry.result?.outcome.winners ?? [])
            json.texts("reserves", entry.result?.outcome.reserves ?? [])
            if withEntrants { json.texts("entrants", entry.result?.outcome.entrants ?? []) }
        }
    }
}
