internal import Accounts
internal import AccountsModule
internal import GeoJSON
internal import HTTPService
internal import Hummingbird
internal import Mobility

/// How somebody wants to be counted.
struct SettingsRoutes: Sendable {
    let gate: TravelGate
    private var desk: TravelDesk { gate.desk }

    init(_ gate: TravelGate) { self.gate = gate }

    var routes: [Route] {
        [
            .get("/v1/me/travel-settings") { request, _ in try await show(request) },
            .put("/v1/me/travel-settings") { request, _ in try await set(request) },
        ]
    }

    private func show(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        return answer(try await desk.travels.traveller(account.id).log.settings)
    }

    private func answer(_ settings: TravelSettings) -> Response {
        .json { json in
            json.object { json in
                json.member("auto_track", settings.tracksItself)
                json.member("default_vehicle", settings.defaultVehicle)
                json.member("default_mode", settings.defaultForm.rawValue)
                json.member("quick_picks", texts: settings.quickPicks)
                json.member("unit", settings.unit)
                json.member("baseline", settings.baseline)
                json.member("keep_fixes_days", settings.keptDays)
                json.member("alerts", settings.alertsAtNight)
                json.member("time_zone", settings.timeZone)
                json.member("first_day", settings.firstDay)
                json.member("fuel_factors", settings.fuelAuthority.rawValue)
            }
        }
    }

    /// What is left out stays as it is; `null` takes away a vehicle, and keeps fixes for ever.
    private func set(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        let known = try await desk.travels.traveller(account.id)
        var body = try await gate.reading(request)
        var settings = known.log.settings
        if let flag = body.boolean("auto_track") { settings.tracksItself = flag }
        settings.defaultVehicle = vehicle("default_vehicle", settings.defaultVehicle, known, &body)
        settings.baseline = vehicle("baseline", settings.baseline, known, &body)
        if let form = body.word("default_mode", TravelForm.self) { settings.defaultForm = form }
        if let picks = body.strings("quick_picks") {
            checkPicks(picks, known, &body)
            settings.quickPicks = picks
        }
        if let unit = body.text("unit") {
            if known.units[unit] == nil {
                let words = known.units.keys.sorted().joined(separator: ", ")
                body.note("unit", .notOneOf, "is \(quoted(unit)); it is one of \(words)")
            }
            settings.unit = unit
        }
        if body.isNull("keep_fixes_days") {
            settings.keptDays = nil
        } else if let days = body.wholeNumber("keep_fixes_days", in: TravelSettings.keptDaysRange) {
            settings.keptDays = days
        }
        if let flag = body.boolean("alerts") { settings.alertsAtNight = flag }
        if let zone = body.zone("time_zone") { settings.timeZone = zone }
        if let day = body.wholeNumber("first_day", in: 1...7) { settings.firstDay = day }
        if let authority = body.word("fuel_factors", FuelAuthority.self) {
            settings.fuelAuthority = authority
        }
        let rescores = body.boolean("rescore") ?? false
        try body.check()
        if settings.tracksItself, !known.log.settings.tracksItself {
            try await gate.accounts.requireConsent(account, .autoTrack)
        }
        let told = settings
        _ = try await gate.change(account) { [desk] traveller in
            guard traveller.log.settings != told || rescores else { return }
            traveller.log.settings = told
            traveller.log.touchProfile()
            let context = desk.context(traveller)
            if rescores { try traveller.log.rescoreAll(in: context) }
        }
        return answer(told)
    }

    private func vehicle(
        _ name: String,
        _ before: String?,
        _ traveller: Traveller,
        _ body: inout TravelReading
    ) -> String? {
        if body.isNull(name) { return nil }
        guard let id = body.text(name) else { return before }
        if traveller.log.vehicles[id] == nil {
            body.note(name, .notOneOf, "is \(quoted(id)), which is none of your vehicles")
        }
        return id
    }

    private func checkPicks(_ picks: [String], _ traveller: Traveller, _ body: inout TravelReading)
    {
        if picks.count > TravelSettings.quickPickLimit || Set(picks).count < picks.count {
            body.note(
                "quick_picks",
                .wrongLength,
                "names \(picks.count); there are at most \(TravelSettings.quickPickLimit), each once"
            )
        }
        let unknown = picks.first {
            TravelForm(rawValue: $0) == nil && traveller.log.vehicles[$0] == nil
        }
        if let unknown {
            body.note(
                "quick_picks",
                .notOneOf,
                "names \(quoted(unknown)), which is neither a mode nor one of your vehicles"
            )
        }
    }
}
