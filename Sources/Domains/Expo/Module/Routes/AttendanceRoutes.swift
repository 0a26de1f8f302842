internal import Accounts
internal import AccountsModule
internal import Expo
internal import GeoJSON
internal import HTTPService
internal import HTTPTypes
internal import Hummingbird
internal import Importing
internal import Timekeeping

/// What a visitor has done at a fair, and whether they want prizes.
struct AttendanceRoutes: Sendable {
    let desk: FairDesk
    let tools: ServiceTools

    var routes: [Route] {
        [
            .get("/v1/me/passport") { request, _ in try await passport(request) },
            .put("/v1/me/attendance") { request, _ in try await attend(request) },
        ]
    }

    private func passport(_ request: Request) async throws -> Response {
        let account = try await desk.gate.account(of: request)
        let snapshot = try desk.snapshot()
        var query = QueryReader(request.uri.query)
        let fair = try query.checked(query.requiredFair(snapshot))
        let passport = try await desk.ratings.passport(of: account.id.rawValue, at: fair.id)
        let joined = try await desk.ratings.activities(of: account.id.rawValue, at: fair.id)
        let draws = try await desk.draws.entries(of: fair.id)
        let wants = passport.attendee?.isEligible ?? false
        let isEligible = wants ? try await desk.isReachable(account) : false
        let won = Tickets(of: account.id.rawValue, in: draws, isEligible: isEligible)
        var json = JSONWriter(capacity: 512 + passport.ratings.count * 160)
        json.object { json in
            json.member("event", fair.id)
            json.member("phase", fair.window?.phase(at: tools.clock.now).rawValue)
            json.member("total", passport.total)
            // Of those that are there: 31 of 30 is nothing that anybody can have visited.
            let visited = passport.ratings.count { snapshot.stand($0.exhibitor)?.fair == fair.id }
            json.member("visited_count", visited)
            json.member("exhibitors", fair.stands.count)
            json.member("role", passport.attendee?.role?.rawValue)
            json.member("eligible", isEligible)
            json.member(
                "visited",
                array: { list in
                    for rating in passport.ratings {
                        list.object { json in
                            json.member("exhibitor", rating.exhibitor)
                            json.member("name", snapshot.stand(rating.exhibitor)?.exhibitor.name)
                            json.member("stars", rating.stars)
                            json.member("rated_at", rating.ratedAt.rfc3339)
                            json.member("proof", rating.proof.rawValue)
                        }
                    }
                }
            )
            json.member(
                "activities",
                array: { list in for activity in joined { list.activity(activity) } }
            )
            json.member("tickets", array: { won.write(to: &$0) })
        }
        return Response(type: .json, bytes: json.takeBytes())
    }

    /// A visitor's tickets of a fair's draws.
    private struct Tickets {
        let account: Int64
        let draws: [DrawStore.Entry]
        let isEligible: Bool

        init(of account: Int64, in draws: [DrawStore.Entry], isEligible: Bool) {
            (self.account, self.draws, self.isEligible) = (account, draws, isEligible)
        }

        func write(to list: inout JSONWriter) {
            for draw in draws {
                let ticket = draw.tickets.ticket(of: account)
                // What was drawn stays told to who took part.
                let tookPart = draw.result?.outcome.entrants.contains(ticket) ?? false
                guard isEligible || tookPart else { continue }
                list.object { json in
                    json.member("draw", draw.id)
                    json.member("prize", draw.prize)
                    json.member("ticket", ticket)
                    json.name("won")
                    guard let outcome = draw.result?.outcome else { return json.null() }
                    json.boolean(outcome.winners.contains(ticket))
                }
            }
        }
    }

    private func attend(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let account = try await desk.gate.account(of: request)
        var reader = try JSONObjectReader(
            parsing: await request.jsonBody(limitBytes: min(tools.bodyLimitBytes, 4096))
        )
        let (event, word) = (reader.string("event"), reader.string("role"))
        let wantsPrizes = reader.boolean("eligible")
        let hasApproval = reader.boolean("adult_approval") ?? false
        var faults = BodyFaults(reader.errors())
        if event == nil { faults.note("event", .missing, "is missing; name the fair") }
        let role = word.flatMap(AttendeeRole.init)
        if let word, role == nil {
            let words = AttendeeRole.allCases.map(\.rawValue)
            faults.note(
                "role",
                .notOneOf,
                "is \(quoted(word)); it is \(words.joined(separator: " or "))",
                .choices(word, words)
            )
        }
        try faults.check()
        let fair = try desk.fair(named: event ?? "")
        if wantsPrizes == true {
            try await requireMayWin(account, at: fair, hasApproval: hasApproval)
        }
        let now = tools.clock.now
        let noted = try await desk.ratings.note(
            RatingStore.Attendance(
                account: account.id.rawValue,
                fair: fair.id,
                ageBand: account.ageBand.rawValue,
                role: role,
                wantsPrizes: wantsPrizes,
                adultApprovalAt: hasApproval && account.ageBand.needsAdultApproval ? now : nil,
                at: now
            )
        )
        let canWin = noted.wantsPrizes ? try await desk.isReachable(account) : false
        var json = JSONWriter(capacity: 128)
        json.object { json in
            json.member("event", fair.id)
            json.member("role", noted.role?.rawValue)
            json.member("eligible", canWin)
        }
        return Response(type: .json, bytes: json.takeBytes())
    }

    /// Prizes are for those who are old enough, whose adults agree, and who have said how they are reached.
    private func requireMayWin(
        _ account: Account,
        at fair: FairSnapshot.Fair,
        hasApproval: Bool
    ) async throws {
        guard !account.isChild else {
            throw Self.noPrize(
                "eligible",
                .notForChildren,
                "Prizes are for visitors who are older; you can rate all the same"
            )
        }
        guard account.ageBand != .unknown else {
            throw Self.noPrize(
                "age",
                .missing,
                "Prizes are for visitors who have told that they are old enough, and this account has told no age"
            )
        }
        guard !account.ageBand.needsAdultApproval || hasApproval else {
            throw Self.noPrize(
                "adult_approval",
                .missing,
                "From 13 to 17 an adult has to agree to a prize; send adult_approval when one has"
            )
        }
        let until = try await desk.fairs.settings(of: fair.id).contactsUntil(fair)
        if let until, until <= tools.clock.now {
            throw Self.noPrize(
                "eligible",
                .outsideTime,
                "The prizes of this fair are over: its visitors could be reached until \(until.rfc3339)",
                status: .conflict
            )
        }
        try await desk.gate.requireConsent(account, .contactForPrizes)
        guard try await desk.isReachable(account) else {
            throw Self.noPrize(
                "phone",
                .missing,
                "A prize is for those who can be reached; PATCH /v1/me with an email or a phone first"
            )
        }
    }

    /// Why somebody cannot win, in words and as a code, by which the page words it.
    private static func noPrize(
        _ parameter: String,
        _ fault: ParameterFault,
        _ reason: String,
        status: HTTPResponse.Status = .forbidden
    ) -> Problem {
        Problem(
            status: status,
            detail: reason,
            errors: [ParameterError(parameter: parameter, fault: fault, message: reason)]
        )
    }
}
