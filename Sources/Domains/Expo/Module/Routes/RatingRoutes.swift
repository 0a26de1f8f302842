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

/// Ratings of exhibitors.
struct RatingRoutes: Sendable {
    let desk: FairDesk
    let tools: ServiceTools
    let tries: CodeTries

    var routes: [Route] {
        [
            .put("/v1/exhibitors/{id}/rating") { request, context in
                try await rate(request, context)
            }
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
        let household = tools.household(of: request, context)
        if wish.code != nil { try tries.take(account.id, household) }
        let proof = try Self.proof(
            wish,
            stand,
            codes: codes,
            rule: settings.codeRule,
            at: ratedAt
        )
        if wish.code != nil { tries.wasRight(account.id, household) }
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

    /// When something was done that may be done: during the fair.
    ///
    /// - Parameter member: What `given` stands in.
    static func moment(
        _ given: Timestamp?,
        at fair: FairSnapshot.Fair,
        _ now: Timestamp,
        member: String = "rated_at"
    ) throws(Problem) -> Timestamp {
        func outside(_ reason: String) -> Problem {
            Problem(
                status: .conflict,
                detail: reason,
                errors: [ParameterError(parameter: member, fault: .outsideTime, message: reason)]
            )
        }
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
                        parameter: member,
                        fault: .outsideTime,
                        message:
                            "is \((given ?? now).rfc3339), and later than now, which is \(now.rfc3339); it is when "
                            + "it was done"
                    )
                ])
            }
        }
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
}
