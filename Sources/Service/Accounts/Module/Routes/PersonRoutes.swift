internal import Accounts
internal import GeoJSON
internal import HTTPService
internal import HTTPTypes
internal import Hummingbird
internal import Vault

/// What is an account's own: to see, to change, to take along and to erase.
struct PersonRoutes: Sendable {
    let desk: AccountDesk
    let gate: AccountGate
    let tools: ServiceTools
    let limits: AccountLimits

    var routes: [Route] {
        [
            .get("/v1/me") { request, _ in try await show(request) },
            .patch("/v1/me") { request, _ in try await change(request) },
            // Devices have the same address.
            Route.delete("/v1/me") { request, _ in try await erase(request) }
                .forTokens(beginningWith: Secret.tokenPrefix),
            .get("/v1/me/export") { request, _ in try await export(request) },
            .get("/v1/me/consents") { request, _ in try await consents(request) },
            .put("/v1/me/consents") { request, _ in try await setConsents(request) },
        ]
    }

    // MARK: Seeing

    private func show(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        return try await response(of: try await gate.account(of: request))
    }

    private func profile(of account: Account) async throws -> Profile {
        guard let profile = try await desk.accounts.profiles(of: [account.id])[account.id] else {
            // Erased between two looks.
            throw Problem.noAccount(isTokenWrong: true)
        }
        return profile
    }

    private func response(of account: Account) async throws -> Response {
        let profile = try await profile(of: account)
        let phone = try await desk.accounts.phone(of: account.id)
        let approval = try await desk.accounts.adultApproval(of: account.id)
        var json = JSONWriter(capacity: 512)
        json.object { $0.members(of: account, profile, phone: phone, approvedAt: approval) }
        return Response(type: .json, bytes: json.takeBytes())
    }

    private func export(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        return Response(
            type: .json,
            bytes: try await AccountExport.json(of: account, desk),
            headers: [.contentDisposition: "attachment; filename=\"ambit-account.json\""]
        )
    }

    // MARK: Changing

    private func change(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        let bytes = try await request.jsonBody(limitBytes: min(tools.bodyLimitBytes, 16_384))
        var body = try AccountReading(bytes, refusing: desk.settings.refusedWords)
        if account.isChild {
            let personal = ["username", "password", "display_name", "email", "phone"]
                .filter { body.has($0) }
            guard personal.isEmpty else {
                throw Problem.notForChildren(personal, under: desk.settings.childrenUnder)
            }
        }
        let name = try await profile(of: account).username
        let change = try ProfileChange(&body, of: account, named: name)
        let told = change.told
        if !told.isEmpty { try await requireApproval(change.hasApproval, of: account, for: told) }
        try await authorize(change, of: account)
        if !told.isEmpty { try await approve(change.hasApproval, account) }
        try await make(change, of: account, token: request.presentedToken)
        return try await response(of: account)
    }

    /// From 13 to 17 an adult agrees before anything is told by which somebody is reached.
    private func requireApproval(
        _ hasApproval: Bool,
        of account: Account,
        for members: [String]
    ) async throws {
        guard account.ageBand.needsAdultApproval, !hasApproval,
            try await desk.accounts.adultApproval(of: account.id) == nil
        else { return }
        throw Problem.needsApproval(for: members)
    }

    private func approve(_ hasApproval: Bool, _ account: Account) async throws {
        guard hasApproval, account.ageBand.needsAdultApproval else { return }
        try await desk.accounts.approve(account.id)
    }

    /// What lets somebody in takes the password that lets them in now.
    private func authorize(_ change: ProfileChange, of account: Account) async throws {
        guard change.needsPassword else { return }
        try limits.signIns("account \(account.id)", nil)
        do {
            guard try await desk.isPassword(change.currentPassword ?? "", of: account.id) else {
                throw Problem(
                    status: .forbidden,
                    detail:
                        "The present password is wrong; it is needed for a new password, name or address",
                    errors: [
                        ParameterError(
                            parameter: "current_password",
                            fault: change.currentPassword == nil ? .missing : .notOneOf,
                            message: change.currentPassword == nil
                                ? "is missing; it is needed for this change" : "is wrong"
                        )
                    ]
                )
            }
            limits.wasRight("account \(account.id)")
        } catch is PasswordDesk.Busy {
            throw Problem.busy
        }
    }

    private func make(_ change: ProfileChange, of account: Account, token: String?) async throws {
        let accounts = desk.accounts
        if let phone = change.phone {
            guard try await accounts.setPhone(phone?.text, of: account.id) else {
                throw Problem(
                    status: .forbidden,
                    detail:
                        "A telephone number is kept for those alone who consent to contact_for_prizes; PUT "
                        + "/v1/me/consents gives it"
                )
            }
        }
        var names: [(kind: String, value: String?)] = []
        if let username = change.username { names.append((NameKind.username, username.skeleton)) }
        if let email = change.email { names.append((NameKind.email, email?.folded)) }
        do {
            // All or none: an account whose name is taken keeps the one that it has.
            try await accounts.vault.rename(account.id, to: names)
        } catch VaultError.taken(let kind) {
            throw Problem.taken(kind)
        }
        // Ended before the new address stands: a code that went to the old one would confirm it.
        if case .some = change.email { try await accounts.endMailedCodes(of: account.id) }
        try await accounts.change(account.id, change.apply)
        if let password = change.password {
            do {
                try await desk.setPassword(password, of: account.id, keeping: token)
            } catch is PasswordDesk.Busy {
                throw Problem.busy
            }
        }
    }

    // MARK: Erasing

    private func erase(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        try await desk.erase(account.id)
        return Response(status: .noContent)
    }

    // MARK: Consents

    private func consents(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        return try await consents(of: try await gate.account(of: request))
    }

    private func consents(of account: Account) async throws -> Response {
        let consents = try await desk.accounts.consents(of: account.id)
        var json = JSONWriter(capacity: 512)
        json.object { $0.members(of: consents) }
        return Response(type: .json, bytes: json.takeBytes())
    }

    private func setConsents(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        let bytes = try await request.jsonBody(limitBytes: min(tools.bodyLimitBytes, 16_384))
        var body = try AccountReading(bytes)
        let hasApproval = body.boolean("adult_approval") ?? false
        let acts = try ConsentReading.acts(in: &body, by: .own)
        if let purpose = acts.first(where: { $0.isGiven && !$0.purpose.mayBeGiven(by: account) })?
            .purpose
        {
            throw Problem(
                status: .forbidden,
                detail: account.isChild
                    ? "People under \(desk.settings.childrenUnder) cannot agree to \(purpose.rawValue)"
                    : "Who has not told their age cannot agree to \(purpose.rawValue)"
            )
        }
        let asked = acts.filter { $0.isGiven && $0.purpose == .contactForPrizes }.map(
            \.purpose.rawValue
        )
        if !asked.isEmpty {
            try await requireApproval(hasApproval, of: account, for: asked)
            try await approve(hasApproval, account)
        }
        try await desk.accounts.note(acts, of: account.id)
        return try await consents(of: account)
    }
}

extension ConsentPurpose {
    /// Whether somebody may agree to it: no child, and to be reached or followed only who has told that
    /// they are older.
    func mayBeGiven(by account: Account) -> Bool {
        switch self {
        case .contactForPrizes, .autoTrack: !account.isChild && account.ageBand != .unknown
        case .shareScore, .push, .leaderboardName: !account.isChild
        }
    }
}
