internal import Accounts
internal import AccountsModule
internal import Cryptography
internal import GeoJSON
internal import HTTPService
internal import Hummingbird
internal import Outgoing
internal import Timekeeping
internal import Vault

/// Browsers that want to be told by push.
struct PushRoutes: Sendable {
    let notices: Notices
    let pushes: PushStore
    let gate: AccountGate
    let tools: ServiceTools

    var routes: [Route] {
        [
            .get("/v1/notices/push-key") { request, _ in try await key(request) },
            .put("/v1/me/push") { request, _ in try await add(request) },
            .delete("/v1/me/push") { request, _ in try await remove(request) },
        ]
    }

    private func key(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let key = try await pushes.keys().publicKey
        var json = JSONWriter(capacity: 128)
        json.object { $0.member("public_key", Base64URL.encode(key)) }
        return Response(type: .json, bytes: json.takeBytes())
    }

    private func add(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        let browser = try Self.browser(
            try await request.jsonBody(limitBytes: min(tools.bodyLimitBytes, 8192))
        )
        do {
            try await pushes.add(browser, of: account.id, at: notices.clock.now)
        } catch PushStore.Refusal.noConsent {
            try await gate.requireConsent(account, .push)
        } catch PushStore.Refusal.tooMany {
            throw Problem(
                status: .conflict,
                detail:
                    "\(PushStore.most) browsers are told of this account, which is the most; DELETE "
                    + "/v1/me/push takes one away"
            )
        }
        notices.wake()
        return Response(status: .noContent)
    }

    private func remove(_ request: Request) async throws -> Response {
        var query = QueryReader(request.uri.query)
        let text = query.text("endpoint")
        if text == nil { query.require("endpoint", "it says which browser") }
        let endpoint = try query.checked(text)
        let account = try await gate.account(of: request)
        try await pushes.remove(endpoint, of: account.id)
        return Response(status: .noContent)
    }

    /// Reads what a browser's `PushSubscription` says of itself.
    private static func browser(_ bytes: [UInt8]) throws(Problem) -> PushSubscription {
        var reader = try JSONObjectReader(parsing: bytes)
        var errors: [ParameterError] = []
        let names = ["endpoint", "p256dh", "auth"]
        let texts = names.map { reader.string($0) }
        for (name, text) in zip(names, texts) where text == nil && !reader.has(name) {
            errors.append(
                ParameterError(
                    parameter: name,
                    fault: .missing,
                    message: "is missing; the browser's subscription has it"
                )
            )
        }
        let url = texts[0].flatMap { OutgoingURL(parsing: $0) }
        if texts[0] != nil, url == nil {
            errors.append(
                ParameterError(
                    parameter: "endpoint",
                    fault: .notAURL,
                    message: "is no address of a push service; it begins with https://"
                )
            )
        }
        let key = texts[1].flatMap { Base64URL.decode($0) }
        if texts[1] != nil, key.flatMap({ PushKeyPair().agree(with: $0) }) == nil {
            errors.append(
                ParameterError(
                    parameter: "p256dh",
                    fault: .wrongType,
                    message: "is no public key of the curve P-256 in base64url"
                )
            )
        }
        let secret = texts[2].flatMap { Base64URL.decode($0) }
        if texts[2] != nil, secret?.count != 16 {
            errors.append(
                ParameterError(
                    parameter: "auth",
                    fault: .wrongType,
                    message: "is not 16 bytes in base64url"
                )
            )
        }
        let wrong = reader.errors()
        let named = Set(wrong.map(\.parameter))
        let all = wrong + errors.filter { !named.contains($0.parameter) }
        guard all.isEmpty, let url, let key, let secret else { throw .invalid(all) }
        return PushSubscription(endpoint: url.text, publicKey: key, secret: secret)
    }
}
