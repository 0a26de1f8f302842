internal import Accounts
internal import GeoJSON
internal import HTTPService
internal import HTTPTypes
internal import Hummingbird
internal import Vault
internal import Wording

/// Registering, signing in and out, and coming back without a password.
struct AccountRoutes: Sendable {
    let desk: AccountDesk
    let tools: ServiceTools
    let limits: AccountLimits

    var routes: [Route] {
        [
            .post("/v1/accounts") { request, context in try await register(request, context) },
            .get("/v1/accounts/rules") { request, _ in try rules(request) },
            .post("/v1/sign-ins") { request, context in try await signIn(request, context) },
            .delete("/v1/sign-ins/current") { request, _ in try await signOut(request) },
            .post("/v1/accounts/recovery") { request, context in
                try await beginRecovery(request, context)
            },
            .post("/v1/accounts/recovery/confirm") { request, context in
                try await recover(request, context)
            },
        ]
    }

    private func reading(_ request: Request) async throws -> AccountReading {
        try request.checkNoQuery()
        let bytes = try await request.jsonBody(limitBytes: min(tools.bodyLimitBytes, 16_384))
        return try AccountReading(bytes, refusing: desk.settings.refusedWords)
    }

    // MARK: Registering

    private func register(_ request: Request, _ context: Route.Context) async throws -> Response {
        var body = try await reading(request)
        let age = body.age(childrenUnder: desk.settings.childrenUnder)
        let band = age?.band
        let hasApproval = body.boolean("adult_approval") ?? false
        if let age, age.isChild {
            return try await registerChild(&body, age.band, request, context)
        }
        let isNamed = ["username", "password", "display_name", "email"].contains { body.has($0) }
        guard isNamed else {
            try body.check()
            try limits.registrations(tools.household(of: request, context))
            return created(try await desk.makeNameless(.anonymous, band ?? .unknown))
        }
        var registration = try registration(&body, band)
        if registration.ageBand.needsAdultApproval, registration.email != nil {
            guard hasApproval else { throw Problem.needsApproval(for: ["email"]) }
            registration.hasApproval = true
        }
        try limits.registrations(tools.household(of: request, context))
        do {
            return created(try await desk.register(registration))
        } catch VaultError.taken(let kind) {
            throw Problem.taken(kind)
        } catch is PasswordDesk.Busy {
            throw Problem.busy
        }
    }

    private func registration(
        _ body: inout AccountReading,
        _ band: AgeBand?
    ) throws -> AccountDesk.Registration {
        if band == nil, !body.has("age"), !body.has("age_band") {
            body.note("age_band", .missing, "is missing; it is asked before anything else")
        }
        if band == .unknown {
            body.note("age_band", .notOneOf, "is unknown; who registers with a name tells it")
        }
        let username = body.required("username", "it is what you sign in with")
            .flatMap { body.username($0) }
        let password = body.required("password", "GET /v1/accounts/rules tells what it may be")
            .flatMap { body.password($0, of: username?.text) }
        let displayName = body.text("display_name").flatMap { body.displayName($0) }
        let email = body.text("email").flatMap { body.email($0) }
        try body.check()
        guard let band, let username, let password else { throw Problem.notReady }
        return AccountDesk.Registration(
            ageBand: band,
            username: username,
            password: password,
            displayName: displayName,
            email: email
        )
    }

    /// A child gets a made-up name. What else is in the body is not looked at any further, kept or repeated.
    private func registerChild(
        _ body: inout AccountReading,
        _ band: AgeBand,
        _ request: Request,
        _ context: Route.Context
    ) async throws -> Response {
        let limit = desk.settings.childrenUnder
        guard desk.settings.children != .refuse else {
            throw Problem(
                status: .forbidden,
                detail:
                    "You have to be \(limit) or older to have an account here. You can still look around; ask a "
                    + "grown-up to do the rest with you"
            )
        }
        let takesGuardian = desk.settings.children == .guardian
        let personal =
            (["username", "password", "display_name", "email", "phone"]
            + (takesGuardian ? [] : ["guardian_email"])).filter { body.has($0) }
        guard personal.isEmpty else { throw Problem.notForChildren(personal, under: limit) }
        let guardian = body.text("guardian_email").flatMap { body.email($0, "guardian_email") }
        try body.check()
        try limits.registrations(tools.household(of: request, context))
        let made = try await desk.makeNameless(.child, band)
        if let guardian { try await desk.ask(guardian, for: made.account.id) }
        return created(made)
    }

    private func created(_ made: AccountDesk.Registered) -> Response {
        var json = JSONWriter(capacity: 512)
        json.object { json in
            json.member("account", object: { $0.members(of: made.account, made.profile) })
            json.members(of: made.token)
            json.member(
                "recovery_codes",
                array: { list in for code in made.codes { list.string(code) } }
            )
        }
        return Response(
            status: .created,
            type: .json,
            bytes: json.takeBytes(),
            headers: [.location: "/v1/me"]
        )
    }

    // MARK: Rules

    private func rules(_ request: Request) throws -> Response {
        try request.checkNoQuery()
        var json = JSONWriter(capacity: 1024)
        json.object { json in
            json.member(
                "username",
                object: { json in
                    json.member("min_length", Username.length.lowerBound)
                    json.member("max_length", Username.length.upperBound)
                    json.member("rule", Username.rule)
                }
            )
            json.member(
                "password",
                object: { json in
                    json.member("min_length", PasswordRules.length.lowerBound)
                    json.member("max_length", PasswordRules.length.upperBound)
                    json.member(
                        "rule",
                        "any characters; not one of \(PasswordRules.commonCount) that many people have, and not "
                            + "the username"
                    )
                }
            )
            json.member(
                "age_bands",
                array: { list in for band in AgeBand.allCases { list.string(band.rawValue) } }
            )
            json.member("children", desk.settings.children.rawValue)
            json.member("children_under", desk.settings.childrenUnder)
            json.member("recovery_by_mail", desk.settings.mail != nil)
            json.member(
                "purposes",
                array: { list in
                    for purpose in ConsentPurpose.allCases { list.string(purpose.rawValue) }
                }
            )
        }
        return Response(type: .json, bytes: json.takeBytes())
    }

    // MARK: Signing in

    private func signIn(_ request: Request, _ context: Route.Context) async throws -> Response {
        var body = try await reading(request)
        let (username, email) = (body.text("username"), body.text("email"))
        let password = body.required("password", "with it you sign in")
        if body.has("username"), body.has("email") {
            body.note("email", .notTogether, "is given with username; give one of them")
        } else if !body.has("username"), !body.has("email") {
            body.note("username", .missing, "is missing; give it, or email")
        }
        try body.check()
        guard let password else { throw Problem.notReady }
        let name =
            username.map { (NameKind.username, LookAlikes.skeleton(of: $0)) }
            ?? email.map { (NameKind.email, $0.lowercased()) }
        // A text that can be nobody's name takes as long as another.
        let key = (name.map { "\($0.0) \($0.1)" } ?? "")
        try limits.signIns(key, tools.household(of: request, context))
        do {
            guard let token = try await desk.signIn(name, String(password.prefix(256))) else {
                throw Problem(
                    status: .unauthorized,
                    detail:
                        "Username or password is wrong; forgot it? POST /v1/accounts/recovery helps",
                    headers: [.wwwAuthenticate: "Bearer realm=\"ambit\""]
                )
            }
            limits.wasRight(key)
            return answer(token)
        } catch is PasswordDesk.Busy {
            throw Problem.busy
        }
    }

    private func answer(_ token: AccountStore.NewToken) -> Response {
        var json = JSONWriter(capacity: 160)
        json.object { $0.members(of: token) }
        return Response(status: .created, type: .json, bytes: json.takeBytes())
    }

    private func signOut(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        guard let token = request.presentedToken,
            try await desk.accounts.account(presenting: token) != nil
        else { throw Problem.noAccount(isTokenWrong: request.presentedToken != nil) }
        try await desk.accounts.signOut(token)
        return Response(status: .noContent)
    }

    // MARK: Recovering

    private func beginRecovery(
        _ request: Request,
        _ context: Route.Context
    ) async throws -> Response {
        var body = try await reading(request)
        let username = body.required("username", "it goes with email")
        let email = body.required("email", "it goes with username").flatMap { body.email($0) }
        try body.check()
        guard let username, let email else { throw Problem.notReady }
        try limits.recoveries(
            LookAlikes.skeleton(of: username),
            tools.household(of: request, context)
        )
        desk.beginRecovery(username, email)
        var json = JSONWriter(capacity: 160)
        json.object {
            $0.member(
                "message",
                "If this name and this address belong together, a code was mailed that is good for 15 minutes"
            )
        }
        return Response(status: .accepted, type: .json, bytes: json.takeBytes())
    }

    private func recover(_ request: Request, _ context: Route.Context) async throws -> Response {
        var body = try await reading(request)
        let typed = body.required("code", "it was mailed, or printed when you registered")
        let password = body.required("password", "the new one").flatMap {
            body.password($0, of: nil)
        }
        try body.check()
        guard let typed, let password else { throw Problem.notReady }
        try limits.codes(tools.household(of: request, context))
        do {
            guard let code = Secret.readCode(typed),
                let token = try await desk.recover(by: code, password)
            else {
                throw Problem.refusedContent(
                    ParameterError(
                        parameter: "code",
                        fault: .unknownCode,
                        message: "is wrong, was used, or is older than 15 minutes; ask for another"
                    )
                )
            }
            return answer(token)
        } catch is PasswordRules.Fault {
            // All rules but the one about the name were held to before the code was looked at.
            throw Problem.invalid([
                ParameterError(
                    parameter: "password",
                    fault: .commonPassword,
                    message: "is the username; choose another"
                )
            ])
        } catch is PasswordDesk.Busy {
            throw Problem.busy
        }
    }
}
