internal import Accounts
internal import GeoJSON
internal import HTTPService
internal import Hummingbird

/// Parents, who agree to something for a child, or end the child's account.
struct GuardianRoutes: Sendable {
    let desk: AccountDesk
    let tools: ServiceTools
    let limits: AccountLimits

    /// What a mail alone lets a parent agree to: neither tells who or where the child is.
    private static let purposes: Set<ConsentPurpose> = [.leaderboardName, .shareScore]

    var routes: [Route] {
        [
            .post("/v1/accounts/guardian/confirm") { request, context in
                try await confirm(request, context)
            },
            .post("/v1/accounts/guardian/erase") { request, context in
                try await erase(request, context)
            },
        ]
    }

    private func confirm(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let bytes = try await request.jsonBody(limitBytes: min(tools.bodyLimitBytes, 16_384))
        var body = try AccountReading(bytes)
        let typed = body.required("code", "it was mailed to you")
        let acts = try ConsentReading.acts(in: &body, by: .guardian)
        try body.check()
        if let other = acts.first(where: { $0.isGiven && !Self.purposes.contains($0.purpose) }) {
            throw Problem(
                status: .forbidden,
                detail:
                    "A mail is not enough to agree to \(other.purpose.rawValue) for somebody under "
                    + "\(desk.settings.childrenUnder)"
            )
        }
        let child = try await child(typed, request, context)
        try await desk.accounts.note(acts, byGuardianOf: child)
        let consents = try await desk.accounts.consents(of: child)
        var json = JSONWriter(capacity: 512)
        json.object { $0.members(of: consents) }
        return Response(type: .json, bytes: json.takeBytes())
    }

    private func erase(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let bytes = try await request.jsonBody(limitBytes: min(tools.bodyLimitBytes, 1024))
        var body = try AccountReading(bytes)
        let typed = body.required("code", "it was mailed to you")
        try body.check()
        try await desk.erase(try await child(typed, request, context))
        return Response(status: .noContent)
    }

    private func child(
        _ typed: String?,
        _ request: Request,
        _ context: Route.Context
    ) async throws -> AccountID {
        try limits.codes(tools.household(of: request, context))
        guard let code = typed.flatMap(Secret.readCode),
            let child = try await desk.accounts.child(ofGuardianWith: code)
        else {
            throw Problem.refusedContent(
                ParameterError(
                    parameter: "code",
                    fault: .unknownCode,
                    message: "is wrong, or is older than 7 days"
                )
            )
        }
        return child
    }
}
