internal import Accounts
internal import AccountsModule
internal import Agenda
internal import GeoJSON
internal import HTTPService
internal import HTTPTypes
internal import Hummingbird
internal import Mobility
internal import Timekeeping

/// Somebody's own score: the sum, and over time.
struct ScoreRoutes: Sendable {
    let gate: TravelGate
    private var desk: TravelDesk { gate.desk }

    init(_ gate: TravelGate) { self.gate = gate }

    var routes: [Route] {
        [
            .get("/v1/score") { request, _ in try await total(request) },
            .get("/v1/score/series") { request, _ in try await series(request) },
            .get("/v1/score-units") { request, _ in try await units(request) },
            .patch("/v1/score-units/{id}") { request, context in
                try await changeUnit(request, context)
            },
        ]
    }

    private func total(_ request: Request) async throws -> Response {
        let account = try await gate.account(of: request)
        var query = QueryReader(request.uri.query)
        let name = query.text("unit")
        try query.check()
        let traveller = try await desk.settle(account.id)
        let unit = try unit(traveller, name)
        let ended = traveller.log.trips.values.filter { $0.state == .ended }
        return .json { json in
            json.object { json in
                json.score("total", traveller.log.total, unit)
                json.member("trips", ended.count)
                json.member("distance_m", tenths: ended.reduce(0) { $0 + $1.meters })
                json.member("timeStamp", desk.clock.now.rfc3339)
            }
        }
    }

    private func unit(_ traveller: Traveller, _ name: String?) throws(Problem) -> ScoreUnit {
        if let unit = gate.unit(traveller, named: name) { return unit }
        let words = traveller.units.keys.sorted().joined(separator: ", ")
        throw .invalid([
            ParameterError(
                parameter: "unit",
                fault: .notOneOf,
                message: "is \(quoted(name ?? "")); it is one of \(words)"
            )
        ])
    }

    private func series(_ request: Request) async throws -> Response {
        let account = try await gate.account(of: request)
        var query = QueryReader(request.uri.query)
        let (from, to) = query.travelPeriod()
        let interval = query.word("interval", standard: SeriesInterval.day)
        let name = query.text("unit")
        let zoneName = query.text("time_zone")
        let zone = zoneName.map { ZoneRules(named: $0) }
        if let zoneName, zone == .some(nil) {
            query.note(
                "time_zone",
                .notOneOf,
                "is \(quoted(zoneName)); name a zone such as Europe/Berlin"
            )
        }
        if from == nil { query.require("from", "name the moment where the graph begins") }
        if to == nil { query.require("to", "name the moment where it ends") }
        let (first, last, step) = try query.checked(from, to, interval)
        let traveller = try await desk.settle(account.id)
        let unit = try unit(traveller, name)
        let settings = traveller.log.settings
        guard let rules = zone ?? ZoneRules(named: settings.timeZone) else {
            throw Problem.notReady
        }
        let scores = traveller.log.trips.values.lazy.filter { $0.state == .ended }
            .map { (at: $0.startedAt, avoided: $0.avoided) }
        let steps = ScoreSeries.steps(
            from: first,
            to: last,
            by: step,
            in: rules,
            firstDay: settings.firstDay,
            of: scores
        )
        guard let steps else {
            throw Problem.invalid([
                ParameterError(
                    parameter: "interval",
                    fault: .beyondLimit,
                    message:
                        "makes more than \(ScoreSeries.limit) steps of that time; choose a longer one"
                )
            ])
        }
        return .json { $0.series(steps, step, rules.name, unit) }
    }

    // MARK: Units

    private func units(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        var units = desk.travels.standardUnits
        if let account = try await gate.accounts.accountIfPresent(of: request), !account.isChild {
            let own = try await desk.travels.traveller(account.id).units
            units = units.map { own[$0.id] ?? $0 }
        }
        return .json { json in
            json.object { json in
                json.member("units", array: { list in for unit in units { list.unit(unit) } })
            }
        }
    }

    private func changeUnit(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        let id = context.pathParameter("id") ?? ""
        guard let standard = desk.travels.standardUnits.first(where: { $0.id == id }) else {
            throw Problem.noSuch("unit", list: "/v1/score-units")
        }
        var body = try await gate.reading(request)
        let name = body.name("name")
        let grams = body.number("grams", in: ScoreUnit.gramsRange)
        try body.check()
        let (unit, _) = try await gate.change(account) { traveller in
            let known = traveller.units[id] ?? standard
            var unit = standard.weighing(grams ?? known.grams)
            unit.name = name ?? known.name
            traveller.units[id] = unit
            traveller.log.touchProfile()
            return unit
        }
        return .json { $0.unit(unit) }
    }
}

extension JSONWriter {
    fileprivate mutating func unit(_ unit: ScoreUnit) {
        object { json in
            json.member("id", unit.id)
            json.member("name", unit.name)
            json.member("grams", unit.grams)
            json.member("source", unit.source)
            json.member("symbolic", unit.isSymbolic)
        }
    }

    fileprivate mutating func series(
        _ steps: [ScoreSeries.Step],
        _ interval: SeriesInterval,
        _ zone: String,
        _ unit: ScoreUnit
    ) {
        object { json in
            json.member("interval", interval.rawValue)
            json.member("time_zone", zone)
            json.member("unit", unit.id)
            json.member("unit_name", unit.name)
            json.member(
                "steps",
                array: { list in
                    for step in steps {
                        list.object { json in
                            json.member("day", step.day.text)
                            json.member("from", step.from.rfc3339)
                            json.member("to", step.to.rfc3339)
                            json.member("trips", step.trips)
                            json.member("avoided_g", step.avoided.value)
                            json.member("amount", (unit.amount(step.avoided) * 1e6).rounded() / 1e6)
                        }
                    }
                }
            )
            let sum = steps.reduce(Grams.zero) { $0 + $1.avoided }
            json.score("total", sum, unit)
        }
    }
}
