internal import Accounts
internal import AccountsModule
internal import Expo
internal import GeoJSON
internal import HTTPService
internal import Hummingbird
internal import Importing
internal import Timekeeping

/// Taking part in what a fair offers besides exhibitors: proved by the code that stands there, since nobody rates it.
struct ActivityRoutes: Sendable {
    let desk: FairDesk
    let tools: ServiceTools
    let tries: CodeTries

    var routes: [Route] {
        [
            .put("/v1/places/{id}/visit") { request, context in
                try await visit(request, context)
            }
        ]
    }

    private func visit(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let account = try await desk.gate.account(of: request)
        let (place, fair) = try activity(context)
        let wish = try Self.wish(
            await request.jsonBody(limitBytes: min(tools.bodyLimitBytes, 4096))
        )
        let now = tools.clock.now
        let moment = try RatingRoutes.moment(wish.at, at: fair, now, member: "at")
        let (settings, codes) = try await desk.fairs.fair(fair.id)
        let household = tools.household(of: request, context)
        try tries.take(account.id, household)
        let isRight = codes.isValid(
            wish.code,
            of: BoothCodes.subject(of: place),
            at: moment,
            rule: settings.codeRule
        )
        guard isRight else {
            throw Problem.refusedContent(
                ParameterError(
                    parameter: "code",
                    fault: .wrongCode,
                    message: "is not the code of this activity; nothing was earned"
                )
            )
        }
        tries.wasRight(account.id, household)
        let (earned, total) = try await desk.ratings.takePart(
            RatingStore.Participation(
                account: account.id.rawValue,
                ageBand: account.ageBand.rawValue,
                place: place.id,
                fair: fair.id,
                at: moment,
                receivedAt: now,
                rule: settings.rule
            )
        )
        var json = JSONWriter(capacity: 128)
        json.object { json in
            json.member("place", place.id)
            json.member("points_earned", earned)
            json.member("total", total)
        }
        return Response(type: .json, bytes: json.takeBytes())
    }

    /// The activity that a path names, and its fair.
    private func activity(
        _ context: Route.Context
    ) throws(Problem) -> (place: FairPlace, fair: FairSnapshot.Fair) {
        if let id = context.pathParameter("id") {
            for fair in try desk.snapshot().fairs.values {
                let found = fair.places.first { $0.id == id && $0.kind == .activity }
                if let found { return (found, fair) }
            }
        }
        throw Problem(
            status: .notFound,
            detail: "There is no such activity; GET /v1/places?kind=activity lists them"
        )
    }

    private static func wish(_ bytes: [UInt8]) throws -> (code: String, at: Timestamp?) {
        var reader = try JSONObjectReader(parsing: bytes)
        let (code, written) = (reader.string("code"), reader.string("at"))
        var faults = BodyFaults(reader.errors())
        let moment = written.flatMap { Timestamp(rfc3339: $0) }
        if let written, moment == nil {
            faults.note(
                "at",
                .notADay,
                "is \(quoted(written)); it is a time such as 2027-06-05T14:30:00Z",
                .value(written)
            )
        }
        if let code {
            if !(1...32).contains(code.count) {
                faults.note(
                    "code",
                    .wrongLength,
                    "has \(code.count) characters; a code has \(BoothCodes.length)",
                    .range("\(code.count)", 1, 32)
                )
            }
        } else {
            faults.note("code", .missing, "is missing; it stands at the activity")
        }
        try faults.check()
        return (code ?? "", moment)
    }
}
