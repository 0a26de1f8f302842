internal import Accounts
internal import AccountsModule
internal import Agenda
internal import Datasets
internal import Expo
internal import GeoJSON
internal import Geodesy
internal import HTTPService
internal import Hummingbird
internal import Importing
internal import Timekeeping

/// Ratings, and what a visitor has done at a fair.
struct RatingRoutes: Sendable {
    let desk: FairDesk
    let tools: ServiceTools

    var routes: [Route] {
        [
            .put("/v1/exhibitors/{id}/rating") { request, context in
                try await rate(request, context)
            },
            .get("/v1/me/passport") { request, _ in try await passport(request) },
            .put("/v1/me/attendance") { request, _ in try await attend(request) },
        ]
    }

    // MARK: Rating

    /// What a visitor says of an exhibitor.
    private struct Wish {
        let stars: Stars
        let ratedAt: Timestamp?
        let code: String?
        let place: Coordinate?
        /// All of it that may be kept, as one text: where somebody is is no part of it.
        let content: String
    }

    private func rate(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let account = try await desk.gate.account(of: request)
        let stand = try desk.stand(context)
        let key = try request.keyOfRequest
        let wish = try wish(await request.jsonBody(limitBytes: min(tools.bodyLimitBytes, 4096)))
        guard let fair = try desk.snapshot().fair(stand.fair) else { throw Problem.notReady }
        let now = tools.clock.now
        let (settings, codes) = try await desk.fairs.fair(fair.id)
        let ratedAt = try Self.moment(wish.ratedAt, at: fair, now)
        let proof = try Self.proof(
            wish,
            stand,
            codes: codes,
            rule: settings.codeRule,
            at: ratedAt
        )
        let act = RatingStore.Act(
            account: account.id.rawValue,
            ageBand: account.ageBand.rawValue,
            exhibitor: stand.exhibitor.id,
            dataset: stand.exhibitor.dataset.text,
            marks: stand.exhibitor.marks,
            fair: fair.id,
            stars: wish.stars,
            ratedAt: ratedAt,
            receivedAt: now,
            proof: proof,
            rule: settings.rule,
            key: key.map {
                RatingStore.IdempotencyKey($0, of: "\(stand.exhibitor.id)\n\(wish.content)")
            }
        )
        let outcome: RatingStore.Outcome
        do {
            let done = try await desk.ratings.rate(act)
            outcome = done.outcome
            if let entry = done.entry { desk.board.update([stand.exhibitor.id: entry]) }
        } catch RatingStore.Fault.keyTaken {
            throw Problem.refusedContent(
                ParameterError(
                    parameter: "Idempotency-Key",
                    fault: .keyTaken,
                    message: "was used for another request; each rating has a key of its own"
                )
            )
        }
        var json = JSONWriter(capacity: 128)
        json.object { json in
            json.member("stars", outcome.stars)
            json.member("points_earned", outcome.pointsEarned)
            json.member("total", outcome.total)
        }
        return Response(type: .json, bytes: json.takeBytes())
    }

    private func wish(_ bytes: [UInt8]) throws -> Wish {
        var reader = try JSONObjectReader(parsing: bytes)
        let number = reader.wholeNumber("stars")
        let written = reader.string("rated_at")
        let code = reader.string("code")
        let (latitude, longitude) = (reader.number("lat"), reader.number("lon"))
        var faults = BodyFaults(reader.errors())
        let stars = number.flatMap { Int(exactly: $0) }.flatMap(Stars.init)
        if let number {
            if stars == nil {
                faults.note(
                    "stars",
                    .outOfRange,
                    "is \(number); it is 1, 2, 3, 4 or 5",
                    .range("\(number)", 1, 5)
                )
            }
        } else {
            faults.note("stars", .missing, "is missing; give 1 to 5 stars")
        }
        let ratedAt = written.flatMap { Timestamp(rfc3339: $0) }
        if let written, ratedAt == nil {
            faults.note(
                "rated_at",
                .notADay,
                "is \(quoted(written)); it is a time such as 2027-06-05T14:30:00Z",
                .value(written)
            )
        }
        if let code, !(1...32).contains(code.count) {
            faults.note(
                "code",
                .wrongLength,
                "has \(code.count) characters; a booth's code has \(BoothCodes.length)",
                .range("\(code.count)", 1, 32)
            )
        }
        let place = Self.place(latitude, longitude, &faults)
        try faults.check()
        guard let stars else { throw Problem.invalid(faults.errors) }
        return Wish(
            stars: stars,
            ratedAt: ratedAt,
            code: code,
            place: place,
            content: "\(stars.number)\n\(written ?? "")\n\(code ?? "")"
        )
    }

    private static func place(
        _ latitude: Double?,
        _ longitude: Double?,
        _ faults: inout BodyFaults
    ) -> Coordinate? {
        switch (latitude, longitude) {
        case (nil, nil): return nil
        case (nil, _): faults.note("lat", .missing, "is missing; lat and lon go together")
        case (_, nil): faults.note("lon", .missing, "is missing; lat and lon go together")
        case (let latitude?, let longitude?):
            do {
                return try Coordinate(latitude: latitude, longitude: longitude)
            } catch .invalidLatitude {
                faults.note("lat", .outOfRange, "is no latitude, which lies between -90 and 90")
            } catch {
                faults.note("lon", .outOfRange, "is no longitude, which lies between -180 and 180")
            }
        }
        return nil
    }

    /// When a rating was given that may be given.
    private static func moment(
        _ given: Timestamp?,
        at fair: FairSnapshot.Fair,
        _ now: Timestamp
    ) throws(Problem) -> Timestamp {
        guard let event = fair.event, let window = fair.window else {
            throw outside("Nobody knows yet when this fair takes place, so it takes no ratings")
        }
        guard event.status == .scheduled || event.status == .finished else {
            throw outside("This fair is \(event.status.rawValue), so it takes no ratings")
        }
        do throws(RatingWindow.Fault) {
            return try window.check(given: given, receivedAt: now)
        } catch {
            switch error {
            case .tooEarly(let opens):
                throw outside("The fair begins at \(opens.rfc3339); ratings are taken from then on")
            case .tooLate(let closed):
                throw outside("The fair ended at \(closed.rfc3339); a rating must be given before")
            case .receivedTooLate(let until):
                throw outside("Ratings of this fair were taken until \(until.rfc3339)")
            case .inFuture:
                throw .invalid([
                    ParameterError(
                        parameter: "rated_at",
                        fault: .outsideTime,
                        message: "is later than now; it is when the stars were given"
                    )
                ])
            }
        }
    }

    private static func outside(_ reason: String) -> Problem {
        Problem(
            status: .conflict,
            detail: reason,
            errors: [
                ParameterError(parameter: "rated_at", fault: .outsideTime, message: reason)
            ]
        )
    }

    /// What shows that a visitor was there. A code that is wrong is told: whoever scanned the next booth's would
    /// otherwise rate the wrong one.
    private static func proof(
        _ wish: Wish,
        _ stand: FairSnapshot.Stand,
        codes: BoothCodes,
        rule: BoothCodes.Rule,
        at moment: Timestamp
    ) throws(Problem) -> Proof {
        if let code = wish.code {
            let label = stand.exhibitor.booth ?? stand.exhibitor.id
            guard codes.isValid(code, of: label, at: moment, rule: rule) else {
                throw .refusedContent(
                    ParameterError(
                        parameter: "code",
                        fault: .wrongCode,
                        message: "is not the code at this exhibitor's booth; nothing was rated"
                    )
                )
            }
            return .code
        }
        if let place = wish.place, let booth = stand.place,
            Geodesic.distance(from: place, to: booth).meters <= Proof.nearMeters
        {
            return .near
        }
        return .none
    }

    // MARK: Passport

    private func passport(_ request: Request) async throws -> Response {
        let account = try await desk.gate.account(of: request)
        let snapshot = try desk.snapshot()
        var query = QueryReader(request.uri.query)
        let fair = try query.checked(query.requiredFair(snapshot))
        let passport = try await desk.ratings.passport(of: account.id.rawValue, at: fair.id)
        let draws = try await desk.draws.entries(of: fair.id)
        let wants = passport.attendee?.isEligible ?? false
        let isEligible = wants ? try await desk.isReachable(account) : false
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
                "tickets",
                array: { list in
                    for draw in draws {
                        let ticket = draw.tickets.ticket(of: account.id.rawValue)
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
            )
        }
        return Response(type: .json, bytes: json.takeBytes())
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
            throw Problem(
                status: .forbidden,
                detail: "Prizes are for visitors of 13 years and older; you can rate all the same"
            )
        }
        guard account.ageBand != .unknown else {
            throw Problem(
                status: .forbidden,
                detail:
                    "Prizes are for visitors of 13 years and older, and this account has told no age"
            )
        }
        guard !account.ageBand.needsAdultApproval || hasApproval else {
            throw Problem(
                status: .forbidden,
                detail:
                    "From 13 to 17 an adult has to agree to a prize; send adult_approval when one has"
            )
        }
        let until = try await desk.fairs.settings(of: fair.id).contactsUntil(fair)
        if let until, until <= tools.clock.now {
            throw Problem(
                status: .conflict,
                detail:
                    "The prizes of this fair are over: its visitors could be reached until \(until.rfc3339)"
            )
        }
        try await desk.gate.requireConsent(account, .contactForPrizes)
        guard try await desk.isReachable(account) else {
            throw Problem(
                status: .forbidden,
                detail:
                    "A prize is for those who can be reached; PATCH /v1/me with an email or a phone first"
            )
        }
    }
}
