internal import Accounts
internal import AccountsModule
internal import GeoJSON
internal import HTTPService
internal import HTTPTypes
internal import Hummingbird
internal import Mobility
internal import Timekeeping
internal import Wording

/// Friends: both have to agree, and then each sees the other's score, and nothing else.
struct FriendRoutes: Sendable {
    let gate: TravelGate
    private var desk: TravelDesk { gate.desk }
    private let throttle: Throttle?

    init(_ gate: TravelGate) {
        self.gate = gate
        throttle = gate.tools.throttle(RateLimits.Rate(burst: 20, perSecond: 0.2))
    }

    var routes: [Route] {
        [
            .get("/v1/friends") { request, _ in try await list(request) },
            .post("/v1/friends") { request, _ in try await ask(request) },
            .put("/v1/friends/{id}") { request, context in try await agree(request, context) },
            .delete("/v1/friends/{id}") { request, context in try await end(request, context) },
            .get("/v1/friends/{id}/score") { request, context in
                try await score(request, context)
            },
        ]
    }

    private func list(_ request: Request) async throws -> Response {
        let account = try await gate.account(of: request)
        var query = QueryReader(request.uri.query)
        let text = query.text("q")
        try query.check()
        let all = try await desk.friends.all(of: account.id)
        // Who is a friend already need not be answered once more.
        let agreed = Set(all.filter(\.isAgreed).compactMap { $0.other(than: account.id.rawValue) })
        let friendships = all.filter { friendship in
            friendship.standing(for: account.id.rawValue) != .asking
                || !agreed.contains(friendship.asker)
        }
        let labels = try await desk.friends.labels(of: account.id)
        // Whoever was asked and has not agreed shows nothing of themselves.
        let shown = friendships.filter { $0.isAgreed || $0.asked == account.id.rawValue }
            .compactMap { $0.other(than: account.id.rawValue) }.map { AccountID(rawValue: $0) }
        let names = try await desk.accounts.shownNames(of: shown)
        let wanted = text?.lowercased()
        return .json { json in
            json.object { json in
                json.member(
                    "friends",
                    array: { list in
                        for friendship in friendships {
                            let standing = friendship.standing(for: account.id.rawValue) ?? .asked
                            let other = friendship.other(than: account.id.rawValue)
                            let known = other.flatMap { names[AccountID(rawValue: $0)] }
                            let name = standing == .asked ? nil : known
                            let label = labels[friendship.id]
                            if let wanted,
                                ![name, label].contains(where: {
                                    $0?.lowercased().contains(wanted) == true
                                })
                            {
                                continue
                            }
                            list.object { json in
                                json.member("id", friendship.id)
                                json.member("state", standing.rawValue)
                                json.member("name", name)
                                json.member("asked_for", label)
                                json.member("since", friendship.since.rfc3339)
                            }
                        }
                    }
                )
            }
        }
    }

    /// Who is asked: by a name, or by an address.
    private static func asked(
        _ body: inout TravelReading
    ) throws(Problem) -> (username: String?, address: EmailAddress?) {
        let (username, email) = (body.text("username"), body.text("email"))
        if (username == nil) == (email == nil) {
            body.note("username", .notTogether, "or email is given, one of them")
        }
        let address = email.flatMap { EmailAddress($0) }
        if let email, address == nil {
            body.note(
                "email",
                .notAnAddress,
                "is \(quoted(email)); it is an address such as ana@example.org"
            )
        }
        if let username, !(1...64 ~= username.unicodeScalars.count) {
            body.note(
                "username",
                .wrongLength,
                "has another length; a name has at most 64 characters"
            )
        }
        try body.check()
        return (username, address)
    }

    /// Answers alike whether or not anybody has the name.
    private func ask(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        var body = try await gate.reading(request)
        let (username, address) = try Self.asked(&body)
        try throttle?.take(UInt64(bitPattern: account.id.rawValue), "Friends are asked for")
        let label = username ?? address?.text ?? ""
        let name: (kind: String, value: String) =
            if let address {
                ("email", address.folded)
            } else {
                ("username", LookAlikes.skeleton(of: label))
            }
        var asked = try await desk.accounts.account(named: name)
        if let found = asked, try await desk.accounts.account(found)?.isChild == true {
            asked = nil
        }
        guard asked != account.id else {
            throw Problem.invalid([
                ParameterError(
                    parameter: username == nil ? "email" : "username",
                    fault: .notOneOf,
                    message: "is your own; name somebody else"
                )
            ])
        }
        let id = FreshID.make()
        let friendship = try await desk.friends.ask(
            account.id,
            for: asked,
            label: label,
            folded: { text in
                EmailAddress(text)?.folded ?? LookAlikes.skeleton(of: text)
            },
            isAddress: address != nil,
            id: id,
            at: desk.clock.now
        )
        guard friendship != nil else {
            throw Problem(
                status: .conflict,
                detail:
                    "There are \(Friendship.limit) friends and questions, which is as many as one may have"
            )
        }
        return .json(.accepted) { json in
            json.object { json in
                json.member("state", "asked")
                json.member("asked_for", label)
            }
        }
    }

    private func agree(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        let id = context.pathParameter("id") ?? ""
        guard let friendship = try await desk.friends.agree(id, account.id) else {
            throw Problem.noSuch("question", list: "/v1/friends")
        }
        return .json { json in
            json.object { json in
                json.member("id", friendship.id)
                json.member("state", Friendship.Standing.friends.rawValue)
            }
        }
    }

    private func end(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        guard try await desk.friends.end(context.pathParameter("id") ?? "", account.id) else {
            throw Problem.noSuch("friend", list: "/v1/friends")
        }
        return Response(status: .noContent)
    }

    /// The score alone: no trip, no place, no time.
    private func score(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        let id = context.pathParameter("id") ?? ""
        let all = try await desk.friends.all(of: account.id)
        guard let friendship = all.first(where: { $0.id == id }), friendship.isAgreed,
            let other = friendship.other(than: account.id.rawValue)
        else { throw Problem.noSuch("friend", list: "/v1/friends") }
        let friend = AccountID(rawValue: other)
        guard try await desk.accounts.hasConsent(friend, .shareScore) else {
            throw Problem(
                status: .forbidden,
                detail: "Your friend does not share a score at present"
            )
        }
        let own = try await desk.travels.traveller(account.id)
        let total = try await desk.travels.traveller(friend).log.total
        let name = try await desk.accounts.shownNames(of: [friend])[friend]
        let unit = gate.usualUnit(own)
        return .json { json in
            json.object { json in
                json.member("name", name)
                json.score("total", total, unit)
            }
        }
    }
}
